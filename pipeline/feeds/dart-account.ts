import { issuerId } from '../../data/companies.ts'
import type { StatementFactRow } from '../tables/company.ts'
import { type DartStatement, dartStatements, filedLabel, koreanConceptOf, statementColumns } from './dart-concepts.ts'

/** Reports by their code: the fiscal quarter at whose end their period ends. */
export const dartReports: Readonly<Record<string, { readonly form: string; readonly quarter: number }>> = {
  '11013': { form: 'quarterly report', quarter: 1 },
  '11012': { form: 'half-year report', quarter: 2 },
  '11014': { form: 'quarterly report', quarter: 3 },
  '11011': { form: 'annual report', quarter: 4 },
}
export const dartStatementScopes = { CFS: 'consolidated', OFS: 'separate' } as const

/** A row of the list with its amounts by column, as whole numbers or decimals in text; blank ones are left out. */
export interface DartAccount {
  readonly statement: DartStatement
  /** Id of the account; that of many has no standard. */
  readonly account: string
  /** Null for an account that no line is made of. */
  readonly concept: string | null
  readonly label: string
  readonly amounts: Readonly<Record<string, string>>
  readonly scope: StatementFactRow['scope']
  readonly currency: string
  readonly company: string
  readonly filing: string
  readonly year: number
  readonly form: string
  readonly quarter: number
}

/** A row of the list; null for anything else. */
export function accountOf(row: unknown, asked: string | null): DartAccount | null {
  const cells = (typeof row === 'object' && row !== null ? row : {}) as Record<string, string>
  const { rcept_no: filing = '', bsns_year: year = '', corp_code: code = '', account_id: id = '', account_nm = '' } = cells
  // ids of reports before 2019 have the prefix of an older taxonomy
  const account = id.replace(/^ifrs_/, 'ifrs-full_')
  const report = dartReports[cells['reprt_code'] ?? '']
  const scope = dartStatementScopes[(cells['fs_div'] ?? asked) as keyof typeof dartStatementScopes]
  if (!/^\d{14}$/.test(filing) || !/^\d{4}$/.test(year) || !/^\d{8}$/.test(code)) return null
  if (report === undefined || scope === undefined) return null
  const statement = cells['sj_div'] as DartStatement
  const label = filedLabel(account_nm)
  const columns = dartStatements.includes(statement) ? statementColumns(statement, report.quarter) : []
  const amounts = columns.flatMap(([column]) => {
    const amount = (cells[column] ?? '').replaceAll(',', '')
    return /^-?\d+(?:\.\d+)?$/.test(amount) ? [[column, amount]] : []
  })
  return {
    ...{ statement, account, label, filing, scope, ...report, year: Number(year), company: issuerId('kr', code) },
    concept: koreanConceptOf(statement, account, label),
    amounts: Object.fromEntries(amounts),
    currency: cells['currency'] || 'KRW',
  }
}
