import type { DocumentSet } from '../../filings/document-set.ts'
import type { SegmentFigureRow } from '../../tables/company-document.ts'
import { groupedBy } from '../../values/grouped.ts'
import { conceptTitle } from '../fact.ts'
import { labelsAmount, memberName, rowLabelOf } from './segment-names.ts'
import type { SegmentAmount, SegmentSum } from './segment-sum.ts'

type Measure = SegmentFigureRow['measure']

/** A row of a segment table with the fact it is read from. */
export type SegmentRow = Pick<SegmentFigureRow, 'axis' | 'role' | 'within' | 'segment' | 'measure' | 'label' | 'value' | 'why'> &
  Pick<SegmentAmount, 'fact'>

/** The rows of a table that adds up. */
export function segmentSumRows(
  axis: string,
  measure: Measure,
  { segments, reconciling, total }: SegmentSum,
  role: SegmentFigureRow['role'] = 'consolidated',
): SegmentRow[] {
  const labels = new Set(segments.map(({ fact }) => fact.place.label))
  const [shared = ''] = labels.size === 1 ? labels : []
  const isOwn = shared.length <= 80 && labelsAmount(shared)
  const label = isOwn ? rowLabelOf(segments[0]!.fact) : conceptTitle(segments[0]!.fact.concept)
  return [
    ...segments.map((row) => segmentRow(axis, 'segment', measure, label, row)),
    ...reconciling.map((row) => segmentRow(axis, 'reconciling', measure, label, row)),
    segmentRow(axis, role, measure, label, { ...total, name: '' }),
  ]
}

function segmentRow(
  axis: string,
  role: SegmentFigureRow['role'],
  measure: Measure,
  label: string,
  { name, within = null, value, fact }: SegmentAmount,
): SegmentRow {
  // the digits of a row that adds up or takes off others are not filed
  return {
    ...{ axis, role, within, segment: name, measure, label, fact, why: null },
    value: fact.number === value ? fact.value! : String(value),
  }
}

/** A row of the whole that says why revenue is not served by an axis. */
export const unservedRevenueRow = (axis: string, whole: SegmentAmount, why: string): SegmentRow => ({
  ...segmentRow(axis, 'consolidated', 'revenue', conceptTitle(whole.fact.concept), { ...whole, name: '' }),
  why,
})

/** Rows under the names that their report has for members; two rows of a table that would go by one name stay apart in words. */
export function withReportNames(rows: readonly SegmentRow[], nameIn: (member: string) => string): SegmentRow[] {
  const nameOfRow = (name: string | null, { fact }: SegmentRow): string | null => {
    const member = fact.context.dimensions.find((dimension) => memberName(dimension.member) === name)?.member
    return member === undefined ? name : nameIn(member)
  }
  const all = rows.map((row) => ({ row, segment: nameOfRow(row.segment, row)!, within: nameOfRow(row.within, row) }))
  const tables = groupedBy(all, ({ row: { axis, measure, fact }, segment, within }) =>
    [axis, measure, fact.context.start, fact.context.end, fact.unit, within, segment].join('\n'),
  )
  return [...tables.values()].flatMap((own) =>
    own.map(({ row, ...names }) => ({ ...row, ...names, ...(own.length > 1 ? { segment: row.segment } : {}) })),
  )
}

/** Rows as they are kept; `factPlaceText` says where a fact stands. */
export const segmentFigureRows = (
  { company, accession: filing, form }: DocumentSet,
  rows: readonly SegmentRow[],
  placeOf: (fact: SegmentAmount['fact']) => string,
): SegmentFigureRow[] =>
  rows.map(({ fact, ...row }) => ({
    ...{ company, filing, form, ...row },
    from_day: fact.context.start,
    to_day: fact.context.end!,
    unit: fact.unit!.replace('iso4217:', ''),
    place: placeOf(fact),
  }))
