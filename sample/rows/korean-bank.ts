import { dayNumber, dayOf } from '../../pipeline/time/day.ts'
import { koreanFiler } from '../world/issuers.ts'
import { bankAt, bankDividend, bankEps, bankShares } from '../world/korean-bank.ts'
import type { Asked, SampleAnswer, SampleAnswers } from './publication.ts'
import { factOf, type StatementFactRow, type StatementReport } from './statements.ts'

/** Lines of the bank by the account under which it files them and the name of that. */
const accounts = `
revenue ifrs-full_Revenue 영업수익
interest_income ifrs-full_RevenueFromInterest 이자수익
bank_interest_expense ifrs-full_InterestExpense 이자비용
net_interest_income ifrs-full_InterestRevenueExpense 순이자손익
provision_credit_losses ifrs-full_ImpairmentLossImpairmentGainAndReversalOfImpairmentLossDeterminedInAccordanceWithIFRS9 신용손실충당금 전입액
operating_income dart_OperatingIncomeLoss 영업이익
pretax_income ifrs-full_ProfitLossBeforeTax 법인세비용차감전순이익
income_tax ifrs-full_IncomeTaxExpenseContinuingOperations 법인세비용
net_income_with_minorities ifrs-full_ProfitLoss 당기순이익
net_income ifrs-full_ProfitLossAttributableToOwnersOfParent 지배기업주주지분순이익
minority_interest_income ifrs-full_ProfitLossAttributableToNoncontrollingInterests 비지배지분순이익
eps ifrs-full_BasicEarningsLossPerShare 기본주당이익
operating_cash_flow ifrs-full_CashFlowsFromUsedInOperatingActivities 영업활동으로부터의 현금흐름
investing_cash_flow ifrs-full_CashFlowsFromUsedInInvestingActivities 투자활동으로부터의 현금흐름
capital_expenditure ifrs-full_PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities 유형자산의 취득
financing_cash_flow ifrs-full_CashFlowsFromUsedInFinancingActivities 재무활동으로부터의 현금흐름
dividends_paid ifrs-full_DividendsPaidClassifiedAsFinancingActivities 배당금의 지급
loans dart_LoansAtAmortisedCost 상각후원가 측정 대출채권
total_assets ifrs-full_Assets 자산총계
deposits ifrs-full_DepositsFromCustomers 예수부채
total_liabilities ifrs-full_Liabilities 부채총계
equity ifrs-full_EquityAttributableToOwnersOfParent 지배기업주주지분
minority_interest ifrs-full_NoncontrollingInterests 비지배지분
equity_with_minorities ifrs-full_Equity 자본총계
total_assets ifrs-full_EquityAndLiabilities 부채와자본총계
cash dart_CashAndCashEquivalentsAtEndOfPeriodCf 기말 현금 및 현금성자산
`
const rows = accounts
  .trim()
  .split('\n')
  .map((row) => /^(\S+) (\S+) (.+)$/.exec(row)!.slice(1) as [line: string, account: string, name: string])

/** Reports by their code: the fiscal quarter they end with, and the month and day on which the bank files them. */
const reports: Readonly<Record<string, readonly [quarter: number, filed: string, form: string]>> = {
  '11013': [1, '05-14', 'quarterly report'],
  '11012': [2, '08-13', 'half-year report'],
  '11014': [3, '11-13', 'quarterly report'],
  '11011': [4, '03-17', 'annual report'],
}
const firstYear = 2020

/** The report that a request asks for; null for one that the bank has not filed by then. */
function reportAsked({ url: { searchParams: asked }, now }: Asked) {
  const [report, year] = [reports[asked.get('reprt_code') ?? ''], Number(asked.get('bsns_year'))]
  if (report === undefined || asked.get('corp_code') !== koreanFiler.corp_code || !(year >= firstYear)) return null
  const [quarter, on, form] = report
  const filed = `${quarter === 4 ? year + 1 : year}-${on}`
  if (dayNumber(filed)! >= dayOf(now)) return null
  const filing: StatementReport = {
    ...{ company: `kr:${koreanFiler.corp_code}`, filing: `${filed.replaceAll('-', '')}000101`, form, filed, basis: 'filed' },
  }
  return { year, quarter, filing, end: new Date(Date.UTC(year, 3 * quarter, 0)).toISOString().slice(0, 10) }
}

/** The statements of the bank and its subsidiaries: an annual report states three years, others the same part of the previous year. */
function statements(asked: Asked): SampleAnswer {
  const report = asked.url.searchParams.get('fs_div') === 'CFS' ? reportAsked(asked) : null
  if (report === null) return {}
  const { year, quarter, filing } = report
  const isYear = quarter === 4
  const facts = (back: number, months: number, values: Readonly<Record<string, number>>, lines: RegExp): StatementFactRow[] =>
    rows
      .filter(([line]) => line in values && lines.test(line))
      .map(([line, concept, label]) =>
        factOf(filing, {
          ...{ concept, label, unit: line === 'eps' ? 'KRW/shares' : 'KRW', value: String(values[line]) },
          ...{ end_year: year, end_quarter: quarter, months_back: back, months },
        }),
      )
  const flows = (back: number, lines: RegExp): StatementFactRow[] => {
    const { quarter: own, toDate } = bankAt(year - back / 12, quarter)
    const withEps = (each: typeof own) => ({ ...each, eps: bankEps(each.net_income) })
    const isPart = quarter === 2 || quarter === 3
    return [
      ...facts(back, 3 * quarter, withEps(toDate), lines),
      ...(isPart ? facts(back, 3, withEps(own), /^(?!.*(cash_flow|capital|dividends))/) : []),
    ]
  }
  const sheet = (back: number, { sheet: values }: ReturnType<typeof bankAt>, lines = /^(?!cash$)/) =>
    facts(back, 0, { ...values, equity_with_minorities: values.equity + values.minority_interest }, lines)
  const statement_fact = [
    ...(isYear ? [0, 12, 24] : [0, 12]).flatMap((back) => flows(back, /./)),
    ...sheet(0, bankAt(year, quarter), /./),
    ...sheet(12, bankAt(year - 1, quarter), isYear ? /./ : /^cash$/),
    ...(isYear ? sheet(24, bankAt(year - 2, 4)) : sheet(3 * quarter, bankAt(year - 1, 4))),
  ]
  return { rows: { statement_fact } }
}

/** Ordinary shares alone; or of an annual report the dividend on the year and on the two before. */
function shares(asked: Asked): SampleAnswer {
  const report = reportAsked(asked)
  if (report === null) return {}
  const { year, quarter, filing, end } = report
  const { issued, own } = bankShares
  if (asked.url.pathname === '/api/stockTotqySttus.json') {
    const count = { concept: 'distb_stock_co', label: '보통주', unit: 'shares', value: String(issued - own), to_day: end }
    return { rows: { statement_fact: [factOf(filing, count)] } }
  }
  const dividends = (quarter === 4 ? [0, 1, 2] : []).map((back) =>
    factOf(filing, {
      ...{ concept: 'label:주당현금배당금(원)', label: '주당 현금배당금(원)', unit: 'KRW/shares' },
      ...{ value: String(bankDividend(year - back)), from_day: `${year - back}-01-01`, to_day: `${year - back}-12-31` },
    }),
  )
  return { rows: { statement_fact: dividends } }
}

export const koreanBank: SampleAnswers = { 'dart-accounts': statements, 'dart-shares': shares }
