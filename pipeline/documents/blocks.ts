/**
 * A document as what it consists of, whatever the format: one renderer writes Markdown of it and one a page, so that both say the same in the
 * same words. Tables, lists, holders and facts without rows are left out, and a heading with nothing below it.
 */
export type Block =
  /** What the document is about in a sentence; `title` names it wherever there is room for a name alone. */
  | { readonly kind: 'head'; readonly title: string; readonly headline: Text; readonly crumbs: readonly Crumb[] }
  | { readonly kind: 'heading'; readonly text: string; readonly remark?: Text }
  | { readonly kind: 'sentence'; readonly text: Text; readonly leads?: true }
  | { readonly kind: 'facts'; readonly rows: readonly Fact[] }
  | { readonly kind: 'table'; readonly columns: readonly Column[]; readonly rows: readonly (readonly Text[])[] }
  | { readonly kind: 'list'; readonly items: readonly Text[] }
  /** Companies by how much they hold, drawn by size and age. */
  | { readonly kind: 'holders'; readonly rows: readonly Holder[] }
  /** Shares of one against shares of another, both from 0 to 1; Markdown has the table below it. */
  | {
      readonly kind: 'scatter'
      readonly title: string
      readonly remark: string
      readonly note: string
      readonly dots: readonly Dot[]
    }

/** A text with what a renderer writes in its own way. */
export type Text = Span | readonly Span[]

export type Span =
  | string
  /** A number, with at most two decimals where none are given; `unit` as in a series: `USD`, `percent`, `BTC`. */
  | { readonly number: number; readonly unit?: string; readonly decimals?: number }
  /** `YYYY-MM-DD` */
  | { readonly day: string }
  /** RFC 3339, UTC */
  | { readonly time: string }
  /** A link, or the name alone where there is no address. */
  | { readonly name: Text; readonly url: string | null }
  | { readonly strong: Text }
  /** A text whose source wants it word for word, with its addresses. */
  | { readonly notice: string }

/** Where a page stands: a name, with the address of what is above it. */
export type Crumb = readonly [name: string, href?: string]

/** A fact is left out where its text is empty. */
export type Fact = readonly [name: string, text: Text | null]

/** `'Company'`, or of figures, which stand right, `['Principal']`. */
export type Column = string | readonly [figures: string]

/** A company with its count, and where it was read. */
export interface Holder {
  readonly ticker: string
  readonly company_name: string
  readonly btc_exact: number | null
  readonly btc_display: number
  readonly as_of: string
  readonly age_days: number
  readonly freshness: { readonly status: string }
  readonly source: { readonly name: string; readonly url: string | null }
  readonly filing: { readonly form: string; readonly filed: string } | null
  readonly mnav_summary: { readonly value: number; readonly basis: string; readonly as_of: string } | null
}

export interface Dot {
  readonly x: number
  readonly y: number
  /** Drawn hollow: it stands for few. */
  readonly isSmall: boolean
}

export const heading = (text: string, remark?: Text): Block => ({
  kind: 'heading',
  text,
  ...(remark === undefined ? {} : { remark }),
})
export const sentence = (...text: readonly Span[]): Block => ({ kind: 'sentence', text })
export const facts = (...rows: readonly Fact[]): Block => ({ kind: 'facts', rows })
export const table = (columns: readonly Column[], rows: readonly (readonly Text[])[]): Block => ({ kind: 'table', columns, rows })

export const number = (value: number, unit?: string, decimals?: number): Span => ({
  number: value,
  ...(unit === undefined ? {} : { unit }),
  ...(decimals === undefined ? {} : { decimals }),
})

/** Spans with a text between any two of them. */
export const joined = (texts: readonly Text[], between: string): Text =>
  texts.flatMap((text, at): readonly Span[] => [...(at === 0 ? [] : [between]), ...(isSpans(text) ? text : [text])])

const isSpans = (text: Text): text is readonly Span[] => Array.isArray(text)

/** Without what is empty: tables, lists, holders or facts without rows, and a heading with nothing below it. */
export function withoutEmpty(blocks: readonly Block[]): Block[] {
  const filled = blocks.filter((block) => {
    if (block.kind === 'facts') return block.rows.some(([, text]) => text !== null)
    if (block.kind === 'table' || block.kind === 'holders') return block.rows.length > 0
    return block.kind !== 'list' || block.items.length > 0
  })
  return filled.filter(({ kind }, at) => kind !== 'heading' || (filled[at + 1]?.kind ?? 'heading') !== 'heading')
}
