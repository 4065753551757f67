import { describe, expect, test } from 'vitest'
import { powerPrices } from '../../data/mining.ts'
import { energy } from '../../pipeline/briefings/btc.energy.ts'
import { minerSurvival } from '../../pipeline/briefings/btc.miner-survival.ts'
import type { Briefer, Day } from '../../pipeline/briefings/day.ts'
import { dayNumber, isoDay } from '../../pipeline/calendar/day.ts'
import type { Column } from '../../pipeline/column.ts'
import type { Reading } from '../../pipeline/documents/reading.ts'
import { breakEven } from '../../pipeline/metrics/mining-cost.ts'
import { columnOf } from '../analysis/columns.ts'
import { figuresOf } from './figures-of.ts'

const asOf = dayNumber('2026-03-22')!

/** A day on which each metric had the values given, one a day, the last of them on the day. */
function dayWith(values: Readonly<Record<string, readonly number[]>>): Day {
  const histories: Record<string, Column> = Object.fromEntries(
    Object.entries(values).map(([metric, all]) => [
      metric,
      columnOf(all.map((value, i): [number, number] => [asOf - all.length + 1 + i, value])),
    ]),
  )
  const reading = (metric: string): Reading | null => {
    const value = values[metric]?.at(-1)
    return value === undefined
      ? null
      : ({
          ...{ metric, title: metric, unit: 'USD/PH/day', value, period: isoDay(asOf) },
          freshness: { status: 'fresh', cadence: 'daily' },
          trend: { '7d': null, '30d': null, '90d': null },
        } as Reading)
  }
  return { asOf, reading, column: (metric: string) => histories[metric] ?? null, figures: figuresOf(histories) } as unknown as Day
}

const stateOf = (briefer: Briefer, values: Readonly<Record<string, readonly number[]>>) => briefer.state(dayWith(values))

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
    expect(stateOf(minerSurvival, { hashprice })).toBe(state)
  })

  test('without hashprice, or with a stale one, the state is unknown', () => {
    expect(stateOf(minerSurvival, {})).toBe('unknown')
    expect(stateOf(minerSurvival, { hashprice: [40, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN] })).toBe(
      'unknown',
    )
  })

  test.each([[[60]], [[35]], [[20]]])('after %j its turning levels turn it, and a little less does not', (hashprice) => {
    const { turns } = minerSurvival.tell(dayWith({ hashprice }))
    expect(turns).toHaveLength(2)
    for (const { to, needs } of turns!) {
      const { value, side } = needs[0]!
      expect(stateOf(minerSurvival, { hashprice: [...hashprice, value] })).toBe(to)
      const short = value * (side === 'above' ? 1 - 1e-6 : 1 + 1e-6)
      expect(stateOf(minerSurvival, { hashprice: [...hashprice, short] })).not.toBe(to)
    }
  })

  test('counts the pairs that lose money: of twelve at 32.09 dollars the S19 at each price and the S19 XP at 7.5 cents', () => {
    const { also, sections } = minerSurvival.tell(dayWith({ hashprice: [32.0861] }))
    expect(also).toEqual(['Of 12 pairs of machine and power price, four do not earn the power.'])
    expect(sections[0]!.rows.map(({ machine, left }) => [machine, left])).toEqual([
      ['Antminer S21 XP', 44],
      ['Antminer S21', 27.4],
      ['Antminer S19 XP', 10.7],
      ['Antminer S19', -42],
    ])
  })
})

describe('btc.energy', () => {
  const bearable = [6.856]
  test.each([
    ['light', 6.856 * 0.28],
    ['moderate', 6.856 * 0.29],
    ['moderate', 6.856 * 0.47],
    ['heavy', 6.856 * 0.48],
  ])('%s where gas in a kilowatt hour is %d cents', (state, gas) => {
    expect(stateOf(energy, { 'break-even-power': bearable, 'gas-power-cost': [gas] })).toBe(state)
  })

  test('its turning levels are dollars a million Btu of gas that give the cents of fuel at which it turns', () => {
    const day = dayWith({ 'break-even-power': bearable, 'gas-power-cost': [2.3], 'henry-hub-spot': [2.3 / 0.774] })
    const { turns } = energy.tell(day)
    expect(turns!.map(({ to }) => to)).toEqual(['heavy', 'light'])
    for (const { to, needs } of turns!)
      expect(stateOf(energy, { 'break-even-power': bearable, 'gas-power-cost': [needs[0]!.value * 0.774] })).toBe(to)
  })
})
