import { dayOf, isoDay } from '../../pipeline/time/day.ts'
import { indian, indianBalance, indianDays, indianFlows, indianShares } from '../world/abroad.ts'
import { json, notThere, text, type WireFormat } from './answer.ts'

const { isin, symbol, name, faceValue, firstYear } = indian

const flowNames = {
  revenue: 'RevenueFromOperations',
  interest_expense: 'FinanceCosts',
  depreciation_amortisation: 'DepreciationDepletionAndAmortisationExpense',
  pretax_income: 'ProfitBeforeTax',
  income_tax: 'TaxExpense',
  net_income: 'ProfitLossForPeriod',
  eps_basic: 'BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations',
  eps_diluted: 'DilutedEarningsLossPerShareFromContinuingAndDiscontinuedOperations',
} as const
const cashFlowNames = {
  operating_cash_flow: 'CashFlowsFromUsedInOperatingActivities',
  investing_cash_flow: 'CashFlowsFromUsedInInvestingActivities',
  financing_cash_flow: 'CashFlowsFromUsedInFinancingActivities',
  capital_expenditure: 'PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
  dividends_paid: 'DividendsPaidClassifiedAsFinancingActivities',
} as const
const balanceNames = {
  cash: 'CashAndCashEquivalents',
  receivables: 'TradeReceivablesCurrent',
  inventory: 'Inventories',
  current_assets: 'CurrentAssets',
  property_plant_equipment: 'PropertyPlantAndEquipment',
  goodwill: 'Goodwill',
  total_assets: 'Assets',
  payables: 'TradePayablesCurrent',
  short_term_debt: 'BorrowingsCurrent',
  current_liabilities: 'CurrentLiabilities',
  long_term_debt: 'BorrowingsNoncurrent',
  total_liabilities: 'Liabilities',
  equity: 'Equity',
  liabilities_and_equity: 'EquityAndLiabilities',
} as const

/** The day the board of the invented company approves the results of a fiscal quarter, which the exchange publishes that evening. */
const approvedOn = (year: number, quarter: number) => indianDays(year, quarter, quarter)[1] + (quarter === 4 ? 52 : 38)
const isPublished = (year: number, quarter: number, now: number) => approvedOn(year, quarter) < dayOf(now)

