import { type LineId, lines } from '../../../data/companies/lines.ts'
import { groupedBy } from '../../values/grouped.ts'
import { keyOf, type Version } from './version.ts'

/** An amount that a witness contradicts, or that no witness decides, and why. */
export interface RefusedAmount {
  readonly version: Pick<Version, 'line' | 'span' | 'to' | 'value'>
  readonly why: string
}

const oneSigned = new Set<LineId>(lines.flatMap(({ line, cost, eitherSign }) => (cost && !eitherSign ? [line] : [])))

/**
 * Amounts as their filings mean them: a count of shares in the unit that net income and earnings per share give, costs with one sign. What no
 * other amount decides is refused. Only what was known by then is looked at.
 *
 * @param known in the order in which it became known
 */
export function normalizeAmounts(known: readonly Version[]): { versions: readonly Version[]; refused: readonly RefusedAmount[] } {
  const refused: RefusedAmount[] = []
  const stated = statedIn(known)
  const signed = known.map((version) => withSign(version, stated))
  const rates = ratesOf(signed)
  const costs = signed.flatMap((version) => {
    const meant =
      oneSigned.has(version.line) && version.value < 0 ? likeOthers(version, stated, rates.get(version.line)) : version
    if (typeof meant !== 'string') return meant
    refused.push({ version, why: meant })
    return []
  })
  const counts = inOnes(costs, stated)
  const signedAlike = counts.versions.filter((version) => {
    const why = perShare.includes(version.line) ? whyOtherSign(version, stated) : null
    if (why !== null) refused.push({ version, why })
    return why === null
  })
  return { versions: signedAlike, refused: [...refused, ...counts.refused] }
}

const perShare: readonly LineId[] = ['eps_basic', 'eps_diluted']

/** Net income over shares and earnings per share are this close where they are the same but for a sign. */
const mostApart = 1.6

/** Why earnings per share are not served: net income has the other sign, and about that size. */
function whyOtherSign(version: Version, stated: Stated): string | null {
  const counts =
    version.line === 'eps_basic'
      ? (['shares_basic_average'] as const)
      : (['shares_diluted_average', 'shares_basic_average'] as const)
  const [count] = counts.flatMap((line) => stated(line, version) ?? [])
  const income = stated('net_income', version)
  if (income === null || count === undefined) return null
  const each = income.value / count.value
  const other = stated(version.line === 'eps_basic' ? 'eps_diluted' : 'eps_basic', version)
  const times = Math.abs(each / version.value)
  const isFar = Math.max(times, 1 / times) > 2 && other !== null && Math.max(each / other.value, other.value / each) < 1.25
  // cents are rounded: 0.01 beside 0.02 is close
  if (isFar && each * other.value > 0 && Math.abs(each - version.value) > 0.05)
    return `Stated as ${version.value}, and net income over shares is ${each.toFixed(2)}.`
  const isCents = Math.abs(Math.abs(Math.log10(times)) - 2) < 0.02 && count.value > fewShares
  if (isCents && income.known <= version.known)
    return `Stated as ${version.value}, a hundred times what net income over shares is or less.`
  if (income.filing !== version.filing || income.value * version.value >= 0) return null
  // dividends of preferred shares make a loss per share of a small profit, and of another size
  const isSize = Math.max(times, 1 / times) < mostApart
  return isSize ? `Stated as ${version.value}, with a net income of ${income.value}.` : null
}

type Stated = (line: LineId, like: Pick<Version, 'span' | 'to' | 'known'>) => Version | null

/** Looks up what a line was stated as for a period: the last value known when another one was, else the first one after. */
function statedIn(known: readonly Version[]): Stated {
  const chains = groupedBy(known, keyOf)
  return (line, { span, to, known: since }) => {
    const chain = chains.get(keyOf({ line, span, to }))
    return chain?.findLast((each) => each.known <= since) ?? chain?.[0] ?? null
  }
}

/** A sum with the wrong sign is off by twice the cost, far more than the terms are rounded. */
const near = (one: number, other: number, cost: number): boolean =>
  Math.abs(one - other) <= Math.max(0.05 * Math.abs(cost), 1e-6 * Math.abs(one))

