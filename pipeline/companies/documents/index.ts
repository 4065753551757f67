import type { DocumentSet } from '../../filings/document-set.ts'
import type { Rows } from '../../tables/index.ts'
import { debtIn, maturitiesIn } from './debt.ts'
import { guidanceIn } from './guidance.ts'
import { nextResultsIn } from './next-results.ts'
import { segmentsIn } from './segments.ts'
import { shareClassesIn } from './share-classes.ts'
import { situationMarksIn } from './situations.ts'

/** What is read of the documents of a filing, by table: each reader looks at one matter and is given every filing. */
const readers = {
  company_guidance: guidanceIn,
  next_results: nextResultsIn,
  share_class: shareClassesIn,
  segment_figure: segmentsIn,
  situation_mark: situationMarksIn,
  debt_instrument: debtIn,
  debt_maturity: maturitiesIn,
} satisfies { readonly [Table in keyof Rows]?: (set: DocumentSet) => NonNullable<Rows[Table]> }

/** What the documents of filings say, as rows. */
export function documentRows(documents: readonly DocumentSet[]): Rows {
  return Object.fromEntries(
    Object.entries(readers).map(([table, reader]) => [table, documents.flatMap((set): object[] => reader(set))]),
  )
}
