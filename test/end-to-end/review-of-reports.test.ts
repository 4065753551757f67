import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readKnownVersions } from '../../activities/compute/known.ts'
import { command as rebuild } from '../../cli/commands/rebuild.ts'
import { command as review } from '../../cli/commands/review.ts'
import { command as status } from '../../cli/commands/status.ts'
import { readSettings } from '../../cli/settings.ts'
import { dayView } from '../../pipeline/days/point-in-time-days.ts'
import type { TreasuryDocument } from '../../pipeline/documents/treasury.ts'
import type { TreasuryList } from '../../pipeline/documents/treasury-list.ts'
import type { Transport } from '../../pipeline/http/request.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import type { RefreshResult } from '../../workflows/orchestrations/refresh.ts'
import { run as printedBy, runOf } from '../cli/command.ts'
import { altered, filedBy } from '../small-transport.ts'
import { loadHome, refreshHome, servedBy, temporaryHome, temporaryHomes } from './home.ts'

/** A week after SBLX filed its only report, a 10-K, which states 3,120 bitcoins for the last day of 2025. */
const now = Date.parse('2026-03-02T22:00:00Z')
const filing = '0009900003-26-000552'
/** Filings, the price that counts are checked with, and what a third party says. */
const only = ['sec-submissions', 'coinmetrics-csv', 'coingecko-treasuries']
const run = { feeds: { kind: 'sample' }, asOf: '2026-03-02', now, only } as const
const settings = readSettings({ BRIEFING_LOG: 'silent' })
const homes = temporaryHomes()
afterEach(async () => {
  vi.restoreAllMocks()
  await homes.remove()
})

/** The sample feeds, with `change` done to that report. */
const withReport = (change: (body: string) => string) =>
  altered(
    /\/000990000326000552\//,
    (body) => {
      const other = change(body)
      expect(other).not.toBe(body)
      return other
    },
    filedBy('0009900003'),
  )

/** Another count than its fair value bears out. */
const miscounted = withReport((body) => body.replace('>3,120<', '>3,210<'))
const figure = `${filing}/bitcoin-at-period-end/2025-12-31/3210`
/** A cover by which the period ends after the filing. */
const unreadable = withReport((body) => body.replace(/(name="dei:DocumentPeriodEndDate"[^>]*>)2025-12-31/, '$12027-12-31'))

async function homeOf(transport: (time: number) => Transport, like?: string) {
  const folder = await homes.make(like)
  const refresh = (hours = 0, how = loadHome) => how(folder, { ...run, now: now + hours * 3_600_000, transport })
  const decide = (action: Parameters<typeof review.action>[2], name?: string, why?: string) =>
    printedBy<{ count: number; figures: { id: string; checks: { name: string; passed: boolean }[] }[] }>((global) =>
      review.action(runOf(settings, global), { home: folder, by: 'Ann', ...(why === undefined ? {} : { why }) }, action, name),
    )
  const stored = async () => {
    const store = await openStore(join(folder, 'store.duckdb'))
    const known = await readKnownVersions(store, dayNumber(run.asOf)!)
    await store.close()
    return dayView(known, dayNumber(run.asOf)!, now).treasuries()
  }
  const company = async () => (await stored()).companies.find(({ ticker }) => ticker === 'SBLX')!
  const list = async () => (await stored()).list
  const line = async () => {
    const { printed } = await printedBy<{ series: { id: string; status: string }[] }>((global) =>
      status.action(runOf(settings, global), { home: folder, now: new Date(now).toISOString() }),
    )
    return printed.series.find(({ id }) => id === 'SBLX.bitcoin')!.status
  }
  const again = () => printedBy((global) => rebuild.action(runOf(settings, global), { home: folder }))
  return { folder, refresh, decide, company, list, line, again }
}

