import { describe, expect, test } from 'vitest'
import { type Briefing, briefingById } from '../../../data/briefings.ts'
import { type MetricName, metricByName, metricRows } from '../../../data/metrics.ts'
import { releaseNameOf } from '../../../data/releases.ts'
import { series } from '../../../data/series.ts'
import { changesSince } from '../../../pipeline/briefings/changes.ts'
import { lateSentence } from '../../../pipeline/briefings/late.ts'
import { macroLiquidity } from '../../../pipeline/briefings/macro/macro.liquidity.ts'
import { expectedRelease, nextReleases } from '../../../pipeline/briefings/next-release.ts'
import { rhythmOfSeries } from '../../../pipeline/days/release-times.ts'
import type { StateTurn } from '../../../pipeline/documents/briefing.ts'
import type { Reading, TrendWindow } from '../../../pipeline/documents/reading.ts'
import { dayNumber } from '../../../pipeline/time/day.ts'
import { isRegular } from '../../../pipeline/time/release.ts'
import { emptyDay } from '../empty-day.ts'
import { plainReading } from '../plain-reading.ts'

const today = '2026-05-13'
const asOf = dayNumber(today)!

function reading(metric: MetricName, value: number, period: string, more: Partial<Reading> = {}): Reading {
  const { title, unit, cadence } = metricByName.get(metric)!
  const freshness = { status: 'fresh', cadence, next_due_at: null, stale_after: '' }
  return plainReading(metric, { title, unit, value, period, known_at: '2026-05-12T12:30:00Z', freshness, ...more })
}

const late = (due: string): Partial<Reading> =>
  ({ freshness: { status: 'late', cadence: 'weekly', next_due_at: `${due}T20:15:00Z`, stale_after: '' } }) as never

/** Texts of what changed in a week, of these readings, each with its value of a week before. */
function changed(...known: readonly (readonly [Reading, before: number, period: string])[]) {
  const row = { ...briefingById.get('macro.liquidity')!, metrics: known.map(([{ metric }]) => metric) } as Briefing
  const day = emptyDay(asOf, {
    reading: (metric) => known.find(([each]) => each.metric === metric)?.[0] ?? null,
    dayEndReading: (metric) => {
      const [, value, period] = known.find(([each]) => each.metric === metric)!
      return { metric, as_of: '', period, value, signal: null, momentum: null, inputs: '' }
    },
  })
  const still = { ...macroLiquidity, state: { ...macroLiquidity.state, label: () => 'unknown' } }
  return changesSince(row, still, { nothing: '', sections: [], notes: [] }, day, 7)
}

const quarter = (change: number, unit: TrendWindow['change_unit'], to: number): TrendWindow => ({
  ...{ change, change_unit: unit, direction: change < 0 ? 'down' : 'up', strength: 2 * Math.sign(change), span: '13 weeks' },
  ...{ from: { period: '2026-01-31', value: 230_000 }, to: { period: '2026-05-02', value: to } },
})

describe('since last week', () => {
  test('a record of a change names its window and its size, and which way the value went', () => {
    const claims = reading('initial-claims', 200_000, '2026-05-02', {
      trend: { '7d': null, '30d': null, '90d': quarter(-13, 'percent', 200_000) },
      record: { kind: 'largest_fall', window: '90d', since: '2025-01-25' },
    })
    expect(changed([claims, 189_000, '2026-04-25'])).toMatchObject([{ field: 'record', to: 'largest_fall', from: '2025-01-25' }])
    expect(changed([claims, 189_000, '2026-04-25'])[0]!.text).toBe(
      'Initial claims: 200,000 on 2 May, up from 189,000; down 13% in thirteen weeks, the most since January 2025.',
    )
  })

  test('what one release brought is one line for the day of its values; words that two of them share are printed once', () => {
    const record = { kind: 'lowest', window: null, since: '2021-08-31' } as const
    const [change, ...others] = changed(
      [reading('wti-spot', 62.42, '2026-05-08', { record }), 69.74, '2026-05-01'],
      [reading('brent-spot', 68.36, '2026-05-08', { record }), 74.69, '2026-05-01'],
    )
    expect(others).toEqual([])
    expect(change).toMatchObject({ what: 'wti-spot', with: ['brent-spot'] })
    expect(change!.text).toBe(
      'EIA spot prices for 8 May. WTI crude oil spot: $62.42 a barrel, down from $69.74, the lowest since August 2021. Brent crude oil spot: $68.36 a barrel, down from $74.69, the lowest since August 2021.',
    )
  })

  test('more than two readings are counted; figures of an auction are one release; what prints the same is left out', () => {
    const figure = (name: string, value: number) => reading(`auction-3y-${name}` as MetricName, value, '2026-05-11')
    const auction = changed(
      [figure('bid-to-cover', 2.54), 2.68, '2026-04-07'],
      [figure('dealer-share', 16.9), 13.28, '2026-04-07'],
      [figure('indirect-share', 62.96), 74.81, '2026-04-07'],
    )
    expect(auction.map(({ text }) => text)).toEqual([
      '3-Year auction on 11 May. Bid to cover: 2.68 to 2.54. Share of dealers: 13.28% to 16.9%. And one more.',
    ])
    expect(changed([reading('net-liquidity', 5830.4, '2026-05-06'), 5830.3, '2026-04-29'])).toEqual([])
  })
})

