import { amountOf } from '../analysis/amounts.ts'
import { type Block, type Column, joined, type Span, spansOf, type Text, withoutEmpty } from '../documents/blocks.ts'
import type { Identity } from '../documents/schema.ts'
import { daySpanText, shortPeriod, sinceInWords, timeInWords } from './day-words.ts'
import { addressOrText, escapeNotice, escapeText } from './escape.ts'
import { figureText, formatChange, levelInWords, numberText } from './format-number.ts'
import { table } from './table.ts'
import { footBlocks, sampleLines } from './wording.ts'

/** What a document says of itself: its day, and where it has one its fingerprint. */
export type Dated = Pick<Identity, 'as_of' | 'sample'> | Identity

/** A document as Markdown, ending in a newline. */
export function blocksMarkdown(blocks: readonly Block[], document: Dated): string {
  const dayAbove = blocks.some((block) => block.kind === 'origin' && block.dayAbove)
  const parts = withoutEmpty(blocks).flatMap((block) => partsOf(block, document))
  return [...parts, ...('fingerprint' in document ? footBlocks(document, dayAbove) : [])].join('\n\n').concat('\n')
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
      return [
        block.rows
          .flatMap(([name, text]) => (text === null ? [] : [`- ${inLine(name, as_of)}: ${inLine(text, as_of)}`]))
          .join('\n'),
      ]
    case 'table':
      return [
        table(
          block.columns.map(headOf),
          [...block.rows, ...(block.total ? [block.total] : [])].map((cells) => cells.map((cell) => cellOf(cell, as_of))),
        ),
      ]
    case 'list':
      return [block.items.map((item, at) => `${block.look === 'ranked' ? `${at + 1}.` : '-'} ${inLine(item, as_of)}`).join('\n')]
    case 'columns':
      return block.columns.flatMap((column) => column.flatMap((each) => partsOf(each, document)))
    case 'chart':
    case 'points':
    case 'strip':
    case 'areas':
    case 'curves':
    case 'matrix':
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
  if ('day' in span) return daySpanText(span, beside)
  if ('since' in span) return sinceInWords(span.since, beside)
  if ('period' in span) return shortPeriod(span.period, span.cadence, beside)
  if ('time' in span) return timeInWords(span.time, beside)
  if ('strong' in span) return `**${inLine(span.strong, beside)}**`
  if ('small' in span) return inLine(span.small, beside)
  if ('soft' in span) return inLine(span.soft, beside)
  if ('mark' in span) return inLine(span.mark, beside)
  if ('bar' in span || 'interval' in span) return ''
  if ('tone' in span) return escapeText(span.word)
  if ('lines' in span) return inLine(joined(span.lines, '; '), beside)
  if ('notice' in span) return escapeNotice(span.notice)
  const name = inLine(span.name, beside)
  return span.url === null ? name : `[${name}](${addressOrText(span.url)})`
}

/** A piece of a text with the blanks that part it from its neighbours. */
const escaped = (text: string): string => `${/^\s/.test(text) ? ' ' : ''}${escapeText(text)}${/\S\s+$/.test(text) ? ' ' : ''}`
