import { koreanFiler } from './issuers.ts'
import { noiseSeedOf, normalNoise } from './noise.ts'

const million = 1_000_000
/** Ordinary shares, and those the bank holds itself. */
export const bankShares = { issued: 96_400_000, own: 1_150_000 } as const
const outstanding = bankShares.issued - bankShares.own
const firstYear = 2018
const minorities = 0.008

const millions = (amount: number): number => Math.round(amount) * million

/** What a quarter grows out of, in won: at first, of the quarter before the first. */
const opening = {
  retained: millions(2_900_000),
  shared: millions(31_000),
  cash: millions(2_430_000),
  bonds: millions(9_750_000),
  paidOf: 1_000,
}

/** What the invented bank owns, owes and earns in a quarter, in won; it grows out of the quarter before. */
function next(before: typeof opening, nth: number) {
  const chance = (what: string) => normalNoise(noiseSeedOf(`${koreanFiler.corp_code} ${what}`), nth)
  const size = 1.009 ** nth * (1 + 0.004 * chance('size'))
  const interest_income = millions(812_000 * size * (1 + 0.01 * chance('interest')))
  const bank_interest_expense = millions(431_000 * size * (1 + 0.012 * chance('cost')))
  const fees = millions(58_000 * size * (1 + 0.05 * chance('fees')))
  const administration = millions(204_000 * size)
  const provision_credit_losses = millions(41_000 * size * (1 + 0.2 * chance('losses')))
  const net_interest_income = interest_income - bank_interest_expense
  const operating = net_interest_income + fees - administration - provision_credit_losses
  const income_tax = millions((0.242 * operating) / million)
  const net_income_with_minorities = operating - income_tax
  const minority_interest_income = millions((minorities * net_income_with_minorities) / million)
  const net_income = net_income_with_minorities - minority_interest_income
  // the dividend on the fiscal year before is paid in the second quarter
  const dividends_paid = nth % 4 === 1 ? before.paidOf * outstanding : 0
  const bonds = millions(9_800_000 * size)
  const deposits = millions(51_200_000 * size)
  const retained = before.retained + net_income - dividends_paid
  const shared = before.shared + minority_interest_income
  const total_liabilities = deposits + bonds + millions(3_900_000 * size)
  const total_assets = total_liabilities + retained + shared + millions(1_600_000)
  const cash = millions(2_450_000 * size)
  const capital_expenditure = millions(9_000 * size)
  const financing_cash_flow = bonds - before.bonds - dividends_paid
  return {
    flows: {
      ...{
        revenue: interest_income + fees + millions(120_000 * size),
        interest_income,
        bank_interest_expense,
        net_interest_income,
      },
      ...{ provision_credit_losses, operating_income: operating, pretax_income: operating, income_tax },
      ...{ net_income_with_minorities, net_income, minority_interest_income, capital_expenditure, dividends_paid },
      operating_cash_flow: cash - before.cash + capital_expenditure - financing_cash_flow,
      ...{ investing_cash_flow: -capital_expenditure, financing_cash_flow },
    },
    sheet: {
      ...{ loans: millions((0.81 * total_assets) / million), total_assets, deposits, bonds, total_liabilities },
      ...{ equity: total_assets - total_liabilities - shared, minority_interest: shared, cash },
    },
    before: { retained, shared, cash, bonds, paidOf: before.paidOf },
  }
}
export type BankQuarter = Pick<ReturnType<typeof next>, 'flows' | 'sheet'>

/** The dividend on the last four of the quarters. */
const dividendOf = (quarters: readonly BankQuarter[]): number =>
  Math.floor((0.27 * quarters.slice(-4).reduce((sum, { flows }) => sum + flows.net_income, 0)) / outstanding / 10) * 10

/** All quarters of the bank to that of a year, the first of 2018 at the top. */
function quartersTo(year: number, quarter: number): BankQuarter[] {
  const quarters: BankQuarter[] = []
  let before = opening
  for (let nth = 0; nth < 4 * (year - firstYear) + quarter; nth++) {
    const made = next(before, nth)
    quarters.push(made)
    const paidOf = nth % 4 === 3 ? dividendOf(quarters) : before.paidOf
    before = { ...made.before, paidOf }
  }
  return quarters
}

const summed = (quarters: readonly BankQuarter[]): BankQuarter['flows'] =>
  quarters
    .map(({ flows }) => flows)
    .reduce(
      (sum, each) =>
        Object.fromEntries(
          Object.entries(sum).map(([line, value]) => [line, value + each[line as keyof typeof each]]),
        ) as typeof sum,
    )

/** A fiscal quarter, the sum of its year to date, and the balance sheet at its end. */
export function bankAt(year: number, quarter: number) {
  const quarters = quartersTo(year, quarter)
  return { quarter: quarters.at(-1)!.flows, toDate: summed(quarters.slice(-quarter)), sheet: quarters.at(-1)!.sheet }
}

/** The dividend for a share on a fiscal year. */
export const bankDividend = (year: number): number => dividendOf(quartersTo(year, 4))

/** Earnings per share, as statements round them. */
export const bankEps = (income: number): number => Math.round(income / outstanding)
