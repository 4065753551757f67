import type { LineId } from '../../../data/companies/lines.ts'
import type { Body } from '../loaded.ts'

/** A filer with what is true of it: the amounts that may be served of each line and period, by `revenue 2024-12-31 year`. */
export interface Filer {
  readonly body: Body
  readonly truth: ReadonlyMap<string, readonly number[]>
  readonly faults: readonly string[]
}

interface Fact {
  concept: string
  readonly from: string | null
  readonly to: string
  value: number
}
interface Filing {
  readonly form: string
  readonly filed: string
  readonly year: number
  facts: Fact[]
}

const ends = ['03-31', '06-30', '09-30', '12-31'] as const
const begins = ['01-01', '04-01', '07-01', '10-01'] as const
const filedOn = ['05-05', '08-05', '11-05'] as const

/** Amounts of a quarter by concept, and the line each is of. */
const flows = {
  Revenues: 'revenue',
  CostOfRevenue: 'cost_of_revenue',
  GrossProfit: 'gross_profit',
  InterestExpense: 'interest_expense',
  IncomeTaxExpenseBenefit: 'income_tax',
  IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest: 'pretax_income',
  NetIncomeLoss: 'net_income',
  DepreciationAndAmortization: 'depreciation_amortisation',
  NetCashProvidedByUsedInOperatingActivities: 'operating_cash_flow',
  PaymentsOfDividends: 'dividends_paid',
} as const satisfies Readonly<Record<string, LineId>>
type Flow = keyof typeof flows
const concepts = Object.keys(flows) as Flow[]

type Random = () => number
const within = (random: Random, least: number, most: number) => least + (most - least) * random()
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!

/** One way in which filings of the world go wrong. */
type Fault = (filings: Filing[], random: Random) => void

const factsOf = (filings: readonly Filing[]) => filings.flatMap((filing) => filing.facts.map((fact) => ({ fact, filing })))
const isFlow = ({ concept }: Fact) => concept in flows
const counts = /^WeightedAverage|^EntityCommon/
const inMillions = (value: number) => Math.round(value / 1e6) * 1e6

/** States a concept a second time under another name, with another amount. */
function beside(filings: readonly Filing[], concept: string, other: string, amount: (value: number) => number): void {
  for (const { fact, filing } of factsOf(filings))
    if (fact.concept === concept) filing.facts.push({ ...fact, concept: other, value: amount(fact.value) })
}

const negated: Fault = (filings, random) => {
  const concept = pick(random, ['InterestExpense', 'CostOfRevenue', 'IncomeTaxExpenseBenefit', 'PaymentsOfDividends'])
  const only = pick(random, ['10-K', '10-Q'])
  for (const { fact, filing } of factsOf(filings)) if (filing.form === only && fact.concept === concept) fact.value *= -1
}

const scaled: Fault = (filings, random) => {
  const by = pick(random, [1e-3, 1e-6])
  const [isAll, only] = [random() < 0.5, pick(random, ['10-K', '10-Q'])]
  for (const { fact, filing } of factsOf(filings))
    if ((isAll || filing.form === only) && counts.test(fact.concept)) fact.value *= by
}

/** Recasts a year by an 8-K; later reports restate its quarters, or omit them. */
const recast: Fault = (filings, random) => {
  const year = pick(random, [2023, 2024])
  const by = within(random, 0.4, 0.8)
  const again = random() < 0.5
  const filed = `${year + 1}-04-20`
  const isRecast = ({ concept, to }: Fact) =>
    ['Revenues', 'CostOfRevenue', 'GrossProfit'].includes(concept) && to.startsWith(`${year}`)
  const restated = (fact: Fact) => (isRecast(fact) ? { ...fact, value: Math.round(fact.value * by) } : fact)
  for (const filing of filings.filter((each) => each.filed > filed))
    filing.facts = again || filing.form === '10-K' ? filing.facts.map(restated) : filing.facts.filter((fact) => !isRecast(fact))
  const annual = filings.find((filing) => filing.form === '10-K' && filing.year === year)!
  filings.push({ form: '8-K', filed, year, facts: annual.facts.filter(isRecast).map(restated) })
}

