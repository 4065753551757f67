import { dayMs, dayNumber, weekday } from '../../pipeline/time/day.ts'
import { noiseSeedOf, normalNoise } from './noise.ts'
import type { Reporter } from './reporters.ts'

/** Last day of a fiscal quarter (1 to 4), a day number. */
export function quarterEnd({ fiscal }: Reporter, year: number, quarter: number): number {
  if (fiscal === 'months') return Date.UTC(year, 3 * quarter, 0) / dayMs
  const august = Date.UTC(quarter === 4 ? year : year - 1, 8, 0) / dayMs
  const saturday = august + ((16 - weekday(august)) % 7) - 3
  return quarter === 4 ? saturday : saturday + 84 * quarter
}

/** First day of a fiscal quarter, a day number. */
export const quarterStart = (row: Reporter, year: number, quarter: number): number =>
  1 + (quarter === 1 ? quarterEnd(row, year - 1, 4) : quarterEnd(row, year, quarter - 1))

/** Balances other than totals, US dollars. */
type Parts = ReturnType<typeof opening>['parts']

function balanceOf({ accrued, paidIn, ...parts }: Parts) {
  const current_assets = parts.cash + parts.receivables + parts.inventory
  const current_liabilities = parts.payables + accrued + parts.short_term_debt
  const total_liabilities = current_liabilities + parts.long_term_debt
  const equity = paidIn + parts.retained_earnings
  return {
    ...{ ...parts, current_assets, current_liabilities, total_liabilities, equity },
    total_assets: current_assets + parts.property_plant_equipment + parts.goodwill,
    liabilities_and_equity: total_liabilities + equity,
  }
}

/** Income, costs and payments of a quarter without their totals, US dollars. */
type Payments = ReturnType<typeof operationsIn>['payments'] & { readonly buybacks: number }

function flowsOf({ workingCapital, borrowed, ...flows }: Payments) {
  const gross_profit = flows.revenue - flows.cost_of_revenue
  const operating_income = gross_profit - flows.research_development - flows.selling_general_admin
  const pretax_income = operating_income - flows.interest_expense
  const net_income = pretax_income - flows.income_tax
  return {
    ...{ ...flows, gross_profit, operating_income, pretax_income, net_income },
    operating_cash_flow: net_income + flows.depreciation_amortisation + flows.stock_compensation - workingCapital,
    investing_cash_flow: -flows.capital_expenditure,
    financing_cash_flow: borrowed - flows.dividends_paid - flows.buybacks,
  }
}

const thousands = (amount: number): number => Math.round(amount / 1_000) * 1_000
const sum = (amounts: Readonly<Record<string, number>>): number => Object.values(amounts).reduce((total, each) => total + each, 0)
const taxRate = 0.24
const season = [0.97, 1.04, 0.96, 1.02] as const

/** The balance sheet that the first quarter begins with. */
function opening({ weeklyRevenue: week, costShare, shares }: Reporter) {
  const weeks = (many: number) => thousands(many * week)
  const [assets, debts] = [
    {
      cash: weeks(6),
      receivables: weeks(4.2),
      inventory: weeks(9 * costShare),
      property_plant_equipment: weeks(20),
      goodwill: weeks(11),
    },
    { payables: weeks(5.5 * costShare), accrued: weeks(3), short_term_debt: weeks(1.2), long_term_debt: weeks(9) },
  ]
  const paidIn = weeks(8)
  return { trend: week, shares, parts: { ...assets, ...debts, paidIn, retained_earnings: sum(assets) - sum(debts) - paidIn } }
}

