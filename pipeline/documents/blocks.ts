import type { Tone } from '../../data/charts.ts'
import type { ChartLine, LabelRun, RegimePath, YieldCurve } from './charts.ts'
import type { Correlation, TrendWindow, Turn } from './reading.ts'

/** Where blocks are made for: both forms say the same in the same words, each in its order. */
export type OutputMedium = 'markdown' | 'page'

/**
 * A document as what it consists of, whatever the format: one renderer writes Markdown of it and one a page, so that both say the same in the
 * same words. Tables, lists, points, columns and facts without rows are left out, and a heading with nothing below it.
 */
export type Block =
  /** What the document is about in a sentence; `title` names it wherever there is room for a name alone. */
  | {
      readonly kind: 'head'
      readonly title: string
      /** Null where Markdown says it in a block below. */
      readonly headline: Text | null
      readonly crumbs: readonly Breadcrumb[]
      /** What must be read before anything else, beside that data are invented. */
      readonly warning?: Text | null
      /** The address that takes `?date=`, for links to the day before and after. */
      readonly path?: string
      /** The part of the site that its navigation marks. */
      readonly part?: 'metrics' | 'companies'
      /** Headings of the parts that are listed beside the text of a page. */
      readonly contents?: readonly string[]
    }
  /** `part`: it heads a part of what the heading above it names, a level below. */
  | { readonly kind: 'heading'; readonly text: string; readonly remark?: Text; readonly part?: true }
  /** `leads`: it opens a page; `state`: its state is large on one; `aside`: it is small on one. */
  | {
      readonly kind: 'sentence'
      readonly text: Text
      readonly leads?: true
      readonly state?: true
      readonly aside?: true
    }
  | { readonly kind: 'facts'; readonly rows: readonly FactItem[] }
  /** Markdown leaves a column out that is for a page alone, and writes a single row `inLine` where that is asked for. */
  | {
      readonly kind: 'table'
      readonly columns: readonly TableColumnHead[]
      readonly rows: readonly (readonly Text[])[]
      readonly inLine?: true
    }
  | { readonly kind: 'list'; readonly items: readonly Text[]; readonly look?: ListStyle }
  /** Next to each other on a page, below each other in Markdown; `lead`: the first is wider; `pictures`: two in a row, low ones. */
  | { readonly kind: 'columns'; readonly look: 'two' | 'lead' | 'pictures'; readonly columns: readonly (readonly Block[])[] }
  /** A metric over time, with the values at which its signal turns; drawn on a page alone. */
  | {
      readonly kind: 'chart'
      readonly line: ChartLine
      readonly turns: readonly Turn[]
      /** Labels of days, drawn below it. */
      readonly runs: readonly LabelRun[]
      readonly notes: readonly string[]
    }
  /** Where a document comes from, at the end of a page: facts beside those of every document, and links to its other formats. */
  | {
      readonly kind: 'origin'
      readonly rows: readonly FactItem[]
      readonly formats: readonly (readonly [name: string, href: string])[]
      /** The Markdown above has said the day. */
      readonly dayAbove?: true
    }
  /** What stands out, each with a small history where there is one; `level` is dashed over it. */
  | { readonly kind: 'points'; readonly points: readonly { text: Text; line: ChartLine | undefined; level: number | null }[] }
  /** Where a value is between the least and the largest of some spans of time. */
  | {
      readonly kind: 'ranges'
      readonly value: number
      readonly unit: string
      readonly ranges: readonly { readonly name: string; readonly low: number; readonly high: number }[]
    }
  /** The states of the days up to now. */
  | { readonly kind: 'strip'; readonly runs: readonly LabelRun[] }
  /** Shares of one, over time and at the end from above, with the label of each day below. */
  | {
      readonly kind: 'areas'
      readonly title: string
      readonly remark: Text
      readonly note: Text
      readonly path: RegimePath
      readonly ends: readonly { readonly name: string; readonly share: number }[]
    }
  | {
      readonly kind: 'curves'
      readonly title: string
      readonly remark: string
      readonly note: string
      readonly curves: readonly YieldCurve[]
    }
  /** Every pair of some metrics: those told apart from zero are outlined. */
  | {
      readonly kind: 'matrix'
      readonly title: string
      readonly names: readonly { readonly metric: string; readonly title: string; readonly short: string }[]
      readonly pairs: readonly Correlation[]
    }
  /** Shares of one against shares of another, both from 0 to 1; Markdown has the table below it. */
  | {
      readonly kind: 'scatter'
      readonly title: string
      readonly remark: string
      readonly note: string
      readonly dots: readonly ChartDot[]
    }

/** A text with what a renderer writes in its own way. */
export type Text = Span | readonly Span[]

