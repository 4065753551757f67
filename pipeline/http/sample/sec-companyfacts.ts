import { rosterOf } from '../../../data/companies.ts'
import { sampleReports } from '../../../data/sample-reports.ts'
import { dayOf, isoDay } from '../../calendar/day.ts'
import { json, notThere, type WireFormat } from './answer.ts'
import { filingsOf, type SampleFiling } from './sec-filings.ts'
import { carriedDebt, maturities, principalOf } from './sec-periodic.ts'

const address = /^\/api\/xbrl\/companyfacts\/CIK(\d{10})\.json$/

/** Of a company with no 10-Q or 10-K: its shares, by an annual report told of here alone, and the day of the year that was filed. */
const annualShares = 41_000_000
const annualFiled = '04-15'

interface Fact {
  readonly taxonomy: string
  readonly tag: string
  readonly unit: string
  readonly end: string
  readonly val: number
}

/** What a periodic report states of the whole company: company facts have no member of an axis. */
function factsOf(cik: string, filing: SampleFiling): Fact[] {
  const report = sampleReports.find((each) => each.cik === cik)!
  const end = isoDay(filing.reported)
  const usd = (tag: string, val: number): Fact => ({ taxonomy: 'us-gaap', tag, unit: 'USD', end, val })
  return [
    {
      taxonomy: 'dei',
      tag: 'EntityCommonStockSharesOutstanding',
      unit: 'shares',
      end: isoDay(filing.filed - 4),
      val: report.shares,
    },
    usd('CashAndCashEquivalentsAtCarryingValue', report.cash),
    usd('LongTermDebtNoncurrent', carriedDebt(report)),
    ...(report.preferred === null
      ? [{ taxonomy: 'us-gaap', tag: 'PreferredStockSharesOutstanding', unit: 'shares', end, val: 0 }]
      : []),
    ...(report.notes.length === 0
      ? []
      : [usd('DebtInstrumentFaceAmount', principalOf(report)), ...maturities(report, end).map(({ tag, due }) => usd(tag, due))]),
  ]
}

/** `Q1` to `Q3`, or `FY`, of a report for a calendar quarter. */
const fiscalPeriod = ({ form, reported }: SampleFiling): string =>
  form === '10-K' ? 'FY' : `Q${Math.ceil(Number(isoDay(reported).slice(5, 7)) / 3)}`

const frame = (end: string): string => `CY${end.slice(0, 4)}Q${Math.ceil(Number(end.slice(5, 7)) / 3)}I`

/** Company facts, from the periodic reports filed by the day before the run. */
export const secCompanyfacts: WireFormat = {
  host: 'data.sec.gov',
  path: (pathname) => address.test(pathname),
  answer(url, now) {
    const [, cik = ''] = address.exec(url.pathname)!
    const filer = rosterOf(true).find(({ code }) => code === cik)
    if (!filer) throw notThere(url, 'the company is not an invented one')
    const facts: Record<string, Record<string, { label: string; description: string; units: Record<string, unknown[]> }>> = {}
    const put = ({ taxonomy, tag, unit, ...fact }: Fact, told: object): void => {
      facts[taxonomy] ??= {}
      facts[taxonomy][tag] ??= { label: tag, description: `SAMPLE DATA: ${tag}`, units: {} }
      const units = facts[taxonomy][tag].units
      units[unit] ??= []
      units[unit].push({ ...fact, ...told })
    }
    const reports = filingsOf(cik, dayOf(now) - 1).filter(({ form }) => /^10-[QK]$/.test(form))
    for (const filing of reports.toReversed()) {
      const { accession: accn, form } = filing
      const told = {
        accn,
        fy: Number(isoDay(filing.reported).slice(0, 4)),
        fp: fiscalPeriod(filing),
        form,
        filed: isoDay(filing.filed),
      }
      for (const fact of factsOf(cik, filing)) put(fact, fact.taxonomy === 'dei' ? told : { ...told, frame: frame(fact.end) })
    }
    if (reports.length === 0) {
      const today = isoDay(dayOf(now) - 1)
      const year = Number(today.slice(0, 4)) - (today.slice(5) < annualFiled ? 2 : 1)
      const shares = { taxonomy: 'dei', tag: 'EntityCommonStockSharesOutstanding', unit: 'shares', val: annualShares }
      const told = { accn: `${cik}-${String(year + 1).slice(2)}-000001`, fy: year, fp: 'FY', form: '20-F' }
      put({ ...shares, end: `${year}-12-31` }, { ...told, filed: `${year + 1}-${annualFiled}` })
    }
    return json({ cik: Number(cik), entityName: `${filer.name} (SAMPLE DATA)`, facts })
  },
}