/** What a company earns, spends and owes in a fiscal quarter; `trend` is revenue per week without season and chance. */
function operationsIn(row: Reporter, before: ReturnType<typeof opening>, year: number, quarter: number) {
  const { parts: was } = before
  const chance = (what: string) => normalNoise(noiseSeedOf(`${row.cik} ${what}`), 4 * year + quarter)
  const weeks = (quarterEnd(row, year, quarter) - quarterStart(row, year, quarter) + 1) / 7
  const trend = before.trend * (1.011 + 0.012 * chance('trend'))
  const week = trend * season[quarter - 1]! * (1 + 0.015 * chance('revenue'))
  const share = (size: number, what: string, spread: number) => thousands(weeks * week * size * (1 + spread * chance(what)))
  const revenue = thousands(weeks * week)
  const costs = {
    cost_of_revenue: share(row.costShare, 'cost', 0.015),
    research_development: share(0.016, 'research', 0.05),
    selling_general_admin: share(0.215, 'selling', 0.03),
    interest_expense: thousands(((was.short_term_debt + was.long_term_debt) * 0.047 * weeks) / 52),
  }
  const costOfWeek = costs.cost_of_revenue / weeks
  const current = {
    receivables: thousands(week * (4.2 + 0.15 * chance('receivables'))),
    inventory: thousands(costOfWeek * (9 + 0.4 * chance('inventory'))),
    payables: thousands(costOfWeek * (5.5 + 0.25 * chance('payables'))),
    accrued: thousands(week * 3),
  }
  const debt = { short_term_debt: thousands(1.2 * trend), long_term_debt: thousands(9 * trend) }
  const tiedUp = ({ receivables, inventory, payables, accrued }: typeof current) => receivables + inventory - payables - accrued
  const payments = {
    ...{ revenue, ...costs, income_tax: thousands(taxRate * (revenue - sum(costs))) },
    depreciation_amortisation: thousands((was.property_plant_equipment * 0.105 * weeks) / 52),
    stock_compensation: share(0.009, 'awards', 0.1),
    capital_expenditure: share(0.044, 'plant', 0.12),
    dividends_paid: thousands(0.016 * trend * weeks),
    workingCapital: tiedUp(current) - tiedUp(was),
    borrowed: sum(debt) - was.short_term_debt - was.long_term_debt,
  }
  return { weeks, trend, balances: { ...current, ...debt }, payments }
}

/** A fiscal quarter after the previous one: cash beyond six weeks of revenue buys shares, counted as today. */
function next(row: Reporter, before: ReturnType<typeof opening>, year: number, quarter: number) {
  const { parts: was } = before
  const { weeks, trend, balances, payments } = operationsIn(row, before, year, quarter)
  const { operating_cash_flow, investing_cash_flow, financing_cash_flow, net_income } = flowsOf({ ...payments, buybacks: 0 })
  const unspent = was.cash + operating_cash_flow + investing_cash_flow + financing_cash_flow
  const buybacks = thousands(Math.max(0, 0.7 * (unspent - 6 * trend)))
  const shares = thousands(before.shares * (1 - (0.02 * buybacks) / (13 * trend) + 0.0008))
  const { depreciation_amortisation, stock_compensation, capital_expenditure, dividends_paid } = payments
  return {
    ...{ weeks, trend, shares, averageShares: (before.shares + shares) / 2, payments: { ...payments, buybacks } },
    parts: {
      ...{ ...balances, goodwill: was.goodwill, cash: unspent - buybacks, paidIn: was.paidIn + stock_compensation },
      property_plant_equipment: was.property_plant_equipment + capital_expenditure - depreciation_amortisation,
      retained_earnings: was.retained_earnings + net_income - dividends_paid - buybacks,
    },
  }
}
type Quarter = ReturnType<typeof next>

const known = new Map<string, Quarter[]>()

/** A fiscal quarter from the year before the first report on; each is computed once in a process and grows out of the previous one. */
function quarterOf(row: Reporter, year: number, quarter: number): Quarter {
  const quarters = known.get(row.cik) ?? []
  known.set(row.cik, quarters)
  const nth = 4 * (year - row.firstYear + 1) + quarter - 1
  for (let at = quarters.length; at <= nth; at++)
    quarters.push(next(row, quarters[at - 1] ?? opening(row), row.firstYear - 1 + Math.floor(at / 4), (at % 4) + 1))
  return quarters[nth]!
}

