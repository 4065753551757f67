import type { LineId } from '../../../data/companies/lines.ts'
import { type Figure, grouped, type Span, type Version } from './version.ts'

/** A period of a line whose newest value looks like a slip: neither that nor the value before it is served. */
export interface Held {
  readonly standing: Stated
  readonly doubtful: Stated
}
type Stated = Omit<Version, 'fiscalYear'>

/** What was known of a company at the end of a day. */
export class AsKnown {
  held: Held[] = []
  /** ISO code; null without a balance sheet. */
  readonly currency: string | null
  readonly #figures = new Map<LineId, Map<string, Figure>>()
  readonly #chains: ReadonlyMap<string, readonly Version[]>

  /** @param known what was known by then, in the order in which it became known */
  constructor(known: readonly Version[]) {
    this.currency = currencyOf(known)
    this.#chains = grouped(
      known.filter(({ unit }) => unit === 'shares' || unit.slice(0, 3) === this.currency),
      keyOf,
    )
    for (const [key, chain] of this.#chains) {
      const { standing, before, doubtful } = lastOf(chain)
      if (doubtful !== null) this.held.push({ standing, doubtful })
      else this.#put(key, { ...standing, restated: restatedFrom(before, standing), derived: null })
    }
  }

  /** Serves the one of two values, the earlier or the doubtful one, that other figures confirm; undecided is held. */
  decide(confirmed: (candidate: Stated) => boolean): void {
    this.held = this.held.filter(({ standing, doubtful }) => {
      const [chosen, ...others] = [standing, doubtful].filter(confirmed)
      if (chosen === undefined || others.length > 0) return true
      const restated = chosen === doubtful ? { was: standing.value, since: doubtful.known } : null
      this.#put(keyOf(chosen), { ...chosen, restated, derived: null })
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
        this.held.push({ standing, doubtful: figure })
      }
  }

  figures(): Figure[] {
    return [...this.#figures.values()].flatMap((figures) => [...figures.values()])
  }

  ofLine(line: LineId): Figure[] {
    return [...(this.#figures.get(line)?.values() ?? [])]
  }

  get(line: LineId, span: Span, to: number): Figure | null {
    return this.#figures.get(line)?.get(keyOf({ line, span, to })) ?? null
  }

  #put(key: string, figure: Figure): void {
    const figures = this.#figures.get(figure.line) ?? new Map<string, Figure>()
    this.#figures.set(figure.line, figures.set(key, figure))
  }

  /** The value as it was known on an earlier day; null where it was doubtful then. */
  until(line: LineId, span: Span, to: number, day: number): Version | null {
    const chain = (this.#chains.get(keyOf({ line, span, to })) ?? []).filter(({ known }) => known <= day)
    if (chain.length === 0) return null
    const { standing, doubtful } = lastOf(chain)
    return doubtful === null ? standing : null
  }
}

/** The unit in which amounts are stated, such as a million: the greatest power of ten that all are multiples of, at most a million. */
export function roundingOf(values: readonly number[]): number {
  const rounded = [1_000_000, 100_000, 1_000, 1].find((unit) =>
    values.every((value) => Math.abs(value / unit - Math.round(value / unit)) < 1e-9),
  )
  return rounded ?? 0.01
}

/** The value before, where the same concept was restated: another concept states something else. */
const restatedFrom = (before: Version | null, { concept, known }: Version): Figure['restated'] =>
  before === null || before.concept !== concept ? null : { was: before.value, since: known }

export const keyOf = ({ line, span, to }: Pick<Version, 'line' | 'span' | 'to'>): string => `${line} ${span} ${to}`

/** The currency of the newest statements: a company may change it. */
function currencyOf(known: readonly Version[]): string | null {
  const balances = known.filter(({ line }) => line === 'total_assets' || line === 'liabilities_and_equity')
  const newest = balances.reduce<Version | null>((last, each) => (last === null || each.to >= last.to ? each : last), null)
  return newest?.unit ?? null
}

/**
 * The value that stands at the end of a chain. Minus the value before it, or a thousand or a million times it, is a slip or the correction of
 * one, and which of the two the chain alone does not tell: it is doubtful until a filing states the earlier value again or another one.
 */
function lastOf(chain: readonly Version[]): { standing: Version; before: Version | null; doubtful: Version | null } {
  let standing = chain[0]!
  let before: Version | null = null
  let doubtful: Version | null = null
  for (const version of chain.slice(1)) {
    if (isSlip(standing.value, version.value) && version.unit !== 'shares') {
      doubtful = version
      continue
    }
    doubtful = null
    if (version.value === standing.value) continue
    before = standing
    standing = version
  }
  return { standing, before, doubtful }
}

function isSlip(one: number, other: number): boolean {
  if (one === 0 || other === 0) return false
  const ratio = other / one
  const power = Math.log10(Math.abs(ratio))
  return ratio === -1 || Math.abs(Math.abs(power) - 3) < 0.0005 || Math.abs(Math.abs(power) - 6) < 0.0005
}
