import type { DocumentSet } from '../../filings/document-set.ts'
import type { SegmentFigureRow } from '../../warehouse/tables/company-document.ts'
import { titleOf } from '../fact.ts'
import type { Row, Sum } from './segment-sum.ts'
import { withoutNote } from './segment-table.ts'

/** A row of a segment table with the fact it is read from. */
export type ReadRow = Pick<SegmentFigureRow, 'axis' | 'role' | 'segment' | 'measure' | 'label' | 'value' | 'why'> &
  Pick<Row, 'fact'>

/** The rows of a table that adds up. */
export function readOf(
  axis: string,
  measure: SegmentFigureRow['measure'],
  { segments, reconciling, total }: Sum,
  role: SegmentFigureRow['role'] = 'consolidated',
): ReadRow[] {
  const labels = new Set(segments.map(({ fact }) => fact.place.label))
  const [shared = ''] = labels.size === 1 ? labels : []
  const label = shared === '' || shared.length > 80 ? titleOf(segments[0]!.fact.concept) : withoutNote(shared)
  return [
    ...segments.map((row) => readRow(axis, 'segment', measure, label, row)),
    ...reconciling.map((row) => readRow(axis, 'reconciling', measure, label, row)),
    readRow(axis, role, measure, label, { ...total, name: '' }),
  ]
}

export function readRow(
  axis: string,
  role: SegmentFigureRow['role'],
  measure: SegmentFigureRow['measure'],
  label: string,
  { name, value, fact }: Row,
): ReadRow {
  // the digits of a row that adds up or takes off others are not filed
  return {
    ...{ axis, role, segment: name, measure, label, fact, why: null },
    value: fact.number === value ? fact.value! : String(value),
  }
}

/** Rows as they are kept; `placeOf` says where a fact stands. */
export const filedRows = (
  { company, accession: filing, form }: DocumentSet,
  rows: readonly ReadRow[],
  placeOf: (fact: Row['fact']) => string,
): SegmentFigureRow[] =>
  rows.map(({ fact, ...row }) => ({
    ...{ company, filing, form, ...row },
    from_day: fact.context.start,
    to_day: fact.context.end!,
    unit: fact.unit!.replace('iso4217:', ''),
    place: placeOf(fact),
  }))
