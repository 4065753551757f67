import type { LineId } from '../../../data/companies/lines.ts'
import { groupedBy } from '../../values/grouped.ts'
import type { Figure, Version } from './version.ts'

/** A split of the shares, or a merger of them, as later filings state earlier periods again. */
export interface Split {
  /** New shares for an old one: 4, or 1/15. */
  readonly ratio: number
  /** `4:1`, `1:15` */
  readonly name: string
  /** Day of the first filing that counts in new shares, and that filing. */
  readonly known: number
  readonly filing: string
}

/** A value and the one that a later filing states for the same period. */
interface Retold {
  readonly before: Version
  readonly after: Version
}

const counts: readonly LineId[] = ['shares_basic_average', 'shares_diluted_average']
const earnings: readonly LineId[] = ['eps_basic', 'eps_diluted']

/**
 * The splits that filings show, oldest first. A count of shares stated again at another whole ratio is one only where earnings per share of
 * the period changed by the inverse on the same day: units of counts slip too. Where no count is stated again, two amounts per share that
 * only one ratio explains are one, if net income of their periods stayed. A filing that counts the shares issued at the end of its period and again
 * on its own day shows one too, where its earnings per share are those of the later count.
 *
 * @param versions in the order in which they became known
 */
export function splitsOf(versions: readonly Version[]): Split[] {
  const splits: (Split & { readonly since: number })[] = []
  const perShare = groupedBy(retold(versions, earnings), filingAndPeriod)
  const countRetold = groupedBy(retold(versions, counts), filingAndPeriod)
  const incomes = groupedBy(
    versions.filter(({ line }) => line === 'net_income'),
    periodOf,
  )
  const incomeStayed = ({ before, after }: Retold) => {
    const known = incomes.get(periodOf(after))?.filter((income) => income.known <= after.known) ?? []
    const last = known.findLast((income) => income.known <= before.known)
    // reports repeat the amounts of earlier years
    return last !== undefined && known.every((income) => income.known <= before.known || income.value === last.value)
  }
  const byFiling = groupedBy(
    [...perShare.values(), ...countRetold.values()].flat(),
    ({ after }) => `${after.known} ${after.filing}`,
  )
  const counted = countedTwice(versions)
  const shown = new Map([...counted].map(([key, { known, filing }]) => [key, { known, filing, all: [] as Retold[] }]))
  for (const [key, all] of byFiling) shown.set(key, { known: all[0]!.after.known, filing: all[0]!.after.filing, all })
  for (const [key, { known, filing, all }] of [...shown].sort(([, a], [, b]) => a.known - b.known)) {
    // a value stated last before this filing has the fewest other splits between
    const newestFirst = all.toSorted((a, b) => b.before.known - a.before.known)
    const rest = (each: Retold) => productOf(between(splits, each.before.known, known))
    const confirmed = newestFirst.flatMap((each) => {
      if (!counts.includes(each.after.line)) return []
      const others = rest(each)
      const ratio = wholeNear(each.after.value / each.before.value / others, 0.0005 + 1 / each.after.value)
      const confirms = (perShare.get(filingAndPeriod(each)) ?? []).some((eps) => contains(rangeOf(eps), (ratio ?? 1) * others))
      return ratio !== null && confirms ? [ratio] : []
    })
    const alone = newestFirst.filter((each) => earnings.includes(each.after.line) && !countRetold.has(filingAndPeriod(each)))
    const [ratio = alone.every(incomeStayed) ? onlyRatio(alone.map((each) => over(rangeOf(each), rest(each)))) : null] = confirmed
    const by = counted.get(key)?.ratio ?? ratio
    const since = newestFirst[0]?.before.known ?? known
    if (by !== null) splits.push({ ratio: by, name: splitRatioName(by), known, filing, since })
  }
  const jumps = jumpsOf(versions).filter(({ since, known }) => between(splits, since, known).length === 0)
  // values told again after a year that jumped count in the new shares because of that jump
  const isJump = ({ ratio, since, known }: (typeof splits)[number]) =>
    jumps.some((jump) => jump.ratio === ratio && jump.known > since && jump.known <= known)
  return [...splits.filter((split) => !isJump(split)), ...jumps]
    .map(({ ratio, known, filing }) => ({ ratio, name: splitRatioName(ratio), known, filing }))
    .sort((a, b) => a.known - b.known)
}

/** Earnings per share below this are rounded too much to show a ratio. */
const leastPerShare = 0.5
/** Equity grows with shares that are sold or paid for a company, and not with a split. */
const mostGrowth = 1.3

/**
 * Years from one to the next of which the shares that net income and earnings per share stand for jump by a ratio at which shares are split,
 * and the equity does not: no filing states the earlier year again.
 */
function jumpsOf(versions: readonly Version[]): (Pick<Split, 'ratio' | 'known' | 'filing'> & { readonly since: number })[] {
  const first = (line: LineId, to: number) => versions.find((each) => each.line === line && each.to === to && isYearly(each))
  const ends = [
    ...new Set(versions.flatMap((each) => (each.line === 'net_income' && each.span === 'year' ? [each.to] : []))),
  ].sort((a, b) => a - b)
  const years = ends.flatMap((to) => {
    const perShare = first('eps_basic', to) ?? first('eps_diluted', to)
    const [income, equity] = [first('net_income', to), first('equity', to)]
    if (perShare === undefined || income === undefined || equity === undefined || Math.abs(perShare.value) < leastPerShare)
      return []
    return [{ to, shares: income.value / perShare.value, equity: equity.value, perShare }]
  })
  return years.slice(1).flatMap((year, at) => {
    const before = years[at]!
    const ratio = wholeNear(year.shares / before.shares, 0.015)
    const isSplit = ratio !== null && (ratio >= 2 || ratio <= 1 / 2) && year.to - before.to < 380
    const [now, then] = [year, before].map(({ to }) => first('shares_basic_average', to) ?? first('shares_diluted_average', to))
    if (now && then && wholeNear(now.value / then.value, 0.1) !== ratio) return []
    if (!isSplit || year.equity > mostGrowth * before.equity || year.equity * mostGrowth < before.equity) return []
    const { known, filing } = year.perShare
    return [{ ratio, known, filing, since: before.perShare.known }]
  })
}

