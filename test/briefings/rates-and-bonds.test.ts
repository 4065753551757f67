import { describe, expect, test } from 'vitest'
import { FigureHistory } from '../../pipeline/analysis/dated-figures.ts'
import { bondsContext } from '../../pipeline/briefings/macro/bonds.context.ts'
import { bondsFull, ownerSection } from '../../pipeline/briefings/macro/bonds.full.ts'
import { curveSection, curvesOf } from '../../pipeline/briefings/macro/curve.ts'
import { macroRates } from '../../pipeline/briefings/macro/macro.rates.ts'
import { rankInHistory, unchangedSince } from '../../pipeline/briefings/readings.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { nothingFiled, PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import { dayMs, endOfDay, isoDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { columnOf as dated, day } from '../analysis/columns.ts'
import states from './rates-and-bonds.json' with { type: 'json' }

const columnOf = (name: string, values: Parameters<typeof dated>[0]): Column => dated(values, 'USD bn', name)

/** A day that knows these columns, of series and metrics alike; figures count from the day after their period for two weeks. */
function dayWith(asOf: string, columns: readonly Column[]): Day {
  const byName = new Map(columns.map((column) => [column.series, column]))
  const schedule = { due: (period: number) => endOfDay(period + 1), stale: (period: number) => endOfDay(period + 14) }
  const column = (name: string) => byName.get(name) ?? null
  return {
    asOf: day(asOf),
    now: endOfDay(day(asOf)),
    column,
    series: column,
    reading: () => null,
    figures: ({ metrics, measuring }) => {
      const read = metrics.flatMap((metric) => column(metric) ?? [])
      return read.length < metrics.length ? null : new FigureHistory(measuring(), [schedule], 0).of(read)
    },
  } as Partial<Day> as Day
}

/** Weeks on end, to a Wednesday. */
const weekly = (name: string, last: string, values: readonly number[]): Column =>
  columnOf(
    name,
    values.map((value, i) => [day(last) - 7 * (values.length - 1 - i), value] as const),
  )

describe('macro.rates', () => {
  const slopes = (...values: number[]): string =>
    macroRates.state.label(dayWith('2026-07-22', [weekly('yield-curve', '2026-07-21', values)]))

  test.each(states as [string, number[]][])('%s after slopes of %j', (state, values) => expect(slopes(...values)).toBe(state))

  const tenors = {
    BC_1MONTH: 3.8,
    BC_1_5MONTH: 3.81,
    BC_3MONTH: 3.85,
    BC_2YEAR: 4.1,
    BC_5YEAR: 4.3,
    BC_10YEAR: 4.6,
    BC_30YEAR: 5.2,
  }
  const curve = (asOf: string) =>
    dayWith(
      asOf,
      Object.entries(tenors).map(([tenor, value]) =>
        columnOf(`treasury.${tenor}`, [
          // six weeks are not on the curve of a year before
          ...(tenor === 'BC_1_5MONTH' ? [] : [['2025-07-21', value - 0.4] as const]),
          ['2026-06-19', value - 0.1],
          ['2026-07-21', value],
        ]),
      ),
    )

  test('the curve is of one day, against those of a month and a year before', () => {
    expect(curvesOf(curve('2026-07-22')).map((each) => isoDay(each.day))).toEqual(['2026-07-21', '2026-06-19', '2025-07-21'])
    const { rows } = curveSection(curve('2026-07-22'))[0]!
    const row = (maturity: string, value: number, month_change: number, year_change: number | null) =>
      expect.objectContaining({ maturity, value, month_change, year_change })
    expect(rows).toEqual(expect.arrayContaining([row('10 years', 4.6, 10, 40), row('6 weeks', 3.81, 10, null)]))
  })

  test('yields and slopes are of the evening’s par curve, with the H.15 release where that has no value', () => {
    // each is known at 22:00 UTC of the days named: the H.15 release of 9 April 2025 was not out that evening
    const known = (name: string, ...values: [string, number, string][]) =>
      columnOf(
        name,
        values.map(([on, value, out]) => [on, value, day(out) * dayMs + 22 * 3_600_000] as const),
      )
    const columns = [
      known('treasury.BC_2YEAR', ['2025-04-08', 3.71, '2025-04-08'], ['2025-04-09', 3.91, '2025-04-09']),
      known('treasury.BC_10YEAR', ['2025-04-08', 4.26, '2025-04-08'], ['2025-04-09', 4.34, '2025-04-09']),
      known('DGS2', ['1989-12-29', 7.88, '1990-01-02'], ['2025-04-08', 3.71, '2025-04-09']),
      known('DGS10', ['1989-12-29', 7.93, '1990-01-02'], ['2025-04-08', 4.26, '2025-04-09']),
    ]
    const versions = new Map(columns.map((column) => [column.series, column]))
    const slope = new PointInTimeDays({ versions, rows: {}, ...nothingFiled, sample: false })
      .day(day('2025-04-09'))
      .column('yield-curve')!
    expect(Array.from(slope.period, isoDay)).toEqual(['1989-12-29', '2025-04-08', '2025-04-09'])
    expect(Array.from(slope.value, (each) => Math.round(100 * each))).toEqual([5, 55, 43])
  })

  test('a curve of weeks ago is none of today', () => expect(curveSection(curve('2026-08-05'))).toEqual([]))
})

