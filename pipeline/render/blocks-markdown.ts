import { amountOf } from '../analysis/amounts.ts'
import { counted } from '../calendar/counted.ts'
import { type Block, type Column, joined, number, type Span, spansOf, type Text, withoutEmpty } from '../documents/blocks.ts'
import type { Holder } from '../documents/charts.ts'
import { countOf } from '../documents/holding-text.ts'
import type { Identity } from '../documents/schema.ts'
import { dayInWords, shortDay, shortPeriod, sinceInWords, timeInWords } from './day-words.ts'
import { addressOrText, escapeNotice, escapeText } from './escape.ts'
import { figureText, formatChange, levelInWords, numberText } from './format-number.ts'
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
      return [
        `# ${escapeText(block.title)}`,
        ...sampleLines(document),
        ...[block.warning ?? null, block.headline].flatMap((text) => (text === null ? [] : [`**${inLine(text, as_of)}**`])),
      ]
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
          block.rows.map((cells) => cells.map((cell) => cellOf(cell, as_of))),
        ),
      ]
    case 'list':
      return [block.items.map((item, at) => `${block.numbered ? `${at + 1}.` : '-'} ${inLine(item, as_of)}`).join('\n')]
    case 'columns':
      return block.columns.flatMap((column) => column.flatMap((each) => partsOf(each, document)))
    case 'holders':
      return [holdersTable(block.rows, as_of)]
    case 'chart':
    case 'origin':
    case 'scatter':
      return []
    default:
      return block satisfies never
  }
}

const headOf = (column: Column): string => escapeText(typeof column === 'string' ? column : column[0])

/** A cell, where a sign begins no list. */
function cellOf(cell: Text, beside: string): string {
  return inLine(cell, beside).replace(/^\\(?=[-+]\d)/, '')
}

function inLine(text: Text, beside: string): string {
  return spansOf(text)
    .map((span) => spanText(span, beside))
    .join('')
}

function spanText(span: Span, beside: string): string {
  if (typeof span === 'string') return escaped(span)
  if ('number' in span) return numberText(span)
  if ('figure' in span) return figureText({ ...span, unit: span.unit && escapeText(span.unit) })
  if ('change' in span) return formatChange(span.change, escapeText(span.unit))
  if ('amount' in span) return amountOf(span.metric, span.amount, escapeText(span.unit))
  if ('level' in span) return levelInWords(span)
  if ('day' in span) return (span.short ? shortDay : dayInWords)(span.day, span.year ? null : beside)
  if ('since' in span) return sinceInWords(span.since, beside)
  if ('period' in span) return shortPeriod(span.period, span.cadence, beside)
  if ('time' in span) return timeInWords(span.time, beside)
  if ('strong' in span) return `**${inLine(span.strong, beside)}**`
  if ('small' in span) return inLine(span.small, beside)
  if ('soft' in span) return inLine(span.soft, beside)
  if ('tone' in span) return escapeText(span.word)
  if ('lines' in span) return inLine(joined(span.lines, '; '), beside)
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