const isYearly = ({ span }: Version): boolean => span === 'year' || span === 'instant'

/** Filings whose two counts of issued shares differ by a ratio at which shares are split, and whose earnings per share are in shares of the later one. */
function countedTwice(versions: readonly Version[]): Map<string, Pick<Split, 'ratio' | 'known' | 'filing'>> {
  const filings = groupedBy(
    versions.filter(({ line }) => line === 'shares_issued' || line === 'shares_outstanding'),
    ({ known, filing }) => `${known} ${filing}`,
  )
  const splits = new Map<string, Pick<Split, 'ratio' | 'known' | 'filing'>>()
  for (const [key, counts] of filings) {
    const issued = counts.find(({ line }) => line === 'shares_issued')
    const onCover = counts.find(({ line, to }) => line === 'shares_outstanding' && to > (issued?.to ?? to))
    const ratio = issued && onCover && wholeNear(onCover.value / issued.value, 0.0005)
    if (!ratio) continue
    const { known, filing } = issued
    const stated = (line: LineId) =>
      versions.find((each) => each.filing === filing && each.line === line && each.to === issued.to)
    const average = (stated('net_income')?.value ?? Number.NaN) / (stated('eps_basic')?.value ?? Number.NaN)
    const apart = (count: number) => Math.abs(Math.log(average / count))
    if (apart(onCover.value) < apart(issued.value)) splits.set(key, { ratio, known, filing })
  }
  return splits
}

type Known = Pick<Figure, 'known' | 'unit'>

/** Why two figures in shares cannot be compared: one was last stated before a split, the other since. */
export function splitBetween(splits: readonly Split[], one: Known, other: Known): string | null {
  if (!one.unit.endsWith('shares')) return null
  const [from, to] = one.known < other.known ? [one.known, other.known] : [other.known, one.known]
  const split = between(splits, from, to).at(-1)
  return split === undefined ? null : `The earlier value is in shares before the ${split.name} split.`
}

const between = (splits: readonly Split[], after: number, until: number) =>
  splits.filter(({ known }) => known > after && known <= until)

/** New shares for one old one of all splits that filings showed after a day, up to another. */
export const splitFactor = (splits: readonly Split[], after: number, until: number): number =>
  productOf(between(splits, after, until))

const productOf = (splits: readonly Split[]) => splits.reduce((product, { ratio }) => product * ratio, 1)

const periodOf = ({ span, to }: Version) => `${span} ${to}`
const filingAndPeriod = ({ after }: Retold) => `${after.known} ${periodOf(after)}`

function retold(versions: readonly Version[], some: readonly LineId[]): Retold[] {
  const chains = groupedBy(
    versions.filter(({ line }) => some.includes(line)),
    (version) => `${version.line} ${version.unit} ${periodOf(version)}`,
  )
  return [...chains.values()].flatMap((chain) =>
    chain.slice(1).flatMap((after, at) => {
      const before = chain[at]!
      return before.value === after.value || before.value * after.value <= 0 ? [] : [{ before, after }]
    }),
  )
}

type Range = readonly [least: number, most: number]

/** New shares for one old one by an amount per share, which is rounded to a cent, before and after. */
function rangeOf({ before, after }: Retold): Range {
  const [old, now] = [Math.abs(before.value), Math.abs(after.value)]
  const halfCent = 0.0051
  return [Math.max(0, old - halfCent) / (now + halfCent), now <= halfCent ? Infinity : (old + halfCent) / (now - halfCent)]
}

const contains = ([least, most]: Range, value: number) => least <= value && value <= most
const over = ([least, most]: Range, factor: number): Range => [least / factor, most / factor]

/** New shares for an old one, at least one of the two. */
const ratios = [5 / 4, 3 / 2, ...Array.from({ length: 1_000 }, (_, at) => at + 2).filter((n) => n <= 50 || n % 5 === 0)].flatMap(
  (n) => [n, 1 / n],
)

/** A ratio at which shares are split, but for the rounding of counts. */
const wholeNear = (value: number, tolerance: number): number | null =>
  ratios.find((ratio) => Math.abs(value / ratio - 1) <= tolerance) ?? null

/** The one ratio that explains them all, if they are two or more. */
function onlyRatio(ranges: readonly Range[]): number | null {
  const all: Range = [Math.max(...ranges.map(([least]) => least)), Math.min(...ranges.map(([, most]) => most))]
  const [ratio, ...more] = contains(all, 1) ? [] : ratios.filter((each) => contains(all, each))
  return ranges.length >= 2 && more.length === 0 ? (ratio ?? null) : null
}

/** `3:2`, `10:1`, `1:15` */
export function splitRatioName(ratio: number): string {
  if (ratio < 1)
    return splitRatioName(1 / ratio)
      .split(':')
      .reverse()
      .join(':')
  const under = [1, 2, 3, 4].find((each) => Math.abs(ratio * each - Math.round(ratio * each)) < 1e-9) ?? 1
  return `${Math.round(ratio * under)}:${under}`
}
