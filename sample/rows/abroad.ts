import { dayMs, dayNumber, dayOf, isoDay } from '../../pipeline/time/day.ts'
import { deadlineOf } from '../../pipeline/time/deadline.ts'
import { sampleNotFoundError } from '../wire/answer.ts'
import { britishCompany, indianBalance, indianCompany, indianDays, indianFlows, indianShares } from '../world/abroad.ts'
import { balanceAt, flowsIn } from '../world/statements.ts'
import { type Asked, leads, type SampleAnswer, type SampleAnswers, type SampleTableRow } from './publication.ts'
import { factOf, factsOf, type StatementReport } from './statements.ts'

const archive = 'https://nsearchives.nseindia.com/corporate/xbrl'
const years = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)

type IssuerRow = SampleTableRow<'issuer'>
const issuerOf = (row: Pick<IssuerRow, 'company' | 'told_by' | 'name' | 'country' | 'fiscal_year_end'>): IssuerRow => ({
  ...{ ...row, former_names: [], industry_code: null, industry: null, filer_class: null, tickers: [], exchanges: [], lei: null },
})

/** Days after the end of a year on which the index adds the report of the company in the UK. */
const addedAfter = 102
const lastReport = (now: number): number => new Date(now - addedAfter * dayMs).getUTCFullYear() - 1
const folderOf = (year: number) => `${britishCompany.lei}/${year}-12-31/ESEF/GB/0`

function britishIndex({ now }: Asked): SampleAnswer {
  const urls = years(britishCompany.firstYear, lastReport(now)).map(
    (year) => `https://filings.xbrl.org/${folderOf(year)}/${britishCompany.lei}-${year}-12-31-T01.json`,
  )
  return { next: leads('esef-report', 'xbrl-index', urls) }
}

/** The year and the previous year, known from the deadline on. */
function britishReport({ url, now }: Asked): SampleAnswer {
  const { lei, name, business, firstYear } = britishCompany
  const year = years(firstYear, lastReport(now)).find((each) => url.pathname.startsWith(`/${folderOf(each)}/`))
  if (year === undefined) throw sampleNotFoundError(url, 'no such report')
  const [company, form] = [`eu:${lei}`, 'annual report']
  const filed = deadlineOf('eu', form, `${year}-12-31`)
  const report: StatementReport = { company, filing: folderOf(year), form, filed, basis: 'deadline' }
  const facts = [year, year - 1].flatMap((each) => {
    const [from, to] = [dayNumber(`${each}-01-01`)!, dayNumber(`${each}-12-31`)!]
    return [
      ...factsOf(report, 'uk', flowsIn(business, each, 1, 4, 0), [from, to]),
      ...factsOf(report, 'uk', balanceAt(business, each, 4, 0), [null, to]),
    ]
  })
  const issuer = { company, told_by: 'filer', name, country: 'United Kingdom', fiscal_year_end: '12-31' } as const
  return { rows: { statement_fact: facts, issuer: [{ ...issuerOf(issuer), lei }] } }
}

type Quarter = readonly [year: number, quarter: number]

/** The day the board of the company in India approves the results of a fiscal quarter, which the exchange publishes that evening. */
const approvedOn = (year: number, quarter: number) => indianDays(year, quarter, quarter)[1] + (quarter === 4 ? 52 : 38)

/** Fiscal quarters whose results the exchange has published, newest first. */
const quartersBy = (now: number): Quarter[] =>
  years(indianCompany.firstYear, new Date(now).getUTCFullYear() + 1)
    .flatMap((year) => [1, 2, 3, 4].map((quarter) => [year, quarter] as const))
    .filter((each) => approvedOn(...each) < dayOf(now))
    .reverse()

function resultsFile(year: number, quarter: number): string {
  const [approved, month, day] = isoDay(approvedOn(year, quarter)).split('-')
  return `INTEGRATED_FILING_INDAS_${year}${quarter}_${day}${month}${approved}060510_WEB.xml`
}
const patternFile = (year: number, quarter: number) => `SHP_${year}${quarter}_WEB.xml`

