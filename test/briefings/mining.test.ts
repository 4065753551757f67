import { describe, expect, test } from 'vitest'
import { powerPrices } from '../../data/mining.ts'
import { btcEnergy } from '../../pipeline/briefings/bitcoin/btc.energy.ts'
import { btcFactors } from '../../pipeline/briefings/bitcoin/btc.factors.ts'
import { btcMinerSurvival } from '../../pipeline/briefings/bitcoin/btc.miner-survival.ts'
import type { BriefingDefinition } from '../../pipeline/briefings/briefer.ts'
import { crossAiCompute } from '../../pipeline/briefings/cross/cross.ai-compute.ts'
import { fitsHeadline } from '../../pipeline/briefings/story/headline.ts'
import type { Day } from '../../pipeline/days/day.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import { breakEven } from '../../pipeline/formulas/mining.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { columnOf, daily } from '../analysis/columns.ts'
import { figuresOf } from './figures-of.ts'
import demand from './mining.json' with { type: 'json' }
import { plainReading } from './plain-reading.ts'

const asOf = dayNumber('2026-03-22')!

/** A day on which each metric had the values given, one a day, the last of them on the day. */
function dayWith(values: Readonly<Record<string, readonly number[]>>): Day {
  const histories: Record<string, Column> = Object.fromEntries(
    Object.entries(values).map(([metric, all]) => [metric, daily(asOf - all.length + 1, all)]),
  )
  const reading = (metric: string): Reading | null => {
    const value = values[metric]?.at(-1)
    return value === undefined ? null : plainReading(metric, { unit: 'USD/PH/day', value, period: isoDay(asOf) })
  }
  return { asOf, reading, column: (metric: string) => histories[metric] ?? null, figures: figuresOf(histories) } as unknown as Day
}

/** The Wednesday of the day before the one asked about, and 129 before it. */
const wednesdays = (value: (week: number) => number): Column =>
  columnOf(Array.from({ length: 130 }, (_, week): [number, number] => [dayNumber('2026-03-18')! - 7 * (129 - week), value(week)]))

const stateOf = (briefer: BriefingDefinition, values: Readonly<Record<string, readonly number[]>>) =>
  briefer.state.label(dayWith(values))

/** Of that day: the S19 (34.2 J/TH) is the oldest machine in use, the S19 XP (21.5) the one after it. */
const middle = powerPrices.find(({ id }) => id === 'middle')!.cents
const oldest = breakEven(34.2, middle)
const ageing = breakEven(21.5, middle)

describe('btc.miner-survival', () => {
  test.each([
    ['covered', [oldest * 1.031]],
    ['squeezed', [oldest * 1.029]],
    ['covered', [oldest * 1.031, oldest * 0.971]],
    ['squeezed', [oldest * 1.031, oldest * 0.969]],
    ['squeezed', [ageing * 0.971]],
    ['distressed', [ageing * 0.969]],
    ['distressed', [ageing * 0.969, ageing * 1.029]],
    ['squeezed', [ageing * 0.969, ageing * 1.031]],
    ['covered', [ageing * 0.969, oldest * 1.031]],
  ])('%s after %j dollars a PH/s and day', (state, hashprice) => {
    expect(stateOf(btcMinerSurvival, { hashprice })).toBe(state)
  })

  test('without hashprice, or with a stale one, the state is unknown', () => {
    expect(stateOf(btcMinerSurvival, {})).toBe('unknown')
    expect(stateOf(btcMinerSurvival, { hashprice: [40, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN] })).toBe(
      'unknown',
    )
  })

  test.each([[[60]], [[35]], [[20]]])('after %j its turning levels turn it, and a little less does not', (hashprice) => {
    const day = dayWith({ hashprice })
    const turns = btcMinerSurvival.state.turns(day, btcMinerSurvival.state.label(day), () => null)
    expect(turns).toHaveLength(2)
    for (const { to, needs } of turns) {
      const { value, side } = needs[0]!
      expect(stateOf(btcMinerSurvival, { hashprice: [...hashprice, value] })).toBe(to)
      const short = value * (side === 'above' ? 1 - 1e-6 : 1 + 1e-6)
      expect(stateOf(btcMinerSurvival, { hashprice: [...hashprice, short] })).not.toBe(to)
    }
  })

  test('counts the pairs that lose money: of twelve at 32.09 dollars the S19 at each price and the S19 XP at 7.5 cents', () => {
    const { also, sections } = btcMinerSurvival.tell(dayWith({ hashprice: [32.0861] }))
    expect(also).toEqual(['Four of the twelve pairs of machine and power price do not earn the power.'])
    expect(sections[0]!.rows.map(({ machine, left }) => [machine, left])).toEqual([
      ['Antminer S21 XP', 44],
      ['Antminer S21', 27.4],
      ['Antminer S19 XP', 10.7],
      ['Antminer S19', -42],
    ])
  })
})

test('the headline of the miners names the price of power, and an end only on the day of it', () => {
  // of $30: enough for the S19 XP on this day's machines at 5.55 cents, not for the S19
  const clausesOf = (...hashprice: number[]) => btcMinerSurvival.tell(dayWith({ hashprice })).facts![0]!.clauses.flat()
  expect(clausesOf(50, 30)).toEqual([
    'At 5.55 cents/kWh hashprice stopped paying for the S19 on 22 March, at $30',
    'The S19 no longer earns its power at 5.55 cents/kWh: hashprice was $30 on 22 March',
  ])
  expect(clausesOf(50, 30, 30)).toEqual([
    'At 5.55 cents/kWh hashprice of $30 on 22 March pays for the S19 XP, not for the S19',
    'The S19 does not earn its power at 5.55 cents/kWh: hashprice was $30 on 22 March',
  ])
  for (const hashprice of [1, 19.99, 22.67, 30.41, 45.59, 122.67])
    for (const before of [1, 200])
      for (const clause of clausesOf(before, hashprice))
        expect(fitsHeadline(clause) && clause, clause).toContain('5.55 cents/kWh')
})

