import { type LineId, lines } from '../../../data/companies/lines.ts'
import { groupedBy } from '../../values/grouped.ts'
import { normalizeAmounts, type RefusedAmount } from './as-meant.ts'
import { isFinerRounded, isSameRounded, roundingOf } from './rounding.ts'
import { type Figure, keyOf, type Span, type Version } from './version.ts'

/** A period of a line whose newest value looks like a slip: neither that nor the value before it is served. */
export interface DoubtfulRevision {
  readonly standing: Stated
  readonly doubtful: Stated
}
type Stated = Omit<Version, 'fiscalYear'>

/** What was known of a company at the end of a day. */
export class AsKnown {
  held: DoubtfulRevision[] = []
  /** What is not served of what was stated. */
  readonly refused: RefusedAmount[]
  /** ISO code; null without a balance sheet. */
  readonly currency: string | null
  readonly #figures = new Map<LineId, Map<number, Figure>>()
  readonly #chains: ReadonlyMap<number, readonly Version[]>
  #alike: ReadonlyMap<string, number> | null = null
  #all: readonly Figure[] | null = null

  /** @param known what was known by then, in the order in which it became known */
  constructor(known: readonly Version[]) {
    this.currency = currencyOf(known)
    const { versions, refused } = normalizeAmounts(known)
    this.refused = [...refused]
    const counted = versions.filter(({ unit }) => unit === 'shares' || unit.slice(0, 3) === this.currency)
    const chains = groupedBy(counted, keyOf)
    this.#chains = new Map([...chains].map(([key, chain]) => [key, withoutOthers(chain)]))
    for (const [key, chain] of this.#chains) {
      const { standing, before, doubtful } = lastOf(chain)
      if (doubtful !== null) this.held.push({ standing, doubtful })
      else this.#put(key, { ...standing, restated: restatedFrom(before, standing), derived: standing.meant ?? null })
    }
    this.#holdOutliers()
  }

