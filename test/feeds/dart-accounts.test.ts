import { describe, expect, test } from 'vitest'
import { dartAccounts } from '../../pipeline/feeds/dart-accounts.ts'
import { dartShares } from '../../pipeline/feeds/dart-shares.ts'
import type { StatementFactRow } from '../../pipeline/tables/company.ts'
import { recordingOf } from '../recording-of.ts'

const at = '2026-07-20T12:00:00Z'
const root = 'https://opendart.fss.or.kr/api/'
type Cells = readonly [statement: string, id: string, name: string, now: string | number, more?: object]

function rowsOf(cells: readonly Cells[], scope = 'CFS', code = '11011') {
  const list = cells.map(([sj_div, account_id, account_nm, amount, more = {}]) => ({
    ...{ rcept_no: '20260317000101', reprt_code: code, bsns_year: '2025', corp_code: '00000001', sj_div, account_id, account_nm },
    ...{ thstrm_amount: String(amount), currency: 'KRW', ...more },
  }))
  const body = Buffer.from(JSON.stringify({ status: '000', message: '정상', list }))
  const url = `${root}fnlttSinglAcntAll.json?corp_code=00000001&bsns_year=2025&reprt_code=${code}&fs_div=${scope}`
  return dartAccounts.parse(body, recordingOf(url, body, at)).rows.statement_fact ?? []
}
const values = (rows: readonly StatementFactRow[]) => rows.map(({ concept, value }) => [concept, value])
const none = '-표준계정코드 미사용-'
const sheet = (...rows: Cells[]): Cells[] => [
  ['BS', 'ifrs-full_CurrentLiabilities', '유동부채', 100],
  ...rows,
  ['BS', 'ifrs-full_NoncurrentLiabilities', '비유동부채', 50],
  ['BS', 'ifrs-full_NoncurrentPortionOfNoncurrentBondsIssued', '사채', 50],
]
const debts = (rows: readonly StatementFactRow[]) => values(rows.filter(({ concept }) => concept.startsWith('sum:')))

describe('accounts of a report', () => {
  test('go by the name where it says that they are another line, or where it has no standard id', () => {
    const rows = rowsOf([
      ['IS', 'ifrs-full_GrossProfit', 'Ⅰ. 영업수익', 90],
      ['IS', none, '(1) 영업이익(손실)', '-1,234'],
      ['BS', none, '매출채권', 7],
      ['BS', 'ifrs-full_NoncurrentTradeReceivables', '매출채권', 8],
    ])
    expect(values(rows)).toEqual([
      ['label:영업수익', '90'],
      ['label:영업이익', '-1234'],
      ['label:매출채권', '7'],
    ])
  })
  test('have ids of an older taxonomy before 2019', () => {
    expect(values(rowsOf([['BS', 'ifrs_Assets', '자산총계', 5]]))).toEqual([['ifrs-full_Assets', '5']])
  })
  test('of a group with minorities and no row of the owners are not those of the owners', () => {
    const whole: Cells[] = [
      ['IS', 'ifrs-full_ProfitLoss', '당기순이익', 10],
      ['BS', 'ifrs-full_Equity', '자본총계', 80],
    ]
    expect(values(rowsOf(whole))).toEqual([
      ['ifrs-full_ProfitLoss', '10'],
      ['ifrs-full_Equity', '80'],
    ])
    expect(values(rowsOf([...whole, ['BS', 'ifrs-full_NoncontrollingInterests', '비지배지분', 3]])).slice(0, 2)).toEqual([
      ['label:당기순이익', '10'],
      ['label:자본총계', '80'],
    ])
  })
  test('that a statement has twice with different amounts are left out, and the first statement counts', () => {
    expect(
      values(
        rowsOf([
          ['CIS', 'ifrs-full_ProfitLoss', '당기순이익', 11],
          ['IS', 'ifrs-full_ProfitLoss', '당기순이익', 10],
          ['IS', 'ifrs-full_InterestExpense', '이자비용', 1],
          ['IS', 'ifrs-full_InterestExpense', '이자비용', 2],
        ]),
      ),
    ).toEqual([['ifrs-full_ProfitLoss', '10']])
  })
  test('state costs positive whatever sign the statement gives them, and a tax benefit negative', () => {
    const rows = rowsOf([
      ['IS', 'ifrs-full_CostOfSales', '매출원가', -60],
      ['IS', 'dart_TotalSellingGeneralAdministrativeExpenses', '판매비와관리비', -20],
      ['IS', 'ifrs-full_IncomeTaxExpenseContinuingOperations', '법인세비용', 3],
      ['CF', 'ifrs-full_PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities', '유형자산의 취득', -5],
    ])
    expect(rows.map(({ value }) => value)).toEqual(['60', '20', '-3', '5'])
  })
  test('of the company alone say so in the form', () => {
    expect(rowsOf([['BS', 'ifrs-full_Assets', '자산총계', 5]], 'OFS')[0]).toMatchObject({
      scope: 'separate',
      form: 'annual report of the company alone',
    })
  })
})

