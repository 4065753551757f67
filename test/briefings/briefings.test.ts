import { describe, expect, test } from 'vitest'
import { seriesById } from '../../data/series.ts'
import { correlationInterval } from '../../pipeline/analysis/correlation.ts'
import { btcTreasury } from '../../pipeline/briefings/bitcoin/btc.treasury.ts'
import { crossCorrelations } from '../../pipeline/briefings/cross/cross.correlations.ts'
import { macroLiquidity } from '../../pipeline/briefings/macro/macro.liquidity.ts'
import { stateSince } from '../../pipeline/briefings/states/rule.ts'
import type { Day, FiledCompany } from '../../pipeline/days/day.ts'
import { stateHorizonDays } from '../../pipeline/days/day.ts'
import { nothingFiled, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import type { Correlation, Reading } from '../../pipeline/documents/reading.ts'
import { dayNumber, daysBetween, isoDay, weekday } from '../../pipeline/time/day.ts'
import { isBusinessDay } from '../../pipeline/time/holiday.ts'
import type { FiledTotal } from '../../pipeline/warehouse/companies/filings.ts'
import { columnOf } from '../analysis/columns.ts'
import { emptyDay } from './empty-day.ts'
import { signalsOf } from './figures-of.ts'
import { plainReading } from './plain-reading.ts'

const asOf = dayNumber('2026-07-23')!

interface Facts {
  readonly readings?: readonly Reading[]
  readonly correlations?: readonly Correlation[]
  readonly companies?: readonly FiledCompany[]
}

function dayOf(facts: (day: number) => Facts, at = asOf): Day {
  const { readings = [], correlations: found = [], companies = [] } = facts(at)
  return emptyDay(at, {
    reading: (metric) => readings.find((each) => each.metric === metric) ?? null,
    signalRuns: (metric) => {
      const signalling = readings.find((each) => each.metric === metric)
      return signalling ? signalsOf(at, [signalling.signal?.direction ?? 'none']) : null
    },
    correlation: (a, b) => found.find((each) => each.a === a && each.b === b) ?? null,
    companies: () => companies,
    label: (briefer, back) => briefer.state.label(dayOf(facts, at - back)),
  })
}

const always = (facts: Facts): Day => dayOf(() => facts)

test('cross.correlations tells the strongest one', () => {
  const of = (...values: number[]): Day =>
    always({
      readings: [plainReading('bitcoin-price'), plainReading('vix')],
      correlations: values.map((value, i) => ({
        a: 'bitcoin-price',
        b: ['vix', 'wti-spot', 'net-liquidity'][i]!,
        value,
        ...correlationInterval(value, 30),
        n: 30,
        independent: 30,
        kinds: ['percent', 'percent'],
        word: 'weak',
        from: '2026-06-10',
        to: '2026-07-22',
      })),
    })
  expect(crossCorrelations.tell(of(0.1, -0.6, 0.3)).facts![0]!.text).toContain(
    'that with WTI, -0.60 over the last 30 common changes',
  )
})

const total = (asOfDay: string, value: number): FiledTotal => ({
  accession: `0001-${asOfDay}`,
  form: '8-K',
  asOf: asOfDay,
  value,
  knownAt: `${asOfDay}T20:00:00Z`,
  knownBasis: 'filed',
  how: 'table',
  quote: String(value),
  url: 'https://example.org/filing.htm',
})

describe('btc.treasury', () => {
  const filer = (name: string, ...totals: FiledTotal[]): FiledCompany => ({
    ticker: name,
    name,
    series: `${name}.bitcoin`,
    totals,
  })
  const of = (...companies: FiledCompany[]): Day => always({ companies })
  const earlier = [total('2026-06-01', 1000), total('2026-06-20', 1000)]
  const filerAt = (name: string, btc: number) => filer(name, ...earlier, total('2026-07-20', btc))
  const old = filer('Old', total('2026-01-01', 100), total('2026-04-13', 150))
  test.each([
    ['accumulating', [filerAt('A', 1010), filer('Still', ...earlier), filerAt('B', 1000)], undefined],
    ['steady', [filerAt('A', 1002), filerAt('B', 1000)], undefined],
    ['distributing', [filerAt('A', 900), filerAt('B', 1050)], undefined],
    // one company is not the market, however much it buys, and a count of more than 100 days ago says nothing of today
    ['unknown', [filerAt('A', 1500)], 'no_source'],
    ['unknown', [filerAt('A', 1500), old], 'stale'],
    ['unknown', [filer('A', total('2026-07-20', 1)), filer('B', total('2026-07-20', 1))], 'too_little_history'],
    ['unknown', [], 'no_source'],
  ] as const)('%s', (state, companies, why) => {
    expect(btcTreasury.state.label(of(...companies))).toBe(state)
    if (why !== undefined) expect(btcTreasury.state.why!(of(...companies))).toBe(why)
  })
  test('the newest filings of all companies first, each with its step, accession and filing', () => {
    const companies = [filer('A', total('2026-06-01', 160), total('2026-07-20', 150)), filer('B', total('2026-07-01', 10))]
    const told = btcTreasury.tell(of(...companies))
    expect(told.sections.find(({ id }) => id === 'filed-totals')!.rows).toMatchObject([
      { company_name: 'A', as_of: '2026-07-20', btc: 150, change: -10, accession: '0001-2026-07-20', filed_days_ago: 3 },
      { company_name: 'B', as_of: '2026-07-01', btc: 10, change: null },
      { company_name: 'A', as_of: '2026-06-01', btc: 160, change: null },
    ])
    expect(told.rests).toEqual([{ upstream: 'sec', period: '2026-07-20' }])
  })
  test.each([
    ['MSTR', 'mstr-bitcoin-holdings'],
    ['XXI', 'XXI.bitcoin'],
  ])('the change of %s is tagged %s', (ticker, metric) => {
    const { facts } = btcTreasury.tell(of(filer(ticker, total('2026-07-01', 42_000), total('2026-07-19', 43_000))))
    expect(facts!.map((fact) => fact.metric)).toEqual([metric])
  })
  test('what was filed in the days asked about is a change, if it differs as printed', () => {
    const filedIn = (days: number, ...companies: FiledCompany[]) => btcTreasury.tell(of(...companies)).filed!(days)
    const bought = filer('A', total('2026-06-01', 160), total('2026-07-20', 170))
    const sold = filer('B', total('2026-06-01', 1600), total('2026-07-23', 1500))
    const same = filer('C', total('2026-06-01', 7), total('2026-07-20', 7.0001))
    expect(filedIn(7, bought, sold, same)).toEqual([
      { what: 'B.bitcoin', from: 1600, to: 1500, text: 'B: 1,600 to 1,500 BTC (23 July), filed on 23 July.' },
      { what: 'A.bitcoin', from: 160, to: 170, text: 'A: 160 to 170 BTC (20 July), filed on 20 July.' },
    ])
    expect(filedIn(1, bought, sold, same).map(({ what }) => what)).toEqual(['B.bitcoin'])
    expect(filedIn(7, filer('D', total('2026-07-20', 5)))).toMatchObject([{ from: null, to: 5 }])
  })
  test('the largest change of the week is named with its filing; without one the newest purchase is', () => {
    const textOf = (...companies: FiledCompany[]) => btcTreasury.tell(of(...companies)).facts!.map(({ text }) => text)
    const bought = filer('A', total('2026-06-01', 160), total('2026-07-20', 170))
    const sold = filer('B', total('2026-06-01', 1600), total('2026-07-19', 1500))
    expect(textOf(bought, sold)).toEqual([
      'B shed 100 BTC, to 1,500 as of 19 July (filed on 19 July), the largest change of two companies that filed in the week.',
    ])
    expect(textOf(bought)).toEqual(['In the week A added 10 BTC, to 170 as of 20 July (filed on 20 July).'])
    expect(textOf(filer('A', total('2026-06-01', 160), total('2026-07-10', 170), total('2026-07-15', 150)))).toEqual([
      'No filing this week. Last purchase: A, 10 BTC by 10 July.',
    ])
  })
})

test('the parts of net liquidity add up to it and to its changes, on every day around a holiday', () => {
  const first = dayNumber('2026-08-05')!
  const days = daysBetween(first, dayNumber('2026-11-30')!)
  const operations = days.filter((day) => isBusinessDay(day, 'us-money-market'))
  const series = (id: string, on: readonly number[], value: (day: number) => number) =>
    [
      id,
      columnOf(
        on.map((day) => [day, value(day)]),
        seriesById.get(id)!.unit,
        id,
      ),
    ] as const
  const wednesdays = days.filter((day) => weekday(day) === 3)
  const versions = new Map([
    series('WALCL', wednesdays, (day) => Math.round(4_500_000 + 9_000 * Math.sin(day))),
    series('WDTGAL', wednesdays, (day) => Math.round(500_000 + 70_000 * Math.cos(day))),
    series('RRPONTSYD', operations, (day) => Math.round(4_000 + 900 * Math.sin(3 * day)) / 1_000),
  ])
  const known = new PointInTimeDays({ versions, rows: {}, ...nothingFiled, sample: false })
  const found = days.slice(-30).map((day) => macroLiquidity.tell(known.day(day)).sections.find(({ id }) => id === 'flows')!.rows)
  for (const rows of found)
    for (const key of ['value', 'week', 'month']) {
      const [net, balance, account, repo] = rows.map((row) => Number(row[key] ?? Number.NaN))
      expect(balance! - account! - repo!).toBeCloseTo(net!, 6)
    }
  expect(found.at(-1)!.map(({ metric }) => metric)).toEqual(['net-liquidity', 'fed-balance', 'tga', 'rrp'])
})

describe('the state and since when it stands', () => {
  const stateOf = (day: Day) =>
    stateSince(macroLiquidity.state.label(day), day.asOf, (before) => day.label(macroLiquidity, day.asOf - before))
  const turning = (turn: number): Day =>
    dayOf((day) => ({
      readings: [plainReading('net-liquidity', { signal: { direction: day >= turn ? 'bullish' : 'bearish' } })],
    }))
  test('is folded from the days before, as they were known then', () => {
    expect(stateOf(turning(asOf - 12))).toEqual({
      label: 'expanding',
      since: isoDay(asOf - 12),
      previous: 'draining',
      since_at_least: false,
    })
    expect(stateOf(turning(asOf))).toMatchObject({ since: isoDay(asOf) })
  })
  test('an older one is said to have stood at least so long', () => {
    expect(stateOf(turning(0))).toEqual({
      label: 'expanding',
      since: isoDay(asOf - stateHorizonDays),
      previous: null,
      since_at_least: true,
    })
  })
})
