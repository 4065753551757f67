import type { LineId } from '../../../data/companies/lines.ts'
import { isoDay } from '../../time/day.ts'
import { type CoverShareCount, coverShareCount } from './cover.ts'
import { isYearApart, type Period } from './fiscal.ts'
import type { Figure } from './version.ts'
import type { View } from './view.ts'

/** An amount of a ratio, with the figures it was taken from. */
export interface RatioAmount {
  readonly line: LineId | 'market_value'
  /** `FY2025`, `four quarters to FY2026 Q2`, or the label of a balance sheet day. */
  readonly period: string
  readonly value: number
  readonly figures: readonly Figure[]
}

/** What all shares cost at a close. */
export interface MarketValue {
  readonly value: number
  readonly day: number
  /** The count of shares. */
  readonly cover: CoverShareCount
}

/** A line of which a window has no figure. */
export class LineNotStatedError extends Error {
  readonly line: LineId

  constructor(line: LineId, period: string) {
    super(`No figure for ${line.replaceAll('_', ' ')} is served for ${period}.`)
    this.line = line
  }
}

/** What would say nothing: its denominator is not above zero, or shares are counted otherwise since. */
export class RatioRefusedError extends Error {}

/**
 * A fiscal year, or four quarters in a row: the flows of its twelve months, the balance sheet at its end and the one a year before. The
 * figures read from it are kept as the inputs of the ratio. Every look-up throws `LineNotStatedError` where there is no figure.
 */
export class Window {
  readonly end: Period
  readonly #view: View
  readonly #quarters: readonly Period[] | null
  /** The year before a half-year, and its first half. */
  readonly #halves: readonly [year: Period, before: Period] | null
  readonly #before: Period | null
  #inputs = new Map<string, RatioAmount>()

  /** @param end a year, or the last of four quarters */
  constructor(view: View, end: Period) {
    this.#view = view
    this.end = end
    const at = view.quarters.indexOf(end)
    const last = at < 0 ? [] : view.quarters.slice(at, at + 4)
    const inARow = last.length === 4 && last.every((quarter, nth) => nth === 0 || isNext(quarter, last[nth - 1]!))
    this.#quarters = inARow ? last : null
    this.#before = view.periods.find(({ to }) => isYearApart(end.to, to)) ?? null
    const year = view.years.find(({ to }) => Math.abs(end.from - to - 1) <= 3)
    const half = view.periods.find(({ span, to }) => span === 'half' && isYearApart(end.to, to))
    this.#halves = end.span === 'half' && year !== undefined && half !== undefined ? [year, half] : null
  }

  /** Whether it is twelve months: a quarter needs the three before it, a half-year the year before and its first half. */
  get isWhole(): boolean {
    return this.end.span === 'year' || this.#quarters !== null || this.#halves !== null
  }

