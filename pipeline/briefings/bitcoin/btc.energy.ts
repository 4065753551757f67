import { costCases, heatRates, powerPrices } from '../../../data/mining.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { breakEven, fleetEfficiencyOn, fuelCents } from '../../formulas/mining.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { amount, changeSizeText, dayInWords, figure, monthInWords } from '../../values/amounts.ts'
import { indexAtOrBefore } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentReading } from '../readings.ts'
import { levelState, measureOf, type StateIndicator } from '../states/level.ts'
import { directionSigns, type Fact, signOfChange, subjectFact } from '../story/ranking.ts'
import { listing } from '../table.ts'

/** How much of the price of power that the middle fleet can bear is gas. */
const burden: StateIndicator = {
  inputs: ['break-even-power', 'gas-power-cost'],
  measures: [
    measureOf(['break-even-power', 'gas-power-cost'], ([bearable, gas], i) => {
      const at = indexAtOrBefore(gas!, bearable!.period[i]!)
      return at < 0 ? Number.NaN : gas!.value[at]! / bearable!.value[i]!
    }),
  ],
  called: 'the share of the price of power the middle fleet can bear that gas takes',
  write: (share) => `${figure(100 * share, 1)}%`,
  solve: (day, share) => {
    const bearable = day.reading('break-even-power')
    if (!bearable || !day.reading('henry-hub-spot')) return null
    return { metric: 'henry-hub-spot', value: (share * bearable.value) / fuelCents(1, heatRates.middle) }
  },
}

/** Shares at which gas is heavy and light; each line is crossed by 6%. */
const [heavy, light, band] = [0.45, 0.3, 0.06] as const

/** What energy does to mining. Costs are a range on declared assumptions, never one price. */
export const btcEnergy: BriefingDefinition = {
  id: 'btc.energy',
  state: levelState(burden, {
    labels: ['light', 'moderate', 'heavy'],
    high: { enter: heavy * (1 + band), leave: heavy * (1 - band) },
    low: { enter: light * (1 - band), leave: light * (1 + band) },
  }),
  tell: (day) => ({
    nothing: 'Neither hashprice nor a price of gas is on record for this day.',
    facts: [...rangeFacts(day), ...burdenFacts(day)],
    ranked: ['gas-power-cost', 'miner-revenue', 'bitcoin-price'],
    sections: [...rangeSection(day), ...gasSection(day)],
    notes: [
      'The range is power alone, on declared machines and power prices (/docs/methodology): no cost of machines, staff, debt or taxes, and no one miner’s cost.',
      'Gas is its fuel at Henry Hub in a plant of the stated heat rate, no tariff: grids, other fuels and contracts set what a miner pays.',
    ],
  }),
}

/** The range of the cost beside the price: what the briefing is about. */
function rangeFacts(day: Day): Fact[] {
  const [low, middle, high] = costCases.map((which) => currentReading(day, `mining-cost-${which}`))
  const price = currentReading(day, 'bitcoin-price')
  if (!low || !middle || !high || !price) return []
  const dollars = ({ value }: Reading) => `$${figure(value, 0)}`
  const range = `${dollars(low)} to ${dollars(high)}`
  const way = price.value > high.value ? 1 : price.value < middle.value ? -1 : 0
  const place = way > 0 ? 'above' : price.value < low.value ? 'below' : 'within'
  return [
    subjectFact({
      metric: middle.metric,
      about: 'the power cost of a bitcoin',
      way,
      text: `Power for a bitcoin cost ${range} on ${dayInWords(middle.period, isoDay(day.asOf))} by machine and power price, and the price of ${dollars(price)} is ${place} that range.`,
      clauses: [
        [`Power for a bitcoin costs ${range}, and its price is ${place} that range`],
        [`Bitcoin’s price is ${place} the range that its power costs, ${range}`],
      ],
      asides: [`power for a bitcoin costs ${range}`],
      isSplit: true,
    }),
  ]
}

