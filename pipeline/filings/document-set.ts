import type { Fact, TextBlock } from './fact.ts'
import type { Span } from './span.ts'

/** A text filed with a report: the report of a current event itself, or an exhibit 99. */
export interface FiledText {
  readonly url: string
  /** As the submission names it, such as 8-K or EX-99.1. */
  readonly type: string
  /** All its sentences and the cells of its tables, in the order of the document. */
  readonly spans: readonly Span[]
}

/** The documents of one filing, as they were read. */
export interface DocumentSet {
  /** Issuer id. */
  readonly company: string
  readonly accession: string
  /** `10-K`, `8-K` */
  readonly form: string
  /** Of the primary document. */
  readonly url: string
  /** Items of a current report by the headings of its text, such as `2.02`. */
  readonly items: readonly string[]
  /** What is tagged in all documents of the filing. */
  readonly facts: readonly Fact[]
  /** Passages tagged as a whole, of reports. */
  readonly notes?: readonly TextBlock[]
  /** Of annual and quarterly reports only the sentences on doubt about going concern and on internal control. */
  readonly texts: readonly FiledText[]
}
