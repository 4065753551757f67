import { sampleNotice } from '../../data/notices.ts'
import type { BriefingDocument, BriefingSummary } from '../documents/briefing.ts'
import type { Unstamped } from '../documents/schema.ts'
import { escapeNotice, escapeText } from './escape.ts'
import { turnSentences } from './reading-words.ts'
import { sampleLines, sinceText, staleLines } from './wording.ts'

/** The short form of a briefing, before it is stamped. */
export function briefingSummary(whole: Unstamped<BriefingDocument>): Unstamped<BriefingSummary> {
  const { briefing, title, tier, as_of, sample, headline, state, lead, signal, summary, turns, data_quality, notices } = whole
  const next_releases = whole.next_releases.slice(0, 2)
  return {
    ...{ briefing, title, tier, as_of, sample, headline, state, lead, signal, summary, turns },
    ...{ next_releases, data_quality, notices },
  }
}

/** Tokens of o200k that the Markdown of a short form stays below. */
const mostTokens = 150

/** A part of the text: where it stands, and its paragraph. */
interface Piece {
  readonly at: 'summary' | 'turns' | 'foot'
  readonly text: string
}

/**
 * The short form as Markdown, below 150 tokens whatever the briefing: title, what is stale, day, state and quality of the data, headline,
 * then what there is room for, in this order: what is late, the first sentence with a figure where the headline has none, what would change
 * the state, the next release, the other sentences of the summary, and twelve digits of the fingerprint. All of it is in the JSON.
 */
export function summaryMarkdown(document: BriefingSummary, readings: BriefingDocument['readings']): string {
  const { title, as_of, state, headline, summary, notices, fingerprint, data_quality } = document
  const before = state?.previous ? ` (was ${escapeText(state.previous)})` : ''
  const standing = state === null ? '' : ` · **${escapeText(state.label)}** ${sinceText(state, as_of)}${before}`
  const count = data_quality.stale.length
  const warnings =
    count === 0 ? [] : [...staleLines(readings), `**STALE DATA: ${count} of ${Object.keys(readings).length} readings.**`]
  const named = notices.filter((notice) => notice !== sampleNotice).map(escapeNotice)

  // an opening that is the headline again would be read twice
  const sentences = summary.split(/(?<=[.!?]) (?=\p{Lu})/u).filter((sentence) => sentence !== headline)
  const late = sentences.filter((sentence) => sentence.startsWith('Late: '))
  // the day in a sentence on a late release says nothing of the headline
  const figures = /\d/.test(headline) ? undefined : sentences.find((each) => /\d/.test(each) && !late.includes(each))
  // the first words of a title name the series; its basis, after the comma, is in the whole document
  const next_releases = document.next_releases.map((one) => ({ ...one, title: one.title.split(/, | \(/)[0]! }))
  const wanted: Piece[] = [
    ...late.map((text) => ({ at: 'summary', text }) as const),
    ...(figures === undefined ? [] : [{ at: 'summary', text: figures } as const]),
    ...turnSentences({ ...document, next_releases }, readings, { states: 1, ways: 1, releases: 1 }).map(
      (text) => ({ at: 'turns', text }) as const,
    ),
    ...sentences
      .filter((sentence) => sentence !== figures && !late.includes(sentence))
      .map((text) => ({ at: 'summary', text }) as const),
    { at: 'foot', text: fingerprint.slice(0, 'sha256:'.length + 12) },
  ]

  const write = (warning: string | undefined, pieces: readonly Piece[]) => {
    const kept = sentences.filter((sentence) => pieces.some(({ at, text }) => at === 'summary' && text === sentence))
    const textsAt = (at: Piece['at']) => pieces.filter((piece) => piece.at === at).map(({ text }) => text)
    const paragraphs = [kept, textsAt('turns')].flatMap((all) => (all.length === 0 ? [] : [escapeText(all.join(' '))]))
    return [
      `# ${escapeText(title)}`,
      ...sampleLines(document),
      ...(warning === undefined ? [] : [warning]),
      `${as_of}${standing} · data ${data_quality.status}`,
      `**${escapeText(headline)}**`,
      ...paragraphs,
      ...named,
      ...textsAt('foot'),
    ]
      .join('\n\n')
      .concat('\n')
  }
  const fits = (warning: string | undefined, pieces: readonly Piece[]) => tokensAtMost(write(warning, pieces)) < mostTokens
  const warning = warnings.find((each) => fits(each, wanted.slice(0, 1))) ?? warnings.at(-1)
  let pieces: readonly Piece[] = []
  for (const piece of wanted) if (fits(warning, [...pieces, piece])) pieces = [...pieces, piece]
  return write(warning, pieces)
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
