import type { DocumentSet } from '../../filings/document-set.ts'
import type { Rows } from '../../tables/index.ts'
import { debtRows } from './debt.ts'
import { guidanceIn } from './guidance.ts'
import { nextResultsIn } from './next-results.ts'
import { segmentsIn } from './segments.ts'
import { shareClassesIn } from './share-classes.ts'
import { situationMarksIn } from './situations.ts'

/** What is read of the documents of a filing: each reader looks at one matter and is given every filing. */
const readers: readonly ((set: DocumentSet) => Rows)[] = [
  guidanceIn,
  situationMarksIn,
  (set) => ({ next_results: nextResultsIn(set) }),
  (set) => ({ share_class: shareClassesIn(set) }),
  (set) => ({ segment_figure: segmentsIn(set) }),
  debtRows,
]

/** What the documents of filings say, as rows. */
export function documentRows(documents: readonly DocumentSet[]): Rows {
  const rows: Record<string, object[]> = {}
  for (const set of documents)
    for (const reader of readers)
      for (const [table, read] of Object.entries(reader(set))) rows[table] = [...(rows[table] ?? []), ...read]
  return rows
}
