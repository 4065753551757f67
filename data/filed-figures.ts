/** A kind of figure taken from filings, as `extraction.what` names it. */
interface FiledFigure {
  readonly what: string
  /** Where it is read: in the passages of one filer's documents, or in what periodic reports state. */
  readonly readIn: 'passages' | 'reports'
  /** Which of those held for review are trouble: `some` are not, where only something that confirms them is awaited. */
  readonly trouble: 'all' | 'some' | 'none'
}

export const filedFigures = [
  { what: 'bitcoin-total', readIn: 'passages', trouble: 'some' },
  { what: 'bitcoin-passage', readIn: 'passages', trouble: 'none' },
  { what: 'bitcoin-at-period-end', readIn: 'reports', trouble: 'all' },
  { what: 'periodic-report', readIn: 'reports', trouble: 'all' },
  { what: 'report-passage', readIn: 'reports', trouble: 'none' },
] as const satisfies readonly FiledFigure[]

export type FigureName = (typeof filedFigures)[number]['what']
