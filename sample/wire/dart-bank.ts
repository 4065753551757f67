import { koreanFiler } from '../world/issuers.ts'
import { bankAt, bankDividend, bankEps, bankShares } from '../world/korean-bank.ts'
import { json, type WireFormat } from './answer.ts'

const host = 'opendart.fss.or.kr'
const nothing = json({ status: '013', message: '조회된 데이타가 없습니다.' })
const answer = (list: readonly object[]) => json({ status: '000', message: '정상', list })

/** Reports by their code: the fiscal quarter they end with, and the month and day on which the bank files them. */
const reports: Readonly<Record<string, { readonly quarter: number; readonly filed: string }>> = {
  '11013': { quarter: 1, filed: '0514' },
  '11012': { quarter: 2, filed: '0813' },
  '11014': { quarter: 3, filed: '1113' },
  '11011': { quarter: 4, filed: '0317' },
}
const firstYear = 2020

/** The report that a request asks for; null for one that the bank has not filed by then. */
function reportAsked(
  { corp_code: company, bsns_year = '', reprt_code: code = '' }: Readonly<Record<string, string>>,
  now: number,
) {
  const [report, year] = [reports[code], Number(bsns_year)]
  if (report === undefined || company !== koreanFiler.corp_code || !(year >= firstYear)) return null
  const day = `${report.quarter === 4 ? year + 1 : year}${report.filed}`
  if (Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`) + 86_400_000 > now) return null
  const filing = { rcept_no: `${day}000101`, reprt_code: code, bsns_year, corp_code: koreanFiler.corp_code }
  const end = new Date(Date.UTC(year, 3 * report.quarter, 0)).toISOString().slice(0, 10)
  return { year, quarter: report.quarter, filing, end }
}

/** `company.json` of OpenDART: the invented bank. */
export const dartCompany: WireFormat = {
  host,
  path: /^\/api\/company\.json$/,
  answer({ query }) {
    if (query['corp_code'] !== koreanFiler.corp_code) return nothing
    return json({
      status: '000',
      message: '정상',
      ...koreanFiler,
      corp_name_eng: 'Specimen Cloud Bank (SAMPLE DATA)',
      induty_code: '64121',
      acc_mt: '12',
    })
  },
}

type Amounts = ReturnType<typeof bankAt>
/** Rows of its statements: the id and the name of each account, and its amount. */
const income = [
  ['ifrs-full_Revenue', 'Ⅰ. 영업수익', 'revenue'],
  ['ifrs-full_RevenueFromInterest', '1. 이자수익', 'interest_income'],
  ['ifrs-full_InterestExpense', '2. 이자비용', 'bank_interest_expense'],
  ['ifrs-full_InterestRevenueExpense', 'Ⅱ. 순이자손익', 'net_interest_income'],
  [
    'ifrs-full_ImpairmentLossImpairmentGainAndReversalOfImpairmentLossDeterminedInAccordanceWithIFRS9',
    '신용손실충당금 전입액',
    'provision_credit_losses',
  ],
  ['dart_OperatingIncomeLoss', '영업이익', 'operating_income'],
  ['ifrs-full_ProfitLossBeforeTax', '법인세비용차감전순이익', 'pretax_income'],
  ['ifrs-full_IncomeTaxExpenseContinuingOperations', '법인세비용', 'income_tax'],
  ['ifrs-full_ProfitLoss', '당기순이익', 'net_income_with_minorities'],
  ['ifrs-full_ProfitLossAttributableToOwnersOfParent', '지배기업주주지분순이익', 'net_income'],
  ['ifrs-full_ProfitLossAttributableToNoncontrollingInterests', '비지배지분순이익', 'minority_interest_income'],
] as const
const cashFlow = [
  ['ifrs-full_CashFlowsFromUsedInOperatingActivities', '영업활동으로부터의 현금흐름', 'operating_cash_flow'],
  ['ifrs-full_CashFlowsFromUsedInInvestingActivities', '투자활동으로부터의 현금흐름', 'investing_cash_flow'],
  ['ifrs-full_PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities', '유형자산의 취득', 'capital_expenditure'],
  ['ifrs-full_CashFlowsFromUsedInFinancingActivities', '재무활동으로부터의 현금흐름', 'financing_cash_flow'],
  ['ifrs-full_DividendsPaidClassifiedAsFinancingActivities', '배당금의 지급', 'dividends_paid'],
] as const
const balance = [
  ['dart_LoansAtAmortisedCost', '상각후원가 측정 대출채권', ({ loans }) => loans],
  ['ifrs-full_Assets', '자산총계', ({ total_assets }) => total_assets],
  ['ifrs-full_DepositsFromCustomers', '예수부채', ({ deposits }) => deposits],
  ['ifrs-full_BondsIssued', '사채', ({ bonds }) => bonds],
  ['ifrs-full_Liabilities', '부채총계', ({ total_liabilities }) => total_liabilities],
  ['ifrs-full_EquityAttributableToOwnersOfParent', '지배기업주주지분', ({ equity }) => equity],
  ['ifrs-full_NoncontrollingInterests', '비지배지분', ({ minority_interest }) => minority_interest],
  ['ifrs-full_Equity', '자본총계', ({ equity, minority_interest }) => equity + minority_interest],
  ['ifrs-full_EquityAndLiabilities', '부채와자본총계', ({ total_assets }) => total_assets],
] as const satisfies readonly (readonly [string, string, (sheet: Amounts['sheet']) => number])[]

/** `fnlttSinglAcntAll.json` of OpenDART: the statements of the bank and its subsidiaries. */
export const dartAccounts: WireFormat = {
  host,
  path: /^\/api\/fnlttSinglAcntAll\.json$/,
  parameters: ['corp_code', 'bsns_year', 'reprt_code', 'fs_div', 'crtfc_key'],
  answer({ query, now }) {
    const asked = query['fs_div'] === 'CFS' ? reportAsked(query, now) : null
    if (asked === null) return nothing
    const { year, quarter, filing } = asked
    const isYear = quarter === 4
    const [own, last, before] = [
      bankAt(year, quarter),
      bankAt(year - 1, isYear ? 4 : quarter),
      bankAt(year - (isYear ? 2 : 1), 4),
    ]
    const row = (sj_div: string, nth: number, account_id: string, account_nm: string, amounts: object) => ({
      ...{ ...filing, sj_div, account_id, account_nm, account_detail: '-' },
      ...Object.fromEntries(Object.entries(amounts).map(([name, value]) => [name, String(value)])),
      ...{ ord: String(nth + 1), currency: 'KRW' },
    })
    const flow = (amount: (each: Amounts['quarter']) => number, isCash = false) => {
      if (isYear)
        return { thstrm_amount: amount(own.toDate), frmtrm_amount: amount(last.toDate), bfefrmtrm_amount: amount(before.toDate) }
      if (isCash) return { thstrm_amount: amount(own.toDate), frmtrm_q_amount: amount(last.toDate) }
      const sums = { thstrm_add_amount: amount(own.toDate), frmtrm_add_amount: amount(last.toDate) }
      return { thstrm_amount: amount(own.quarter), frmtrm_q_amount: amount(last.quarter), ...sums }
    }
    const sheets = (amount: (each: Amounts['sheet']) => number) => ({
      ...{ thstrm_amount: amount(own.sheet), frmtrm_amount: amount(isYear ? last.sheet : before.sheet) },
      ...(isYear && { bfefrmtrm_amount: amount(before.sheet) }),
    })
    const cash = { thstrm_amount: own.sheet.cash, [isYear ? 'frmtrm_amount' : 'frmtrm_q_amount']: last.sheet.cash }
    return answer([
      ...balance.map(([id, name, amount], nth) => row('BS', nth, id, name, sheets(amount))),
      ...income.map(([id, name, line], nth) =>
        row(
          'CIS',
          nth,
          id,
          name,
          flow((each) => each[line]),
        ),
      ),
      row(
        'CIS',
        income.length,
        'ifrs-full_BasicEarningsLossPerShare',
        '기본주당이익',
        flow((each) => bankEps(each.net_income)),
      ),
      ...cashFlow.map(([id, name, line], nth) =>
        row(
          'CF',
          nth,
          id,
          name,
          flow((each) => each[line], true),
        ),
      ),
      row('CF', cashFlow.length, 'ifrs-full_CashAndCashEquivalents', '기말 현금 및 현금성자산', cash),
    ])
  },
}

const won = (amount: number): string => amount.toLocaleString('en-GB')

/** `stockTotqySttus.json` of OpenDART: ordinary shares alone. */
export const dartShares: WireFormat = {
  host,
  path: /^\/api\/stockTotqySttus\.json$/,
  answer({ query, now }) {
    const asked = reportAsked(query, now)
    if (asked === null) return nothing
    const { issued, own } = bankShares
    const row = (se: string, counts: readonly (number | null)[]) => {
      const [istc_totqy, tesstk_co, distb_stock_co] = counts.map((count) => (count === null ? '-' : won(count)))
      return { ...asked.filing, se, istc_totqy, tesstk_co, distb_stock_co, stlm_dt: asked.end }
    }
    return answer([
      row('보통주', [issued, own, issued - own]),
      row('우선주', [null, null, null]),
      row('합계', [issued, own, issued - own]),
    ])
  },
}

/** `alotMatter.json` of OpenDART: the dividend on the fiscal year and on the two before. */
export const dartDividends: WireFormat = {
  host,
  path: /^\/api\/alotMatter\.json$/,
  answer({ query, now }) {
    const asked = reportAsked(query, now)
    if (asked === null || asked.quarter !== 4) return nothing
    const [thstrm, frmtrm, lwfr] = [0, 1, 2].map((back) => won(bankDividend(asked.year - back)))
    return answer([{ ...asked.filing, se: '주당 현금배당금(원)', stock_knd: '보통주', thstrm, frmtrm, lwfr, stlm_dt: asked.end }])
  },
}
