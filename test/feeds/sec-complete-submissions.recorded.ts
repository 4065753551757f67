import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secCompleteSubmissions } from '../../pipeline/feeds/sec-complete-submissions.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { withStatementRows } from '../../pipeline/treasuries/report-rows.ts'
import { filedCounts, filedTotals } from '../../pipeline/warehouse/companies/filings.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { bytesOf } from '../filings/recorded.ts'
import { recordingOf } from '../recording-of.ts'

const ddc = '0001808110'
const root = 'https://www.sec.gov/Archives/edgar/data/1808110'

describe('the recorded 6-Ks of DDC, from the address to the holding', () => {
  let store: Store
  beforeAll(async () => {
    store = await emptyStore()
    const files = [
      ['0001213900-25-098777', 'sec/filings/ddc_2025-10-14_6K_1058btc-124m-raise.txt'],
      ['0001213900-25-100181', 'sec/filings/ddc_2025-10-20_6K_1083btc-holdings.txt'],
    ] as const
    const loads = files.map(([of, file]): Load => {
      const recording = recordingOf(`${root}/${of}.txt`, bytesOf(file), '2025-11-01T12:00:00Z')
      return {
        recording,
        feed: 'sec-complete-submissions',
        parsed: withStatementRows(secCompleteSubmissions.parse(bytesOf(file), recording)),
      }
    })
    await load(store, loads, extractTotals)
  })
  afterAll(() => store?.close())

  test('1,083 coins on the day of the purchase wait, for one sentence alone bears them out; so do 1,058, which are called secured', async () => {
    expect((await filedCounts(store, 'bitcoin-total')).get(`us:${ddc}`)).toMatchObject([
      {
        value: 1_058,
        asOf: '2025-10-08',
        status: 'held',
        filing: { form: '6-K', filed: '2025-10-14', knownAt: '2025-10-14T20:30:02Z' },
      },
      {
        value: 1_083,
        asOf: '2025-10-15',
        status: 'held',
        how: 'sentence',
        filing: {
          form: '6-K',
          filed: '2025-10-20',
          knownAt: '2025-10-20T13:24:55Z',
          url: `${root}/000121390025100181/ea0261776-6k_ddcenter.htm`,
        },
      },
    ])
    const [secured, lone] = (await filedCounts(store, 'bitcoin-total')).get(`us:${ddc}`)!
    const failed = (count: typeof secured) => count?.checks.filter(({ passed }) => !passed).map(({ name }) => name)
    expect([failed(secured), failed(lone)]).toEqual([['corroboration', 'heading'], ['corroboration']])
    expect(secured?.filing.url).toContain('ex99-1')
    expect(await filedTotals(store, 'bitcoin-total', Date.parse('2025-11-01T12:00:00Z'))).toEqual(new Map())
  })
})
