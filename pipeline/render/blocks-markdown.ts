import {
  type Block,
  isPageOnly,
  joined,
  type Span,
  type TableColumnHead,
  type Text,
  toSpans,
  withoutEmptyBlocks,
} from '../documents/blocks.ts'
import { addressOrText, escapeNotice, escapeText } from '../documents/escape.ts'
import type { RankedText, ShortText } from '../documents/kind.ts'
import type { Identity } from '../documents/schema.ts'
import { amountOf } from '../values/amounts.ts'
import { daySpanText, shortPeriod, sinceInWords, timeInWords } from './day-words.ts'
import { figureText, formatChange, levelInWords, numberText } from './format-number.ts'
import { footerBlocks, pipeTable, sampleLines } from './wording.ts'

/** What a document says of itself: its day, and where it has one its fingerprint. */
export type DatedIdentity = Pick<Identity, 'as_of' | 'sample'> | Identity

/** A document as Markdown, ending in a newline. */
export function blocksMarkdown(blocks: readonly Block[], document: DatedIdentity): string {
  const dayAbove = blocks.some((block) => block.kind === 'origin' && block.dayAbove)
  const parts = withoutEmptyBlocks(blocks)
    .flatMap((block) => partsOf(block, document))
    .filter((part) => part !== '')
  return [...parts, ...('fingerprint' in document ? footerBlocks(document, dayAbove) : [])].join('\n\n').concat('\n')
}

function partsOf(block: Block, document: DatedIdentity): string[] {
  const { as_of } = document
  switch (block.kind) {
    case 'head':
      return [
        `# ${escapeText(block.title)}`,
        ...sampleLines(document),
        ...[block.warning ?? null, block.headline].flatMap((text) => (text === null ? [] : [`**${inLine(text, as_of)}**`])),
      ]
    case 'heading':
      return [
        `${block.part ? '###' : '##'} ${escapeText(block.text)}`,
        ...(block.remark === undefined ? [] : [inLine(block.remark, as_of)]),
      ]
    case 'sentence':
      return [inLine(block.text, as_of)]
    case 'facts':
      return [
        block.rows
          .flatMap(([name, text]) => (text === null ? [] : [`- ${inLine(name, as_of)}: ${inLine(text, as_of)}`]))
          .join('\n'),
      ]
    case 'table':
      return [tableText(block, as_of)]
    case 'list':
      return [block.items.map((item, at) => `${block.look === 'ranked' ? `${at + 1}.` : '-'} ${inLine(item, as_of)}`).join('\n')]
    case 'columns':
      return block.columns.flatMap((column) => column.flatMap((each) => partsOf(each, document)))
    case 'chart':
    case 'points':
    case 'ranges':
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

const headOf = (column: TableColumnHead): string => escapeText(typeof column === 'string' ? column : column[0])

/** Without the columns that are for a page; a single row may be a line: `22 Jul: Price 70,000 USD, Change 2.1%`. */
function tableText({ columns, rows, inLine: isInLine }: Extract<Block, { kind: 'table' }>, asOf: string): string {
  const isShown = (at: number) =>
    !rows.some((row) => isPageOnly(row[at]!)) || rows.some((row) => row[at] !== '' && !isPageOnly(row[at]!))
  const shown = columns.flatMap((column, at) => (isShown(at) ? [{ head: headOf(column), at }] : []))
  const heads = shown.map(({ head }) => head)
  const lines = rows.map((row) => shown.map(({ at }) => cellOf(row[at]!, asOf)))
  if (!isInLine || lines.length > 1) return pipeTable(heads, lines)
  const cells = lines[0]!
  const [name, ...rest] = cells
  const parts = rest.flatMap((cell, at) => (cell === '' ? [] : [withHead(heads[at + 1]!, cell)]))
  return `${name === '' ? heads[0] : name}: ${parts.join(', ')}`
}

/** `Price 70,000 USD` from `Price (USD)` and `70,000`. */
function withHead(head: string, cell: string): string {
  const [, name, unit] = /^(.+) \((%|bp|BTC|USD(?: mn| bn)?)\)$/.exec(head) ?? []
  return unit === undefined ? `${head} ${cell}` : `${name} ${cell}${unit === '%' ? '' : ' '}${unit}`
}

/** A cell, where a sign begins no list. */
function cellOf(cell: Text, beside: string): string {
  return inLine(cell, beside).replace(/^\\(?=[-+]\d)/, '')
}

function inLine(text: Text, beside: string): string {
  return toSpans(text)
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
  if ('onPage' in span || 'mark' in span || 'bar' in span || 'interval' in span) return ''
  if ('tone' in span) return escapeText(span.word)
  if ('lines' in span) return inLine(joined(span.lines, '; '), beside)
  if ('notice' in span) return escapeNotice(span.notice)
  const name = inLine(span.name, beside)
  if ('page' in span) return name
  return span.url === null || !isAddress.test(span.url) ? name : `[${name}](${addressOrText(span.url).replace(/[()]/g, encoded)})`
}

/** Of the site or of the web: no other scheme is a link. */
const isAddress = /^(?:\/(?!\/)|https?:\/\/)\S*$/i
const encoded = (letter: string): string => `%${letter.charCodeAt(0).toString(16)}`

/** A piece of a text with the blanks that part it from its neighbours. */
const escaped = (text: string): string => `${/^\s/.test(text) ? ' ' : ''}${escapeText(text)}${/\S\s+$/.test(text) ? ' ' : ''}`

/** Tokens of o200k that the Markdown of a short form stays below. */
const mostTokens = 150

/** The short form of a document as Markdown, below 150 tokens whatever the document: of what it may say, what there is room for. */
export function shortMarkdown({ warnings, wanted, blocks }: ShortText, { as_of, sample }: Identity): string {
  const write = (warning: ShortText['warnings'][number] | null, pieces: readonly RankedText[]) =>
    blocksMarkdown(blocks(warning, pieces), { as_of, sample })
  const fits = (...text: Parameters<typeof write>) => tokensAtMost(write(...text)) < mostTokens
  const warning = warnings.find((each) => fits(each, wanted.slice(0, 1))) ?? warnings.at(-1) ?? null
  let pieces: readonly RankedText[] = []
  for (const piece of wanted) {
    const forms = [piece, ...(piece.shorter ? [{ ...piece, text: piece.shorter }] : [])]
    const fitting = forms.find((form) => fits(warning, [...pieces, form]))
    if (fitting !== undefined) pieces = [...pieces, fitting]
  }
  return write(warning, pieces)
}

/** Long words of many short forms that o200k has as one token, after a blank. */
export const singleTokenWords: ReadonlySet<string> = new Set(
  'Administration Commodity Information September certified contracts electricity expansion inflation liquidity transition'.split(
    ' ',
  ),
)

/**
 * More tokens than o200k makes of a text: one for a word of up to eight letters or of `singleTokenWords`, else one for every five begun, for every three digits, and
 * for any other character but a blank; of letters beyond ASCII two each. The tokenizer itself is a table of several megabytes that nothing
 * that runs should load.
 */
function tokensAtMost(text: string): number {
  let count = 0
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|[^A-Za-z\d ]/gu)) {
    const { length } = piece
    if (/[A-Za-z]/.test(piece)) count += length <= 8 || singleTokenWords.has(piece) ? 1 : Math.ceil(length / 5)
    else count += /\p{L}/u.test(piece) ? 2 : Math.ceil(length / 3)
  }
  return count
}
