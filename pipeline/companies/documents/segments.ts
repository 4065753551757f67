import { lines } from '../../../data/companies/lines.ts'
import { companyMarketOf } from '../../../data/companies/markets.ts'
import type { DocumentSet } from '../../filings/document-set.ts'
import type { Fact } from '../../filings/fact.ts'
import type { SegmentFigureRow } from '../../warehouse/tables/company-document.ts'
import { titleOf } from '../fact.ts'
import { filedSegmentsIn } from './filed-segments.ts'
import { filedRows, type ReadRow, readOf, readRow } from './segment-rows.ts'
import { type Row, roundingOf, type Sum, sumOf } from './segment-sum.ts'
import { isWay, rowOf, Table, withoutNote } from './segment-table.ts'

type Measure = SegmentFigureRow['measure']

const reports = /^(?:10-[KQ]T?|20-F|40-F)(?:\/A)?$/
const axes = {
  business: /:(?:StatementBusinessSegmentsAxis|SegmentsAxis)$/,
  product: /:(?:ProductOrServiceAxis|ProductsAndServicesAxis)$/,
  geography: /:(?:StatementGeographicalAxis|GeographicalAreasAxis)$/,
}

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
 * of it is external, premiums, result and assets. Arms, products and geography are separate tables. Where the revenue of the newest period does not add up
 * the row of the whole says why.
 */
export function segmentsIn(set: DocumentSet): SegmentFigureRow[] {
  const { form, facts } = set
  const { segments } = companyMarketOf(set)
  if (segments !== undefined) return filedSegmentsIn(set, segments)
  if (!reports.test(form)) return []
  const money = facts.filter(({ number, unit }) => number !== null && /^(?:iso4217:)?[A-Z]{3}$/.test(unit ?? ''))
  const divided = money.filter(({ context }) =>
    context.dimensions.some(({ axis }) => Object.values(axes).some((each) => each.test(axis))),
  )
  const keys = new Set(divided.map(periodOf))
  const spelt = new Map(divided.map(({ place }) => [lettersOf(withoutNote(place.label)), withoutNote(place.label)]))
  const newest = divided
    .map(({ context }) => context.end!)
    .sort()
    .at(-1)
  return [...keys].flatMap((key) => {
    const own = money.filter((fact) => periodOf(fact) === key)
    const rows = Object.entries(axes).flatMap(([axis, pattern]) =>
      rowsOf(axis, new Table(own, pattern), own[0]!.context.end === newest),
    )
    const named = rows.map((row) => ({ ...row, segment: nameOf(row.segment, spelt) }))
    return filedRows(set, named, ({ place: { table, row, offset } }) =>
      table === null ? `character ${offset}` : `table ${table}, row ${row}`,
    )
  })
}

const regions = new Intl.DisplayNames('en', { type: 'region' })

/** As a row of the document spells it; a country by its name. */
const nameOf = (segment: string, spelt: ReadonlyMap<string, string>): string =>
  /^[A-Z]{2}$/.test(segment) ? regions.of(segment)! : (segment !== '' && spelt.get(lettersOf(segment))) || segment

/** What a member and its label have in common: `Energyand Transportation`, `Energy & Transportation`. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/and|[^a-z]/gu, '')

const periodOf = ({ context, unit }: Fact): string => `${context.start} ${context.end} ${unit}`

function rowsOf(axis: string, table: Table, isNewest: boolean): ReadRow[] {
  const whole = table.whole(netRevenues) ?? table.whole(revenues)
  const divided =
    whole === null
      ? []
      : table
          .concepts(revenues, axis === 'business' ? ownRevenue : null)
          .flatMap((concept) => table.sums(concept, whole))
          .filter((sum) => hasSeveral(sum) && Math.abs(sum.total.value - whole.value) <= roundingOf([sum.total, whole]))
  const [first] = divided
  if (axis !== 'business') return first === undefined ? [] : readOf(axis, 'revenue', first)
  const why = first === undefined && whole !== null && isNewest ? whyNot(table, whole) : null
  const alike = divided.filter((sum) => membersOf(sum) === membersOf(first!))
  const [most, ...others] = alike.toSorted((a, b) => sumOf(b.segments) - sumOf(a.segments))
  const external = others.findLast((sum) => sumOf(sum.segments) < sumOf(most!.segments))
  const arms = divided.find((sum) => membersOf(sum) !== membersOf(first!) && sum.segments.some(({ name }) => isArm.test(name)))
  return [
    ...(why === null ? [] : [{ ...readRow(axis, 'consolidated', 'revenue', titleOf(whole!.fact.concept), whole!), why }]),
    ...(most === undefined ? [] : readOf(axis, 'revenue', most)),
    ...(external === undefined ? [] : readOf(axis, 'external_revenue', external)),
    ...(arms === undefined ? [] : readOf('arm', 'revenue', arms)),
    ...firstOf(table, premiums, null, 'premiums_earned', false),
    ...firstOf(table, results, ownResult, 'result', true),
    ...firstOf(table, ['us-gaap:Assets', 'ifrs-full:Assets'], null, 'assets', false),
  ]
}

/** One part of a company that is divided from its finance business. */
const isArm = /\b(?:excluding|without|credit|financ\w+)\b/iu

const membersOf = ({ segments }: Sum): string =>
  segments
    .map(({ name }) => name)
    .sort()
    .join()

/** One row that is the whole divides nothing. */
const hasSeveral = ({ segments, reconciling }: Sum): boolean => segments.length + reconciling.length > 1

/** The first concept whose segments add up to the whole, or where `partly` to the total of the segments that is filed. */
function firstOf(table: Table, named: readonly string[], own: RegExp | null, measure: Measure, partly: boolean): ReadRow[] {
  for (const concept of table.concepts(named, own)) {
    const whole = table.sums(concept, null).find(hasSeveral)
    if (whole !== undefined) return readOf('business', measure, whole)
    const [total] = partly ? table.sums(concept, null, true).filter(hasSeveral) : []
    if (total !== undefined) return readOf('business', measure, total, 'subtotal')
  }
  return []
}

/** Why the revenue of segments is not served; null where none is tagged. */
function whyNot(table: Table, whole: Row): string | null {
  const [concept] = table.concepts(revenues, ownRevenue)
  if (concept === undefined) return null
  const cells = table.cells(concept).filter(({ member, under }) => member !== null && isWay(under))
  if (cells.length === 0) return 'Revenue of segments is tagged by product, geography or customer alone.'
  if (cells.length === 1) return 'All revenue is that of one segment.'
  const ways = [...new Set(cells.map(({ under }) => under))].map((way) =>
    sumOf(cells.filter(({ under }) => under === way).map(rowOf)),
  )
  return `Segments as tagged add up to ${ways.join(' or ')}, the whole is ${whole.value}, and no tagged rows reconcile the two.`
}