describe('debt', () => {
  test('is all rows of a section that are some, with or without a standard id', () => {
    const rows = rowsOf(
      sheet(
        ['BS', none, '단기차입금', 30],
        ['BS', 'ifrs-full_CurrentPortionOfLongtermBorrowings', '유동성장기부채', 20],
        ['BS', none, '미지급금', 50],
      ),
    )
    expect(debts(rows)).toEqual([
      ['sum:debt in current liabilities', '50'],
      ['sum:debt in non-current liabilities', '50'],
    ])
    expect(rows.at(-2)!.label).toBe('단기차입금 + 유동성장기부채')
  })
  test.each([
    ['whose rows do not add up to the total of a section', ['BS', none, '단기차입금', 30]],
    ['that may stand among other liabilities', ['BS', none, '단기금융부채', 100]],
    ['beside preferred shares that are liabilities', ['BS', none, '상환전환우선주부채', 100]],
  ] satisfies [string, Cells][])('%s is none', (_, row) => {
    expect(debts(rowsOf(sheet(row)))).toEqual([])
  })
  test('does not include interest owed, derivatives and current portions of payables', () => {
    const rows = rowsOf(
      sheet(['BS', none, '미지급사채이자', 40], ['BS', none, '전환사채파생상품부채', 35], ['BS', none, '유동성장기미지급금', 25]),
    )
    expect(debts(rows)).toEqual([['sum:debt in non-current liabilities', '50']])
  })
})

describe('shares and dividends', () => {
  const parsed = (page: string, list: readonly object[], code = '11011') => {
    const body = Buffer.from(
      JSON.stringify({
        status: '000',
        list: list.map((row) => ({ rcept_no: '20260814000001', corp_code: '00000001', stlm_dt: '2026-06-30', ...row })),
      }),
    )
    const { rows, rejected } = dartShares.parse(body, recordingOf(`${root}${page}.json?reprt_code=${code}`, body, at))
    return { facts: rows.statement_fact ?? [], rules: rejected.map(({ rule }) => rule) }
  }
  const counted = (se: string, issued: string, own: string, rest: string) => ({
    se,
    istc_totqy: issued,
    tesstk_co: own,
    distb_stock_co: rest,
  })
  test('ordinary shares say whether there are others', () => {
    const alone = parsed('stockTotqySttus', [counted('보통주', '1,000', '-', '1,000'), counted('우선주', '-', '-', '-')])
    expect(alone.facts).toMatchObject([{ concept: 'distb_stock_co', value: '1000', to_day: '2026-06-30', unit: 'shares' }])
    const beside = parsed('stockTotqySttus', [counted('보통주', '1,000', '100', '900'), counted('종류주식', '5', '-', '5')])
    expect(beside.facts).toMatchObject([{ concept: 'distb_stock_co (보통주)', value: '900' }])
  })
  test('a count that does not follow from issued and own shares is rejected', () => {
    expect(parsed('stockTotqySttus', [counted('보통주', '1,000', '100', '1,000')])).toEqual({ facts: [], rules: ['share-count'] })
    expect(parsed('stockTotqySttus', [{ ...counted('보통주', '1', '-', '1'), stlm_dt: '' }]).rules).toEqual(['share-row'])
  })
  test('dividends are of the year to date and of the two fiscal years before', () => {
    const row = { se: '주당 현금배당금(원)', stock_knd: '보통주', thstrm: '500', frmtrm: '1,200', lwfr: '-' }
    const { facts } = parsed('alotMatter', [row, { ...row, stock_knd: '우선주', thstrm: '505' }], '11012')
    expect(facts.map(({ value, from_day, to_day }) => [value, from_day, to_day])).toEqual([
      ['500', '2026-01-01', '2026-06-30'],
      ['1200', '2025-01-01', '2025-12-31'],
    ])
  })
  test('nothing where there is no such report; a refusal is one', () => {
    expect(() =>
      dartShares.parse(
        Buffer.from('{"status":"020","message":"x"}'),
        recordingOf(`${root}alotMatter.json`, Buffer.from('x'), at),
      ),
    ).toThrow(/DART answered 020/)
    expect(parsed('alotMatter', []).facts).toEqual([])
  })
})
