import type { LineId } from '../../../data/companies/lines.ts'
import { lineUpperBounds, sumIdentities } from '../../../data/companies/witnesses.ts'
import { isoDay } from '../../time/day.ts'
import type { AsKnown } from './as-known.ts'
import type { FigureLookup } from './missing-lines.ts'
import { coarsestRounding, isSameRounded, roundingOf } from './rounding.ts'
import type { Figure } from './version.ts'

/** Lines that a period does not serve. */
export interface WithheldLines {
  /** Such as `balance sheet`; the lines where left out. */
  readonly name?: string
  readonly lines: readonly LineId[]
  readonly why: string
}

/** A sum may be off by so much of its whole that rounding explains it. */
const mostOff = 3e-3

/** How far a sum may be off its whole: by the unit of each term, and of the coarsest term as long as that is next to nothing. */
function tolerance(total: number, terms: readonly number[]): number {
  const all = [total, ...terms]
  return terms.length * Math.max(roundingOf(all), Math.min(coarsestRounding(all), (mostOff / terms.length) * Math.abs(total)))
}

/** The lines of a period that contradict others of it, each with both amounts in currency units: sums that do not hold, parts above their whole. */
export function brokenIdentities(at: FigureLookup): WithheldLines[] {
  const above = lineUpperBounds.flatMap<WithheldLines>(({ line, of: whole, withholds }) => {
    const [part, all] = [at(line), at(whole)]
    if (part === null || all === null || part.value - all.value <= tolerance(all.value, [part.value]) || all.value <= 0) return []
    const cost = line === 'gross_profit' ? at('cost_of_revenue') : null
    if (cost !== null && cost.value > 0 && cost.value < all.value) return []
    return [{ lines: [withholds], why: `${inWords(line)}, ${part.value}, is more than ${inWords(whole)}, ${all.value}.` }]
  })
  const equity = at('equity')
  const [owners, whole] = [at('net_income'), at('net_income_with_minorities')]
  const differ = owners !== null && whole !== null && !isSameRounded(owners.value, whole.value)
  const hasMinorities = differ || (at('minority_interest_income')?.value ?? 0) !== 0
  const isWhole = /:Equity$/.test(equity?.concept ?? '') && at('minority_interest') === null && hasMinorities
  if (isWhole) above.push({ lines: ['equity'], why: 'The report states minorities, and their part of all equity is not read.' })
  const sums = sumIdentities.flatMap<WithheldLines>(({ name, whole, parts, more = [], withholds }) => {
    const total = at(whole)
    const stated = parts.map(at)
    if (total === null || stated.some((part) => part === null)) return []
    const terms = [...stated, ...more.map(at)].flatMap((part) => (part === null ? [] : [part.value]))
    const off = total.value - terms.reduce((sum, value) => sum + value, 0)
    if (Math.abs(off) <= tolerance(total.value, terms)) return []
    if (name === 'net income') {
      const row = slipOf(at, off)
      // with the other sign it adds up: the sign of the minorities' row is the slip, whole and owners' part are stated right
      if (row !== null) return [{ lines: [row], why: 'Its sign does not fit the net income of the same filing.' }]
    }
    const slip = name === 'gross profit' ? slipOfTen(at) : null
    if (slip !== null) {
      const sum = terms.reduce((all, value) => all + value, 0)
      return [{ lines: [slip], why: `revenue is ${total.value}, gross profit and cost of revenue make ${sum}.` }]
    }
    const sum = [...parts, ...more.filter((line) => at(line) !== null)].map(inWords).join(' and ')
    return [
      {
        name,
        lines: withholds,
        why: `${inWords(whole)} and ${sum} differ by ${Math.round(off)}: ${total.value} and ${total.value - off}.`,
      },
    ]
  })
  const apart = differ && at('minority_interest_income') === null && owners.known !== whole.known
  const older = apart ? (owners.known < whole.known ? owners : whole) : null
  const vintages =
    older === null
      ? []
      : [{ lines: [older.line], why: `Stated as ${older.value} before other lines of the period were restated.` }]
  return [
    ...above,
    ...vintages,
    ...sums.filter(({ name }) => name !== 'gross profit' || above.every(({ lines: [line] }) => line !== 'revenue')),
  ]
}

/** The one of revenue, gross profit and cost that is a power of ten times what the two others give; null where none is. */
function slipOfTen(at: FigureLookup): LineId | null {
  const [revenue, gross, cost] = (['revenue', 'gross_profit', 'cost_of_revenue'] as const).map((line) => at(line)!.value)
  const isPower = (one: number, other: number) => {
    const power = Math.log10(Math.abs(one / other))
    return one * other > 0 && Math.abs(power) > 0.5 && Math.abs(power - Math.round(power)) < 1e-4
  }
  if (isPower(revenue!, gross! + cost!)) return 'revenue'
  if (isPower(gross!, revenue! - cost!)) return 'gross_profit'
  return isPower(cost!, revenue! - gross!) ? 'cost_of_revenue' : null
}

