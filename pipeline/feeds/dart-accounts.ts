import { koreanTags } from '../../data/companies/tags/kr.ts'
import { conceptsOf } from '../../data/companies/tags/line-tags.ts'
import { issuerId } from '../../data/companies.ts'
import { ParseError } from '../errors.ts'
import type { StatementFactRow } from '../tables/company.ts'
import { objectOf } from './body.ts'
import { refuseDartStatus } from './dart-answer.ts'
import { defineFeed, type Lead, type Rejected, rejection } from './feed.ts'

const id = 'dart-accounts'
const address = 'https://opendart.fss.or.kr/api/fnlttSinglAcntAll.json'
/** There is no such report, or none of the group. */
const noData = '013'

/** Reports by their code: the fiscal quarter at whose end their period ends. */
const reports: Readonly<Record<string, { readonly form: string; readonly quarter: number }>> = {
  '11013': { form: 'quarterly report', quarter: 1 },
  '11012': { form: 'half-year report', quarter: 2 },
  '11014': { form: 'quarterly report', quarter: 3 },
  '11011': { form: 'annual report', quarter: 4 },
}
const scopes = { CFS: 'consolidated', OFS: 'separate' } as const

/** Statements in the order in which a concept is looked for; the statement of changes in equity has columns of its own. */
const statements = ['IS', 'CIS', 'BS', 'CF'] as const
type Statement = (typeof statements)[number]

const kept = conceptsOf(koreanTags)

/**
 * Statements of companies that report in Korea (opendart.fss.or.kr, `fnlttSinglAcntAll.json`), one report a body. Amounts have no days: the year is
 * that in which the period ends, whenever the fiscal year does. Interim income statements state the quarter and the sum to date; cash flows
 * the sum alone; comparative balance sheets are of the end of the last fiscal year. The receipt number begins with the day of filing. An answer
 * without statements of the group leads to those of the company alone.
 */
export const dartAccounts = defineFeed({
  id,
  upstream: 'dart',
  title: 'DART statements',
  needs: 'DART_API_KEY',
  match: (url) => `${url.origin}${url.pathname}` === address,
  plan: () => [],
  parse: (body, { url: asked }) => {
    const url = new URL(asked)
    const scope = scopes[url.searchParams.get('fs_div') as keyof typeof scopes]
    const { status, message, list } = objectOf(body, id)
    if (status === noData) return { rows: {}, rejected: [], next: alone(url) }
    refuseDartStatus(status, message, id)
    if (!Array.isArray(list) || list.length === 0 || scope === undefined)
      throw new ParseError('LIST_MISSING', `${id}: the answer has no list of accounts; inspect the recording`, { feed: id })
    const rejected: Rejected[] = []
    const accounts = list.flatMap((row): Account[] => {
      const account = accountOf(row)
      if (account !== null) return [account]
      rejected.push(rejection(null, 'account-row', 'no receipt, period or account', JSON.stringify(row)))
      return []
    })
    const named = accounts.filter(({ concept }) => kept.has(concept))
    return { rows: { statement_fact: statements.flatMap((each) => amountsOf(each, named, scope)) }, rejected, next: [] }
  },
})

/** The same report of the company alone, where that of the group was asked for. */
function alone(url: URL): Lead[] {
  if (url.searchParams.get('fs_div') !== 'CFS') return []
  const next = new URL(url)
  next.searchParams.delete('crtfc_key')
  next.searchParams.set('fs_div', 'OFS')
  return [{ feed: id, upstream: 'dart', url: next.href }]
}

interface Account {
  readonly statement: Statement
  readonly concept: string
  readonly label: string
  readonly currency: string
  readonly company: string
  readonly filing: string
  readonly year: number
  readonly form: string
  readonly quarter: number
  readonly cells: Readonly<Record<string, string>>
}

/** A row of the list; null where it is none. */
function accountOf(row: unknown): Account | null {
  const cells = (typeof row === 'object' && row !== null ? row : {}) as Record<string, string>
  const { rcept_no: filing = '', bsns_year: year = '', corp_code: code = '', account_id = '', account_nm = '' } = cells
  const report = reports[cells['reprt_code'] ?? '']
  if (!/^\d{14}$/.test(filing) || !/^\d{4}$/.test(year) || !/^\d{8}$/.test(code) || report === undefined) return null
  // numbers of rows are no part of a name: `V. 영업외비용`
  const label = account_nm.replace(/^[\sIVX\u2160-\u216b\d]+\.\s*/u, '').trim()
  const statement = cells['sj_div'] as Statement
  const byLabel = `label:${label.replaceAll(/\s/g, '')}`
  const isIncome = statement === 'IS' || statement === 'CIS'
  return {
    ...{ statement, label, filing, cells, ...report, year: Number(year), company: issuerId('kr', code) },
    concept: isIncome && kept.has(byLabel) ? byLabel : account_id,
    currency: cells['currency'] || 'KRW',
  }
}

/** Columns of a statement: months the amount covers, and months from the end of its period to that of the report. */
function columnsOf(statement: Statement, quarter: number): readonly (readonly [column: string, months: number, back: number])[] {
  const [sum, year] = [3 * quarter, quarter === 4 ? 12 : 3 * quarter]
  if (statement === 'BS')
    return [
      ['thstrm_amount', 0, 0],
      ['frmtrm_amount', 0, year],
      ['bfefrmtrm_amount', 0, 24],
    ]
  if (quarter === 4)
    return [
      ['thstrm_amount', 12, 0],
      ['frmtrm_amount', 12, 12],
      ['bfefrmtrm_amount', 12, 24],
    ]
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

/** Amounts of a statement. A concept that it has in several rows with different amounts, such as a current and a long-term part, has none. */
function amountsOf(statement: Statement, accounts: readonly Account[], scope: StatementFactRow['scope']): StatementFactRow[] {
  const earlier = statements.slice(0, statements.indexOf(statement))
  const elsewhere = new Set(accounts.flatMap((each) => (earlier.includes(each.statement) ? each.concept : [])))
  const own = accounts.filter((each) => each.statement === statement && !elsewhere.has(each.concept))
  const rows = own.flatMap((account) => {
    const { company, filing, concept, label, currency, year, quarter, form, cells } = account
    const filed = `${filing.slice(0, 4)}-${filing.slice(4, 6)}-${filing.slice(6, 8)}`
    return columnsOf(statement, quarter).flatMap(([column, months, back]): StatementFactRow[] => {
      const value = (cells[column] ?? '').replaceAll(',', '')
      if (!/^-?\d+(?:\.\d+)?$/.test(value)) return []
      return [
        {
          ...{ company, filing, scope, concept, label, value, form, filed },
          unit: /PerShare$/.test(concept) ? `${currency}/shares` : currency,
          ...{ from_day: null, to_day: null, end_year: year, end_quarter: quarter, months_back: back, months },
          basis: 'filed',
        },
      ]
    })
  })
  const keyOf = ({ concept, months_back: back, months }: StatementFactRow) => `${concept} ${back} ${months}`
  const values = new Map<string, Set<string>>()
  for (const row of rows) values.set(keyOf(row), (values.get(keyOf(row)) ?? new Set()).add(row.value))
  return rows.filter((row) => values.get(keyOf(row))!.size === 1)
}