/** How much of the bearable price of power is gas. */
function burdenFacts(day: Day): Fact[] {
  const bearable = currentReading(day, 'break-even-power')
  const gas = currentReading(day, 'gas-power-cost')
  const spot = currentReading(day, 'henry-hub-spot')
  if (!bearable || !gas || !spot) return []
  const share = figure((100 * gas.value) / bearable.value, 0)
  const month = spot.trend['30d']
  const way = directionSigns[month?.direction ?? 'flat']
  const moved = month && way !== 0 ? `, ${month.direction} ${changeSizeText(month, spot.unit)} in 30 days` : ''
  const strength = Math.abs(month?.strength ?? 0)
  return [
    {
      metric: gas.metric,
      about: 'gas',
      kind: 'move',
      isNews: true,
      weight: strength,
      strength,
      way,
      meaning: signOfChange(-way),
      text: `Gas at Henry Hub, ${amount(spot.value, spot.unit)}${moved}, is ${figure(gas.value, 2)} cents of fuel a kWh: ${share}% of the ${figure(bearable.value, 2)} cents at which the middle fleet breaks even.`,
      clauses: [
        [`Gas takes ${share}% of the power price that mining can bear`],
        [`${share}% of the power price that mining can bear is gas`],
      ],
      asides: [`gas takes ${share}% of the bearable price of power`],
    },
  ]
}

/** What industry paid for power, beside the prices that are assumed: it comes two months late and is not a miner's tariff. */
function industrialPrice(day: Day): string {
  const price = currentReading(day, 'us-industrial-power-price')
  if (price === null) return ''
  const month = monthInWords(price.period, isoDay(day.asOf))
  return ` Power prices are assumed; industrial customers in the United States paid ${figure(price.value, 2)} cents per kWh on average in ${month}, and a miner’s tariff differs from theirs.`
}

/** Each case: what it assumes, what a bitcoin costs, and what the network would draw and spend. */
function rangeSection(day: Day): Section[] {
  const hashes = day.reading('hash-rate-7d')
  const middle = day.reading('mining-cost-middle')
  const prices = day.column('bitcoin-price')
  if (!prices || !middle || !hashes) return []
  const on = dayNumber(middle.period)!
  const price = prices.value[indexAtOrBefore(prices, on)]!
  return listing('range', 'Power cost of a bitcoin, by case', {
    note: `Machines by generation on ${middle.period}: the newest, the mean of the two in the middle, the oldest of four. What the whole network would draw and spend if it ran on them.${industrialPrice(day)}`,
    things: powerPrices.map(({ id, cents }) => {
      const fleet = fleetEfficiencyOn(on, id)!
      // a PH/s draws as many kilowatts as its machines need J/TH
      const network = hashes.value * fleet * 1e-3
      const spending = (hashes.value * 1e3 * breakEven(fleet, cents)) / 1e6
      return { id, fleet, cents, network, spending, cost: day.reading(`mining-cost-${id}`)!.value }
    }),
    columns: {
      case: ['Case', ({ id }) => id],
      fleet: ['Machines | J/TH', ({ fleet }) => fleet],
      power_price: ['Power | cents/kWh', ({ cents }) => cents],
      cost: ['A bitcoin | USD', ({ cost }) => Math.round(cost)],
      share: ['Of revenue | percent', ({ cost }) => rounded((100 * cost) / price, 1)],
      network: ['Network | GW', ({ network }) => rounded(network, 2)],
      energy_gwh_a_day: [null, ({ network }) => rounded(network * 24, 1)],
      spending: ['Spending a day | USD mn', ({ spending }) => rounded(spending, 2)],
    },
  })
}

const plants = {
  low: 'combined cycle built since 2015',
  middle: 'all US gas plants, 2022',
  high: 'combined cycle built before 2000',
} as const

/** What gas costs in a kilowatt hour by the plant that burns it, and in a bitcoin. */
function gasSection(day: Day): Section[] {
  const spot = day.reading('henry-hub-spot')
  const bearable = day.reading('break-even-power')
  const price = day.reading('bitcoin-price')
  if (!spot || !bearable || !price) return []
  return listing('gas', 'Gas in a kilowatt hour, by plant', {
    note: `At Henry Hub of ${spot.period}, ${amount(spot.value, spot.unit)}. Of a bitcoin’s price: what its fuel takes on the middle fleet, against the break-even price of power of ${bearable.period}.`,
    things: costCases.map((which) => ({ which, fuel: fuelCents(spot.value, heatRates[which]) })),
    columns: {
      plant: ['Plant', ({ which }) => plants[which]],
      heat_rate: ['Heat rate | Btu/kWh', ({ which }) => heatRates[which]],
      fuel: ['Fuel | cents/kWh', ({ fuel }) => rounded(fuel, 3)],
      cost: ['Fuel of a bitcoin | USD', ({ fuel }) => Math.round((price.value * fuel) / bearable.value)],
      share: ['Of its price | percent', ({ fuel }) => rounded((100 * fuel) / bearable.value, 1)],
    },
  })
}
