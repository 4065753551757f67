import type { LineId } from '../../../data/companies/lines.ts'
import type { Figure } from './version.ts'

export type Lookup = (line: LineId) => Figure | null

/** Japanese net assets, of a day whose balance sheet is read: where it states no minorities there are none. */
const isNetAssets = (at: Lookup) =>
  at('equity_with_minorities')?.concept === 'jppfs_cor:NetAssets' && at('total_liabilities') !== null

/** Lines that follow from others where a filing does not state them: `[line, plus, minus, where]`; what stands after `?` may be absent. */
const sums: readonly (readonly [LineId, readonly LineId[], readonly (LineId | `?${LineId}`)[], ((at: Lookup) => boolean)?])[] = [
  ['gross_profit', ['revenue'], ['cost_of_revenue']],
  ['net_interest_income', ['interest_income'], ['bank_interest_expense']],
  ['total_liabilities', ['liabilities_and_equity'], ['equity_with_minorities', '?temporary_equity']],
  ['equity', ['equity_with_minorities'], ['?minority_interest', '?share_rights'], isNetAssets],
]

/** What a period lacks and its other lines give, known since the last of these. */
export function missingLines(at: Lookup): Figure[] {
  return sums.flatMap(([line, plus, minus, where]) => {
    if (at(line) !== null || where?.(at) === false) return []
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
    return [{ ...newest, line, value, derived, concept: stated.map(({ figure }) => figure.concept).join(' - '), restated: null }]
  })
}
