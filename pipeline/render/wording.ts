import { sampleNotice } from '../../data/notices.ts'
import { escapeNotice, escapeText } from '../documents/escape.ts'
import type { Identity } from '../documents/schema.ts'

/** What stands under the title of everything that depends on sample data. */
export const sampleNoticeOf = ({ sample }: Pick<Identity, 'sample'>): string | null => (sample ? sampleNotice : null)

export function sampleLines(document: Pick<Identity, 'sample'>): string[] {
  const notice = sampleNoticeOf(document)
  return notice === null ? [] : [`**${escapeText(notice)}**`]
}

/** Notices not yet shown, as a list; nothing where all are. */
function noticeBlocks({ notices }: Pick<Identity, 'notices'>): string[] {
  const rest = notices.filter((notice) => notice !== sampleNotice)
  return rest.length > 0 ? [rest.map((notice) => `- ${escapeNotice(notice)}`).join('\n')] : []
}

/** Notices, then the dates of the document and its fingerprint, each a block. */
export function footerBlocks(document: Identity, dayAbove = false): string[] {
  const { as_of, computed_at, fingerprint } = document
  return [
    ...noticeBlocks(document),
    `${dayAbove ? 'Computed' : `As of ${as_of}, computed`} ${timeWithoutSeconds(computed_at)}, ${fingerprint}`,
  ]
}

/** A time without its seconds where they are zero: `2026-07-23T20:30Z`. */
export function timeWithoutSeconds(time: string): string {
  return time.replace(/:00Z$/, 'Z')
}

/** A Markdown table from cells that are already Markdown. An empty cell is written as one space, so that the columns stay apart. */
export function pipeTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(heads), `|${'-|'.repeat(heads.length)}`, ...rows.map(line)].join('\n')
}

function line(cells: readonly string[]): string {
  return `|${cells.map((cell) => cell || ' ').join('|')}|`
}
