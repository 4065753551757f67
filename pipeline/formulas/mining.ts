import { type CostCase, heatRates, machinesInUse, miningMachines, powerPrices } from '../../data/mining.ts'
import { dayNumber } from '../time/day.ts'
import type { Column } from '../values/column.ts'
import { twelveDigits } from '../values/rounding.ts'
import { type Calculation, type Formula, inputPartAt, periodIndexOf } from './formula.ts'
import { samePeriodFormula } from './same-day.ts'

const hoursPerDay = 24
const centsPerDollar = 100
const onSale = miningMachines.map((machine) => ({ ...machine, from: dayNumber(machine.onSale)! }))

/** The machines said to be in use on a day (day number), oldest first; fewer than all generations where nothing older is declared. */
export function machinesInUseOn(day: number): typeof onSale {
  return onSale.filter(({ from }) => from <= day).slice(-machinesInUse)
}

/** Dollars of power that a petahash a second uses in a day: as much hashprice pays for it. One J/TH is one kilowatt a PH/s. */
export function breakEven(joulesPerTerahash: number, cents: number): number {
  return (joulesPerTerahash * hoursPerDay * cents) / centsPerDollar
}

/** Cents a kilowatt hour that the fuel of a gas plant costs, at dollars a million Btu. */
export function fuelCents(dollarsPerMillionBtu: number, heatRate: number): number {
  return (dollarsPerMillionBtu * heatRate * centsPerDollar) / 1e6
}

/** J/TH of a case on a day: of the newest machine, of the middle generations, of the oldest in use; null before any machine is declared. */
export function fleetEfficiencyOn(day: number, which: CostCase): number | null {
  const inUse = machinesInUseOn(day).map(({ joulesPerTerahash }) => joulesPerTerahash)
  if (inUse.length === 0) return null
  if (which === 'low') return inUse.at(-1)!
  if (which === 'high') return inUse[0]!
  const middle = inUse.slice(1, -1)
  return middle.length === 0 ? inUse[0]! : middle.reduce((sum, joules) => sum + joules, 0) / middle.length
}

/** Dollars of power per bitcoin mined, from hashprice (USD per PH/s and day) and price: the share of revenue spent on it, times the price. */
export function miningCost(which: CostCase): Calculation {
  const cents = powerPrices.find(({ id }) => id === which)!.cents
  return samePeriodFormula(([price, hashprice], period) => {
    const fleet = fleetEfficiencyOn(period, which)
    return fleet === null || hashprice! <= 0 ? null : (price! * breakEven(fleet, cents)) / hashprice!
  })
}

/** Cents a kilowatt hour at which the middle fleet of the day earns its power and no more. */
export const breakEvenPower = samePeriodFormula(([hashprice], period) => {
  const fleet = fleetEfficiencyOn(period, 'middle')
  return fleet === null ? null : hashprice! / breakEven(fleet, 1)
})

/** Gigawatts that the network draws if it ran on the middle fleet: EH/s x J/TH / 1,000. */
export const networkPower = samePeriodFormula(([rate], period) => {
  const fleet = fleetEfficiencyOn(period, 'middle')
  return fleet === null ? null : (rate! * fleet) / 1_000
})

/** Cents of gas in a kilowatt hour of the mean US gas plant. */
export const gasPower = samePeriodFormula(([gas]) => fuelCents(gas!, heatRates.middle))

/** Hashes it takes on average to find a block at difficulty 1. */
const hashesPerDifficulty = 2 ** 32
const secondsPerDay = 86_400

/**
 * Mean hash rate of the day in EH/s: the source's own (TH/s), else what difficulty and blocks imply,
 * difficulty x 2^32 x blocks / 86,400 hashes a second, which is an estimate and says so.
 */
export const hashRate: Formula = ([own, difficulty, blocks], metric) => {
  const implied = (period: number): { value: number; from: readonly [Column, number][] } | null => {
    const d = difficulty ? periodIndexOf(difficulty.column, period) : -1
    const b = blocks ? periodIndexOf(blocks.column, period) : -1
    if (d < 0 || b < 0) return null
    const value = (difficulty!.column.value[d]! * hashesPerDifficulty * blocks!.column.value[b]!) / secondsPerDay / 1e18
    return {
      value,
      from: [
        [difficulty!.column, d],
        [blocks!.column, b],
      ],
    }
  }
  const periods = [...new Set([...(own?.column.period ?? []), ...(difficulty?.column.period ?? [])])].sort((a, b) => a - b)
  const rows = periods.flatMap((period) => {
    const i = own ? periodIndexOf(own.column, period) : -1
    if (i >= 0)
      return [{ period, value: own!.column.value[i]! / 1e6, from: [[own!.column, i]] as readonly (readonly [Column, number])[] }]
    const estimate = implied(period)
    return estimate ? [{ period, ...estimate }] : []
  })
  if (rows.length === 0) return null
  const latest = rows.map(({ from }) => from.reduce((a, b) => (b[0].known[b[1]]! > a[0].known[a[1]]! ? b : a)))
  const isImplied = (i: number) => rows[i]!.from.length > 1
  return {
    column: {
      series: metric.name,
      unit: metric.unit,
      period: Int32Array.from(rows, (row) => row.period),
      value: Float64Array.from(rows, (row) => twelveDigits(row.value)),
      known: Float64Array.from(latest, ([column, i]) => column.known[i]!),
      basis: Uint8Array.from(latest, ([column, i]) => column.basis[i]!),
    },
    dependsOn: [...(own?.dependsOn ?? []), ...(difficulty?.dependsOn ?? []), ...(blocks?.dependsOn ?? [])],
    parts: (i) => rows[i]!.from.map(([column, j]) => inputPartAt(column, j)),
    notes: (i) => (isImplied(i) ? ['The hash rate is an estimate implied by difficulty and blocks.'] : []),
  }
}
