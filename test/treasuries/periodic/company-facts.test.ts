import { describe, expect, test } from 'vitest'
import { readCompanyFacts } from '../../../pipeline/treasuries/periodic/company-facts.ts'
import type { BalanceSheetFacts } from '../../../pipeline/warehouse/companies/reports.ts'

const name = 'LongTermDebtMaturitiesRepaymentsOfPrincipal'
const day = '2026-03-31'
const filing = { form: '10-Q', accession: '0009900001-26-000001', filed: '2026-05-04', url: '', knownAt: '2026-05-04T20:00:00Z' }
type Amount = BalanceSheetFacts['amounts'][number]
const fact = (concept: string, value: number): Amount => ({ concept: `us-gaap:${concept}`, value })
const rows = [5, 10, 0, 985, 0].map((amount, at) =>
  fact(`${name}In${['NextTwelveMonths', 'YearTwo', 'YearThree', 'YearFour', 'YearFive'][at]}`, amount),
)
const read = (...more: Amount[]) => readCompanyFacts({ periodEnd: day, amounts: [...rows, ...more] }, filing)

describe('company facts of a filing', () => {
  test('repayments of principal are the debt where the balance sheet carries it less costs of issue', () => {
    const { debt, maturities, ...rest } = read(fact('LongTermDebt', 990), fact('Assets', 5_000))
    expect(debt).toMatchObject([{ principal: 1_000, couponPercent: null, maturity: null }])
    expect(maturities.map(({ amount, to }) => [amount, to])).toEqual([5, 10, 0, 985, 0].map((amount) => [amount, null]))
    expect(rest).toMatchObject({ totalAssets: 5_000, cash: null, dueWithin24Months: null })
  })

  test('years of an annual report, and rolling ones, make what is due within 24 months', () => {
    const annual = { periodEnd: day, amounts: [...rows, fact('LongTermDebt', 990)] }
    expect(readCompanyFacts(annual, { ...filing, form: '10-K' }).dueWithin24Months).toBe(15)
    const rolling = rows.map(({ concept, value }) => ({
      concept: concept.replace(/In(Next|Year)/, 'In$1Rolling').replace('YearRolling', 'RollingYear'),
      value,
    }))
    expect(readCompanyFacts({ periodEnd: day, amounts: [...rolling, fact('LongTermDebt', 990)] }, filing).dueWithin24Months).toBe(
      15,
    )
  })

  test.each([
    ['interest among the rows', [fact('LongTermDebt', 960)]],
    ['carried above principal', [fact('LongTermDebt', 1_001)]],
    ['no carrying value', []],
    ['other debt on the balance sheet', [fact('LongTermDebt', 990), fact('CommercialPaper', 50)]],
    ['loans of related parties', [fact('LongTermDebt', 990), fact('DueToRelatedPartiesCurrent', 50)]],
    ['two carrying values', [fact('LongTermDebt', 990), fact('LongTermDebt', 985)]],
  ])('%s: no debt and no maturities', (_, more) => {
    expect(read(...more)).toMatchObject({ debt: null, maturities: [] })
  })

  test('what stands by class, by instrument or by own concepts only is null, not none', () => {
    const report = read(fact('PreferredStockValue', 0), fact('CryptoAssetFairValue', 700))
    expect(report).toMatchObject({ btc: null, btcFairValue: null, preferred: null, coverShares: [] })
  })
})