export type Span =
  | string
  /** A number, with at most two decimals where none are given; `unit` as in a series: `USD`, `percent`, `BTC`. */
  | { readonly number: number; readonly unit?: string; readonly decimals?: number; readonly signed?: true }
  /** A value in its unit; null for one that may be a year or a rank. `headed`: the head of its column has the unit. */
  | { readonly figure: number; readonly unit: string | null; readonly headed?: true }
  | { readonly change: TrendWindow; readonly unit: string }
  /** A value of a metric as sentences have it: `$5,917bn`. */
  | { readonly amount: number; readonly metric: string; readonly unit: string }
  /** `at 4.46% or higher`, `above zero` */
  | { readonly level: Pick<Turn, 'side' | 'value'>; readonly metric: string; readonly unit: string }
  /** `YYYY-MM-DD` or a day number; short in tables: `22 Jul`. The year is left out where it is the document's, unless `year` is asked for. */
  | { readonly day: string | number; readonly short?: true; readonly year?: true }
  /** A day of the document's year, else its month. */
  | { readonly since: string }
  /** What a value is about, for tables: `22 Jul`, or `Jun` of a monthly one. */
  | { readonly period: string; readonly cadence: string }
  /** RFC 3339, UTC */
  | { readonly time: string }
  /** A link, or the name alone where there is no address. */
  | { readonly name: Text; readonly url: string | null }
  /** The same on a page; Markdown has the name alone. */
  | { readonly name: Text; readonly page: string | null }
  | { readonly strong: Text }
  /** Less important than what it is beside. */
  | { readonly small: Text }
  | { readonly soft: Text }
  /** A word in the shape and colour of what it stands for; Markdown has the word. */
  | { readonly tone: Tone; readonly word: string }
  /** Markdown leaves out this text, as it does marks and drawings. */
  | { readonly onPage: Text }
  | { readonly mark: Text }
  /** A share of its room; from the middle where it has `sides`, else from the left, on a ground where it is `full`. */
  | {
      readonly bar: number
      readonly fill: 'up' | 'down' | 'flat' | 'solid' | 'open'
      readonly sides?: true
      readonly full?: true
    }
  | { readonly interval: Pick<Correlation, 'value' | 'low' | 'high'> }
  /** Below each other on a page; Markdown parts them with semicolons. */
  | { readonly lines: readonly Text[] }
  /** A text whose source wants it word for word, with its addresses. */
  | { readonly notice: string }

/** Where a page stands: a name, with the address of what is above it. */
export type Breadcrumb = readonly [name: string, href?: string]

/** A fact is left out where its text is empty. */
export type FactItem = readonly [name: Text, text: Text | null]

/** `ranked`: numbered; `turns`: each below a rule; `aside`: small. */
export type ListStyle = 'ranked' | 'turns' | 'aside'

/** `'Company'`, or of figures, which stand right, `['Principal']`. */
export type TableColumnHead = string | readonly [figures: string]

export interface ChartDot {
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
/** A heading of a part: it names what it is a part of, as readers of a part alone need. */
export const partHeading = (title: string): Block => ({ kind: 'heading', text: title, part: true })
export const sentence = (...text: readonly Span[]): Block => ({ kind: 'sentence', text })
/** The sentence that opens a page. */
export const standfirst = (text: string): Block => ({ kind: 'sentence', text, leads: true })
export const facts = (...rows: readonly FactItem[]): Block => ({ kind: 'facts', rows })
type Table = Extract<Block, { kind: 'table' }>
export const table = (columns: readonly TableColumnHead[], rows: readonly (readonly Text[])[]): Table => ({
  kind: 'table',
  columns,
  rows,
})
/** A table by its columns, each with the cell it makes of a row. */
export const tableOf = <Row>(rows: readonly Row[], columns: readonly (readonly [TableColumnHead, (row: Row) => Text])[]): Table =>
  table(
    columns.map(([head]) => head),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  )
export const asideBlock = (...text: readonly Span[]): Block => ({ kind: 'sentence', text, aside: true })
export const list = (items: readonly Text[], look?: ListStyle): Block => ({
  kind: 'list',
  items,
  ...(look === undefined ? {} : { look }),
})

export const number = (value: number, unit?: string, decimals?: number): Span => ({
  number: value,
  ...(unit === undefined ? {} : { unit }),
  ...(decimals === undefined ? {} : { decimals }),
})

/** A text as a template: phrase`known ${{ time }}` */
export const phrase = (strings: TemplateStringsArray, ...texts: readonly Text[]): readonly Span[] =>
  strings.flatMap((part, at) => [...(part === '' ? [] : [part]), ...toSpans(texts[at] ?? [])])

/** Words of a source as a quotation; marks inside it are single, so that it ends where it ends. */
export const quotationSpan = (text: string): string => `“${text.replaceAll('“', '‘').replaceAll('”', '’')}”`

/** Spans with a text between any two of them. */
export const joined = (texts: readonly Text[], between: string): readonly Span[] =>
  texts.flatMap((text, at): readonly Span[] => [...(at === 0 ? [] : [between]), ...toSpans(text)])

/** Whether a text is for a page alone. */
export const isPageOnly = (text: Text): boolean =>
  toSpans(text).every((span) => typeof span === 'object' && ('onPage' in span || 'mark' in span || isDrawingSpan(span)))

export const isDrawingSpan = (span: Span): boolean => typeof span === 'object' && ('bar' in span || 'interval' in span)

export const toSpans = (text: Text): readonly Span[] => (Array.isArray(text) ? text : [text as Span])

/** Without what is empty: tables, lists, points, columns or facts without rows, and a heading with nothing below it. */
export function withoutEmptyBlocks(blocks: readonly Block[]): Block[] {
  const filled = blocks.flatMap((block): Block[] => {
    if (block.kind === 'facts') return block.rows.some(([, text]) => text !== null) ? [block] : []
    if (block.kind === 'table') return block.rows.length > 0 ? [block] : []
    if (block.kind === 'ranges') return block.ranges.length > 0 ? [block] : []
    if (block.kind === 'points') return block.points.length > 0 ? [block] : []
    if (block.kind !== 'columns') return block.kind !== 'list' || block.items.length > 0 ? [block] : []
    const columns = block.columns.map(withoutEmptyBlocks).filter((column) => column.length > 0)
    return columns.length > 0 ? [{ ...block, columns }] : []
  })
  const kept: Block[] = []
  for (const block of filled.reverse()) if (block.kind !== 'heading' || levelOf(kept.at(-1)) > levelOf(block)) kept.push(block)
  return kept.reverse()
}

/** A heading with nothing below it has one of its level or above next, or the end. */
function levelOf(block: Block | undefined): number {
  if (block === undefined) return 0
  return block.kind !== 'heading' ? Number.POSITIVE_INFINITY : block.part === true ? 3 : 2
}
