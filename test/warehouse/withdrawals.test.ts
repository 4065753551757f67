import { afterAll, expect, test } from 'vitest'
import { treasuriesOn } from '../../pipeline/days/treasuries.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { asOfMoment, dayNumber } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { withStatementRows } from '../../pipeline/treasuries/report-rows.ts'
import { asKnownAt } from '../../pipeline/values/column.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { filedReports } from '../../pipeline/warehouse/companies/reports.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { readVersions } from '../../pipeline/warehouse/observations.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'

const root = 'https://api.edinet-fsa.go.jp/api/v2/documents'
const list = `${root}.json?date=2026-08-13&type=2`
const rates =
  'https://www.federalreserve.gov/datadownload/Output.aspx?rel=H10&series=60f32914ab61dfab590e0e470153e3ae&lastobs=&from=&to=&filetype=csv&label=include&layout=seriescolumn&type=package'

const store = await emptyStore()
afterAll(() => store.close())

/** What a refresh at a time loads from an address, the body changed where a change is given. */
async function loadOf(url: string, at: string, change: (body: string) => string = (body) => body): Promise<Load> {
  const feed = feedFor(url)!
  const request = { feed: feed.id, upstream: feed.upstream, url }
  const { body, headers } = await sampleTransport({ now: Date.parse(at) }).fetch(request, new AbortController().signal)
  const bytes = url === list ? Buffer.from(change(Buffer.from(body).toString())) : body
  const recording = { ...recordingOf(url, bytes, at, true), headers }
  return { recording, feed: feed.id, parsed: withStatementRows(parseRecordedBody(feed, bytes, recording)) }
}

/** The list with nothing left of the report but its id. */
function withdrawn(body: string): string {
  const page = JSON.parse(body)
  const row = page.results.find(({ docID }: { docID: string }) => docID === 'S9260630')
  for (const name of Object.keys(row)) if (name !== 'seqNumber' && name !== 'docID') row[name] = null
  row.withdrawalStatus = '2'
  return JSON.stringify(page)
}

async function balanceDayOn(day: string): Promise<string | undefined> {
  const asOf = dayNumber(day)!
  const yen = (await readVersions(store, ['H10.JPY'])).get('H10.JPY')!
  const { companies } = treasuriesOn({
    sample: true,
    column: (id) => (id === 'H10.JPY' ? asKnownAt(yen, asOfMoment(asOf)) : null),
    counts: new Map(),
    reports: await filedReports(store),
    financingFilings: new Map(),
    programPassages: new Map(),
    price: null,
    asOf,
    moment: asOfMoment(asOf),
  })
  return companies.find(({ ticker }) => ticker === '9901')?.financing?.as_of
}

test('a withdrawn report stands until the day that was known, whichever recording is loaded first', async () => {
  const annual = `${root}.json?date=2026-03-27&type=2`
  await load(store, [await loadOf(list, '2026-08-19T22:00:00Z', withdrawn)], extractTotals)
  const others = [annual, rates, `${root}/S9251231?type=5`, `${root}/S9260630?type=5`, list]
  await load(store, await Promise.all(others.map((url) => loadOf(url, '2026-08-17T22:00:00Z'))), extractTotals)
  const days = ['2026-03-26', '2026-03-27', '2026-08-12', '2026-08-13', '2026-08-18', '2026-08-19', '2026-11-20']
  expect(await Promise.all(days.map(balanceDayOn))).toEqual([
    undefined,
    '2025-12-31',
    '2025-12-31',
    '2026-06-30',
    '2026-06-30',
    '2025-12-31',
    '2025-12-31',
  ])
})

test('what a recording said is taken out with it, and in again', async () => {
  const said = await loadOf(list, '2026-08-19T22:00:00Z', withdrawn)
  await load(store, [said], extractTotals, { again: true })
  expect(await balanceDayOn('2026-08-19')).toBe('2025-12-31')
  await load(store, [{ ...said, parsed: { refused: 'TEST', reason: 'said nothing' } }], extractTotals, { again: true })
  expect(await balanceDayOn('2026-08-19')).toBe('2026-06-30')
})
