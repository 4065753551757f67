import { lines } from '../../../data/companies/lines.ts'
import { companyMarketOf } from '../../../data/companies/markets.ts'
import type { DocumentSet } from '../../filings/document-set.ts'
import type { Fact } from '../../filings/fact.ts'
import type { SegmentFigureRow } from '../../tables/company-document.ts'
import { wordsOf } from '../fact.ts'
import { filedSegmentsIn } from './filed-segments.ts'
import { isOtherIncome, isSegmentLevelMember, type SegmentAxis, segmentAxes, segmentAxisPairs } from './segment-axes.ts'
import { memberNamesInTables } from './segment-names.ts'
import { twoAxisRevenueParts } from './segment-parts.ts'
import { type SegmentRow, segmentFigureRows, segmentSumRows, unservedRevenueRow, withReportNames } from './segment-rows.ts'
import { roundingOfRows, type SegmentAmount, type SegmentSum, sumOfAmounts } from './segment-sum.ts'
import { cellAmount, Table } from './segment-table.ts'

type Measure = SegmentFigureRow['measure']

const reports = /^(?:10-[KQ]T?|20-F|40-F)(?:\/A)?$/
const conceptsOf = (line: string): string[] =>
  lines.find((row) => row.line === line)!.tags.map((tag) => tag.replace(/^ifrs:/, 'ifrs-full:').replace(/^(?!.*:)/, 'us-gaap:'))
const revenues = conceptsOf('revenue')
/** Of a bank, less interest paid. */
const netRevenues = ['us-gaap:RevenuesNetOfInterestExpense']
const results = ['operating_income', 'pretax_income', 'gross_profit', 'net_income', 'net_income_with_minorities'].flatMap(
  conceptsOf,
)
const premiums = conceptsOf('premiums_earned')
const ownRevenue = /^(?!.*\b(?:cost|percent\w*|intersegment|deferred|expense|other|gain|loss)\b).*\b(?:revenues?|net sales)\b/u
const ownResult =
  /\b(?:operating|segment|core|adjusted)\b.*\b(?:income|profit|earnings|ebitda)\b|\bebitda\b|\bearnings before\b|\bcontribution\b|\bincome loss\b.*\bbefore\b/u

/**
 * Segments of a report as tagged, for each period of which they add up to the figure of the whole company, by one way of tagging: revenue, what
 * of it is external, premiums, result and assets. Arms, products, regions and customers are separate tables, and so is revenue by two of them. Where the
 * revenue of the newest period does not add up a row of the whole says why.
 */
export function segmentsIn(set: DocumentSet): SegmentFigureRow[] {
  const { form, facts } = set
  const { segments } = companyMarketOf(set)
  if (segments !== undefined) return filedSegmentsIn(set, segments)
  if (!reports.test(form)) return []
  const money = facts.filter(({ number, unit }) => number !== null && /^(?:iso4217:)?[A-Z]{3}$/.test(unit ?? ''))
  const divided = money.filter(({ context }) =>
    context.dimensions.some(({ axis }) => Object.values(segmentAxes).some((each) => each.test(axis))),
  )
  const keys = new Set(divided.map(periodOf))
  const ends = divided.map(({ context }) => context.end!).sort()
  const rows = [...keys].flatMap((key) => {
    const own = money.filter((fact) => periodOf(fact) === key)
    return rowsOf(own, own[0]!.context.end === ends.at(-1))
  })
  return segmentFigureRows(set, withReportNames(rows, memberNamesInTables(money)), ({ place: { table, row, offset } }) =>
    table === null ? `character ${offset}` : `table ${table}, row ${row}`,
  )
}

const periodOf = ({ context, unit }: Fact): string => `${context.start} ${context.end} ${unit}`

function rowsOf(facts: readonly Fact[], isNewest: boolean): SegmentRow[] {
  const business = new Table(facts, segmentAxes.business)
  const whole = business.whole(netRevenues) ?? business.whole(revenues)
  const others = [...firstOf(business, premiums, null, 'premiums_earned', false), ...resultsIn(business)]
  if (whole === null) return others
  const tables = new Map<SegmentAxis, readonly SegmentSum[]>()
  const rows: SegmentRow[] = []
  const missing: SegmentRow[] = []
  for (const axis of ['business', 'product', 'geography', 'customer', 'channel'] as const) {
    const table = new Table(facts, segmentAxes[axis])
    const divided = dividedIn(table, axis, whole)
    const sums = axis === 'business' ? withExternal(divided) : divided.slice(0, 1)
    tables.set(axis, sums)
    rows.push(...sums.flatMap((sum, at) => segmentSumRows(axis, at === 0 ? 'revenue' : 'external_revenue', sum)))
    if (axis === 'business') rows.push(...armsOf(divided))
    const why = divided.length === 0 ? whyNot(table, axis, whole) : null
    if (why !== null) missing.push(unservedRevenueRow(axis, whole, why))
  }
  for (const pair of segmentAxisPairs) {
    const [outer, inner] = pair
    const concepts = new Table(facts, segmentAxes[outer]).concepts(revenues, ownRevenue)
    const { sum, apart } = twoAxisRevenueParts(facts, pair, { concepts, bases: tables.get(outer)!, whole })
    const axis = pair.join(' x ')
    if (sum !== null) rows.push(...segmentSumRows(axis, 'revenue', sum))
    const segments = tables.get(outer)![0]?.segments.length ?? 0
    const why = `Revenue by ${inWords[inner]} as tagged does not add up to that of ${apart} of ${segments} ${inWords[outer]}s.`
    if (apart > 0) missing.push(unservedRevenueRow(axis, whole, why))
  }
  const served = new Set(rows.map(({ axis }) => axis.split(' ')[0]!))
  const why = isNewest ? missing.filter(({ axis }) => axis.includes(' ') || !served.has(axis)) : []
  return [...why, ...rows, ...others]
}

