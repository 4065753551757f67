import { isoDay } from '../../pipeline/time/day.ts'
import { type Filing, filingsOf } from '../world/filings.ts'
import { type IssuerReport, issuerOf } from '../world/issuers.ts'
import { reporterOf } from '../world/reporters.ts'
import { jsonAnswer, sampleNotFoundError, type WireFormat } from './answer.ts'
import { carriedDebt, maturities, principalOf } from './sec-periodic-report.ts'
import { type Fact, statementFacts } from './sec-statement-facts.ts'

/** Of a company with no 10-Q or 10-K: its shares, by an annual report told of here alone, and the day of the year that was filed. */
const annualShares = 41_000_000
const annualFiled = '04-15'

const quarterOf = (date: string): number => Math.ceil(Number(date.slice(5, 7)) / 3)
const outstanding = { taxonomy: 'dei', tag: 'EntityCommonStockSharesOutstanding', unit: 'shares' } as const

/** What a periodic report states of the whole company: company facts have no member of an axis. */
function factsOf(report: IssuerReport, filing: Filing): Fact[] {
  const end = isoDay(filing.reported)
  const fact = (tag: string, val: number, unit: Fact['unit'] = 'USD'): Fact => ({ taxonomy: 'us-gaap', tag, unit, end, val })
  return [
    { ...outstanding, end: isoDay(filing.filed - 4), val: report.shares },
    fact('CashAndCashEquivalentsAtCarryingValue', report.cash),
    fact('LongTermDebtNoncurrent', carriedDebt(report)),
    ...(report.preferred === null ? [fact('PreferredStockSharesOutstanding', 0, 'shares')] : []),
    ...(report.notes.length === 0 ? [] : [fact('DebtInstrumentFaceAmount', principalOf(report))]),
    ...(report.notes.length === 0 ? [] : maturities(report, end).map(({ tag, due }) => fact(tag, due))),
  ]
}

/** Company facts, from the periodic reports filed by the day before the run. */
export const secCompanyfacts: WireFormat = {
  host: 'data.sec.gov',
  path: /^\/api\/xbrl\/companyfacts\/CIK(\d{10})\.json$/,
  answer({ url, last, parts: [cik = ''] }) {
    const [issuer, reporter] = [issuerOf(cik), reporterOf(cik)]
    const reports = filingsOf(cik, last).filter(({ form }) => /^10-[QK](?:\/A)?$/.test(form))
    if (!(issuer || (reporter && reports.length > 0))) throw sampleNotFoundError(url, 'no report of an invented company is there')
    const facts: Record<string, Record<string, { label: string; description: string; units: Record<string, unknown[]> }>> = {}
    const put = ({ taxonomy, tag, unit, ...fact }: Fact, source: object): void => {
      facts[taxonomy] ??= {}
      facts[taxonomy][tag] ??= { label: tag, description: `SAMPLE DATA: ${tag}`, units: {} }
      facts[taxonomy][tag].units[unit] ??= []
      facts[taxonomy][tag].units[unit].push({ ...fact, ...source })
    }
    for (const filing of reports.toReversed()) {
      const { accession: accn, form } = filing
      const period = isoDay(filing.reported)
      const { year, quarter } = filing.fiscal ?? { year: Number(period.slice(0, 4)), quarter: quarterOf(period) }
      const source = { accn, fy: year, fp: form === '10-Q' ? `Q${quarter}` : 'FY', form, filed: isoDay(filing.filed) }
      if (reporter) for (const fact of statementFacts(reporter, filing)) put(fact, source)
      for (const fact of issuer ? factsOf(issuer.report!, filing) : [])
        put(fact, fact.taxonomy === 'dei' ? source : { ...source, frame: `CY${fact.end.slice(0, 4)}Q${quarterOf(fact.end)}I` })
    }
    if (reports.length === 0) {
      const today = isoDay(last)
      const fy = Number(today.slice(0, 4)) - (today.slice(5) < annualFiled ? 2 : 1)
      const accn = `${cik}-${String(fy + 1).slice(2)}-000001`
      const shares = { ...outstanding, val: annualShares, end: `${fy}-12-31` }
      put(shares, { accn, fy, fp: 'FY', form: '20-F', filed: `${fy + 1}-${annualFiled}` })
    }
    return jsonAnswer({ cik: Number(cik), entityName: `${(issuer ?? reporter!).name} (SAMPLE DATA)`, facts })
  },
}