/** A fiscal quarter as filings of a day state it: with the error that nobody has corrected yet. */
function statedQuarter(row: Reporter, year: number, quarter: number, day: number): Quarter {
  const actual = quarterOf(row, year, quarter)
  const { parts, payments } = actual
  const { restatement } = row
  if (restatement?.year !== year || quarter < 4 || day >= dayNumber(restatement.day)!) return actual
  const { inventory, equipment } = restatement
  const tax = thousands(taxRate * inventory)
  return {
    ...actual,
    parts: {
      ...{ ...parts, inventory: parts.inventory + inventory, accrued: parts.accrued + tax },
      retained_earnings: parts.retained_earnings + inventory - tax,
    },
    payments: {
      ...{ ...payments, cost_of_revenue: payments.cost_of_revenue - inventory, income_tax: payments.income_tax + tax },
      capital_expenditure: payments.capital_expenditure - equipment,
      workingCapital: payments.workingCapital + equipment + inventory - tax,
    },
  }
}

/** How many shares of today one share of a day has become. */
export const sharesSince = ({ split }: Reporter, day: number): number =>
  split !== null && day < dayNumber(split.day)! ? split.ratio : 1

/** Flows of the fiscal quarters of a year from the `first` to the `last`, as a filing of a day (day number) states them. */
export function flowsIn(row: Reporter, year: number, first: number, last: number, day: number) {
  const quarters = Array.from({ length: last - first + 1 }, (_, at) => statedQuarter(row, year, first + at, day))
  const total = (value: (quarter: Quarter) => number) => quarters.reduce((all, quarter) => all + value(quarter), 0)
  const names = Object.keys(quarters[0]!.payments) as (keyof Payments)[]
  const sums = Object.fromEntries(names.map((name) => [name, total(({ payments }) => payments[name])]))
  const flows = flowsOf(sums as unknown as Payments)
  const average = total(({ averageShares, weeks }) => averageShares * weeks) / total(({ weeks }) => weeks)
  const basic = thousands(average / sharesSince(row, day))
  const diluted = thousands(1.017 * basic)
  const perShare = (shares: number) => Math.round((100 * flows.net_income) / shares) / 100
  return {
    ...{ ...flows, eps_basic: perShare(basic), eps_diluted: perShare(diluted) },
    ...{ shares_basic_average: basic, shares_diluted_average: diluted },
  }
}

/** The balance sheet at the end of a fiscal quarter, as a filing of a day (day number) states it. */
export const balanceAt = (row: Reporter, year: number, quarter: number, day: number) =>
  balanceOf(statedQuarter(row, year, quarter, day).parts)

/** Shares outstanding on a day in a fiscal quarter's report, by its cover. */
export const sharesOn = (row: Reporter, year: number, quarter: number, day: number): number =>
  thousands(quarterOf(row, year, quarter).shares / sharesSince(row, day))

/** Revenue of the parts of a company in the fiscal quarters of a year from the `first` to the `last`, as a filing of a day states it. */
export function segmentsIn(row: Reporter, year: number, first: number, last: number, day: number) {
  const { revenue } = flowsIn(row, year, first, last, day)
  const parts = row.segments.slice(1).map(({ name, share }) => ({ name, revenue: thousands(share * revenue) }))
  const rest = revenue - parts.reduce((total, part) => total + part.revenue, 0)
  return { revenue, segments: [{ name: row.segments[0]!.name, revenue: rest }, ...parts] }
}

/** Revenue that a company expects of a fiscal year when it reports a quarter of it, or the year before: cut once, after the second quarter. */
export function expectedRevenue(row: Reporter, year: number, quarter: number, day: number) {
  const before = flowsIn(row, year - 1, 1, 4, day).revenue
  const [low, high] = quarter < 2 ? [1.05, 1.08] : [1.04, 1.06]
  return { low: millions(before * low), high: millions(before * high) }
}
const millions = (amount: number) => Math.round(amount / 1e6)

/** Revenue that a company expects of a fiscal quarter after its end: what comes is within it two times in three. */
export function expectedQuarter(row: Reporter, year: number, quarter: number, day: number) {
  const middle =
    flowsIn(row, year, quarter, quarter, day).revenue *
    (1 + 0.01 * normalNoise(noiseSeedOf(`${row.cik} outlook`), 4 * year + quarter))
  return { low: millions(middle * 0.99), high: millions(middle * 1.01) }
}
