import { addressOrText, escapeText } from '../documents/escape.ts'
import type { Kind } from '../documents/kind.ts'
import type { Identity } from '../documents/schema.ts'
import { decimalsOf } from '../values/rounding.ts'
import { blocksMarkdown, type DatedIdentity } from './blocks-markdown.ts'
import { formatNumber } from './format-number.ts'
import { inSchemaOrder } from './json.ts'
import { footerBlocks, pipeTable, sampleLines, timeWithoutSeconds } from './wording.ts'

/**
 * A document as Markdown, ending in a newline; a kind without blocks is written member by member. Every number is a number of the
 * document after display rounding (`format-number.ts`), a time of it without zero seconds, or part of one of its texts; every text is
 * escaped.
 */
export function renderMarkdown({ component, blocks }: Kind, document: object): string {
  if (blocks !== null) return blocksMarkdown(blocks(document, 'markdown', { lines: [] }), document as DatedIdentity)
  return plainMarkdown(inSchemaOrder(component, document) as Titled)
}

type Titled = Identity & { readonly title: string } & Readonly<Record<string, unknown>>

/** Members that have their own place in every document. */
const placed = new Set(['title', 'as_of', 'computed_at', 'fingerprint', 'sample', 'notices'])

/** Any document as Markdown: its title, a line a figure or text, then a table for each list of rows. */
function plainMarkdown(document: Titled): string {
  const members = Object.entries(document).filter(([name]) => !placed.has(name))
  const lists = members.filter(([, value]) => Array.isArray(value) && value.length > 0)
  const lines = members
    .filter(([, value]) => !Array.isArray(value))
    .map(([name, value]) => `- ${escapeText(headOf(name))}: ${textOf(value)}`)
  return [
    `# ${escapeText(document.title)}`,
    ...sampleLines(document),
    ...(lines.length > 0 ? [lines.join('\n')] : []),
    ...lists.flatMap(([name, rows]) => [`## ${escapeText(headOf(name))}`, rowsOf(rows as readonly unknown[])]),
    ...footerBlocks(document),
  ]
    .join('\n\n')
    .concat('\n')
}

function rowsOf(rows: readonly unknown[]): string {
  const objects = rows.filter((row): row is Record<string, unknown> => typeof row === 'object' && row !== null)
  if (objects.length < rows.length) return rows.map((row) => `- ${textOf(row)}`).join('\n')
  const columns = [...new Set(objects.flatMap(Object.keys))]
  return pipeTable(
    columns.map((column) => escapeText(headOf(column))),
    objects.map((row) => columns.map((column) => textOf(row[column] ?? null))),
  )
}

/** `due_at` -> `Due at` */
function headOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ')
}

function textOf(value: unknown): string {
  if (value === null) return 'none'
  if (typeof value === 'number') return formatNumber(value, decimalsOf(value, '1'))
  if (typeof value === 'string') return addressOrText(timeWithoutSeconds(value))
  if (typeof value !== 'object') return value === true ? 'yes' : 'no'
  const members = Array.isArray(value)
    ? value.map(textOf)
    : Object.entries(value).map(([name, member]) => `${escapeText(headOf(name))} ${textOf(member)}`)
  return members.join(', ')
}