/** Tables of revenue that add up to that of the company. */
const dividedIn = (table: Table, axis: SegmentAxis, whole: SegmentAmount): SegmentSum[] =>
  table
    .concepts(revenues, axis === 'business' ? ownRevenue : null)
    .flatMap((concept) => table.sums(concept, whole))
    .filter(
      (sum) =>
        (axis === 'business' ? hasSeveral(sum) : sum.segments.length > 1) &&
        Math.abs(sum.total.value - whole.value) <= roundingOfRows([sum.total, whole]),
    )

/** Of the same segments, the table with the revenue between them and the one without it, where it differs. */
function withExternal(divided: readonly SegmentSum[]): SegmentSum[] {
  const [first] = divided
  if (first === undefined) return []
  const alike = divided.filter((sum) => membersOf(sum) === membersOf(first))
  const [most, ...others] = alike.toSorted((a, b) => sumOfAmounts(b.segments) - sumOfAmounts(a.segments))
  return [most!, ...others.filter((sum) => sumOfAmounts(sum.segments) < sumOfAmounts(most!.segments)).slice(-1)]
}

function armsOf(divided: readonly SegmentSum[]): SegmentRow[] {
  const arms = divided.find(
    (sum) => membersOf(sum) !== membersOf(divided[0]!) && sum.segments.some(({ name }) => isArm.test(name)),
  )
  return arms === undefined ? [] : segmentSumRows('arm', 'revenue', arms)
}

const resultsIn = (table: Table): SegmentRow[] => [
  ...firstOf(table, results, ownResult, 'result', true),
  ...firstOf(table, ['us-gaap:Assets', 'ifrs-full:Assets'], null, 'assets', false),
]

/** One part of a company that is divided from its finance business. */
const isArm = /\b(?:excluding|without|credit|financ\w+)\b/iu

const membersOf = ({ segments }: SegmentSum): string =>
  segments
    .map(({ name }) => name)
    .sort()
    .join()

/** One row that is the whole divides nothing. */
const hasSeveral = ({ segments, reconciling }: SegmentSum): boolean => segments.length + reconciling.length > 1

/** The first concept whose segments add up to the whole, or where `partly` to the total of the segments that is filed. */
function firstOf(table: Table, named: readonly string[], own: RegExp | null, measure: Measure, partly: boolean): SegmentRow[] {
  for (const concept of table.concepts(named, own)) {
    const whole = table.sums(concept, null).find(hasSeveral)
    if (whole !== undefined) return segmentSumRows('business', measure, whole)
    const [total] = partly ? table.sums(concept, null, true).filter(hasSeveral) : []
    if (total !== undefined) return segmentSumRows('business', measure, total, 'subtotal')
  }
  return []
}

/** What a company is divided by, in words. */
const inWords: Readonly<Record<SegmentAxis, string>> = {
  business: 'segment',
  subsegment: 'subsegment',
  product: 'product',
  geography: 'region',
  customer: 'customer',
  channel: 'sales channel',
}

/** Why revenue is not served by an axis; null where none is tagged by it. */
function whyNot(table: Table, axis: SegmentAxis, whole: SegmentAmount): string | null {
  const [concept] = table.concepts(revenues, axis === 'business' ? ownRevenue : null)
  if (concept === undefined) return null
  const cells = table.cells(concept).filter(({ member, under }) => member !== null && isSegmentLevelMember(under))
  if (axis !== 'business') {
    const isOther = cells.some(
      ({ member, fact }) => isOtherIncome(wordsOf(member!)) || isOtherIncome(fact.place.label.toLowerCase()),
    )
    if (new Set(cells.map(({ member }) => member)).size < 2) return null
    return isOther
      ? `The total that is tagged by ${inWords[axis]} has other income in it, such as that of affiliates, and divides revenue no further.`
      : `Revenue by ${inWords[axis]} as tagged does not add up to that of the company.`
  }
  if (cells.length === 0) return 'Revenue of segments is tagged by product, geography or customer alone.'
  if (cells.length === 1) return 'All revenue is that of one segment.'
  const ways = [...new Set(cells.map(({ under }) => under))].map((way) =>
    sumOfAmounts(cells.filter(({ under }) => under === way).map(cellAmount)),
  )
  return `Segments as tagged add up to ${ways.join(' or ')}, the whole is ${whole.value}, and no tagged rows reconcile the two.`
}