describe('a count of a periodic report that its filing does not bear out', () => {
  let counted: Awaited<ReturnType<typeof temporaryHome>>
  let first: RefreshResult
  beforeAll(async () => {
    counted = await temporaryHome()
    first = await loadHome(counted.folder, { ...run, transport: miscounted })
  })
  afterAll(() => counted.remove())

  test('withholds the company until it is accepted; then it is served, after a rebuild too', async () => {
    const { folder, refresh, decide, company, list, line, again } = await homeOf(miscounted, counted.folder)
    expect(first.held).toEqual([filing])
    const withheld = {
      reason:
        'The count read from the filing does not match that filing: times the price of the day, it does not equal the value stated.',
    }
    expect(await company()).toMatchObject({ holding: null, withheld, financing: { btc: null } })
    expect(await list()).toMatchObject({ withheld: [{ ticker: 'SBLX', ...withheld, evidence_filing: { accession: filing } }] })
    expect(JSON.stringify([await company(), await list()])).not.toMatch(/3,?210\b/)
    expect(await line()).toBe('held')

    const listed = await decide('list')
    expect(listed).toMatchObject({ code: 2, printed: { count: 1, figures: [{ id: figure, accession: filing, unit: 'BTC' }] } })
    const shown = await decide('show', filing)
    expect(shown.printed).toMatchObject({
      status: 'held',
      how: 'dimension',
      quote: expect.stringContaining('3,210'),
      place: expect.stringContaining('us-gaap:CryptoAssetNumberOfUnits'),
      url: expect.stringContaining('/000990000326000552/'),
      recording: expect.stringMatching(/^[0-9a-f]{64}$/),
      reason: expect.stringContaining('fair value: '),
    })
    await decide('accept', filing, 'read the filing')
    expect(await decide('list')).toMatchObject({ code: 0, printed: { count: 0 } })

    expect((await refresh(1)).held).toEqual([])
    const accepted = await company()
    expect(accepted.holding).toMatchObject({ precision: 'exact', btc_exact: 3_210, as_of: '2025-12-31' })
    expect(accepted.holding!.reading!.checks.at(-1)).toEqual({
      name: 'review',
      detail: expect.stringMatching(/^accepted by Ann at .*: read the filing$/),
    })
    // what it was held for, the fair value, is not borne out by it
    expect(accepted.financing).toMatchObject({ btc: 3_210, btc_share_of_total_assets_percent: null })
    expect((await list()).withheld).toEqual([])
    expect(await line()).not.toBe('held')

    await again()
    expect((await decide('show', figure)).printed).toMatchObject({ status: 'served' })
    await refresh(2, refreshHome)
    expect((await servedBy<TreasuryDocument>(folder, 'treasuries/SBLX')).holding).toEqual(accepted.holding)
    expect(await servedBy<TreasuryList>(folder, 'treasuries/list')).toMatchObject({ withheld: [] })
  })

  test('is kept out when it is rejected: what is left is an estimate, and the mind can be changed', async () => {
    const { refresh, decide, company } = await homeOf(miscounted, counted.folder)
    await decide('reject', figure, 'a misprint')
    expect((await refresh(1)).held).toEqual([])
    expect(await company()).toMatchObject({ holding: { precision: 'estimate', btc_exact: null }, financing: { btc: null } })
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    await decide('accept', figure)
    await refresh(2)
    expect((await company()).holding).toMatchObject({ btc_exact: 3_210 })
  })
})

test('a report that could not be read is listed with why, cannot be accepted, and waits for nobody once it is rejected', async () => {
  const { refresh, decide, company, line } = await homeOf(unreadable)
  expect((await refresh()).held).toEqual([filing])
  expect(await company()).toMatchObject({ financing: null, financing_note: expect.stringContaining('is held for review') })
  expect(await line()).toBe('held')
  const id = `${filing}/periodic-report/2026-02-24`
  const listed = await decide('list')
  expect(listed.printed).toMatchObject({ count: 1, figures: [{ id, value: null, url: expect.stringContaining('sblx') }] })
  expect((await decide('show', id)).printed).toMatchObject({
    reason: expect.stringContaining('The period ends on 2027-12-31, after the filing'),
    quote: expect.stringContaining('dei:DocumentPeriodEndDate 2027-12-31'),
  })
  await expect(decide('accept', id)).rejects.toMatchObject({ code: 'NOTHING_TO_ACCEPT' })
  await decide('reject', id, 'a misprint on the cover')
  expect(await decide('list')).toMatchObject({ code: 0, printed: { count: 0 } })
  expect((await refresh(1)).held).toEqual([])
  expect(await company()).toMatchObject({
    financing: null,
    financing_note: expect.stringContaining('no periodic report is stored'),
  })
})
