import { counted } from '../calendar/counted.ts'
import type { Holder } from '../documents/blocks.ts'
import { type Block, type Column, number, type Span, type Text, withoutEmpty } from '../documents/blocks.ts'
import { countOf } from '../documents/holding-text.ts'
import type { Identity } from '../documents/schema.ts'
import { dayInWords, shortDay, timeInWords } from './day-words.ts'
import { addressOrText, escapeNotice, escapeText } from './escape.ts'
import { numberText } from './format-number.ts'
import { table } from './table.ts'
import { footBlocks, sampleLines } from './wording.ts'

/** What a document says of itself: its day, and where it has one its fingerprint. */
export type Dated = Pick<Identity, 'as_of' | 'sample'> | Identity

/** A document as Markdown, ending in a newline. */
export function blocksMarkdown(blocks: readonly Block[], document: Dated): string {
  const parts = withoutEmpty(blocks).flatMap((block) => partsOf(block, document))
  return [...parts, ...('fingerprint' in document ? footBlocks(document) : [])].join('\n\n').concat('\n')
}

function partsOf(block: Block, document: Dated): string[] {
  const { as_of } = document
  switch (block.kind) {
    case 'head':
      return [`# ${escapeText(block.title)}`, ...sampleLines(document), `**${inLine(block.headline, as_of)}**`]
    case 'heading':
      return [`## ${escapeText(block.text)}`, ...(block.remark === undefined ? [] : [inLine(block.remark, as_of)])]
    case 'sentence':
      return [inLine(block.text, as_of)]
    case 'facts':
      return [block.rows.flatMap(([name, text]) => (text === null ? [] : [`- ${name}: ${inLine(text, as_of)}`])).join('\n')]
    case 'table':
      return [
        table(
          block.columns.map(headOf),
          block.rows.map((cells) => cells.map((cell) => inLine(cell, as_of))),
        ),
      ]
    case 'list':
      return [block.items.map((item) => `- ${inLine(item, as_of)}`).join('\n')]
    case 'holders':
      return [holdersTable(block.rows, as_of)]
    case 'scatter':
      return []
    default:
      return block satisfies never
  }
}

const headOf = (column: Column): string => escapeText(typeof column === 'string' ? column : column[0])

function inLine(text: Text, beside: string): string {
  return (Array.isArray(text) ? (text as readonly Span[]) : [text as Span]).map((span) => spanText(span, beside)).join('')
}

function spanText(span: Span, beside: string): string {
  if (typeof span === 'string') return escaped(span)
  if ('number' in span) return numberText(span)
  if ('day' in span) return dayInWords(span.day, beside)
  if ('time' in span) return timeInWords(span.time, beside)
  if ('strong' in span) return `**${inLine(span.strong, beside)}**`
  if ('notice' in span) return escapeNotice(span.notice)
  const name = inLine(span.name, beside)
  return span.url === null ? name : `[${name}](${addressOrText(span.url)})`
}

/** A piece of a text with the blanks that part it from its neighbours. */
const escaped = (text: string): string => `${/^\s/.test(text) ? ' ' : ''}${escapeText(text)}${/\S\s+$/.test(text) ? ' ' : ''}`

/** Holders with the age of their counts, which a page draws. */
function holdersTable(rows: readonly Holder[], asOf: string): string {
  return table(
    ['Company', 'Ticker', 'BTC', 'As of', 'Source', 'mNAV'],
    rows.map(({ ticker, company_name, btc_exact, btc_display, as_of, age_days, freshness, source, mnav_summary: mnav }) => [
      escapeText(company_name),
      escapeText(ticker),
      inLine(countOf({ btc_exact, btc_display }), asOf),
      `${shortDay(as_of, asOf)}, ${counted(age_days, 'day')} old, ${freshness.status}`,
      inLine({ name: source.name, url: source.url }, asOf),
      mnav === null ? '' : inLine([number(mnav.value), ` ${mnav.basis}, `, { day: mnav.as_of }], asOf),
    ]),
  )
}