const twice: Fault = (filings, random) => {
  const { facts } = pick(random, filings)
  const fact = pick(random, facts.filter(isFlow))
  const amounts = [inMillions(fact.value), -fact.value, fact.value / 1e3, Math.round(fact.value * 0.37)]
  const value = pick(random, amounts)
  facts.splice(Math.floor(random() * facts.length), 0, { ...fact, value })
}

const note: Fault = (filings, random) => {
  const share = within(random, 0.1, 0.6)
  const amount = (value: number) => Math.round((value * share) / 1e5) * 1e5
  beside(filings, 'DepreciationAndAmortization', 'DepreciationDepletionAndAmortization', amount)
}

const wider: Fault = (filings, random) => {
  const since = pick(random, [2024, 2025])
  const concept = 'AccountsPayableAndAccruedLiabilitiesCurrent'
  for (const { fact, filing } of factsOf(filings))
    if (filing.year >= since && fact.concept === 'AccountsPayableCurrent')
      Object.assign(fact, { concept, value: Math.round(fact.value * 1.6) })
}

const rounded: Fault = (filings) => {
  for (const { fact, filing } of factsOf(filings))
    if (filing.form === '10-K' && !fact.to.startsWith(`${filing.year}`) && isFlow(fact)) fact.value = inMillions(fact.value)
}

const parent: Fault = (filings, random) => {
  const year = pick(random, [2024, 2025])
  const filing = filings.find((each) => each.form === '10-K' && each.year === year)!
  for (const fact of filing.facts)
    if (fact.concept === 'InterestExpense' && fact.to === `${year - 1}-12-31`)
      fact.value = pick(random, [0, Math.round(fact.value / 9)])
}

const part: Fault = (filings, random) => {
  const share = within(random, 0.02, 0.9)
  beside(filings, 'Revenues', 'SalesRevenueGoodsNet', (value) => Math.round(value * share))
}

export const faults = { negated, scaled, recast, twice, note, wider, rounded, parent, part } as const

/** A filer of three years with some faults, of which only its own random numbers decide. */
export function filerOf(cik: number, random: Random): Filer {
  const truth = new Map<string, number[]>()
  const may = (line: LineId, to: string, span: string, value: number) => {
    const key = `${line} ${to} ${span}`
    truth.set(key, [...(truth.get(key) ?? []), value])
  }
  const size = 10 ** within(random, 8.6, 10.5)
  const shares = Math.round(within(random, 3e7, 9e8))
  const years = [2023, 2024, 2025]
  const amounts = years.map(() => begins.map(() => quarterOf(size, random)))
  const sum = (year: number, upTo: number, concept: Flow) =>
    amounts[year - 2023]!.slice(0, upTo).reduce((total, quarter) => total + quarter[concept], 0)
  const balance = (year: number, nth: number): Fact[] => {
    const rate = 1 + (year - 2023) / 10 + nth / 50
    const instants = { Assets: 4, LiabilitiesAndStockholdersEquity: 4, AccountsPayableCurrent: 0.3 }
    const own = { from: null, to: `${year}-${ends[nth]}` }
    return Object.entries(instants).map(([concept, times]) => ({ ...own, concept, value: Math.round(size * times * rate) }))
  }
  const flowsOf = (year: number, nth: number, isYear: boolean): Fact[] =>
    concepts.flatMap((concept) => {
      const own = { concept, to: `${year}-${ends[nth]}` }
      const cumulated = { ...own, from: `${year}-01-01`, value: sum(year, nth + 1, concept) }
      const quarter = { ...own, from: `${year}-${begins[nth]}`, value: amounts[year - 2023]![nth]![concept] }
      return isYear || nth === 0 ? [cumulated] : [cumulated, quarter]
    })
  const perShare = (year: number, nth: number, isYear: boolean): Fact[] => {
    const own = { from: `${year}-${begins[isYear ? 0 : nth]}`, to: `${year}-${ends[nth]}` }
    const income = isYear ? sum(year, 4, 'NetIncomeLoss') : amounts[year - 2023]![nth]!.NetIncomeLoss
    const each = Math.round((100 * income) / shares) / 100
    may('shares_diluted_average', own.to, isYear ? 'year' : 'quarter', shares)
    may('eps_diluted', own.to, isYear ? 'year' : 'quarter', each)
    return [
      { ...own, concept: 'EarningsPerShareDiluted', value: each },
      { ...own, concept: 'WeightedAverageNumberOfDilutedSharesOutstanding', value: shares },
    ]
  }
  const filings = years.flatMap((year) =>
    ends.map((_, nth): Filing => {
      const isYear = nth === 3
      const facts = [...flowsOf(year, nth, isYear), ...perShare(year, nth, isYear), ...balance(year, nth)]
      if (year > 2023) facts.push(...flowsOf(year - 1, nth, isYear), ...balance(year - 1, 3))
      return { form: isYear ? '10-K' : '10-Q', filed: isYear ? `${year + 1}-02-20` : `${year}-${filedOn[nth]}`, year, facts }
    }),
  )
  const names = Object.keys(faults) as (keyof typeof faults)[]
  const chosen = [...new Set(Array.from({ length: 1 + Math.floor(random() * 2) }, () => pick(random, names)))]
  const original = filings.flatMap(({ facts }) => facts.map((fact) => ({ ...fact })))
  if (chosen.includes('recast')) faults.recast(filings, random)
  for (const { concept, from, to, value } of [...original, ...filings.flatMap(({ facts }) => facts)])
    if (concept in flows) may(flows[concept as Flow], to, from === `${to.slice(0, 4)}-01-01` ? `since ${from}` : 'quarter', value)
    else if (concept === 'AccountsPayableCurrent') may('payables', to, 'instant', value)
  for (const name of chosen) if (name !== 'recast') faults[name](filings, random)
  return {
    body: bodyOf(
      cik,
      filings.sort((a, b) => (a.filed < b.filed ? -1 : 1)),
    ),
    truth,
    faults: chosen,
  }
}