describe('bonds', () => {
  const quarter = (name: string, then: number, now: number) =>
    dayWith('2026-07-23', [weekly(name, '2026-07-22', [then, ...Array<number>(12).fill(then), now])])

  test.each([
    ['dealers loading', 400, 500, 'dealer-treasuries', bondsContext],
    ['dealers unloading', 400, 300, 'dealer-treasuries', bondsContext],
    ['dealers steady', 400, 480, 'dealer-treasuries', bondsContext],
    ['Fed shrinking', 4_200, 4_150, 'fed-treasuries', bondsFull],
    ['Fed growing', 4_200, 4_250, 'fed-treasuries', bondsFull],
    ['Fed steady', 4_200, 4_190, 'fed-treasuries', bondsFull],
  ] as const)('%s: %d to %d in 13 weeks', (state, then, now, metric, { state: rule }) =>
    expect(rule.label(quarter(metric, then, now))).toBe(state),
  )

  test('a turn is the stock of the next week at which the state would change', () => {
    const steady = dayWith('2026-07-23', [
      weekly('dealer-treasuries', '2026-07-22', [400, 440, ...Array<number>(11).fill(440), 480]),
    ])
    const turns = bondsContext.state.turns(steady, 'dealers steady', () => null)
    // the next week stands against 440, the second of the values
    expect(turns.map(({ to, needs }) => [to, needs[0]!.side, Math.round(needs[0]!.value)])).toEqual([
      ['dealers unloading', 'below', 330],
      ['dealers loading', 'above', 550],
    ])
  })

  test('the largest holders are listed by size, custody centres named as such, bills not among them', () => {
    const holding = (code: string, billions: number) => [
      columnOf(`tic.${code}.treasuries`, [['2026-05-31', 1_000 * billions]]),
      columnOf(`tic.${code}.treasuries-net`, [['2026-05-31', -1_500]]),
    ]
    const told = bondsFull.tell(
      dayWith('2026-07-23', [...holding('13005', 800), ...holding('42609', 1_050), ...holding('12203', 200)]),
    )
    const holders = told.sections.find(({ id }) => id === 'holders')!
    expect(holders.title).toContain('long-term')
    expect(holders.rows).toMatchObject([
      { country: 'Japan', value: 1_050, bought: -1.5, custody: '' },
      { country: 'United Kingdom', value: 800, custody: 'custody centre' },
      { country: 'Norway', value: 200 },
    ])
    expect(told.notes[0]).toContain('bills are not among them')
  })

  test('owners are those of the newest quarter that states them all; it is named, and an overdue one after it too', () => {
    const names = 'foreign others mutual-funds banks states insurers public-pensions private-pensions savings-bonds'.split(' ')
    const at = [9_049.5, 5_891, 4_421.3, 1_878.1, 1_700, 622.9, 502, 470.8, 155]
    const owner = (name: string, value: number, newer = false) =>
      columnOf(`fiscaldata.ofs2.${name}`, [
        ['2024-03-31', value - 100],
        ['2025-03-31', value],
        ...(newer ? ([['2025-06-30', value + 1]] as const) : []),
      ])
    const columns = [
      ...names.map((name, i) => owner(name, at[i]!)),
      ...([['private', 24_690.7] as const, ['official', 11_523.6] as const, ['total', 36_214.3] as const] as const).map(
        ([name, value]) => owner(name, value, true),
      ),
    ]
    const known = dayWith('2025-10-10', columns)
    const [section] = ownerSection(known)
    expect(section!.title).toBe('Who owned the debt at the end of March')
    expect(section!.note).not.toContain('overdue')
    expect(section!.rows.slice(0, 2)).toEqual([
      { owner: 'Foreign and international', value: 9_049.5, share: 36.7, year_change: 100 },
      expect.objectContaining({ value: 5_891, share: 23.9 }),
    ])
    expect(section!.rows.at(-1)).toEqual({ owner: 'Total public debt', value: 36_214.3, share: null, year_change: 100 })
    const stale = { ...known, reading: () => ({ freshness: { status: 'stale' } }) } as unknown as Day
    expect(ownerSection(stale)[0]!.note).toContain('overdue and not on record: these figures are stale')
    expect(ownerSection(dayWith('2025-10-10', columns.slice(1)))).toEqual([])
  })
})

test('a value stands against all earlier ones, a tie counts half, and too few say nothing', () => {
  const values = (...all: number[]) =>
    columnOf(
      'a',
      all.map((value, i) => [day('2026-01-01') + i, value] as const),
    )
  const earlier = Array.from({ length: 30 }, (_, i) => i)
  expect(rankInHistory(values(...earlier, 14.5))).toEqual({ above: 50, since: '2026-01-01' })
  expect(rankInHistory(values(...earlier, 15))?.above).toBe(51.7)
  expect(rankInHistory(values(1, 2, 3))).toBeNull()
  expect(unchangedSince(values(1, 2, 2, 2))).toBe('2026-01-02')
  expect(unchangedSince(values(1, 2))).toBeNull()
})

test('a figure counts until the last day at whose end it is not stale', () => {
  const end = endOfDay(day('2026-07-22'))
  const until = (stale: number) =>
    new FigureHistory(() => 1, [{ due: () => 0, stale: () => stale }], 0).of([weekly('x', '2026-07-01', [1])]).until[0]
  const [before, same] = [day('2026-07-21'), day('2026-07-22')]
  expect([end - 3_600_000, end, end + 1, end + 1_000].map(until)).toEqual([before, before, same, same])
})
