import { dayMs, isoDay } from '../../pipeline/time/day.ts'
import { british } from '../world/abroad.ts'
import { balanceAt, flowsIn } from '../world/statements.ts'
import { json, notThere, type WireFormat } from './answer.ts'

const host = 'filings.xbrl.org'
const { lei, name, business, firstYear } = british
/** Days after the end of a year on which the index adds its report. */
const addedAfter = 102

const flowNames = {
  revenue: 'Revenue',
  cost_of_revenue: 'CostOfSales',
  gross_profit: 'GrossProfit',
  research_development: 'ResearchAndDevelopmentExpense',
  selling_general_admin: 'SellingGeneralAndAdministrativeExpense',
  operating_income: 'ProfitLossFromOperatingActivities',
  interest_expense: 'FinanceCosts',
  pretax_income: 'ProfitLossBeforeTax',
  income_tax: 'IncomeTaxExpenseContinuingOperations',
  net_income: 'ProfitLoss',
  eps_basic: 'BasicEarningsLossPerShare',
  eps_diluted: 'DilutedEarningsLossPerShare',
  shares_basic_average: 'WeightedAverageShares',
  shares_diluted_average: 'AdjustedWeightedAverageShares',
  operating_cash_flow: 'CashFlowsFromUsedInOperatingActivities',
  investing_cash_flow: 'CashFlowsFromUsedInInvestingActivities',
  financing_cash_flow: 'CashFlowsFromUsedInFinancingActivities',
  capital_expenditure: 'PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
  dividends_paid: 'DividendsPaidClassifiedAsFinancingActivities',
} as const
const balanceNames = {
  cash: 'CashAndCashEquivalents',
  receivables: 'TradeAndOtherCurrentReceivables',
  inventory: 'Inventories',
  current_assets: 'CurrentAssets',
  property_plant_equipment: 'PropertyPlantAndEquipment',
  goodwill: 'Goodwill',
  total_assets: 'Assets',
  payables: 'TradeAndOtherCurrentPayables',
  short_term_debt: 'CurrentBorrowings',
  current_liabilities: 'CurrentLiabilities',
  long_term_debt: 'NoncurrentBorrowings',
  total_liabilities: 'Liabilities',
  retained_earnings: 'RetainedEarnings',
  equity: 'Equity',
  liabilities_and_equity: 'EquityAndLiabilities',
} as const

const folderOf = (year: number) => `/${lei}/${year}-12-31/ESEF/GB/0`
const addedOn = (year: number) => Date.UTC(year, 11, 31) / dayMs + addedAfter
const midnight = (year: number) => `${year}-01-01T00:00:00`

/** `/api/filings` of filings.xbrl.org: the annual reports of the invented company, newest first. */
export const esefFilings: WireFormat = {
  host,
  path: /^\/api\/filings$/,
  parameters: ['sort', 'page[size]'],
  answer({ url, now }) {
    const last = new Date(now - addedAfter * dayMs).getUTCFullYear() - 1
    const years = Array.from({ length: Math.max(0, last - firstYear + 1) }, (_, at) => last - at)
    const data = years.map((year) => ({
      ...{ type: 'filing', id: String(year), relationships: { entity: { links: { related: `/api/entities/${lei}` } } } },
      attributes: {
        ...{ country: 'GB', period_end: `${year}-12-31`, date_added: `${isoDay(addedOn(year))} 00:00:00`, error_count: 0 },
        ...{ fxo_id: `${lei}-${year}-12-31-ESEF-GB-0`, json_url: `${folderOf(year)}/${lei}-${year}-12-31-T01.json` },
      },
    }))
    return json({ data, links: { self: url.href }, meta: { count: data.length }, jsonapi: { version: '1.0' } })
  },
}

/** A report in xBRL-JSON: the year and the previous year; periods end at midnights. */
export const esefReports: WireFormat = {
  host,
  path: new RegExp(`^/${lei}/(\\d{4})-12-31/ESEF/GB/0/[^/]+\\.json$`),
  answer({ url, parts, now }) {
    const year = Number(parts[0])
    if (year < firstYear || addedOn(year) * dayMs > now) throw notThere(url, 'no such report')
    const facts: Record<string, object> = {}
    const put = (concept: string, period: string, value: string, more: object, decimals?: number) => {
      const dimensions = { concept: `ifrs-full:${concept}`, entity: `scheme:${lei}`, period, ...more }
      facts[`fact-${Object.keys(facts).length + 1}`] = { value, ...(decimals !== undefined && { decimals }), dimensions }
    }
    const own = `${midnight(year)}/${midnight(year + 1)}`
    const words = { NameOfReportingEntityOrOtherMeansOfIdentification: name, CountryOfIncorporation: 'United Kingdom' }
    for (const [concept, text] of Object.entries(words)) put(concept, own, text, { language: 'en' })
    for (const each of [year, year - 1]) {
      const [flows, sheet] = [flowsIn(business, each, 1, 4, 0), balanceAt(business, each, 4, 0)]
      for (const [line, concept] of Object.entries(flowNames) as [keyof typeof flowNames, string][]) {
        const unit = line.startsWith('eps')
          ? 'iso4217:GBP/xbrli:shares'
          : line.startsWith('shares')
            ? 'xbrli:shares'
            : 'iso4217:GBP'
        put(concept, `${midnight(each)}/${midnight(each + 1)}`, String(flows[line]), { unit }, line.startsWith('eps') ? 2 : -3)
      }
      for (const [line, concept] of Object.entries(balanceNames) as [keyof typeof balanceNames, string][])
        put(concept, midnight(each + 1), String(sheet[line]), { unit: 'iso4217:GBP' }, -3)
    }
    const namespaces = {
      'ifrs-full': 'http://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
      iso4217: 'http://www.xbrl.org/2003/iso4217',
      scheme: 'http://standards.iso.org/iso/17442',
      xbrli: 'http://www.xbrl.org/2003/instance',
    }
    return json({ documentInfo: { documentType: 'https://xbrl.org/2021/xbrl-json', namespaces }, facts })
  },
}