/** Whether other lines of its period give an amount: revenue, tax and net income have such sums. */
export function isConfirmedByIdentity(
  { line, span, to, value }: Pick<Figure, 'line' | 'span' | 'to' | 'value'>,
  known: AsKnown,
): boolean {
  const at = (other: LineId) => known.get(other, span, to)?.value ?? Number.NaN
  const near = (sum: number) => Math.abs(sum - value) <= Math.max(2 * roundingOf([value]), 1e-5 * Math.abs(value))
  const perShare = at('eps_basic') * at('shares_basic_average')
  const sums: Partial<Record<LineId, readonly number[]>> = {
    revenue: [at('gross_profit') + at('cost_of_revenue')],
    cost_of_revenue: [at('revenue') - at('gross_profit')],
    gross_profit: [at('revenue') - at('cost_of_revenue')],
    income_tax: [at('pretax_income') - at('net_income_with_minorities')],
    pretax_income: [at('net_income_with_minorities') + at('income_tax')],
    net_income: [at('pretax_income') - at('income_tax')],
  }
  const isShare = line === 'net_income' && Math.abs(perShare / value - 1) < 0.02
  return isShare || (sums[line] ?? []).some(near)
}

/** The row of net income whose other sign makes the sum hold: that of the minorities, or of the owners where a loss per share says so. */
function slipOf(at: FigureLookup, off: number): LineId | null {
  const [owners, minorities, perShare] = [
    at('net_income')!,
    at('minority_interest_income')!,
    at('eps_basic') ?? at('eps_diluted'),
  ]
  const holds = ({ value }: Figure) => Math.abs(off + 2 * value) <= tolerance(value, [value, value])
  if (holds(owners) && perShare !== null && perShare.value * owners.value < 0) return 'net_income'
  return holds(minorities) ? 'minority_interest_income' : null
}

const inWords = (line: LineId) => line.replaceAll('_', ' ')

/** Lines that statements of changes in equity state again for a day whose balance sheet nobody states again. */
const equityLines = ['equity', 'equity_with_minorities', 'minority_interest', 'retained_earnings', 'temporary_equity'] as const

/**
 * Where equity was restated for a balance sheet day and the rest of the sheet was not, the equity of that sheet: a balance sheet is served as
 * one filing states it.
 */
export function equityOfSheetVintage(to: number, known: AsKnown, at: FigureLookup): Figure[] {
  const assets = at('total_assets')
  if (assets === null || brokenIdentities(at).every(({ name }) => name !== 'balance sheet')) return []
  const earlier = equityLines.flatMap((line) => {
    const now = at(line)
    const then = known.until(line, 'instant', to, assets.known)
    if (now === null || then === null || then.value === now.value) return []
    return [{ ...then, restated: null, derived: `as filed with its balance sheet; ${now.value} since ${isoDay(now.known)}` }]
  })
  const sheet: FigureLookup = (line) => earlier.find((figure) => figure.line === line) ?? at(line)
  return brokenIdentities(sheet).some(({ name }) => name === 'balance sheet') ? [] : earlier
}

/** Expenses that stand between gross profit and operating income where no total of them is stated. */
const expenses = ['research_development', 'selling_general_admin', 'restructuring', 'goodwill_impairment'] as const

/** Every selection of some of these, the empty one too. */
function someOf<Item>(items: readonly Item[]): Item[][] {
  const selections = 2 ** items.length
  return Array.from({ length: selections }, (_, bits) => items.filter((_, at) => (bits >> at) % 2 === 1))
}

/** Forms of reports outside the USA, in words: their sources give the statements without the notes. */
const inStatements = /^[a-z]/

/**
 * Operating income and income before tax are tagged in notes too, as a total of segments or with associates in it: they are served where
 * other lines confirm them, or the source gives the face of the statement.
 */
export function unconfirmedIncomeLines(at: FigureLookup): WithheldLines[] {
  const value = (line: LineId) => at(line)?.value ?? null
  const onFace = (line: LineId) => (at(line)?.label ?? null) !== null || inStatements.test(at(line)?.form ?? '')
  const near = (one: number | null, other: number | null) =>
    one !== null && other !== null && Math.abs(one - other) <= Math.max(3 * roundingOf([one, other]), 1e-4 * Math.abs(one))
  const minus = (one: number | null, other: number | null) => (one === null || other === null ? null : one - other)
  const operating = value('operating_income')
  const pretax = value('pretax_income')
  const tax = value('income_tax') ?? 0
  const operatingHolds =
    near(operating, minus(value('revenue'), value('total_costs'))) ||
    near(operating, minus(value('revenue'), value('operating_expenses'))) ||
    near(operating, minus(value('gross_profit'), value('operating_expenses'))) ||
    near(operating, minus(value('gross_profit'), value('total_costs'))) ||
    near(operating, minus(pretax, value('nonoperating_income'))) ||
    someOf(expenses).some((some) =>
      near(
        operating,
        some.reduce<number | null>((rest, line) => minus(rest, value(line)), value('gross_profit')),
      ),
    )
  const netIncomes = (['income_continuing', 'net_income_with_minorities', 'net_income'] as const).map(value)
  const pretaxHolds = someOf(['associates_income', 'discontinued_income'] as const).some((some) => {
    const afterTax = some.reduce<number | null>((sum, line) => minus(sum, minus(0, value(line))), minus(pretax, tax))
    return netIncomes.some((income) => near(afterTax, income))
  })
  const due = at('short_term_debt')
  const isPart = due?.concept === 'jpigp_cor:BorrowingsCLIFRS' && at('long_term_debt') === null
  const withheld: WithheldLines[] = []
  const withhold = (line: LineId, why: string) => withheld.push({ lines: [line], why })
  if (isPart)
    withhold('short_term_debt', 'The report has other debt under concepts of the issuer: these borrowings are a part of it.')
  if (operating !== null && !operatingHolds && !onFace('operating_income'))
    withhold('operating_income', 'No other line of the filing confirms it.')
  if (pretax !== null && !pretaxHolds && !onFace('pretax_income'))
    withhold('pretax_income', 'Less income tax it is not the net income stated.')
  return withheld
}
