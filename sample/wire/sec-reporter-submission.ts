import { isoDay } from '../../pipeline/time/day.ts'
import type { Filing } from '../world/filings.ts'
import { samplePurpose } from '../world/issuers.ts'
import type { Reporter } from '../world/reporters.ts'
import { expectedQuarter, expectedRevenue, quarterEnd, quarterStart, segmentsIn, sharesOn } from '../world/statements.ts'
import { contextsOf, inlinePage, ixNonFraction, ixNonNumeric, ixThousands, xbrlUnit } from './inline-xbrl.ts'
import { itemNames } from './sec-indexes.ts'
import { completeSubmission, documentPart, groupedDigits, longDate, plainDocument, templateHtml } from './sec-markup.ts'

/** What stands under an item of its 8-Ks. */
function itemText(item: string, reporter: Reporter, { filed, fiscal }: Filing): string {
  const { name } = reporter
  if (item === '4.02')
    return `On ${longDate(filed)}, the Audit Committee of ${name} concluded that the financial statements of its last fiscal year should no longer be relied upon.`
  if (item === '2.02' && fiscal !== undefined) return outlook(reporter, fiscal, filed)
  if (item === '7.01' && fiscal !== undefined) return quarterAhead(reporter, fiscal, filed)
  return `On ${longDate(filed)}, ${name} reports on this item what its invented statements say.`
}

/** What it expects of the year, and when it reports next. */
function outlook(reporter: Reporter, { year, quarter }: NonNullable<Filing['fiscal']>, filed: number): string {
  const [expected, next] = quarter === 4 ? [year + 1, 1] : [year, quarter + 1]
  const { low, high } = expectedRevenue(reporter, expected, quarter % 4, filed)
  const day = quarterEnd(reporter, expected, next) + (next === 4 ? 52 : 35)
  return `For fiscal ${expected}, ${reporter.name} expects net sales of $${groupedDigits(low)} million to $${groupedDigits(high)} million.
${reporter.name} will report financial results for its next fiscal quarter on ${longDate(day)}, before the market opens.`
}

/** What it expects of a quarter that is over and not reported yet. */
function quarterAhead(reporter: Reporter, { year, quarter }: NonNullable<Filing['fiscal']>, filed: number): string {
  const { low, high } = expectedQuarter(reporter, year, quarter, filed)
  const named = `${['first', 'second', 'third', 'fourth'][quarter - 1]} quarter of fiscal ${year}`
  return `For the ${named}, ${reporter.name} expects net sales of $${groupedDigits(low)} million to $${groupedDigits(high)} million.`
}

/** A company that restated a year has had a weakness in its controls since. */
const controls = ({ restatement }: Reporter, { filed, reported }: Filing): string =>
  restatement !== null && isoDay(filed) >= restatement.day
    ? `Our disclosure controls and procedures were not effective as of ${longDate(reported)}, due to a material weakness in internal control over financial reporting.`
    : `Management concluded that our internal control over financial reporting was effective as of ${longDate(reported)}.`

function currentReport(reporter: Reporter, filing: Filing): string {
  const items = filing.items
    .split(',')
    .map((item) => `# ${item} ${itemNames[item] ?? 'Sample Item'}\n${itemText(item, reporter, filing)}`)
  const lines = [`^${samplePurpose}`, `^FORM ${filing.form}`, `^${reporter.registrant}`, ...items]
  return plainDocument(filing.form, lines.join('\n'))
}

/** A report, of which segments and shares of several classes are tagged here: its statements are in company facts. */
function periodicReport(reporter: Reporter, { form, filed, reported, fiscal, ...rest }: Filing): string {
  const prefix = reporter.ticker.toLowerCase()
  const { on, during, all } = contextsOf(reporter.cik)
  const { year, quarter } = fiscal!
  const first = quarter === 4 ? 1 : quarter
  const { revenue, segments } = segmentsIn(reporter, year, first, quarter, filed)
  const period = [isoDay(quarterStart(reporter, year, first)), isoDay(quarterEnd(reporter, year, quarter))] as const
  const line = (name: string, context: string, dollars: number) =>
    `|${name}|$|${ixThousands('RevenueFromContractWithCustomerExcludingAssessedTax', context, dollars)}`
  const end = on(period[1])
  const ofClass = (letter: string, shares: number) => {
    const context = on(isoDay(filed - 4), 'us-gaap:StatementClassOfStockAxis', `us-gaap:CommonClass${letter}Member`)
    return `${ixNonFraction('dei:EntityCommonStockSharesOutstanding', context, 'shares', groupedDigits(shares))} shares of Class ${letter} common stock`
  }
  const total = sharesOn(reporter, year, quarter, filed)
  const founders = Math.round(total / 8_000) * 1_000
  const cover = `As of ${longDate(filed - 4)}, ${ofClass('A', total - founders)} and ${ofClass('B', founders)} were outstanding.`
  const body = templateHtml(`
^${samplePurpose}
^FORM ${form}
^${reporter.registrant}
For the fiscal period ended ${ixNonNumeric('dei:DocumentPeriodEndDate', end, period[1])}
${reporter.classes === 1 ? '' : cover}
^Note 9. Segments (in thousands)
${segments.map((each) => line(each.name, during(...period, 'us-gaap:StatementBusinessSegmentsAxis', `${prefix}:${each.name.replaceAll(' ', '')}Member`), each.revenue)).join('\n')}
${line('Net sales', during(...period), revenue)}

# 9A Controls and Procedures
${controls(reporter, { form, filed, reported, ...rest })}`)
  return inlinePage({
    ...{ prefix, title: `${form} SAMPLE DATA`, body },
    hidden: `${ixNonNumeric('dei:DocumentType', end, form)} ${ixNonNumeric('dei:EntityCentralIndexKey', end, reporter.cik)}`,
    resources: [all(), xbrlUnit('usd', 'iso4217:USD'), xbrlUnit('shares', 'xbrli:shares')],
  })
}

/** The complete submission of a report or current report of a company with whole statements, which are in its company facts. */
export function reporterSubmission(reporter: Reporter, filing: Filing): string {
  const { form, fiscal, document } = filing
  const body = form === '8-K' || fiscal === undefined ? currentReport(reporter, filing) : periodicReport(reporter, filing)
  return completeSubmission(reporter, filing, [documentPart(form, 1, document, body)])
}
