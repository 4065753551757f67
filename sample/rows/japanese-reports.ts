import { isoDay } from '../../pipeline/time/day.ts'
import { sampleNotFoundError } from '../wire/answer.ts'
import { type JapaneseReport, japaneseReports, japaneseReporter as reporter } from '../world/japanese-reporter.ts'
import { balanceAt, flowsIn, quarterEnd, quarterStart, sharesOn } from '../world/statements.ts'
import type { Asked, SampleAnswer } from './publication.ts'
import { factOf, factsOf } from './statements.ts'

/** What the five-year summary states again, under other names. */
const summary = /:(Revenue|ProfitLossBeforeTax|ProfitLossAttributableToOwnersOfParent|BasicEarningsLossPerShare)IFRS$/

/** Where the exchange shows the digest of a report. */
export const digestAddress = ({ to }: JapaneseReport): string =>
  `https://www.release.tdnet.info/inbs/0812${isoDay(to).replaceAll('-', '')}${reporter.ticker}00.zip`

/** The digest of results that is published before the report on a period; it names the company by its securities code alone. */
export function japaneseDigest({ url, last }: Asked): SampleAnswer {
  const digested = japaneseReports(last, 'announced').find((report) => digestAddress(report) === url.href)
  if (digested === undefined) throw sampleNotFoundError(url, 'no such digest')
  const { year, annual, to, announced } = digested
  const quarters = annual ? 4 : 2
  const form = annual ? 'annual results' : 'half-year results'
  const digest = {
    company: `jp:${reporter.ticker}`,
    filing: url.href,
    form,
    filed: isoDay(announced),
    basis: 'reported',
  } as const
  const period = [quarterStart(reporter, year, 1), to] as const
  const statement_fact = [
    ...factsOf(digest, 'japan', flowsIn(reporter, year, 1, quarters, announced), period),
    ...factsOf(digest, 'japan', balanceAt(reporter, year, quarters, announced), [null, to]),
  ]
  return { rows: { statement_fact } }
}

/** A report of the company that has no bitcoin: the period and that of the year before, and in an annual one a summary of five years. */
export function japaneseReport({ id, year, annual, to, submitted }: JapaneseReport): SampleAnswer {
  const company = `jp:${reporter.edinet}`
  const form = annual ? 'annual securities report' : 'semi-annual report'
  const report = { company, filing: id, form, filed: isoDay(submitted), basis: 'filed' } as const
  const quarters = annual ? 4 : 2
  const flows = (of: number) =>
    factsOf(report, 'japan', flowsIn(reporter, of, 1, quarters, submitted), [
      quarterStart(reporter, of, 1),
      quarterEnd(reporter, of, quarters),
    ])
  const sheet = (of: number, quarter: number) =>
    factsOf(report, 'japan', balanceAt(reporter, of, quarter, submitted), [null, quarterEnd(reporter, of, quarter)])
  const summarised = (annual ? [0, 1, 2, 3, 4] : [])
    .flatMap((ago) => flows(year - ago))
    .filter(({ concept }) => summary.test(concept))
    .map((fact) => ({
      ...{ ...fact, concept: `${fact.concept.replace('jpigp', 'jpcrp')}SummaryOfBusinessResults` },
      label: `${fact.label}、経営指標等`,
    }))
  const issued = (on: string, day: number) =>
    factOf(report, {
      ...{ concept: `jpcrp_cor:NumberOfIssuedSharesAsOf${on}IssuedSharesTotalNumberOfSharesEtc`, label: '発行済株式' },
      ...{ unit: 'shares', value: String(sharesOn(reporter, year, quarters, day)), to_day: isoDay(day) },
    })
  const statement_fact = [
    ...summarised,
    ...[...sheet(year, quarters), ...sheet(year - 1, 4), ...flows(year), ...flows(year - 1)],
    ...[issued('FiscalYearEnd', to), issued('FilingDate', submitted)],
  ]
  const issuer = {
    ...{ company, told_by: 'filer' as const, name: reporter.name, former_names: [], country: 'Japan', industry_code: 'CTE' },
    ...{ industry: 'Commerce and industry', filer_class: null, lei: null, fiscal_year_end: '12-31' },
    ...{ tickers: [reporter.ticker], exchanges: [null] },
  }
  return { rows: { statement_fact, issuer: [issuer] } }
}
