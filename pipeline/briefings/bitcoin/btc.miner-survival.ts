import { type Machine, machinesInUse, powerPrices } from '../../../data/mining.ts'
import type { Day, MeasureDefinition } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Reading } from '../../documents/reading.ts'
import { breakEven, machinesInUseOn } from '../../formulas/mining.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { amount, dayInWords, inWords } from '../../values/amounts.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { levelState, measureOf, type StateIndicator } from '../states/level.ts'
import { longestFittingClause } from '../story/headline.ts'
import { capitalised } from '../story/names.ts'
import { type Fact, subjectFact } from '../story/ranking.ts'
import { type ListingColumn, listing, table } from '../table.ts'

const middle = powerPrices.find(({ id }) => id === 'middle')!

/** Hashprice that pays the power of a machine at the middle price. */
const needOf = ({ joulesPerTerahash }: Machine): number => breakEven(joulesPerTerahash, middle.cents)

/** The oldest machine in use and the one after it: the two that decide. */
const decisive = (day: number): readonly [Machine, Machine] | null => {
  const [oldest, ageing] = machinesInUseOn(day)
  return oldest && ageing ? [oldest, ageing] : null
}

/** Hashprice over what one of the two needs. */
const coverOf = (which: 0 | 1): MeasureDefinition =>
  measureOf(['hashprice'], ([column], i) => {
    const pair = decisive(column!.period[i]!)
    return pair ? column!.value[i]! / needOf(pair[which]) : Number.NaN
  })

/** Hashprice over what the oldest machine needs, and over what the one after it does. */
const cover: StateIndicator = {
  inputs: ['hashprice'],
  measures: [coverOf(0), coverOf(1)],
  read: ([oldest, ageing]) => [oldest!, ageing!],
  called:
    'hashprice over what the power of a machine in use takes, of the oldest for the upper level and of the second oldest for the lower',
  solve: (day, ratio, side) => {
    const { period } = day.reading('hashprice') ?? {}
    const pair = period === undefined ? null : decisive(dayNumber(period)!)
    return pair && { metric: 'hashprice', value: ratio * needOf(pair[side === 'high' ? 0 : 1]) }
  },
}

/** Whether mining pays. Each line is crossed by 3%, for hashprice moves that much on an ordinary day. */
export const btcMinerSurvival: BriefingDefinition = {
  id: 'btc.miner-survival',
  state: levelState(cover, {
    labels: ['distressed', 'squeezed', 'covered'],
    high: { enter: 1.03, leave: 0.97 },
    low: { enter: 0.97, leave: 1.03 },
  }),
  tell: (day) => {
    const hashprice = day.reading('hashprice')
    const nothing = 'No hashprice is on record for this day.'
    if (!hashprice) return { nothing, sections: [], notes: [] }
    const at = dayNumber(hashprice.period)!
    const inUse = machinesInUseOn(at)
    const isCurrent = hashprice.freshness.status !== 'stale'
    return {
      nothing,
      facts: isCurrent ? coverFacts(hashprice, inUse, day) : [],
      ranked: [
        'hashprice',
        'hashprice-btc',
        'bitcoin-difficulty',
        'bitcoin-last-difficulty-change',
        'mara-share',
        'riot-share',
        'clsk-share',
        'iren-share',
        'corz-share',
        'hut-share',
      ],
      also: isCurrent ? stressSentences(hashprice, inUse) : [],
      sections: [...marginSection(hashprice, inUse), ...assumptionSection],
      notes: [
        `Machines are the ${inWords(machinesInUse)} newest generations of one maker on the day; power prices are the same on every day. Both are assumptions: what a fleet runs and pays is known to its owner.`,
        'Power alone is counted: neither the machine nor debt, staff or taxes. A machine that earns its power may still lose money.',
      ],
    }
  },
}

const price = (value: number): string => amount(value, 'USD')
/** `S21`: without its maker. */
const modelOf = ({ name }: Machine): string => name.replace(/^\S+ /, '')