describe('what has not arrived', () => {
  const dealers = ['dealer-treasuries', 'dealer-treasuries-13w'] as const
  const [total, change] = dealers.map((metric) => reading(metric as MetricName, 1, '2026-04-22', late('2026-05-07')))

  test('is counted by release, and named by it', () => {
    expect(total!.title).not.toBe(change!.title)
    expect(lateSentence([total!, change!], today, [])).toEqual({
      text: 'The primary dealer statistics due on 7 May have not arrived.',
      decides: false,
    })
    const money = reading('m2-supply', 1, '2026-03-31', late('2026-04-28'))
    expect(lateSentence([money], today, [])!.text).toBe('The money stock measures (H.6) due by 28 April have not arrived.')
    const prices = reading('consumer-prices', 1, '2026-03-31', late('2026-05-12'))
    expect(lateSentence([total!, prices], today, ['consumer-prices'])).toEqual({
      text: 'The primary dealer statistics due on 7 May and the Consumer Price Index due by 12 May have not arrived.',
      decides: true,
    })
    const wheat = reading('wheat-srw-month' as MetricName, 1, '2026-03-31', late('2026-05-06'))
    expect(lateSentence([total!, prices, wheat], today, [])!.text).toBe(
      'Three releases have not arrived, the first the World Bank commodity prices due by 6 May.',
    )
  })

  test('a reading is named where others of its release have arrived, or it comes daily', () => {
    expect(lateSentence([total!, reading('dealer-treasuries-13w' as MetricName, 1, '2026-04-29')], today, [])!.text).toMatch(
      /: newest value 22 April\.$/,
    )
    const vix = reading('vix', 20, '2026-05-08', late('2026-05-11'))
    expect(lateSentence([vix], today, ['vix'])).toEqual({ text: 'The VIX: newest value 8 May.', decides: true })
    expect(lateSentence([reading('vix', 20, '2026-05-12')], today, ['vix'])).toBeNull()
  })
})

describe('the next releases', () => {
  const due = (id: string, at: string) => ({ series: id, title: id, due_at: `${at}T12:30:00Z`, by: 'rule' as const })

  test('have the name of the release, each once, and the series that may turn the state; daily values are not among them', () => {
    const all = [
      due('DGS10', '2026-05-14'),
      due('VIXCLS', '2026-05-14'),
      due('PAYEMS', '2026-06-05'),
      due('UNRATE', '2026-06-05'),
    ]
    const turns = [{ to: 'easing', needs: [], by: { series: 'UNRATE', due_at: '2026-06-05T12:30:00Z' } }] as StateTurn[]
    expect(nextReleases(all, turns)).toEqual([{ ...due('UNRATE', '2026-06-05'), title: 'Employment Situation' }])
  })

  test('every series that comes less often than daily has the name of its release', () => {
    const clocks = new Set<string>(metricRows.map(({ clock }) => clock))
    const unnamed = series.filter(({ id, frequency }) => {
      const rhythm = rhythmOfSeries(id)
      return (
        clocks.has(id) && isRegular(rhythm) && /ly$/.test(frequency.replace('daily', '')) && releaseNameOf(rhythm.rule) === null
      )
    })
    expect(unnamed.map(({ id, rule }) => `${id} ${rule}`)).toEqual([])
  })

  test.each([
    // published on 7 August; a Monday for payrolls does not exist
    ['PAYEMS', '2026-06-30', '2026-07-16', { due_at: '2026-08-07T12:30:00Z', by: 'rule' }],
    // published on 12 August, a week of which its rule names the end; its latest day is 17 August
    ['CPIAUCSL', '2026-06-30', '2026-07-16', { due_at: '2026-08-14T12:30:00Z', by: 'deadline' }],
    ['JTSJOL', '2026-05-31', '2026-07-16', { due_at: '2026-08-07T14:00:00Z', by: 'deadline' }],
    ['INDPRO', '2026-05-31', '2026-07-16', { due_at: '2026-07-20T13:15:00Z', by: 'deadline' }],
  ])('%s after %s on %s', (id, read, on, expected) => {
    expect(expectedRelease(id, dayNumber(read)!, emptyDay(dayNumber(on)!))).toEqual(expected)
  })
})
