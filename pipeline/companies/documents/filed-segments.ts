import type { SegmentMeasure } from '../../../data/companies/tags/segment-measure.ts'
import type { DocumentSet } from '../../filings/document-set.ts'
import type { Fact } from '../../filings/fact.ts'
import type { SegmentFigureRow } from '../../tables/company-document.ts'
import { groupedBy } from '../../values/grouped.ts'
import { conceptTitle } from '../fact.ts'
import { memberName } from './segment-names.ts'
import { type SegmentRow, segmentFigureRows, segmentSumRows, unservedRevenueRow } from './segment-rows.ts'
import { type SegmentAmount, type SegmentSum, segmentsAddingUp, sumOfAmounts } from './segment-sum.ts'

/** Statements are in units, thousands or millions: an amount is rounded to no more, whatever its zeros and what it says of itself. */
const mostZeros = 6

/**
 * Segments of a report whose feed has parted them from what reconciles them (`axis` of their facts), by the measures of its market: each
 * table for each period of which it adds up to the figure of the whole company. Where the revenue of the newest period does not, the row of the whole says why.
 */
export function filedSegmentsIn(set: DocumentSet, measures: readonly SegmentMeasure[]): SegmentFigureRow[] {
  const zeros = set.facts.flatMap(({ number }) => (number ? /0*$/u.exec(String(number))![0].length : []))
  const decimals = -Math.min(mostZeros, ...zeros)
  const facts = set.facts.map((fact) => ({ ...fact, decimals }))
  const ends = facts.map(({ context }) => context.end!).sort()
  const periods = groupedBy(facts, ({ context: { start, end }, unit }) => `${start} ${end} ${unit}`)
  const rows = [...periods.values()].flatMap((own): SegmentRow[] => {
    const tables = measures.map((measure) => ({ measure: measure.measure, ...tableIn(own, measure) }))
    const sumsOf = (name: SegmentMeasure['measure']) => tables.flatMap(({ measure, sum }) => (measure === name && sum) || [])
    const [revenue = sumsOf('external_revenue')[0]] = sumsOf('revenue')
    const [unserved] = tables.filter(({ measure, why }) => measure === 'revenue' && why !== undefined)
    const why = revenue === undefined && own[0]!.context.end === ends.at(-1) ? unserved : undefined
    return [
      ...(why === undefined ? [] : [unservedRevenueRow('business', why.total!, why.why!)]),
      ...(revenue === undefined ? [] : segmentSumRows('business', 'revenue', revenue)),
      ...tables.flatMap(({ measure, sum }) =>
        sum === undefined || measure === 'revenue' || (measure === 'external_revenue' && !isLess(sum, revenue))
          ? []
          : segmentSumRows('business', measure, sum),
      ),
    ]
  })
  const regions = [...periods.values()].flatMap(regionsIn)
  // a report may leave regions out that the year before still had
  if (regions.some(({ fact }) => fact.context.end === ends.at(-1))) rows.push(...regions)
  return segmentFigureRows(set, rows, ({ concept, contextId = '' }) => `${concept} ${contextId}`.trim())
}

/** External revenue is a separate table where segments have revenue from each other. */
const isLess = (external: SegmentSum, revenue: SegmentSum | undefined) =>
  revenue !== undefined && sumOfAmounts(external.segments) < sumOfAmounts(revenue.segments)

/** Rows that stand among segments and are something else, by their names in forms of India. */
const ofNoSegment = /^(?:less:? ?)?(?:exceptional|un-? ?alloca|inter-? ?segment|eliminat)/iu

/** A table that adds up, or the figure that it does not add up to; neither where there are no segments. */
interface Read {
  readonly sum?: SegmentSum
  readonly total?: SegmentAmount
  readonly why?: string
}

function tableIn(facts: readonly Fact[], { concepts, whole, added = [], takenOff = [] }: SegmentMeasure): Read {
  let read: Read = {}
  for (const concept of concepts) {
    const own = rowsOf(facts, concept)
    const filed = own.filter(isOn('segment'))
    const segments = filed.filter(({ name }) => !ofNoSegment.test(name))
    const apart = [
      ...own.filter(isOn('reconciling')),
      ...filed.filter(({ name }) => ofNoSegment.test(name)),
      ...takenOff.flatMap((each) => rowsOf(facts, each).filter(isOn(undefined)).map(less)),
    ]
    const more = added.flatMap((each) => rowsOf(facts, each).filter(isOn(undefined)))
    if (segments.length === 0) continue
    const totals = (whole ?? [concept]).flatMap((each) => rowsOf(facts, each).filter(isOn(undefined)))
    for (const total of totals) {
      const several = segments.length + apart.length + more.length > 1
      // exceptional items may be among those that are not allocated
      const sum = several
        ? (segmentsAddingUp(segments, [...apart, ...more], total) ?? segmentsAddingUp(segments, apart, total))
        : null
      if (sum !== null) return { sum }
      read = read.why === undefined ? { total, why: whyNot(segments, total) } : read
    }
  }
  return read
}

/** Revenue by region: a note states it, whose total is revenue under the concept of its facts. */
function regionsIn(facts: readonly Fact[]): SegmentRow[] {
  const concept = facts.find(({ context }) => context.dimensions[0]?.axis === 'region')?.concept
  const own = concept === undefined ? [] : rowsOf(facts, concept)
  const [total] = own.filter(isOn(undefined))
  const sum = total === undefined ? null : segmentsAddingUp(own.filter(isOn('region')), [], total)
  return sum === null ? [] : segmentSumRows('geography', 'revenue', sum)
}

const whyNot = (segments: readonly SegmentAmount[], total: SegmentAmount) =>
  segments.length === 1
    ? 'All revenue is that of one segment.'
    : `Segments as filed add up to ${sumOfAmounts(segments)}, the whole is ${total.value}, and no filed rows reconcile the two.`

const isOn =
  (axis: string | undefined) =>
  ({ fact }: SegmentAmount): boolean =>
    fact.context.dimensions[0]?.axis === axis
const less = (row: SegmentAmount): SegmentAmount => ({ ...row, value: -row.value })

/** The amounts of a concept, each once; none where two of one row differ. */
function rowsOf(facts: readonly Fact[], concept: string): SegmentAmount[] {
  const rows = new Map<string, SegmentAmount>()
  for (const fact of facts) {
    if (fact.concept !== concept || fact.number === null) continue
    const { member = '' } = fact.context.dimensions[0] ?? {}
    const key = `${fact.contextId} ${member}`
    if ((rows.get(key)?.value ?? fact.number) !== fact.number) return []
    const name = member === '' ? conceptTitle(concept) : member.endsWith('Member') ? filedNameOf(member) : member
    if (!rows.has(key)) rows.set(key, { name, value: fact.number, fact })
  }
  return [...rows.values()]
}

/** Segments that are none of the reportable ones go by one name in reports. */
const filedNameOf = (member: string): string => (/NotIncludedInReportableSegments/.test(member) ? 'Other' : memberName(member))
