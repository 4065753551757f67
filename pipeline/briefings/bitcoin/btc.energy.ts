import { type CostCase, costCases, heatRates, powerPrices } from '../../../data/mining.ts'
import { rounded } from '../../analysis/rounding.ts'
import { dayNumber, isoDay } from '../../calendar/day.ts'
import { indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { breakEven, fleetOn, fuelCents } from '../../metrics/mining.ts'
import type { Briefer, Day } from '../day.ts'
import { type Indicator, level } from '../states/level.ts'
import { amount, dayInWords, sizeOf } from '../story/amounts.ts'
import type { Fact } from '../story/ranking.ts'
import { monthOf } from '../story/subject.ts'
import { figure } from '../words.ts'

/** How much of the price of power that the middle fleet can bear is gas. */
const burden: Indicator = {
  inputs: ['break-even-power', 'gas-power-cost'],
  measures: [
    {
      metrics: ['break-even-power', 'gas-power-cost'],
      measuring:
        () =>
        ([bearable, gas], i) => {
          const at = indexAtOrBefore(gas!, bearable!.period[i]!)
          return at < 0 ? Number.NaN : gas!.value[at]! / bearable!.value[i]!
        },
    },
  ],
  called: 'the share of the price of power the middle fleet can bear that gas takes',
  write: (share) => `${figure(100 * share, 1)} %`,
  solve: (day, share) => {
    const bearable = day.reading('break-even-power')
    if (!bearable || !day.reading('henry-hub-spot')) return null
    return { metric: 'henry-hub-spot', value: (share * bearable.value) / fuelCents(1, heatRates.middle) }
  },
}

/** Shares at which gas is heavy and light; each line is crossed by 6 %. */
const [heavy, light, band] = [0.45, 0.3, 0.06] as const

/** What energy does to mining. Costs are a range on declared assumptions, never one price. */
export const energy: Briefer = {
  id: 'btc.energy',
  state: level(burden, {
    labels: ['light', 'moderate', 'heavy'],
    high: { enter: heavy * (1 + band), leave: heavy * (1 - band) },
    low: { enter: light * (1 - band), leave: light * (1 + band) },
  }),
  tell: (day) => {
    return {
      nothing: 'Neither hashprice nor a price of gas is on record for this day.',
      facts: [...rangeFacts(day), ...burdenFacts(day)],
      ranked: ['bitcoin-price', 'miner-revenue'],
      sections: [...rangeSections(day), ...gasSections(day)],
      notes: [
        'The range is power alone, on declared machines and power prices (docs/methodology.md): no cost of machines, staff, debt or taxes, and no one miner’s cost.',
        'Gas is its fuel at Henry Hub in a plant of the stated heat rate, no tariff: grids, other fuels and contracts set what a miner pays.',
      ],
    }
  },
}

const current = (day: Day, metric: string): Reading | null => {
  const reading = day.reading(metric)
  return reading && reading.freshness.status !== 'stale' ? reading : null
}

/** The range of the cost beside the price: what the briefing is about. */
function rangeFacts(day: Day): Fact[] {
  const [low, middle, high] = costCases.map((which) => current(day, `mining-cost-${which}`))
  const price = current(day, 'bitcoin-price')
  if (!low || !middle || !high || !price) return []
  const dollars = (value: number) => `$${figure(value, 0)}`
  const range = `${dollars(low.value)} to ${dollars(high.value)}`
  const way = price.value > high.value ? 1 : price.value < middle.value ? -1 : 0
  const place = way > 0 ? 'above' : price.value < low.value ? 'below' : 'within'
  return [
    {
      metric: middle.metric,
      about: 'the power cost of a bitcoin',
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: 0,
      way,
      meaning: way,
      text: `Power for a bitcoin cost ${range} on ${dayInWords(middle.period, isoDay(day.asOf))} by machine and power price, and the price of ${dollars(price.value)} is ${place} that range.`,
      clauses: [
        [`Power for a bitcoin costs ${range}, and its price is ${place} that range`],
        [`Bitcoin’s price is ${place} the cost of its power, ${range}`],
      ],
      asides: [`power for a bitcoin costs ${range}`],
      isSplit: true,
    },
  ]
}

/** How much of the bearable price of power is gas. */
function burdenFacts(day: Day): Fact[] {
  const bearable = current(day, 'break-even-power')
  const gas = current(day, 'gas-power-cost')
  const spot = current(day, 'henry-hub-spot')
  if (!bearable || !gas || !spot) return []
  const share = figure((100 * gas.value) / bearable.value, 0)
  const month = spot.trend['30d']
  const way = month ? ({ up: 1, down: -1, flat: 0 }[month.direction] as -1 | 0 | 1) : 0
  const moved = month && way !== 0 ? `, ${way > 0 ? 'up' : 'down'} ${sizeOf(month, spot.unit)} in 30 days` : ''
  return [
    {
      metric: gas.metric,
      about: 'gas',
      kind: 'move',
      isNews: true,
      weight: Math.abs(month?.strength ?? 0),
      strength: Math.abs(month?.strength ?? 0),
      way,
      meaning: way === 0 ? 0 : way > 0 ? -1 : 1,
      text: `Gas at Henry Hub, ${amount(spot.value, spot.unit)}${moved}, is ${figure(gas.value, 2)} cents of fuel a kWh: ${share}% of the ${figure(bearable.value, 2)} cents at which the middle fleet breaks even.`,
      clauses: [
        [`Gas takes ${share}% of the power price that mining can bear`],
        [`${share}% of the power price that mining can bear is gas`],
      ],
      asides: [`gas takes ${share}% of the bearable price of power`],
    },
  ]
}

const dayHours = 24
const thousandth = 1e-3

/** What industry paid for power, beside the prices that are assumed: it comes two months late and is not a miner's tariff. */
function industrialPrice(day: Day): string {
  const price = current(day, 'us-industrial-power-price')
  if (price === null) return ''
  const month = monthOf(price.period, isoDay(day.asOf))
  return ` Power prices are assumed; industrial customers in the United States paid ${figure(price.value, 2)} cents per kWh on average in ${month}, and a miner’s tariff differs from theirs.`
}

/** Each case: what it assumes, what a bitcoin costs, and what the network would draw and spend. */
function rangeSections(day: Day): Section[] {
  const hashes = day.reading('hash-rate-7d')
  const middle = day.reading('mining-cost-middle')
  const price = day.reading('bitcoin-price')
  if (!price || !middle || !hashes) return []
  const on = dayNumber(middle.period)!
  return [
    {
      id: 'range',
      title: 'Power cost of a bitcoin, by case',
      note: `Machines by generation on ${middle.period}: the newest, the mean of the two in the middle, the oldest of four. What the whole network would draw and spend if it ran on them.${industrialPrice(day)}`,
      columns: [
        { key: 'case', label: 'Case', unit: null },
        { key: 'fleet', label: 'Machines', unit: 'J/TH' },
        { key: 'power_price', label: 'Power', unit: 'cents/kWh' },
        { key: 'cost', label: 'A bitcoin', unit: 'USD' },
        { key: 'share', label: 'Of revenue', unit: 'percent' },
        { key: 'network', label: 'Network', unit: 'GW' },
        { key: 'spending', label: 'Spending a day', unit: 'USD mn' },
      ],
      rows: costCases.map((which) => caseRow(which, { day, on, rate: hashes.value })),
    },
  ]
}

function caseRow(which: CostCase, { day, on, rate }: { day: Day; on: number; rate: number }): Section['rows'][number] {
  const fleet = fleetOn(on, which)!
  const { cents } = powerPrices.find(({ id }) => id === which)!
  const cost = day.reading(`mining-cost-${which}`)!.value
  const price = day.column('bitcoin-price')!
  const gigawatts = rate * fleet * thousandth
  // a PH/s draws as many kilowatts as its machines need J/TH
  const spending = (rate * 1e3 * breakEven(fleet, cents)) / 1e6
  return {
    case: which,
    fleet,
    power_price: cents,
    cost: Math.round(cost),
    share: rounded((100 * cost) / price.value[indexAtOrBefore(price, on)]!, 1),
    network: rounded(gigawatts, 2),
    energy_gwh_a_day: rounded(gigawatts * dayHours, 1),
    spending: rounded(spending, 2),
  }
}

/** What gas costs in a kilowatt hour by the plant that burns it, and in a bitcoin. */
function gasSections(day: Day): Section[] {
  const spot = day.reading('henry-hub-spot')
  const bearable = day.reading('break-even-power')
  const price = day.reading('bitcoin-price')
  if (!spot || !bearable || !price) return []
  const plants = {
    low: 'combined cycle built since 2015',
    middle: 'all US gas plants, 2022',
    high: 'combined cycle built before 2000',
  }
  return [
    {
      id: 'gas',
      title: 'Gas in a kilowatt hour, by plant',
      note: `At Henry Hub of ${spot.period}, ${amount(spot.value, spot.unit)}. Of a bitcoin's price: what its fuel takes on the middle fleet, against the break-even price of power of ${bearable.period}.`,
      columns: [
        { key: 'plant', label: 'Plant', unit: null },
        { key: 'heat_rate', label: 'Heat rate', unit: 'Btu/kWh' },
        { key: 'fuel', label: 'Fuel', unit: 'cents/kWh' },
        { key: 'cost', label: 'Fuel of a bitcoin', unit: 'USD' },
        { key: 'share', label: 'Of its price', unit: 'percent' },
      ],
      rows: costCases.map((which) => {
        const fuel = fuelCents(spot.value, heatRates[which])
        return {
          plant: plants[which],
          heat_rate: heatRates[which],
          fuel: rounded(fuel, 3),
          cost: Math.round((price.value * fuel) / bearable.value),
          share: rounded((100 * fuel) / bearable.value, 1),
        }
      }),
    },
  ]
}