  /**
   * Holds an amount of a steady line that is nothing, or a jump, between two periods that are like each other and that no report on the period
   * itself states: a later annual report tags the parent alone too, or a part.
   */
  #holdOutliers(): void {
    for (const line of steady) {
      const figures = this.#figures.get(line)
      const bySpan = groupedBy(figures?.values() ?? [], ({ span }) => span)
      for (const series of bySpan.values()) {
        const inOrder = series.sort((a, b) => a.to - b.to)
        for (const [at, figure] of inOrder.entries()) {
          const [before, after] = [inOrder[at - 1], inOrder[at + 1]].map((each) => each?.value)
          const [one, other] = [before ?? after, after ?? before]
          if (one === undefined || other === undefined || !isOutlier(figure.value, one, other)) continue
          const standing = this.#chains.get(keyOf(figure))!.findLast(({ value }) => !isOutlier(value, one, other))
          const isOwn = figure.known - figure.to <= mostDaysToFile
          const isAtEnd = before === undefined || after === undefined
          if (standing === undefined && (isAtEnd || (isOwn && figure.value !== 0))) continue
          figures!.delete(keyOf(figure))
          this.#all = null
          if (standing !== undefined) this.held.push({ standing, doubtful: figure })
          else this.refused.push({ version: figure, why: `Stated as ${figure.value} between ${one} and ${other}.` })
        }
      }
    }
  }

  /** Serves the one of two values, the earlier or the doubtful one, that other figures confirm; undecided is held. */
  decide(confirmed: (candidate: Stated) => boolean): void {
    this.held = this.held.filter(({ standing, doubtful }) => {
      const [chosen, ...others] = [standing, doubtful].filter(confirmed)
      if (chosen === undefined || others.length > 0) return true
      const restated = chosen === doubtful ? { was: standing.value, since: doubtful.known } : null
      this.#put(keyOf(chosen), { ...chosen, restated, derived: chosen.meant ?? null })
      return false
    })
  }

  /**
   * Holds the restated quarters whose new value the longer spans of their year contradict while they confirm the value before: an annual report
   * may tag a part of a line of a quarter in its notes.
   */
  holdContradicted(confirmed: (candidate: Stated) => boolean): void {
    for (const figures of this.#figures.values())
      for (const [key, figure] of figures) {
        if (figure.span !== 'quarter' || figure.restated === null) continue
        const { was } = figure.restated
        if (Math.abs(figure.value - was) < roundingOf([figure.value])) continue
        const standing = this.#chains.get(key)!.find(({ value }) => value === was)!
        if (confirmed(figure) || !confirmed(standing)) continue
        figures.delete(key)
        this.#all = null
        this.held.push({ standing, doubtful: figure })
      }
  }

  figures(): readonly Figure[] {
    this.#all ??= [...this.#figures.values()].flatMap((figures) => [...figures.values()])
    return this.#all
  }

  ofLine(line: LineId): Figure[] {
    return [...(this.#figures.get(line)?.values() ?? [])]
  }

  get(line: LineId, span: Span, to: number): Figure | null {
    return this.#figures.get(line)?.get(keyOf({ line, span, to })) ?? null
  }

  #put(key: number, figure: Figure): void {
    const figures = this.#figures.get(figure.line) ?? new Map<number, Figure>()
    this.#all = null
    this.#figures.set(figure.line, figures.set(key, figure))
  }

  /** The value that was stated first for the period of a figure. */
  first(figure: Figure): Version {
    return this.#chains.get(keyOf(figure))?.[0] ?? { ...figure, fiscalYear: null }
  }

  /** Whether two concepts of a line have the same amount in every period that has both. */
  areAlike(line: LineId, one: string, other: string): boolean {
    this.#alike ??= alikeIn(this.#chains.values())
    return (this.#alike.get(`${line} ${[one, other].sort().join(' ')}`) ?? 0) >= enoughPeriods
  }

  /** The value as it was known on an earlier day; null where it was doubtful then. */
  until(line: LineId, span: Span, to: number, day: number): Version | null {
    const chain = (this.#chains.get(keyOf({ line, span, to })) ?? []).filter(({ known }) => known <= day)
    if (chain.length === 0) return null
    const { standing, doubtful } = lastOf(chain)
    return doubtful === null ? standing : null
  }
}

const quarterlyForms = /^10-Q/

/** A chain without years of quarterly reports beside those of annual ones: they are contexts with a wrong day. */
function withoutOthers(chain: readonly Version[]): readonly Version[] {
  const own = chain[0]!.span === 'year' ? chain.filter(({ form }) => !quarterlyForms.test(form)) : []
  return own.length > 0 ? own : chain
}

const steady = lines.flatMap(({ line, steady: isSteady }) => (isSteady ? [line] : []))

/** Days in which a company files on a period; later ones compare it with another. */
const mostDaysToFile = 200

/** A period whose neighbours are within this of each other, and which is further than that from both, is an outlier. */
const mostTimes = 4
function isOutlier(value: number, before: number, after: number): boolean {
  if (before * after <= 0) return false
  const times = (one: number, other: number) => (one * other <= 0 ? Infinity : Math.max(one / other, other / one))
  return times(before, after) <= 2 && times(value, before) > mostTimes && times(value, after) > mostTimes
}

/** Periods of which two concepts must have stated one amount to be alike. */
const enoughPeriods = 2

/** Pairs of concepts of a line that reports put in each other's place, and of how many periods they stated one amount; none where one differs. */
function alikeIn(chains: Iterable<readonly Version[]>): ReadonlyMap<string, number> {
  const alike = new Map<string, number>()
  for (const chain of chains)
    for (const [at, version] of chain.entries()) {
      const before = chain[at - 1]
      if (before === undefined || before.concept === version.concept) continue
      const pair = `${version.line} ${[before.concept, version.concept].sort().join(' ')}`
      alike.set(pair, isSameRounded(before.value, version.value) ? (alike.get(pair) ?? 0) + 1 : Number.NEGATIVE_INFINITY)
    }
  return alike
}

/** The value before, where the same concept was restated: another concept states something else. */
const restatedFrom = (before: Version | null, { concept, known }: Version): Figure['restated'] =>
  before === null || before.concept !== concept ? null : { was: before.value, since: known }

/** The currency of the newest statements: a company may change it. */
function currencyOf(known: readonly Version[]): string | null {
  const balances = known.filter(({ line }) => line === 'total_assets' || line === 'liabilities_and_equity')
  const newest = balances.reduce<Version | null>((last, each) => (last === null || each.to >= last.to ? each : last), null)
  return newest?.unit ?? null
}

/**
 * The value that stands at the end of a chain. Minus the value before it, or a thousand or a million times it, is a slip or the correction of
 * one, and which of the two the chain alone does not tell: it is doubtful until a filing states the earlier value again or another one. So is
 * one of two amounts that a report states, unless another report states one of them. The same value in a coarser unit changes nothing.
 */
function lastOf(chain: readonly Version[]): { standing: Version; before: Version | null; doubtful: Version | null } {
  let standing = chain[0]!
  let before: Version | null = null
  let doubtful: Version | null = contested(standing)
  for (let at = 1; at < chain.length; at++) {
    const version = chain[at]!
    const rival = contested(version)
    if (doubtful !== null && standing.other !== null) {
      // a later report decides between the two amounts; of equal ones the finer counts
      const settled: number | undefined =
        rival === null ? [standing.value, standing.other].find((value) => isSameRounded(value, version.value)) : undefined
      if (settled === undefined) continue
      standing = { ...version, value: isFinerRounded(settled, version.value) ? settled : version.value }
      doubtful = null
    } else if (rival !== null) {
      if (![version.value, version.other!].some((value) => isSameRounded(value, standing.value))) doubtful = rival
    } else if (isSlip(standing.value, version.value) && version.unit !== 'shares') doubtful = version
    else {
      doubtful = null
      if (version.value === standing.value) continue
      if (!version.unit.includes('/') && isSameRounded(version.value, standing.value)) {
        if (!isFinerRounded(standing.value, version.value)) standing = version
        continue
      }
      before = standing
      standing = version
    }
  }
  return { standing, before, doubtful }
}

/** The second amount of a report that states two. */
const contested = (version: Version): Version | null =>
  version.other === null ? null : { ...version, value: version.other, other: version.value }

function isSlip(one: number, other: number): boolean {
  if (one === 0 || other === 0) return false
  const ratio = other / one
  const power = Math.log10(Math.abs(ratio))
  return isSameRounded(one, -other) || Math.abs(Math.abs(power) - 3) < 0.0005 || Math.abs(Math.abs(power) - 6) < 0.0005
}
