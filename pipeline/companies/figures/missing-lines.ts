import type { LineId } from '../../../data/companies/lines.ts'
import { wholeRevenue } from '../../../data/companies/witnesses.ts'
import { isSameRounded } from './rounding.ts'
import type { Figure } from './version.ts'

export type FigureLookup = (line: LineId) => Figure | null

/** Japanese net assets, of a day whose balance sheet is read: where it states no minorities there are none. */
const isNetAssetsOf = (at: FigureLookup) => at('equity_with_minorities')?.concept === 'jppfs_cor:NetAssets'
const isNetAssets = (at: FigureLookup) => isNetAssetsOf(at) && at('total_liabilities') !== null

/** Reports outside the USA, whose forms are in words, give no notes: what they do not state was not withheld. */
const isFace = (at: FigureLookup) => /^[a-z]/.test(at('gross_profit')?.form ?? '')

/** Lines that follow from others where a filing does not state them: `[line, plus, minus, where]`; what stands after `?` may be absent. */
const sums: readonly (readonly [
  LineId,
  readonly LineId[],
  readonly (LineId | `?${LineId}`)[],
  ((at: FigureLookup) => boolean)?,
])[] = [
  ['gross_profit', ['revenue'], ['cost_of_revenue']],
  ['revenue', ['gross_profit', 'cost_of_revenue'], [], isFace],
  ['net_interest_income', ['interest_income'], ['bank_interest_expense']],
  ['total_liabilities', ['liabilities_and_equity'], ['equity_with_minorities', '?temporary_equity']],
  ['equity', ['equity_with_minorities'], ['?minority_interest', '?share_rights'], isNetAssets],
  ['equity', ['equity_with_minorities'], ['minority_interest'], (at) => !isNetAssetsOf(at)],
  ['net_income', ['net_income_with_minorities'], ['minority_interest_income']],
]

/** Revenue under the name of one of its parts is what gross profit and cost of revenue add up to. */
const wholeRevenueOf = (at: FigureLookup): readonly [LineId, readonly LineId[], readonly LineId[]] | null => {
  const [revenue, gross, cost] = (['revenue', 'gross_profit', 'cost_of_revenue'] as const).map(at)
  if (!revenue || !gross || !cost || gross.derived !== null || wholeRevenue.test(revenue.concept)) return null
  if (gross.filing !== revenue.filing || cost.filing !== revenue.filing) return null
  const whole = gross.value + cost.value
  return whole > revenue.value && !isSameRounded(whole, revenue.value)
    ? ['revenue', ['gross_profit', 'cost_of_revenue'], []]
    : null
}

/** What a period lacks and its other lines give, known since the last of these. */
export function missingLines(at: FigureLookup): Figure[] {
  const revenue = wholeRevenueOf(at)
  return [...(revenue === null ? [] : [revenue]), ...sums].flatMap(([line, plus, minus, where], nth) => {
    const replaces = revenue !== null && nth === 0
    if ((at(line) !== null && !replaces) || where?.(at) === false) return []
    const terms = [...plus.map((name) => [name, 1] as const), ...minus.map((name) => [name, -1] as const)].flatMap(
      ([name, sign]) => {
        const optional = name.startsWith('?')
        const figure = at((optional ? name.slice(1) : name) as LineId)
        return figure === null ? (optional ? [] : [null]) : [{ figure, sign }]
      },
    )
    const stated = terms.filter((term) => term !== null)
    if (stated.length < terms.length) return []
    const newest = stated.reduce((last, term) => (term.figure.known > last.figure.known ? term : last)).figure
    const value = stated.reduce((sum, { figure, sign }) => sum + sign * figure.value, 0)
    const derived = stated
      .map(({ figure, sign }, nth) => `${nth === 0 ? '' : sign < 0 ? ' less ' : ' and '}${figure.line.replaceAll('_', ' ')}`)
      .join('')
    return [
      {
        ...newest,
        line,
        value,
        derived,
        concept: stated.map(({ figure, sign }, at) => `${at === 0 ? '' : sign < 0 ? ' - ' : ' + '}${figure.concept}`).join(''),
        restated: null,
      },
    ]
  })
}