const company = `in:${indianCompany.isin}`
const indianIssuer = (by: 'list' | 'filer', yearEnd: string | null) =>
  issuerOf({ company, told_by: by, name: indianCompany.name, country: 'India', fiscal_year_end: yearEnd })

/** The quarter that a file of the exchange is of, by its name. */
function quarterOf({ url, now }: Asked, nameOf: (...quarter: Quarter) => string): Quarter {
  const quarter = quartersBy(now).find((each) => url.pathname.endsWith(`/${nameOf(...each)}`))
  if (quarter === undefined) throw sampleNotFoundError(url, 'no such filing')
  return quarter
}

/** The list of results, or those of a quarter: its own and of the year to date, and after half a year a balance sheet. */
function indianResults(asked: Asked): SampleAnswer {
  if (asked.url.hostname === 'www.nseindia.com') {
    const filing = quartersBy(asked.now).map(([year, quarter]) => {
      const [file, day] = [resultsFile(year, quarter), isoDay(approvedOn(year, quarter))]
      return {
        ...{ accession: file, company, form: 'results', filing_date: day, items: '', url: `${archive}/${file}` },
        ...{ report_date: isoDay(indianDays(year, quarter, quarter)[1]), accepted_at: `${day}T12:35:11Z` },
      }
    })
    const issuer = filing.length === 0 ? [] : [indianIssuer('list', null)]
    const urls = filing.map(({ url }) => url)
    return { rows: { filing, issuer }, next: leads('nse-results', 'nse', urls) }
  }
  const [year, quarter] = quarterOf(asked, resultsFile)
  const [own, toDate] = [indianDays(year, quarter, quarter), indianDays(year, 1, quarter)]
  const report = { company, filing: resultsFile(year, quarter), form: quarter === 4 ? 'annual results' : 'quarterly results' }
  const filed = { ...report, filed: isoDay(approvedOn(year, quarter)), basis: 'reported' } as const
  const isHalf = quarter % 2 === 0
  const incomeOf = (flows: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(flows).filter(([line]) => !/cash_flow|capital|dividends/.test(line)))
  const flows = indianFlows(year, 1, quarter)
  const facts = [
    ...factsOf(filed, 'india', incomeOf(indianFlows(year, quarter, quarter)), own),
    factOf(filed, {
      ...{ concept: 'in-capmkt:PaidUpValueOfEquityShareCapital/FaceValueOfEquityShareCapital', unit: 'shares' },
      ...{ value: String(indianShares(year, quarter)), to_day: isoDay(own[1]) },
    }),
    ...(quarter === 1 ? [] : factsOf(filed, 'india', isHalf ? flows : incomeOf(flows), toDate)),
    ...(isHalf ? factsOf(filed, 'india', indianBalance(year, quarter), [null, own[1]]) : []),
  ]
  return { rows: { issuer: [indianIssuer('filer', '03-31')], statement_fact: facts } }
}

/** The list of shareholding patterns, or that of a quarter: shares by class of holder, of which six in ten are the promoters'. */
function indianHolders(asked: Asked): SampleAnswer {
  if (asked.url.hostname === 'www.nseindia.com') {
    const files = quartersBy(asked.now).map((each) => `${archive}/${patternFile(...each)}`)
    return { next: leads('nse-shareholding', 'nse', files) }
  }
  const [year, quarter] = quarterOf(asked, patternFile)
  const total = indianShares(year, quarter)
  const promoters = Math.round(0.6 * total)
  const classes = {
    ...{ ShareholdingOfPromoterAndPromoterGroup: promoters, PublicShareholding: total - promoters },
    ShareholdingPattern: total,
  }
  const shareholding = Object.entries(classes).map(([holder, shares]) => ({
    ...{ company, filing: patternFile(year, quarter), as_of: isoDay(indianDays(year, quarter, quarter)[1]), holder },
    ...{ shares: String(shares), percent: String(Number(((100 * shares) / total).toFixed(2))) },
  }))
  return { rows: { shareholding } }
}

/** Companies in the UK and India. */
export const foreignCompanyAnswers: SampleAnswers = {
  'esef-index': britishIndex,
  'esef-report': britishReport,
  'nse-results': indianResults,
  'nse-shareholding': indianHolders,
}
