import { type LineId, lines } from '../../../data/companies/lines.ts'
import { type AsKnown, roundingOf } from './as-known.ts'
import type { Lookup } from './missing-lines.ts'
import type { Figure } from './version.ts'

/** Lines that a period does not serve. */
export interface Withheld {
  /** Such as `balance sheet`; the lines where left out. */
  readonly name?: string
  readonly lines: readonly LineId[]
  readonly why: string
}

const balanceLines = lines.flatMap(({ line, statement }) => (statement === 'balance' ? [line] : []))

/** A sum that must hold: the lines are served only where it does, or where a line of it is not stated. */
interface Identity {
  readonly name: string
  readonly whole: LineId
  readonly parts: readonly LineId[]
  /** Counted where they are stated. */
  readonly more?: readonly LineId[]
  readonly withholds: readonly LineId[]
}

const identities: readonly Identity[] = [
  { name: 'balance sheet', whole: 'total_assets', parts: ['liabilities_and_equity'], withholds: balanceLines },
  {
    name: 'balance sheet',
    whole: 'total_assets',
    parts: ['total_liabilities', 'equity_with_minorities'],
    more: ['temporary_equity'],
    withholds: balanceLines,
  },
  {
    name: 'interest income',
    whole: 'interest_income',
    parts: ['net_interest_income', 'bank_interest_expense'],
    withholds: ['interest_income'],
  },
  {
    name: 'net income',
    whole: 'net_income_with_minorities',
    parts: ['net_income', 'minority_interest_income'],
    withholds: ['net_income', 'net_income_with_minorities', 'minority_interest_income'],
  },
]

export function brokenIdentities(at: Lookup): Withheld[] {
  return identities.flatMap<Withheld>(({ name, whole, parts, more = [], withholds }) => {
    const total = at(whole)
    const stated = parts.map(at)
    if (total === null || stated.some((part) => part === null)) return []
    const terms = [...stated, ...more.map(at)].flatMap((part) => (part === null ? [] : [part.value]))
    const off = total.value - terms.reduce((sum, value) => sum + value, 0)
    if (Math.abs(off) <= terms.length * roundingOf([total.value, ...terms])) return []
    // with the other sign it adds up: the sign of the minorities' row is the slip, whole and owners' part are stated right
    if (name === 'net income' && Math.abs(off + 2 * terms[1]!) <= 2 * roundingOf([total.value, ...terms]))
      return [{ lines: ['minority_interest_income'], why: 'Its sign does not fit the net income of the same filing.' }]
    const sum = [...parts, ...more.filter((line) => at(line) !== null)].map(inWords).join(' and ')
    return [{ name, lines: withholds, why: `${inWords(whole)} and ${sum} differ by ${Math.round(off)}.` }]
  })
}

const inWords = (line: LineId) => line.replaceAll('_', ' ')

/** Lines that statements of changes in equity state again for a day whose balance sheet nobody states again. */
const equityLines = ['equity', 'equity_with_minorities', 'minority_interest', 'retained_earnings', 'temporary_equity'] as const

/**
 * Where equity was restated for a balance sheet day and the rest of the sheet was not, the equity of that sheet: a balance sheet is served as
 * one filing states it.
 */
export function ofOneVintage(to: number, known: AsKnown, at: Lookup): Figure[] {
  const assets = at('total_assets')
  if (assets === null || brokenIdentities(at).every(({ name }) => name !== 'balance sheet')) return []
  const earlier = equityLines.flatMap((line) => {
    const now = at(line)
    const then = known.until(line, 'instant', to, assets.known)
    return now === null || then === null || then.value === now.value ? [] : [{ ...then, restated: null, derived: null }]
  })
  const sheet: Lookup = (line) => earlier.find((figure) => figure.line === line) ?? at(line)
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
export function unsupported(at: Lookup): Withheld[] {
  const value = (line: LineId) => at(line)?.value ?? null
  const onFace = (line: LineId) => (at(line)?.label ?? null) !== null || inStatements.test(at(line)?.form ?? '')
  const near = (one: number | null, other: number | null) =>
    one !== null && other !== null && Math.abs(one - other) <= 3 * roundingOf([one, other])
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
  return [
    ...(isPart
      ? [
          {
            lines: ['short_term_debt' as const],
            why: 'The report has other debt under concepts of the issuer: these borrowings are a part of it.',
          },
        ]
      : []),
    ...(operating === null || operatingHolds || onFace('operating_income')
      ? []
      : [{ lines: ['operating_income' as const], why: 'No other line of the filing confirms it: held for review.' }]),
    ...(pretax === null || pretaxHolds || onFace('pretax_income')
      ? []
      : [{ lines: ['pretax_income' as const], why: 'Less income tax it is not the net income stated: held for review.' }]),
  ]
}