test('the notes on miners name the page of the method as it is served', () => {
  const notes = [btcEnergy, btcMinerSurvival].flatMap((briefer) => briefer.tell(dayWith({ hashprice: [40] })).notes)
  expect(notes.join(' ')).toMatch(/^(?!.*\.md\b).*\(\/docs\/methodology\)/)
})

describe('btc.energy', () => {
  const bearable = [6.856]
  test.each([
    ['light', 6.856 * 0.28],
    ['moderate', 6.856 * 0.29],
    ['moderate', 6.856 * 0.47],
    ['heavy', 6.856 * 0.48],
  ])('%s where gas in a kilowatt hour is %d cents', (state, gas) => {
    expect(stateOf(btcEnergy, { 'break-even-power': bearable, 'gas-power-cost': [gas] })).toBe(state)
  })

  test('its turning levels are dollars a million Btu of gas that give the cents of fuel at which it turns', () => {
    const day = dayWith({ 'break-even-power': bearable, 'gas-power-cost': [2.3], 'henry-hub-spot': [2.3 / 0.774] })
    const turns = btcEnergy.state.turns(day, btcEnergy.state.label(day), () => null)
    expect(turns.map(({ to }) => to)).toEqual(['light', 'heavy'])
    for (const { to, needs } of turns)
      expect(stateOf(btcEnergy, { 'break-even-power': bearable, 'gas-power-cost': [needs[0]!.value * 0.774] })).toBe(to)
  })
})

describe('the power prices of btc.energy', () => {
  const priced = { 'mining-cost-middle': [40_000], 'mining-cost-low': [30_000], 'mining-cost-high': [70_000] }
  const known = { ...priced, 'bitcoin-price': [80_000], 'hash-rate-7d': [900] }
  const noteOf = (series: Parameters<typeof dayWith>[0]) =>
    btcEnergy.tell(dayWith(series)).sections.find(({ id }) => id === 'range')!.note

  test('stand beside what industry paid, with its month and that it is no miner’s tariff', () => {
    expect(noteOf({ ...known, 'us-industrial-power-price': [8.934] })).toMatch(
      / Power prices are assumed; industrial customers in the United States paid 8\.93 cents per kWh on average in [A-Z][a-z]+( \d{4})?, and a miner’s tariff differs from theirs\.$/,
    )
    expect(noteOf(known)).not.toContain('industrial')
    expect(btcEnergy.tell(dayWith(known)).notes!.join(' ')).not.toContain('left out')
  })
})

describe('cross.ai-compute', () => {
  test.each(demand as [string, number[]][])('%s after %j percent', (state, change) => {
    expect(stateOf(crossAiCompute, { 'grid-demand-change': change })).toBe(state)
  })

  test('agreements of half a year, newest first, with what each filing is about left to it', () => {
    const filed = (day: string, items: string[]) => ({
      ticker: 'CORZ',
      name: 'Core Scientific',
      items,
      filing: { form: '8-K', accession: day, filed: day, url: `https://example.org/${day}`, knownAt: `${day}T12:00:00Z` },
    })
    const agreements = [filed('2026-03-10', ['1.01']), filed('2026-01-05', ['1.01', '2.03']), filed('2025-01-05', ['1.01'])]
    const { sections, rests } = crossAiCompute.tell({ ...dayWith({}), agreements: () => agreements, series: () => null })
    expect(sections[0]!.rows.map(({ filed: day, financing }) => [day, financing])).toEqual([
      ['2026-03-10', 'no'],
      ['2026-01-05', 'yes'],
    ])
    expect(rests).toEqual([{ upstream: 'sec', period: '2026-03-10' }])
  })
})

describe('btc.factors', () => {
  const factors = {
    'dollar-index': wednesdays((week) => 100 + Math.sin(week)),
    'real-yield-10y': wednesdays((week) => 2 + 0.1 * Math.cos(1.7 * week)),
    vix: wednesdays((week) => 20 + 3 * Math.sin(2.3 * week)),
    'net-liquidity': wednesdays((week) => 6_000 + 20 * Math.cos(0.6 * week)),
  }
  const stateWith = (price: Column) => {
    const histories: Record<string, Column> = { ...factors, 'bitcoin-price': price }
    return btcFactors.state.label({ asOf: dayNumber('2026-03-18')!, figures: figuresOf(histories) } as unknown as Day)
  }

  test('a price that follows the dollar and the VIX is macro-driven, one with a life of its own is own-driven', () => {
    const follows = (week: number) => 60_000 * Math.exp(-0.03 * Math.sin(week) - 0.03 * Math.sin(2.3 * week))
    expect(stateWith(wednesdays(follows))).toBe('macro-driven')
    expect(stateWith(wednesdays((week) => 60_000 * Math.exp(0.1 * Math.sin(0.11 * week * week))))).toBe('own-driven')
    expect(stateWith(columnOf([['2026-03-18', 60_000]]))).toBe('unknown')
  })
})