/** Fiscal quarters whose results the exchange has published, newest first. */
function quartersBy(now: number): (readonly [year: number, quarter: number])[] {
  const last = new Date(now).getUTCFullYear() + 1
  const years = Array.from({ length: Math.max(0, last - firstYear + 1) }, (_, at) => last - at)
  const all = years.flatMap((year) => [4, 3, 2, 1].map((quarter) => [year, quarter] as const))
  return all.filter(([year, quarter]) => isPublished(year, quarter, now))
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `24-Apr-2026` */
function written(day: number): string {
  const [year, month, date] = isoDay(day).split('-')
  return `${date}-${months[Number(month) - 1]}-${year}`
}

function fileOf(year: number, quarter: number): string {
  const [stampYear, month, day] = isoDay(approvedOn(year, quarter)).split('-')
  return `INTEGRATED_FILING_INDAS_${year}${quarter}_${day}${month}${stampYear}060510_WEB.xml`
}

/** The list of integrated filings of the National Stock Exchange: the results of the invented company, newest first. */
export const nseFilings: WireFormat = {
  host: 'www.nseindia.com',
  path: /^\/api\/integrated-filing-results$/,
  parameters: ['index', 'type', 'page', 'size'],
  answer({ now }) {
    const data = quartersBy(now).map(([year, quarter]) => {
      const published = `${written(approvedOn(year, quarter))} 18:05:1`
      return {
        ...{ symbol, cmName: name, isin, qe_Date: written(indianDays(year, quarter, quarter)[1]).toUpperCase() },
        ...{ type: 'Integrated Filing- Financials', type_Sub: 'Original', consolidated: 'Consolidated', revised_Date: null },
        ...{ broadcast_Date: `${published}0`, creation_Date: `${published}1` },
        xbrl: `https://nsearchives.nseindia.com/corporate/xbrl/${fileOf(year, quarter)}`,
      }
    })
    return json({ data, totalCount: data.length })
  },
}

/** The list of shareholding patterns: one of each fiscal quarter. */
export const nsePatterns: WireFormat = {
  host: 'www.nseindia.com',
  path: /^\/api\/corporate-share-holdings-master$/,
  parameters: ['index'],
  answer: ({ now }) =>
    json(
      quartersBy(now).map(([year, quarter]) => ({
        ...{ symbol, name, isin, date: written(indianDays(year, quarter, quarter)[1]).toUpperCase() },
        xbrl: `https://nsearchives.nseindia.com/corporate/xbrl/SHP_${year}${quarter}_WEB.xml`,
      })),
    ),
}

/** A shareholding pattern: shares by class of holder, of which six in ten are the promoters'. */
export const nseShareholdings: WireFormat = {
  host: 'nsearchives.nseindia.com',
  path: /^\/corporate\/xbrl\/SHP_(\d{4})([1-4])_WEB\.xml$/,
  answer({ url, parts, now }) {
    const [year, quarter] = [Number(parts[0]), Number(parts[1])]
    if (year < firstYear || !isPublished(year, quarter, now)) throw notThere(url, 'no such filing')
    const day = isoDay(indianDays(year, quarter, quarter)[1])
    const total = indianShares(year, quarter)
    const promoters = Math.round(0.6 * total)
    const classes = {
      ShareholdingOfPromoterAndPromoterGroup: promoters,
      PublicShareholding: total - promoters,
      ShareholdingPattern: total,
    }
    const items = Object.entries(classes).flatMap(([holder, shares]) => [
      `<xbrli:context id="${holder}_ContextI"><xbrli:entity><xbrli:identifier scheme="http://www.nseindia.com/NSESymbol">${symbol}</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>${day}</xbrli:instant></xbrli:period><xbrli:scenario><xbrldi:explicitMember dimension="in-bse-shp:CategoryOfShareholdersAxis">in-bse-shp:${holder}Member</xbrldi:explicitMember></xbrli:scenario></xbrli:context>`,
      `<in-bse-shp:NumberOfShares contextRef="${holder}_ContextI" unitRef="shares" decimals="INF">${shares}</in-bse-shp:NumberOfShares>`,
      `<in-bse-shp:ShareholdingAsAPercentageOfTotalNumberOfShares contextRef="${holder}_ContextI" unitRef="pure" decimals="4">${(shares / total).toFixed(4)}</in-bse-shp:ShareholdingAsAPercentageOfTotalNumberOfShares>`,
    ])
    return text(
      'application/xml',
      [
        '<xbrli:xbrl xmlns:in-bse-shp="http://www.bseindia.com/xbrl/shp/2025-10-31/in-bse-shp" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:xbrli="http://www.xbrl.org/2003/instance">',
        '<xbrli:unit id="shares"><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unit><xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>',
        `<in-bse-shp:ISIN contextRef="OneD">${isin}</in-bse-shp:ISIN>`,
        ...items,
        '</xbrli:xbrl>',
      ].join('\n'),
    )
  },
}

/** An instance of results: the quarter and the year to date, whose contexts state the same days, and after half a year a balance sheet. */
export const nseInstances: WireFormat = {
  host: 'nsearchives.nseindia.com',
  path: /^\/corporate\/xbrl\/INTEGRATED_FILING_INDAS_(\d{4})([1-4])_\d{14}_WEB\.xml$/,
  answer({ url, parts, now }) {
    const [year, quarter] = [Number(parts[0]), Number(parts[1])]
    if (year < firstYear || !isPublished(year, quarter, now)) throw notThere(url, 'no such filing')
    const [from, to] = indianDays(year, quarter, quarter).map(isoDay)
    const approved = isoDay(approvedOn(year, quarter))
    const capital = faceValue * indianShares(year, quarter)
    const isHalf = quarter === 2 || quarter === 4
    const words = {
      ...{
        Symbol: symbol,
        ISIN: isin,
        NameOfTheCompany: name,
        DateOfEndOfBoardMeeting: approved,
        EndTimeOfBoardMeeting: '17:30:00',
      },
      ...{
        DateOfStartOfFinancialYear: isoDay(indianDays(year, 1, 1)[0]),
        DateOfEndOfFinancialYear: isoDay(indianDays(year, 4, 4)[1]),
      },
      ...{ NatureOfReportStandaloneConsolidated: 'Consolidated', LevelOfRoundingUsedInFinancialStatements: 'Lakhs' },
    }
    const spanOf = (first: number) => {
      const [start, end] = indianDays(year, first, quarter).map(isoDay)
      return { DateOfStartOfReportingPeriod: start!, DateOfEndOfReportingPeriod: end! }
    }
    const amountsOf = (names: Readonly<Record<string, string>>, values: Readonly<Record<string, number>>) =>
      Object.entries(names).map(([line, element]) => [element, values[line]!] as const)
    const [own, toDate] = [indianFlows(year, quarter, quarter), indianFlows(year, 1, quarter)]
    const facts: readonly (readonly [context: string, facts: readonly (readonly [element: string, value: string | number])[]])[] =
      [
        ['OneD', [...Object.entries({ ...words, ...spanOf(quarter) }), ...amountsOf(flowNames, own)]],
        [
          'OneD',
          [
            ['PaidUpValueOfEquityShareCapital', capital],
            ['FaceValueOfEquityShareCapital', faceValue],
          ],
        ],
        [
          'FourD',
          [...Object.entries(spanOf(1)), ...amountsOf(flowNames, toDate), ...(isHalf ? amountsOf(cashFlowNames, toDate) : [])],
        ],
        ['OneI', isHalf ? amountsOf(balanceNames, indianBalance(year, quarter)) : []],
      ]
    const items = facts.flatMap(([context, all]) =>
      all.map(([element, value]) => {
        const unit =
          typeof value === 'string'
            ? ''
            : /PerShare|FaceValue/.test(element)
              ? ' unitRef="INRPerShare" decimals="INF"'
              : ' unitRef="INR" decimals="-5"'
        return `<in-capmkt:${element} contextRef="${context}"${unit}>${typeof value === 'string' ? value : value.toFixed(2)}</in-capmkt:${element}>`
      }),
    )
    const contextOf = (id: string, period: string) =>
      `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.nseindia.com/NSESymbol">${symbol}</xbrli:identifier></xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`
    const days = `<xbrli:startDate>${from}</xbrli:startDate><xbrli:endDate>${to}</xbrli:endDate>`
    const measure = (unit: string) => `<xbrli:measure>${unit}</xbrli:measure>`
    return text(
      'application/xml',
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<xbrli:xbrl xmlns:in-capmkt="http://www.sebi.gov.in/xbrl/2026-01-31/in-capmkt" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:xbrli="http://www.xbrl.org/2003/instance">',
        ...[contextOf('OneD', days), contextOf('FourD', days), contextOf('OneI', `<xbrli:instant>${to}</xbrli:instant>`)],
        `<xbrli:unit id="INR">${measure('iso4217:INR')}</xbrli:unit>`,
        `<xbrli:unit id="INRPerShare"><xbrli:divide><xbrli:unitNumerator>${measure('iso4217:INR')}</xbrli:unitNumerator><xbrli:unitDenominator>${measure('xbrli:shares')}</xbrli:unitDenominator></xbrli:divide></xbrli:unit>`,
        ...items,
        '</xbrli:xbrl>',
      ].join('\n'),
    )
  },
}