  get days(): number {
    if (this.#halves !== null) return this.end.to - this.#halves[1].to
    const first = this.end.span === 'year' ? this.end : this.#quarters!.at(-1)!
    return this.end.to - first.from + 1
  }

  /** `FY2025`, `four quarters to FY2026 Q2` */
  get label(): string {
    if (this.end.span === 'half') return `twelve months to ${this.end.label}`
    return this.end.span === 'year' ? this.end.label : `four quarters to ${this.end.label}`
  }

  /** The amount of twelve months: the year as stated, else the sum of its quarters. */
  flow(line: LineId): number {
    const year = this.end.span === 'year' ? this.#view.figure(line, this.end) : null
    const period = this.label
    if (year !== null) return this.#kept({ line, period, value: year.value, figures: [year] })
    if (this.#halves !== null) return this.#kept(this.#overHalves(line, this.#halves))
    const figures = (this.end.span === 'year' ? null : this.#quarters)?.map((quarter) => this.#view.figure(line, quarter)) ?? []
    if (figures.length < 4 || figures.some((figure) => figure === null)) throw new LineNotStatedError(line, period)
    const stated = figures as Figure[]
    return this.#kept({ line, period, value: stated.reduce((sum, { value }) => sum + value, 0), figures: stated })
  }

  /** The year before, with this half-year in place of its first: all three under one concept. */
  #overHalves(line: LineId, [year, before]: readonly [Period, Period]): RatioAmount {
    const figures = [year, this.end, before].map((period) => this.#view.figure(line, period))
    const [whole, now, then] = figures
    const isOne = whole && now && then && whole.concept === now.concept && now.concept === then.concept
    if (!isOne) throw new LineNotStatedError(line, this.label)
    return { line, period: this.label, value: whole.value + now.value - then.value, figures: [whole, now, then] }
  }

  /** The amount at the end. */
  closing(line: LineId): number {
    return this.#balance(line, this.end)
  }

  /** The amount a year before the end. */
  opening(line: LineId): number {
    if (this.#before === null) throw new LineNotStatedError(line, `a year before ${this.end.label}`)
    return this.#balance(line, this.#before)
  }

  average(line: LineId): number {
    return (this.opening(line) + this.closing(line)) / 2
  }

  /** The same, or nothing where a filer that has none of it states no line; what is withheld is not nothing. */
  closingOrNone(line: LineId): number {
    const isWithheld = this.#view.leftOut.some(({ lines, to }) => lines.includes(line) && (to ?? this.end.to) === this.end.to)
    return this.#view.figure(line, this.end) === null && !isWithheld ? 0 : this.closing(line)
  }

  /** Average basic shares of the fiscal year that ends here, else of the quarter. */
  basicShares(): number {
    const line = 'shares_basic_average'
    const [figure] = this.#endingHere(line)
    if (figure === undefined) throw new LineNotStatedError(line, this.end.label)
    return this.#kept({ line, period: this.end.label, value: this.#inNewShares(figure).value, figures: [figure] })
  }

  /**
   * Average diluted shares of the twelve months: of the fiscal year, or of the four quarters; where a last quarter states none, as is usual, of the
   * year with the quarters since in place of the same ones a year earlier.
   */
  dilutedShares(): number {
    const line = 'shares_diluted_average'
    const year = this.#endingHere(line).find(({ span }) => span === 'year')
    const isYear = this.#view.years.some(({ to }) => to === this.end.to)
    const half = this.end.span === 'half' ? this.#view.figure(line, this.end) : null
    const own = year ?? half
    if (own !== null) {
      const { value } = this.#inNewShares(own)
      return this.#kept({ line, period: this.label, value, figures: [own] })
    }
    if (isYear || this.#quarters === null) throw new LineNotStatedError(line, this.label)
    const stated = this.#quarters.map((quarter) => this.#view.figure(line, quarter))
    const last = this.#view.years.find(({ to }) => this.#quarters!.some((quarter) => quarter.to === to))
    const at = this.#quarters.findIndex(({ to }) => to === last?.to)
    const since = this.#quarters.slice(0, Math.max(at, 0))
    const before = since.map(({ to }) => this.#view.quarters.find((each) => isYearApart(to, each.to)))
    const whole = stated.every((figure) => figure !== null) ? null : (last ?? null)
    const read = (periods: readonly (Period | undefined)[]) =>
      periods.map((each) => (each === undefined ? null : this.#view.figure(line, each)))
    const added = whole === null ? stated : read(since)
    const taken = whole === null ? [] : read(before)
    const base = whole === null ? [] : read([whole])
    const figures = [...base, ...added, ...taken]
    if (figures.some((figure) => figure === null)) throw new LineNotStatedError(line, this.label)
    const sum = (some: readonly (Figure | null)[]) => some.reduce((all, figure) => all + this.#inNewShares(figure!).value, 0)
    const value = (4 * sum(base) + sum(added) - sum(taken)) / 4
    return this.#kept({ line, period: this.label, value, figures: figures as Figure[] })
  }

  /** The count of the newest cover. */
  countedShares(): number {
    const cover = coverShareCount(this.#view)
    if (typeof cover === 'string') throw new RatioRefusedError(cover)
    return this.#kept({ line: 'shares_outstanding', period: isoDay(cover.to), value: cover.value, figures: [cover] })
  }

  /** Keeps a market value as an input. */
  valued(market: MarketValue | string): number {
    if (typeof market === 'string') throw new RatioRefusedError(market)
    return this.#kept({ line: 'market_value', period: isoDay(market.day), value: market.value, figures: [market.cover] })
  }

  /** What was asked for since the last call, in that order. */
  takeInputs(): RatioAmount[] {
    const inputs = [...this.#inputs.values()]
    this.#inputs = new Map()
    return inputs
  }

  #endingHere(line: LineId): Figure[] {
    const year = this.#view.years.find(({ to }) => to === this.end.to)
    return [year, this.end].flatMap((period) => (period && this.#view.figure(line, period)) ?? [])
  }

  #inNewShares(figure: Figure): Figure {
    const split = this.#view.splits.findLast(({ known }) => known > figure.known)
    if (split !== undefined) throw new RatioRefusedError(`Shares are stated from before the ${split.name} split.`)
    return figure
  }

  #balance(line: LineId, period: Period): number {
    const figure = this.#view.figure(line, period)
    if (figure === null) throw new LineNotStatedError(line, period.label)
    return this.#kept({ line, period: period.label, value: figure.value, figures: [figure] })
  }

  #kept(input: RatioAmount): number {
    this.#inputs.set(`${input.line} ${input.period}`, input)
    return input.value
  }
}

const isNext = (earlier: Period, later: Period): boolean => Math.abs(later.from - earlier.to - 1) <= 3
