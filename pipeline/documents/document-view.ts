/**
 * How analysts read documents that are kept day by day: declared with the document, so that the warehouse makes views of any. Paths lead
 * into the document, as `holding.as_of` does.
 */
export interface DocumentViews {
  /** Table of which document a company has on each day, and the one of the documents. */
  readonly days: string
  readonly documents: string
  /** The view of the whole documents. */
  readonly whole: { readonly view: string; readonly comment: string }
  readonly parts: readonly DocumentView[]
}

/** One row for each document that has its part: `object`, a path that is not null there; `member`, one that is there at all. */
interface DocumentView {
  readonly view: string
  readonly comment: string
  readonly has: { readonly object: string } | { readonly member: string } | null
  readonly columns: readonly ViewColumn[]
}

/** `amount`: a figure as filed, or a sum of such. `age`: days from a day to that of the document. */
export type ViewColumn = readonly [
  name: string,
  type: 'text' | 'amount' | 'number' | 'day' | 'instant' | 'age' | { readonly unless: string; readonly otherwise: string },
  path: string,
  comment: string,
]
