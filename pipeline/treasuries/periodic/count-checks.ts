import { uncorroborated } from '../corroboration.ts'
import { type CountCheck, type Extraction, uncheckedFigure, withCheck } from '../extraction.ts'
import { furtherCoinsCheck } from '../further-coins.ts'
import { priceCheck } from '../price.ts'
import type { CountCandidate } from './candidate.ts'
import { amountsOf, type CountStatement } from './count-statement.ts'

/** What a count is judged with beside its own filing: prices of the balance sheet day, and whether anybody compared such reports. */
export interface CountCheckInput extends Pick<Extraction, 'accession' | 'company' | 'asOf'> {
  /** Dollars for a bitcoin; null where none is held. */
  readonly price: number | null
  /** Of a report in another currency how much of it a dollar is, null where none is held; undefined of one in dollars. */
  readonly rate?: number | null
  /** Whether periodic reports of this company were compared with their readings by hand. */
  readonly reviewed: boolean
}

/** A count times the price may be this far from the filed value: filers price at their own exchange and hour. */
const tolerance = 0.02
const mostCoins = 21_000_000
/** Coins two places may differ by: what the one rounds, the other states. */
const rounding = 1

/**
 * The number of bitcoins a report states for its balance sheet day, with the checks it passed; null where no place may state it. Served
 * only if a place that may state it passes every check, no other that does so states another number and none at all a larger one, of which
 * it may be a part; else held with the reason.
 */
export function judgeCount(statement: CountStatement, by: CountCheckInput): Extraction | null {
  const candidates = statement.candidates.map((candidate) => ({ candidate, checks: checksOf(candidate, statement, by) }))
  const borne = candidates.filter(({ checks }) => checks.every(({ passed }) => passed))
  const [chosen] = borne.length > 0 ? borne : candidates
  if (chosen === undefined) return null
  const { candidate, checks } = chosen
  const larger = candidates.filter((other) => !borne.includes(other) && Number(other.candidate.coins) > Number(candidate.coins))
  const rivals = borne.length > 0 ? [...borne, ...larger] : candidates
  const { accession, company, asOf } = by
  const { coins: value, how, quote } = candidate
  const place = [candidate.place, ...statement.leftOut].join('; ')
  const bare = uncheckedFigure({ accession, company, what: 'bitcoin-at-period-end', value, asOf, how, place, quote })
  const agreed = statement.agreement === null ? [agreement(rivals.map((each) => each.candidate))] : []
  return [...checks, ...agreed].reduce(withCheck, bare)
}

function agreement(candidates: readonly CountCandidate[]): CountCheck {
  const [first] = candidates
  const apart = candidates.filter(({ coins }) => Math.abs(Number(coins) - Number(first?.coins)) >= rounding)
  const places = [...new Set(candidates.map(({ coins, place }) => `${coins} (${place})`))]
  const passed = apart.length === 0
  const agree = `stated at ${places.length === 1 ? 'one place' : `${places.length} places`}`
  return { name: 'agreement', passed, detail: passed ? agree : `stated as ${places.join(', ')}` }
}

/**
 * The checks of a count against its own filing: times the price it is the filed fair value, or the market value a table of the discussion
 * works out; or, where the filing has no fair value and is of a filer whose reports were compared by hand, times its average cost the
 * aggregate cost: coins of another origin have another cost. A count that nothing confirms is held.
 */
function checksOf({ coins, cost, beside }: CountCandidate, statement: CountStatement, by: CountCheckInput): CountCheck[] {
  const count = Number(coins)
  const { fairValue } = statement
  const priced = fairValue === null ? valuesWithoutTag(count, statement, by) : [fairValueCheck(count, statement, by)]
  const costs = by.reviewed && fairValue === null && priced.length === 0 ? costChecks(coins, cost, statement) : []
  const borne = [...priced, ...costs]
  const why =
    statement.whyNot ?? `no fair value or market value of the day${by.reviewed ? ' and no average cost' : ''} confirms ${coins}`
  return [
    numberCheck(coins),
    ...(statement.agreement === null ? [] : [statement.agreement]),
    ...(borne.length > 0 ? borne : [uncorroborated(why)]),
    ...(beside === null || priced.length > 0 ? [] : [furtherCoinsCheck(beside)]),
    ...statement.checks,
  ]
}

function numberCheck(coins: string): CountCheck {
  const count = Number(coins)
  const passed = /^\d+(?:\.\d+)?$/u.test(coins) && count > 0 && count <= mostCoins
  return { name: 'number', passed, detail: `${coins} ${passed ? 'is' : 'is not'} a number of coins up to 21,000,000` }
}

function fairValueCheck(count: number, statement: CountStatement, by: CountCheckInput): CountCheck {
  const { value, why } = statement.fairValue!
  if (value === null) return { name: 'fair value stated', passed: false, detail: why }
  return valueCheck('fair value', count, value, statement, by)
}

/** Of a filing that tags no fair value: the market value in a table, and the books where they happen to carry that. */
function valuesWithoutTag(count: number, statement: CountStatement, by: CountCheckInput): CountCheck[] {
  const market = statement.rows.flatMap(({ marketValue }) =>
    marketValue === null
      ? []
      : nearest(amountsOf(marketValue).map((value) => valueCheck('market value', count, value, statement, by))),
  )
  const book = statement.bookValue === null ? null : valueCheck('fair value', count, statement.bookValue, statement, by)
  return book?.passed === true ? [...market, book] : market
}

/** Of the scales an amount may be in the one that fits, else the one as printed. */
function nearest(checks: readonly CountCheck[]): CountCheck[] {
  return (checks.some(({ passed }) => passed) ? checks.filter(({ passed }) => passed) : checks).slice(0, 1)
}

function valueCheck(
  name: 'fair value' | 'market value',
  count: number,
  value: number,
  { ownPrice }: CountStatement,
  { price: known, rate }: CountCheckInput,
): CountCheck {
  if (rate !== undefined) {
    if (known === null || rate === null) return uncorroborated('no price and yen rate for the day are available')
    const off = (count * known * rate) / value - 1
    const made = `${count} x ${known.toFixed(2)} dollars x ${rate} yen`
    return { name, passed: Math.abs(off) <= tolerance, detail: `${made} is ${percentOf(off)}% off the ${value} yen carried` }
  }
  const price = known ?? ownPrice
  if (price === null) return uncorroborated('no price for the day is available and none is read from the filing')
  const off = (count * price) / value - 1
  const made = `${count} x ${price.toFixed(2)} (${known === null ? 'its own price' : 'the price of the day'})`
  return { name, passed: Math.abs(off) <= tolerance, detail: `${made} is ${percentOf(off)}% off the filed ${value}` }
}

function costChecks(coins: string, sentence: CountCheck | null, { rows }: CountStatement): CountCheck[] {
  const tables = rows.flatMap(({ cost, averageCost }) =>
    cost === null || averageCost === null ? [] : priceCheck(coins, cost, averageCost),
  )
  return sentence === null ? tables : [...tables, sentence]
}

/** A ratio in percent to the second place; nought has no sign. */
function percentOf(ratio: number): string {
  return (100 * ratio).toFixed(2).replace(/^-(?=0\.00$)/u, '')
}
