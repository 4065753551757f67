import { type CostCase, heatRates, machines, machinesInUse, powerPrices } from '../../data/mining.ts'
import { dayNumber } from '../calendar/day.ts'
import type { Formula } from './formula.ts'
import { sameDay } from './same-day.ts'

const hoursPerDay = 24
const centsPerDollar = 100
const onSale = machines.map((machine) => ({ ...machine, from: dayNumber(machine.onSale)! }))

/** The machines said to be in use on a day (day number), oldest first; fewer than all generations where nothing older is declared. */
export function machinesOn(day: number): typeof onSale {
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
export function fleetOn(day: number, which: CostCase): number | null {
  const inUse = machinesOn(day).map(({ joulesPerTerahash }) => joulesPerTerahash)
  if (inUse.length === 0) return null
  if (which === 'low') return inUse.at(-1)!
  if (which === 'high') return inUse[0]!
  const middle = inUse.slice(1, -1)
  return middle.length === 0 ? inUse[0]! : middle.reduce((sum, joules) => sum + joules, 0) / middle.length
}

/** Dollars of power per bitcoin mined, from hashprice (USD per PH/s and day) and price: the share of revenue spent on it, times the price. */
const costOf = (which: CostCase): Formula =>
  sameDay(
    (price, hashprice) => `${price} x break-even of ${caseWords[which]} / ${hashprice}`,
    ([price, hashprice], period) => {
      const fleet = fleetOn(period, which)
      return fleet === null || hashprice! <= 0 ? null : (price! * breakEven(fleet, powerPrice(which))) / hashprice!
    },
  )

/** Whose power a cost is of: the fleet and the price of each case. */
const caseWords: Readonly<Record<CostCase, string>> = {
  low: 'the newest machines on the cheapest power',
  middle: 'the middle fleet on the middle power price',
  high: 'the oldest machines in use on the most expensive power',
}
const powerPrice = (which: CostCase): number => powerPrices.find(({ id }) => id === which)!.cents

export const miningCostLow: Formula = costOf('low')
export const miningCostMiddle: Formula = costOf('middle')
export const miningCostHigh: Formula = costOf('high')

/** Cents a kilowatt hour at which the middle fleet of the day earns its power and no more. */
export const breakEvenPower: Formula = sameDay(
  (hashprice) => `${hashprice} / (24 x J/TH of the middle fleet)`,
  ([hashprice], period) => {
    const fleet = fleetOn(period, 'middle')
    return fleet === null ? null : hashprice! / breakEven(fleet, 1)
  },
)

/** Gigawatts that the network draws if it ran on the middle fleet: EH/s x J/TH / 1,000. */
export const networkPower: Formula = sameDay(
  (rate) => `${rate} x J/TH of the middle fleet / 1,000`,
  ([rate], period) => {
    const fleet = fleetOn(period, 'middle')
    return fleet === null ? null : (rate! * fleet) / 1_000
  },
)

/** Cents of gas in a kilowatt hour of the mean US gas plant. */
export const gasPower: Formula = sameDay(
  (gas) => `${gas} x ${heatRates.middle.toLocaleString('en-US')} Btu/kWh / 10,000`,
  ([gas]) => fuelCents(gas!, heatRates.middle),
)
