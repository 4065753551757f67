import { sampleNotice } from '../../data/notices.ts'
import type { StandingState } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import type { Identity } from '../documents/schema.ts'
import { dayInWords } from './day-words.ts'
import { escapeNotice, escapeText } from './escape.ts'

export const windowNames = ['7d', '30d', '90d'] as const

const whyUnknown = {
  no_source: 'an input is missing',
  stale: 'an input is stale',
  too_little_history: 'too little history',
} as const

/**
 * `since 17 July`; where only so much is known `since at least 18 June 2025`; where inputs are missing `since 17 July, on 3 of 4 inputs`.
 *
 * @param beside the day of the document
 */
export function sinceText(
  {
    since,
    since_at_least,
    why,
    judged_on: judgedOn,
  }: Pick<StandingState, 'since' | 'why' | 'judged_on'> & { since_at_least?: boolean | undefined },
  beside: string | null = null,
): string {
  const from = `since ${since_at_least === true ? 'at least ' : ''}${dayInWords(since, beside)}`
  if (why !== undefined) return `${from}, ${whyUnknown[why]}`
  return judgedOn === undefined ? from : `${from}, on ${judgedOn.current} of ${judgedOn.inputs} inputs`
}

/** Which readings are stale, by the day of their newest value; null where none is. They decide nothing. */
export function staleText(readings: Readonly<Record<string, Pick<Reading, 'title' | 'period' | 'freshness'>>>): string | null {
  const stale = Object.values(readings).filter(({ freshness }) => freshness.status === 'stale')
  if (stale.length === 0) return null
  const listed = [...new Set(stale.map(({ period }) => period))].map((day) => {
    const titles = stale.filter(({ period }) => period === day).map(({ title }) => title)
    return `${someOf(titles)} (newest value of ${dayInWords(day)})`
  })
  return `STALE DATA: ${listed.join('; ')}. No signal is drawn from ${stale.length === 1 ? 'it' : 'them'}.`
}

/** Titles named in the first line of a document; the rest is counted, and marked among the readings. */
const mostTitles = 6

function someOf(titles: readonly string[]): string {
  const rest = titles.length - mostTitles
  // a title with its own comma would read as two
  const between = titles.some((title) => title.includes(',')) ? '; ' : ', '
  return rest < 2 ? titles.join(between) : `${titles.slice(0, mostTitles).join(between)} and ${rest} more`
}

export function staleLines(readings: Parameters<typeof staleText>[0]): string[] {
  const text = staleText(readings)
  return text === null ? [] : [`**${escapeText(text)}**`]
}

/** What stands under the title of everything that depends on sample data. */
export const noticeOf = ({ sample }: Pick<Identity, 'sample'>): string | null => (sample ? sampleNotice : null)

export function sampleLines(document: Pick<Identity, 'sample'>): string[] {
  const notice = noticeOf(document)
  return notice === null ? [] : [`**${escapeText(notice)}**`]
}

/** Notices not yet shown, as a list; nothing where all are. */
function noticeBlocks({ notices }: Pick<Identity, 'notices'>): string[] {
  const rest = notices.filter((notice) => notice !== sampleNotice)
  return rest.length > 0 ? [rest.map((notice) => `- ${escapeNotice(notice)}`).join('\n')] : []
}

/** Notices, then the dates of the document and its fingerprint, each a block. */
export function footBlocks(document: Identity, dayAbove = false): string[] {
  const { as_of, computed_at, fingerprint } = document
  return [
    ...noticeBlocks(document),
    `${dayAbove ? 'Computed' : `As of ${as_of}, computed`} ${timeOf(computed_at)}, ${fingerprint}`,
  ]
}

/** The unit of a column in its head: ` (USD)`, ` (%)`, nothing for a pure number. */
export function unitNote(unit: string): string {
  if (unit === '1') return ''
  return unit === 'percent' ? ' (%)' : ` (${escapeText(unit)})`
}

/** A time without its seconds where they are zero: `2026-07-23T20:30Z`. */
export function timeOf(time: string): string {
  return time.replace(/:00Z$/, 'Z')
}
