import { sampleNotice } from '../../data/notices.ts'
import type { BriefingDocument, BriefingSummary } from '../documents/briefing.ts'
import type { Unstamped } from '../documents/schema.ts'
import { escapeNotice, escapeText } from './escape.ts'
import { sampleLines, sinceText } from './wording.ts'

/** The short form of a briefing, before it is stamped. */
export function briefingSummary(whole: Unstamped<BriefingDocument>): Unstamped<BriefingSummary> {
  const { briefing, title, tier, as_of, sample, headline, state, signal, summary, turns, next_releases, notices } = whole
  return {
    briefing,
    title,
    tier,
    as_of,
    sample,
    headline,
    state,
    signal,
    summary,
    turns,
    next_releases: next_releases.slice(0, 2),
    notices,
  }
}

/** Tokens of o200k that the Markdown of a short form stays below. */
const mostTokens = 150

/**
 * The short form as Markdown, below 150 tokens whatever the briefing: title, day and state, headline, notices, and of the summary as many
 * sentences as there is room for. The fingerprint is cut to its first twelve digits, and left out where notices take its room; it and every
 * sentence stand in the JSON.
 */
export function summaryMarkdown(document: BriefingSummary): string {
  const { title, as_of, state, headline, summary, notices, fingerprint } = document
  const before = state?.previous ? ` (was ${escapeText(state.previous)})` : ''
  const standing = state === null ? '' : ` · **${escapeText(state.label)}** ${sinceText(state, as_of)}${before}`
  const fixed = [`# ${escapeText(title)}`, ...sampleLines(document), `${as_of}${standing}`, `**${escapeText(headline)}**`]
  const named = notices.filter((notice) => notice !== sampleNotice).map(escapeNotice)
  const digits = fingerprint.slice(0, 'sha256:'.length + 12)
  const text = (sentences: readonly string[], foot: readonly string[] = [digits]) => {
    const shown = sentences.length > 0 ? [escapeText(sentences.join(' '))] : []
    return [...fixed, ...shown, ...named, ...foot].join('\n\n').concat('\n')
  }
  // an opening that is the headline again would be read twice
  const sentences = summary.split(/(?<=[.!?]) (?=\p{Lu})/u).filter((sentence) => sentence !== headline)
  let fitting = sentences.length
  while (fitting > 0 && tokensAtMost(text(sentences.slice(0, fitting))) >= mostTokens) fitting--
  return tokensAtMost(text(sentences.slice(0, fitting))) < mostTokens ? text(sentences.slice(0, fitting)) : text([], [])
}

/**
 * More tokens than o200k makes of a text: one for a word of up to eight letters, else one for every five begun, for every three digits, and
 * for any other character but a blank; of letters beyond ASCII two each. The tokenizer itself is a table of several megabytes that nothing
 * that runs should load.
 */
function tokensAtMost(text: string): number {
  let count = 0
  for (const [piece] of text.matchAll(/[A-Za-z]+|\d+|[^A-Za-z\d ]/gu)) {
    const { length } = piece
    if (/[A-Za-z]/.test(piece)) count += length <= 8 ? 1 : Math.ceil(length / 5)
    else count += /\p{L}/u.test(piece) ? 2 : Math.ceil(length / 3)
  }
  return count
}
