import { type LineId, lines } from '../../data/companies/lines.ts'
import { koreanTags } from '../../data/companies/tags/kr.ts'
import { conceptsOf } from '../../data/companies/tags/line-tags.ts'

/** Statements in the order in which a concept is looked for; that of changes in equity has other columns. */
export const dartStatements = ['IS', 'CIS', 'BS', 'CF'] as const
export type DartStatement = (typeof dartStatements)[number]

/** Cash at the end of a cash flow statement: balance sheets of banks have none, as cash is one with deposits there. */
export const cashAtEnd = 'dart_CashAndCashEquivalentsAtEndOfPeriodCf'

const statementOf = new Map<string, string>(lines.map(({ line, statement }) => [line, statement]))

/** Lines that concepts of a statement may be of, and the concepts with their lines. */
const conceptsIn = (kinds: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const linesOf = new Map<string, Set<string>>()
  for (const [line, names] of Object.entries(koreanTags))
    if (kinds.includes(statementOf.get(line)!))
      for (const concept of conceptsOf({ [line as LineId]: names }))
        linesOf.set(concept, (linesOf.get(concept) ?? new Set()).add(line))
  return linesOf
}
const ofIncome = conceptsIn(['income', 'cash_flow'])
const concepts: Readonly<Record<DartStatement, ReadonlyMap<string, ReadonlySet<string>>>> = {
  IS: ofIncome,
  CIS: ofIncome,
  BS: conceptsIn(['balance']),
  CF: conceptsIn(['cash_flow']),
}

/** Concepts of lines that are filed positive though they lower income or cash. */
export const costConcepts: ReadonlySet<string> = conceptsOf(
  Object.fromEntries(lines.flatMap(({ line, cost }) => (cost ? [[line, koreanTags[line] ?? []]] : []))),
)

/** The name of a row without its number: `V. 영업외비용`, `(1) 이자수익`. */
export function filedLabel(name: string): string {
  return name.replace(/^\s*(?:\(?(?:[IVX]+|[\u2160-\u216b]+|\d+|[가-하])[.)]\s*)+/u, '').trim()
}

/**
 * The concept of a row; null where no line is made of it. The id decides unless the name says that the row is another line: one filer has its
 * operating revenue (영업수익) under the id of gross profit. Rows without a standard id go by their name; those of a balance sheet only then, as
 * current and long-term items have the same.
 */
export function koreanConceptOf(statement: DartStatement, account: string, label: string): string | null {
  const known = concepts[statement]
  if (known === undefined) return null
  const bare = label.replaceAll(/\s|\((?:손실|수익|결손금|단위[^)]*)\)/gu, '')
  if (statement === 'CF' && (account === cashAtEnd || /^기말의?현금및현금성자산$/u.test(bare))) return cashAtEnd
  const [byId, byName] = [known.get(account), known.get(`label:${bare}`)]
  const isStandard = /^[a-z-]+_/u.test(account)
  if (byName === undefined || (statement === 'BS' && isStandard)) return byId === undefined ? null : account
  if (byId !== undefined && [...byId].some((line) => byName.has(line))) return account
  return `label:${bare}`
}

/** Columns of a statement: months the amount covers, and months from the end of its period to that of the report. */
export function statementColumns(
  statement: DartStatement,
  quarter: number,
): readonly (readonly [column: string, months: number, back: number])[] {
  const [sum, year] = [3 * quarter, quarter === 4 ? 12 : 3 * quarter]
  if (statement === 'BS' || quarter === 4) {
    const months = statement === 'BS' ? 0 : year
    return [
      ['thstrm_amount', months, 0],
      ['frmtrm_amount', months, year],
      ['bfefrmtrm_amount', months, 24],
    ]
  }
  if (statement === 'CF')
    return [
      ['thstrm_amount', sum, 0],
      ['frmtrm_q_amount', sum, 12],
    ]
  return [
    ['thstrm_amount', 3, 0],
    ['thstrm_add_amount', sum, 0],
    ['frmtrm_q_amount', 3, 12],
    ['frmtrm_add_amount', sum, 12],
  ]
}