/** Sums that show the sign of a cost: `[cost, whole, rest]`, where the whole less the cost is the rest. */
const signs: readonly (readonly [cost: LineId, whole: LineId, rests: readonly LineId[]])[] = [
  ['cost_of_revenue', 'revenue', ['gross_profit']],
  ['income_tax', 'pretax_income', ['income_continuing', 'net_income_with_minorities', 'net_income']],
]

/** Whether the other sign of a cost makes its sum hold, and its own does not. */
function isNegated(version: Version, stated: Stated): boolean {
  const { line, value } = version
  const sum = signs.find(([cost]) => cost === line)
  // a positive income tax may be a gain by mistake too
  if (!sum || value === 0 || (value > 0 && line !== 'income_tax')) return false
  const whole = stated(sum[1], version)?.value
  if (whole === undefined) return false
  const rests = sum[2].flatMap((rest) => stated(rest, version)?.value ?? [])
  return rests.some((rest) => near(whole + value, rest, value)) && !rests.some((rest) => near(whole - value, rest, value))
}

/** A cost whose sum holds with its other sign, and every negative cost of a filing that files them so. */
function withSign(version: Version, stated: Stated): Version {
  const filesNegative = () =>
    signs.some(([cost]) => {
      const value = stated(cost, version)?.value ?? 0
      return value < 0 && isNegated({ ...version, line: cost, value }, stated)
    })
  const turned = isNegated(version, stated) || (oneSigned.has(version.line) && version.value < 0 && filesNegative())
  return turned ? turn(version) : version
}

const turn = (version: Version): Version => ({ ...version, value: -version.value, meant: 'filed with the other sign' })

/** Amounts of a line a day, or as they are on a balance sheet day, by their sign. */
interface Rates {
  readonly above: readonly number[]
  readonly below: readonly number[]
}
const rateOf = ({ value, from, to }: Version): number => value / (from === null ? 1 : to - from + 1)

function ratesOf(known: readonly Version[]): ReadonlyMap<LineId, Rates> {
  const byLine = groupedBy(
    known.filter(({ line, value }) => oneSigned.has(line) && value !== 0),
    ({ line }) => line,
  )
  const sorted = (values: readonly number[]) => values.map(Math.abs).sort((a, b) => a - b)
  return new Map(
    [...byLine].map(([line, versions]) => {
      const rates = versions.map(rateOf)
      return [
        line as LineId,
        { above: sorted(rates.filter((rate) => rate > 0)), below: sorted(rates.filter((rate) => rate < 0)) },
      ]
    }),
  )
}

/** How far a cost may be from the usual one of its company and be the same with the other sign. */
const mostTimes = 4
/** So many periods with nothing but minus signs are the way in which a company files. */
const enoughPeriods = 3

/** Sums that show that a cost was income: `[cost, from, less, rest]`. */
const gains: readonly (readonly [cost: LineId, from: LineId, less: LineId | null, rest: LineId])[] = [
  ['interest_expense', 'operating_income', null, 'pretax_income'],
  ['selling_general_admin', 'gross_profit', 'research_development', 'operating_income'],
  ['research_development', 'gross_profit', 'selling_general_admin', 'operating_income'],
]

/** Whether a sum of its period holds with the sign that is filed. */
function holdsAsFiled(version: Version, stated: Stated): boolean {
  return gains.some(([cost, from, less, rest]) => {
    const [whole, other, left] = [from, less, rest].map((line) =>
      line === null ? 0 : (stated(line, version)?.value ?? Number.NaN),
    )
    return cost === version.line && near(whole! - other! - version.value, left!, version.value)
  })
}

/** A negative cost as the others of its company have it, or why it is not served. */
function likeOthers(version: Version, stated: Stated, { above, below }: Rates = { above: [], below: [] }): Version | string {
  if (holdsAsFiled(version, stated)) return version
  const usual = above[Math.floor(above.length / 2)]
  const times = usual === undefined ? Number.NaN : Math.abs(rateOf(version)) / usual
  const isWay = above.length === 0 && below.length >= enoughPeriods
  if (isWay || Math.max(times, 1 / times) <= mostTimes) return turn(version)
  return `Stated as ${version.value}, and no other amount says whether a cost or an income is meant.`
}

