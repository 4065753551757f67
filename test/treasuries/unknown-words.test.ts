import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { command as review } from '../../cli/commands/review.ts'
import { readSettings } from '../../cli/settings.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { run, runOf } from '../cli/command.ts'
import { temporaryHomes } from '../end-to-end/home.ts'
import { report, spansOf } from '../filings/passages.ts'
import { recordingOf } from '../recording-of.ts'
import { parsedOf } from '../rows.ts'
import { filer } from './holdings.ts'

const homes = temporaryHomes()
afterEach(homes.remove)

test('a sentence on a holding in words that no row has is listed by `briefing review list`', async () => {
  const quote = 'All told, 5,398 bitcoin sit in cold storage as of October 31, 2025.'
  const folder = await homes.make()
  const store = await openStore(join(folder, 'store.duckdb'))
  const url = 'https://www.sec.gov/x.htm'
  const filed = { accession: 'x', company: filer, form: '8-K', filing_date: '2025-11-04', report_date: null, items: '8.01', url }
  const filing = [{ ...filed, accepted_at: '2025-11-04T21:00:00Z' }]
  const span = spansOf(report(`<p>${quote}</p>`), 'x', filer).map((row) => ({ ...row, url }))
  const recording = recordingOf(url, quote, '2025-11-04T22:00:00Z')
  await load(store, [{ recording, feed: 'sec-documents', parsed: parsedOf({ filing, span }) }], extractTotals)
  await publishMarket(store, join(folder, 'market.duckdb'))
  await store.close()
  const { printed } = await run<{ count: number; passages: unknown[] }>((global) =>
    review.action(runOf(readSettings({ BRIEFING_LOG: 'silent' }), global), { home: folder }, 'list', undefined),
  )
  expect(printed).toMatchObject({ count: 0, passages: [{ id: 'x/bitcoin-passage/2025-11-04', quote, status: 'held' }] })
})