function quarterOf(size: number, random: Random): Record<Flow, number> {
  const exact = (share: number) => Math.round((size * share) / 1e3) * 1e3 + 1e3 * Math.floor(random() * 97)
  const revenue = exact(within(random, 0.22, 0.28))
  const cost = Math.round((revenue * within(random, 0.5, 0.6)) / 1e3) * 1e3
  const pretax = exact(within(random, 0.04, 0.06))
  const tax = Math.round((pretax * within(random, 0.18, 0.25)) / 1e3) * 1e3
  return {
    Revenues: revenue,
    CostOfRevenue: cost,
    GrossProfit: revenue - cost,
    InterestExpense: exact(within(random, 0.008, 0.011)),
    IncomeTaxExpenseBenefit: tax,
    IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest: pretax,
    NetIncomeLoss: pretax - tax,
    DepreciationAndAmortization: exact(within(random, 0.02, 0.025)),
    NetCashProvidedByUsedInOperatingActivities: exact(within(random, 0.04, 0.08)),
    PaymentsOfDividends: exact(within(random, 0.01, 0.011)),
  }
}

function bodyOf(cik: number, filings: readonly Filing[]): Body {
  const tags: Record<string, { units: Record<string, object[]> }> = {}
  const padded = String(cik).padStart(10, '0')
  for (const [nth, { form, filed, year, facts }] of filings.entries()) {
    const accn = `${padded}-${filed.slice(2, 4)}-${String(nth).padStart(6, '0')}`
    const report = { accn, fy: year, fp: form === '10-K' ? 'FY' : 'Q1', form, filed }
    for (const { concept, from, to, value } of facts) {
      const unit = counts.test(concept) ? 'shares' : concept.startsWith('EarningsPerShare') ? 'USD/shares' : 'USD'
      tags[concept] ??= { units: {} }
      tags[concept].units[unit] ??= []
      tags[concept].units[unit].push({ ...(from !== null && { start: from }), end: to, val: value, ...report })
    }
  }
  const body = Buffer.from(JSON.stringify({ cik, entityName: `Filer ${cik}`, facts: { 'us-gaap': tags } }))
  const url = `https://data.sec.gov/api/xbrl/companyfacts/CIK${padded}.json`
  return { url, at: '2026-07-01T00:00:00Z', body }
}