const averages: readonly (readonly [count: LineId, ofShare: readonly LineId[]])[] = [
  ['shares_basic_average', ['eps_basic', 'eps_diluted']],
  ['shares_diluted_average', ['eps_diluted', 'eps_basic']],
]
const counted: readonly LineId[] = ['shares_outstanding', 'shares_issued']

/** Earnings per share closer to nothing than this are rounded too much to decide. */
const leastPerShare = 0.015
/** The unit between two counts, if they differ by one, within a factor of two. */
function powerBetween(count: number, witness: number): number | null {
  const power = Math.log10(Math.abs(witness / count))
  const nearest = [-9, -6, -3, 0, 3, 6, 9].find((each) => Math.abs(power - each) < Math.log10(2))
  return nearest ?? null
}
/** Further apart than this are counts that no class of shares and no offering explains. */
const mostClasses = 30
/** Listed companies have more shares than this. */
const fewShares = 50_000

/** Counts of shares in ones: net income over them is what a share earned, and the cover counts about as many. */
function inOnes(known: readonly Version[], stated: Stated): { versions: Version[]; refused: RefusedAmount[] } {
  const refused: RefusedAmount[] = []
  const wrong = new Set<Version>()
  const sure = new Map<number, number>()
  const covers = known.filter(({ line, value }) => line === 'shares_outstanding' && value >= fewShares)
  const flows = known.map((version) => {
    const [, ofShare] = averages.find(([line]) => line === version.line) ?? []
    if (ofShare === undefined || version.value === 0) return version
    const income = stated('net_income', version)
    const perShare = ofShare.flatMap((line) => stated(line, version) ?? [])[0] ?? null
    if (income === null || perShare === null || Math.abs(perShare.value) < leastPerShare) return version
    const each = perShare.value
    const witness = Math.abs(income.value / each)
    const power = powerBetween(version.value, witness)
    const isOfOne = perShare.filing === version.filing
    // told again in new shares since, of which another filing counts
    if (!isOfOne && (power === null || power < 0 || version.value >= fewShares)) return version
    if (power === 0) sure.set(version.to, version.value)
    const times = Math.max(witness / version.value, version.value / witness)
    if (power === 0 || (power === null && times <= mostClasses)) return version
    const cover = nearestTo(version.to, covers)
    const isCovered = cover !== null && powerBetween(version.value, cover.value) === 0
    if (power === null || power < 0 || isCovered) {
      const why = `Net income over ${version.value} shares is not the ${each} a share that are stated.`
      refused.push({ version: perShare, why })
      wrong.add(perShare)
      // as many as the cover counts, or not by a thousand: the amount per share is in other units, such as cents
      if (power === null || isCovered) return version
      refused.push({ version, why })
      return null
    }
    const value = version.value * 10 ** power
    sure.set(version.to, value)
    return { ...version, value, meant: `filed as ${version.value}; net income and earnings per share give its unit` }
  })
  const reference = [...sure].map(([to, value]) => ({ to, value }))
  const versions = flows.flatMap((version) => {
    if (version === null || wrong.has(version)) return []
    const isAverage = averages.some(([line]) => line === version.line)
    if ((!isAverage && !counted.includes(version.line)) || version.meant !== undefined || version.value === 0) return version
    const witness = nearestTo(version.to, reference.length > 0 ? reference : isAverage ? covers : [])
    const power = witness === null ? null : powerBetween(version.value, witness.value)
    if (power !== null && power > 0)
      return {
        ...version,
        value: version.value * 10 ** power,
        meant: `filed as ${version.value}; other counts of the company give its unit`,
      }
    if (power === null && (version.value < fewShares || version.value % 1 !== 0) && witness === null) {
      refused.push({ version, why: `Stated as ${version.value}, and no other figure says in which unit.` })
      return []
    }
    return version
  })
  return { versions, refused }
}

type Count = Pick<Version, 'to' | 'value'>

/** A count says something of those within this many days. */
const mostDays = 800
function nearestTo(day: number, all: readonly Count[]): Count | null {
  const near = all.filter(({ to }) => Math.abs(to - day) <= mostDays)
  return near.length === 0 ? null : near.reduce((best, each) => (Math.abs(each.to - day) < Math.abs(best.to - day) ? each : best))
}
