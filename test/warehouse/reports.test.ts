import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ReportDocument } from '../../pipeline/feeds/feed.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { withStatementRows } from '../../pipeline/treasuries/report-rows.ts'
import { type ExtractionRow, replaceReportFigures } from '../../pipeline/warehouse/companies/extractions.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { filedReports } from '../../pipeline/warehouse/companies/reports.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'
import { parsedOf } from '../rows.ts'

const accession = '0009900003-26-000552'
const company = 'us:0009900003'
const url = 'https://www.sec.gov/Archives/edgar/data/9900003/000990000326000552/sblx-20251002.htm'

/** The report as a recording of a day gave it. */
function read(day: string, more: Partial<ReportDocument> = {}): Load {
  const report: ReportDocument = { accession, company, url, form: '10-K', facts: [], texts: [], spans: [], ...more }
  return {
    recording: recordingOf(url, day, `${day}T12:00:00Z`),
    feed: 'sec-documents',
    parsed: withStatementRows({ rows: {}, reports: [report], rejected: [], next: [] }),
  }
}

const figure: ExtractionRow = {
  accession,
  company,
  what: 'bitcoin-at-period-end',
  value: '3210',
  unit: 'BTC',
  asOf: '2025-12-31',
  how: 'dimension',
  place: 'table 2, row 1',
  quote: '3,210',
  check: [{ name: 'fair value', passed: false, detail: 'another' }],
  status: 'held',
  reason: 'fair value: another',
}

let store: Store
beforeEach(async () => {
  store = await emptyStore()
})
afterEach(() => store.close())
const put = (loads: readonly Load[], again = false) => load(store, loads, extractTotals, { again })
const kept = () =>
  select<{ form: string; made: string }>(
    store,
    'SELECT p.form, CAST(r.made_at::DATE AS VARCHAR) AS made FROM report p JOIN recording r ON r.id = p.recording',
  )

test('of several recordings of a report the earliest one stands, whichever was loaded first', async () => {
  await put([read('2026-03-02')])
  await put([read('2026-02-25')])
  expect(await kept()).toEqual([{ form: '10-K', made: '2026-02-25' }])
  await put([read('2026-03-09')])
  expect(await kept()).toEqual([{ form: '10-K', made: '2026-02-25' }])
})

test('loaded again a report is what is read from it now', async () => {
  await put([read('2026-02-25')])
  await put([read('2026-02-25', { form: '10-K/A' })], true)
  expect(await kept()).toEqual([{ form: '10-K/A', made: '2026-02-25' }])
})

test('figures of reports are replaced whole, and a filer whose other documents are read again keeps them', async () => {
  const figures = () => select(store, 'SELECT CAST(value AS INTEGER) AS value, as_of::VARCHAR AS as_of, url FROM extraction')
  await put([read('2026-02-25')])
  await replaceReportFigures(store, [figure])
  await replaceReportFigures(store, [{ ...figure, value: '3120' }])
  expect(await figures()).toEqual([{ value: 3_120, as_of: '2025-12-31', url }])
  const span = {
    accession: '0009900003-26-000600',
    company,
    url,
    seq: 0,
    kind: 'sentence' as const,
    place: 'paragraph 1, sentence 1',
    text: 'None.',
    heading: '',
    context: '',
  }
  await put([
    {
      recording: recordingOf(`${url}x`, 'x', '2026-03-01T00:00:00Z'),
      feed: 'sec-documents',
      parsed: parsedOf({ span: [span] }),
    },
  ])
  expect(await figures()).toHaveLength(1)
  // a figure of a report that is not there has nothing to stand on
  await replaceReportFigures(store, [{ ...figure, accession: '0009900003-26-999999' }])
  expect(await figures()).toEqual([])
})

test('where company facts state a line of the document, theirs is the amount; what the document leaves open stays open', async () => {
  await put([read('2026-02-25')])
  const line = (seq: number, name: string, value: number | null, concepts: string) =>
    store.connection.run(
      "INSERT INTO statement_line VALUES ($1, $2, $3, $4, '', $5, 'USD', DATE '2025-12-31', $6, NULL, NULL, 'r')",
      [company, accession, seq, name, value, concepts],
    )
  await line(0, 'total_assets', 1_000, 'us-gaap:Assets ifrs-full:Assets')
  await line(1, 'cash', null, 'us-gaap:CashAndCashEquivalentsAtCarryingValue us-gaap:Cash')
  const amounts = async () =>
    [...(await filedReports(store)).values()].flatMap((reports) =>
      reports.flatMap(({ lines }) => lines.map(({ value }) => value)),
    )
  expect(await amounts()).toEqual([1_000, null])
  const fact = (name: string, value: number, concept: string, filing = accession) =>
    store.connection.run(
      "INSERT INTO company_line VALUES ($1, $2, 'instant', NULL, DATE '2025-12-31', 'USD', $3, NULL, $4, NULL, $5, '10-K', DATE '2026-02-25', 'filed', 2025, 1)",
      [company, name, value, concept, filing],
    )
  await fact('total_assets', 3_000, 'us-gaap:Assets', '0009900003-26-000999')
  await fact('total_assets', 4_000, 'us-gaap:AssetsNet')
  await fact('cash', 5, 'us-gaap:Cash')
  expect(await amounts()).toEqual([1_000, null])
  await store.connection.run("DELETE FROM company_line WHERE line = 'total_assets'")
  await fact('total_assets', 2_000, 'us-gaap:Assets')
  expect(await amounts()).toEqual([2_000, null])
})