/** What hashprice pays for: it is what the briefing is about, so it comes first. */
function coverFacts({ metric, value, period, unit }: Reading, inUse: readonly Machine[], day: Day): Fact[] {
  const paid = inUse.filter((machine) => needOf(machine) <= value)
  const oldestPaid = paid[0]
  const unpaid = inUse.filter((machine) => needOf(machine) > value).at(-1)
  const on = dayInWords(period, isoDay(day.asOf))
  const cents = `${middle.cents} cents per kWh`
  const rate = `${middle.cents} cents/kWh`
  const dated = (clause: (on: string) => string) => longestFittingClause(clause(` on ${on}`), clause(''))
  // whether the change to the newest hashprice is what put an end to it
  const before = day.column(metric)?.value.at(-2)
  const ended = unpaid !== undefined && before !== undefined && before >= needOf(unpaid)
  const way = !unpaid ? 1 : inUse.length - paid.length > 1 ? -1 : 0
  const fact = (text: string, even: string, odd: string, aside: string): Fact[] => [
    subjectFact({
      ...{ metric, about: 'hashprice', way, clauses: [[even], [odd]], asides: [aside] },
      text: `Hashprice was ${amount(value, unit)} on ${on}: ${text}.`,
    }),
  ]
  if (!unpaid)
    return fact(
      `enough for the power of every machine in use at ${cents}, the oldest of which needs ${price(needOf(inUse[0]!))}`,
      dated((on) => `Hashprice of ${price(value)}${on} pays the power of every machine in use at ${rate}`),
      dated((on) => `Every machine in use earns its power at ${rate}: hashprice was ${price(value)}${on}`),
      `every machine in use earns its power at ${rate}`,
    )
  if (!oldestPaid)
    return fact(
      `at ${cents} not even the newest machine, the ${unpaid.name}, earns its power, which takes ${price(needOf(unpaid))}`,
      dated((on) => `Hashprice of ${price(value)}${on} pays the power of no machine in use at ${rate}`),
      dated((on) => `No machine in use earns its power at ${rate}: hashprice was ${price(value)}${on}`),
      `no machine in use earns its power at ${rate}`,
    )
  return fact(
    `at ${cents} enough for the power of the ${oldestPaid.name} (${price(needOf(oldestPaid))}), not of the ${unpaid.name} (${price(needOf(unpaid))})`,
    ended
      ? `At ${rate} hashprice stopped paying for the ${modelOf(unpaid)} on ${on}, at ${price(value)}`
      : dated(
          (on) =>
            `At ${rate} hashprice of ${price(value)}${on} pays for the ${modelOf(oldestPaid)}, not for the ${modelOf(unpaid)}`,
        ),
    dated(
      (on) =>
        `The ${modelOf(unpaid)} ${ended ? 'no longer earns' : 'does not earn'} its power at ${rate}: hashprice was ${price(value)}${on}`,
    ),
    `the ${modelOf(unpaid)} does not earn its power at ${rate}`,
  )
}

/** How many pairs of machine and power price lose money: a score that counts no class twice. */
function stressSentences({ value }: Reading, inUse: readonly Machine[]): string[] {
  const pairs = inUse.flatMap((machine) => powerPrices.map(({ cents }) => breakEven(machine.joulesPerTerahash, cents)))
  if (pairs.length === 0) return []
  const losing = pairs.filter((need) => need > value).length
  const verb = losing === 1 ? 'does' : 'do'
  return [
    `${capitalised(inWords(losing))} of the ${inWords(pairs.length)} pairs of machine and power price ${verb} not earn the power.`,
  ]
}

/** Each machine with the hashprice that pays its power, and what is left of the newest one at the middle price. */
const marginSection = ({ value, period }: Reading, inUse: readonly Machine[]): Section[] =>
  listing('machines', 'Machines in use and the hashprice they need', {
    note: `Hashprice of ${period} is ${price(value)}. What is left is its share after power at the middle price.`,
    things: [...inUse].reverse(),
    columns: {
      machine: ['Machine', ({ name }) => name],
      on_sale: ['On sale', ({ onSale }) => onSale.slice(0, 7)],
      energy: ['Energy | J/TH', ({ joulesPerTerahash }) => joulesPerTerahash],
      ...Object.fromEntries(powerPrices.map(({ id, cents }) => [`need_${id}`, needAt(cents)])),
      left: ['Left | percent', (machine) => rounded(100 * (1 - needOf(machine) / value), 1)],
    },
  })

const needAt = (cents: number): ListingColumn<Machine> => [
  `Needs at ${cents} cents | USD/PH/day`,
  ({ joulesPerTerahash }) => rounded(breakEven(joulesPerTerahash, cents), 2),
]

const assumptionSection = table('power-prices', 'Power prices assumed', {
  columns: { case: 'Case', price: 'Price | cents/kWh', source: 'Source' },
  rows: powerPrices.map(({ id, cents, source }) => ({ case: id, price: cents, source })),
})
