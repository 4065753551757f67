import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { htmlOf } from '../../../pipeline/filings/body.ts'
import { readFiledDocument } from '../../../pipeline/filings/document.ts'
import type { Tagged } from '../../../pipeline/filings/fact.ts'
import type { SpanRow } from '../../../pipeline/tables/filing.ts'
import type { PeriodicReading } from '../../../pipeline/treasuries/periodic/report.ts'
import { recordedFolder } from '../../recorded.ts'
import { readPeriodicReport } from './judged.ts'

export interface RecordedReport extends Tagged {
  readonly spans: readonly SpanRow[]
}

/** Facts, text blocks and passages on bitcoin of one recorded report. */
export function recordedReport(file: string): RecordedReport {
  const bytes = readFileSync(join(recordedFolder, file))
  const html = htmlOf(new Uint8Array(file.endsWith('.gz') ? gunzipSync(bytes) : bytes))
  const { spans, ...tagged } = readFiledDocument(html, null)
  return { ...tagged, spans: spans.map((span) => ({ accession: 'x', company: 'us:x', url: 'https://www.sec.gov/', ...span })) }
}

const prices = recordedPrices()

/** Recorded price of a bitcoin at the end of a day. */
export const priceAt = (day: string): number | null => prices.get(day) ?? null

function recordedPrices(): Map<string, number> {
  const [head = '', ...rows] = readFileSync(
    join(recordedFolder, 'btc_network/coinmetrics_csv_btc_to_2026-03-22.csv'),
    'utf8',
  ).split('\n')
  const column = head.split(',').indexOf('PriceUSD')
  return new Map(
    rows.flatMap((row) => {
      const cells = row.split(',')
      const price = Number(cells[column])
      return price > 0 ? [[cells[0] ?? '', price] as const] : []
    }),
  )
}

export function readReport(
  { spans, ...tagged }: RecordedReport,
  filed = '2026-11-20',
  classes: readonly string[] | null = null,
): PeriodicReading {
  const filing = { form: '10-Q', accession: 'x', filed, url: 'https://www.sec.gov/', knownAt: `${filed}T00:00:00Z` }
  return readPeriodicReport(tagged, spans, filing, priceAt, classes)
}
