import { companyAloneSuffix } from '../../data/companies/markets.ts'
import type { StatementFactRow } from '../tables/company.ts'
import { accountOf, type DartAccount, dartStatementScopes } from './dart-account.ts'
import { dart, dartAnswerList, dartNoDataStatus, dayOfReceiptNumber } from './dart-answer.ts'
import { cashAtEnd, costConcepts, type DartStatement, dartStatements, statementColumns } from './dart-concepts.ts'
import { koreanDebtOf } from './dart-debt.ts'
import { statementsRequest } from './dart-due.ts'
import { jsonFeed } from './json-feed.ts'

const address = 'https://opendart.fss.or.kr/api/fnlttSinglAcntAll.json'
/** Some thirty accounts of the group and of the company alone, by their names. */
const mainAccounts = 'https://opendart.fss.or.kr/api/fnlttSinglAcnt.json'

/**
 * Statements of companies that report in Korea (opendart.fss.or.kr, `fnlttSinglAcntAll.json`), one report a body. Amounts have no days: the year is
 * that in which the period ends, whenever the fiscal year does. Interim income statements state the quarter and the sum to date; cash flows
 * the sum alone; comparative balance sheets are of the end of the last fiscal year. The receipt number begins with the day of filing. An answer
 * without statements of the group leads to those of the company alone.
 */
export const dartAccounts = jsonFeed({
  id: 'dart-accounts',
  ...dart,
  title: 'DART statements',
  match: (url) => [address, mainAccounts].includes(`${url.origin}${url.pathname}`),
  plan: ({ companies: { korea } }) => korea?.reports.map(({ company, ...report }) => statementsRequest(company, report)) ?? [],
  rows: (answer) => {
    const list = dartAnswerList(answer, 'dart-accounts')
    return Array.isArray(list) && list.length === 0 && answer['status'] !== dartNoDataStatus ? null : list
  },
  absent: () => 'the answer has no list of accounts; inspect the recording',
  codes: { absent: 'LIST_MISSING' },
  read: (list, { url, each }) => {
    const scope = url.searchParams.get('fs_div')
    const accounts = each(list, 'account-row', (row) => accountOf(row, scope) ?? 'no receipt, period, scope or account')
    const ofScope = Object.values(dartStatementScopes).map((one) => accounts.filter((account) => account.scope === one))
    return { rows: { statement_fact: ofScope.flatMap(amountsOf) } }
  },
  next: ({ status }, _, url) => (status === dartNoDataStatus ? alone(url) : []),
})

/** The same report of the company alone, where that of the group was asked for. */
function alone(url: URL): string[] {
  if (url.searchParams.get('fs_div') !== 'CFS') return []
  url.searchParams.delete('crtfc_key')
  url.searchParams.set('fs_div', 'OFS')
  return [url.href]
}

/** Amounts of a report of one scope: of a concept that several statements have the first of them counts. */
function amountsOf(accounts: readonly DartAccount[]): StatementFactRow[] {
  const seen = new Set<string>()
  return dartStatements.flatMap((statement) => {
    const own = accounts.filter((each) => each.statement === statement)
    const stated = [...own.flatMap(withoutMinorities(accounts)), ...(statement === 'BS' ? koreanDebtOf(own) : [])]
    const rows = stated.flatMap((account) => (seen.has(account.concept) ? [] : rowsOf(account, isNegated(own))))
    for (const { concept } of rows) seen.add(concept)
    return rows.filter(isOnce)
  })
}

type Kept = DartAccount & { readonly concept: string }

const minorities = /_(?:NoncontrollingInterests|ProfitLossAttributableToNoncontrollingInterests)$/
const wholes: Readonly<Record<string, { readonly owners: RegExp; readonly name: string }>> = {
  'ifrs-full_ProfitLoss': {
    owners: /^(?:ifrs-full_ProfitLossAttributableToOwnersOfParent|label:지배기업.*순이익)$/u,
    name: 'label:당기순이익',
  },
  'ifrs-full_Equity': {
    owners: /^(?:ifrs-full_EquityAttributableToOwnersOfParent|label:지배기업.*(?:자본|지분))$/u,
    name: 'label:자본총계',
  },
}

/** An account that a line is made of. Where there are minorities and no row of the owners, the whole goes by its name and is not that of the owners. */
function withoutMinorities(accounts: readonly DartAccount[]): (account: DartAccount) => Kept[] {
  const shared = accounts.some(
    ({ account, amounts }) => minorities.test(account) && Object.values(amounts).some((each) => Number(each) !== 0),
  )
  return (account) => {
    if (account.concept === null) return []
    const whole = wholes[account.concept]
    const isWhole =
      whole !== undefined && shared && accounts.every(({ concept }) => concept === null || !whole.owners.test(concept))
    return [{ ...account, concept: isWhole ? whole.name : account.concept }]
  }
}

/** Costs that are above zero wherever they are not stated with the sign of what they do to income. */
const spent = /_(?:CostOfSales|(?:Total)?SellingGeneral\w+|InterestExpense)$/

/** True for a statement in which most of them are below zero. */
function isNegated(accounts: readonly DartAccount[]): boolean {
  const signs = accounts.flatMap(({ account, amounts }) =>
    spent.test(account) ? Object.values(amounts).map((amount) => Math.sign(Number(amount))) : [],
  )
  return signs.reduce((sum, sign) => sum + sign, 0) < 0
}

function rowsOf({ amounts, ...account }: Kept, negated: boolean): StatementFactRow[] {
  const { company, filing, concept, label, currency, year, quarter, form, scope, statement } = account
  const filed = dayOfReceiptNumber(filing)
  const isCash = concept === cashAtEnd
  return statementColumns(statement, quarter).flatMap(([column, months, back]): StatementFactRow[] => {
    const amount = amounts[column]
    // a comparative column has a zero where the row did not exist, as insurance revenue before IFRS 17
    if (amount === undefined || (back > 0 && statement !== 'CF' && Number(amount) === 0)) return []
    return [
      {
        ...{ company, filing, scope, concept, label, filed, basis: 'filed' },
        form: scope === 'separate' ? form + companyAloneSuffix : form,
        value: costConcepts.has(concept) ? costOf(amount, statement, negated) : amount,
        unit: label.includes('주당') || account.account.includes('PerShare') ? `${currency}/shares` : currency,
        ...{ from_day: null, to_day: null, end_year: year, end_quarter: quarter, months_back: back, months: isCash ? 0 : months },
      },
    ]
  })
}

/** A cost as a positive amount. Payments are stated with and without a minus, at times in one statement, and are payments either way. */
function costOf(amount: string, statement: DartStatement, negated: boolean): string {
  const isNegative = amount.startsWith('-')
  if (statement === 'CF') return isNegative ? amount.slice(1) : amount
  if (!negated || Number(amount) === 0) return amount
  return isNegative ? amount.slice(1) : `-${amount}`
}

/** A concept that a statement has in several rows with different amounts, such as a current and a long-term part, has none; equal ones are one. */
function isOnce(row: StatementFactRow, at: number, rows: readonly StatementFactRow[]): boolean {
  const alike = rows.map(
    (other) => other.concept === row.concept && other.months_back === row.months_back && other.months === row.months,
  )
  return alike.indexOf(true) === at && rows.every(({ value }, nth) => !alike[nth] || value === row.value)
}
