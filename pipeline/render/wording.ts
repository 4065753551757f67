import { sampleNotice } from '../../data/notices.ts'
import { counted } from '../calendar/counted.ts'
import { dayNumber } from '../calendar/day.ts'
import type { Confidence, Freshness, Reading, Signal, TrendWindow, WindowName } from '../documents/reading.ts'
import type { Identity } from '../documents/schema.ts'
import { addressOrText, escapeNotice, escapeText } from './escape.ts'
import { formatChange, formatStatistic } from './format-number.ts'

export const windowNames = ['7d', '30d', '90d'] as const

/** `Bitcoin price [Bullish]`; without a signal the title alone. */
export function headingOf(title: string, signal: Signal | null): string {
  const name = escapeText(title)
  return signal === null ? name : `${name} [${signal.direction[0]!.toUpperCase()}${signal.direction.slice(1)}]`
}

/** `7d, higher is bullish`. */
export function basisOf(signal: Signal): string {
  return signal.polarity === 'none'
    ? `${signal.window}, no polarity`
    : `${signal.window}, ${signal.polarity.replaceAll('_', ' ')}`
}

/** The change of a window for a narrow cell; names the day it starts from where that is not the day the window says. */
export function changeCell(name: WindowName, window: TrendWindow | null, unit: string): string {
  if (window === null) return 'none'
  const change = formatChange(window, escapeText(unit))
  const days = dayNumber(window.to.period)! - dayNumber(window.from.period)!
  return !window.span.endsWith('days') || days === Number.parseInt(name, 10) ? change : `${change} from ${window.from.period}`
}

/** `57.3 over 7 days (base rate 55.1 points, agreement +2.2 points); hit rate ...`: the score, what moved it, and the record behind it. */
export function confidenceText(confidence: Confidence): string {
  const { score, why, horizon_days, factors, calibration } = confidence
  const moved = factors.map(({ name, effect }) => escapeText(`${name} ${effect}`)).join(', ')
  const parts = [score === null ? 'none' : `${formatStatistic(score, 'score')} over ${horizon_days} days`]
  if (moved !== '') parts[0] += ` (${moved})`
  if (why !== null) parts.push(escapeText(why))
  if (calibration !== null) {
    const { n, hit_rate, base_rate, brier, from, to } = calibration
    const [hit, base, loss] = [hit_rate, base_rate, brier].map((share) => formatStatistic(share, 'share'))
    parts.push(`hit rate ${hit} against ${base} base, Brier ${loss}, n ${n}, ${from} to ${to}`)
  }
  return parts.join('; ')
}

/** `late, business daily, was due 2026-07-23T13:00Z, stale after 2026-07-27T13:00Z`. */
export function freshnessText(freshness: Freshness): string {
  const was = freshness.status === 'fresh' ? 'due' : 'was due'
  const due = freshness.next_due_at === null ? 'no fixed due time' : `${was} ${timeOf(freshness.next_due_at)}`
  return `${freshness.status}, ${escapeText(freshness.cadence)}, ${due}, stale after ${timeOf(freshness.stale_after)}`
}

/** Coverage, gaps, age and what else is to be known of the data behind a reading. */
export function qualityText(quality: Reading['data_quality']): string {
  const { status, coverage_90d, gaps, age_days, disagreement, notes } = quality
  const parts = [`${status}, coverage ${formatStatistic(coverage_90d, 'share')}, gaps ${gaps}, age ${counted(age_days, 'day')}`]
  if (disagreement !== null) parts.push(`sources disagree: ${escapeText(disagreement)}`)
  // what sources disagree on is sentences already
  const facts = parts.join('; ')
  return [facts.endsWith('.') ? facts : `${facts}.`, ...notes.map(escapeText)].join(' ')
}

/** `since 2026-07-17`; where only so much is known `since at least 2025-06-18`. */
export function sinceText({ since, since_at_least }: { since: string; since_at_least?: boolean | undefined }): string {
  return since_at_least === true ? `since at least ${since}` : `since ${since}`
}

/** Which readings are stale and how old they are, newest last; null where none is. They decide nothing. */
export function staleText(readings: Readonly<Record<string, Pick<Reading, 'title' | 'period' | 'freshness'>>>): string | null {
  const stale = Object.values(readings).filter(({ freshness }) => freshness.status === 'stale')
  if (stale.length === 0) return null
  const listed = stale.map(({ title, period }) => `${title} (newest value of ${period})`)
  return `STALE DATA: ${listed.join(', ')}. No signal is drawn from ${stale.length === 1 ? 'it' : 'them'}.`
}

export function staleLines(readings: Parameters<typeof staleText>[0]): string[] {
  const text = staleText(readings)
  return text === null ? [] : [`**${escapeText(text)}**`]
}

/** What stands under the title of everything that rests on sample data. */
export const noticeOf = ({ sample }: Pick<Identity, 'sample'>): string | null => (sample ? sampleNotice : null)

export function sampleLines(document: Identity): string[] {
  const notice = noticeOf(document)
  return notice === null ? [] : [`**${escapeText(notice)}**`]
}

/** Notices not yet shown, then where the document stands in time and its fingerprint, each a block. */
export function footBlocks({ as_of, computed_at, fingerprint, notices }: Identity): string[] {
  const rest = notices.filter((notice) => notice !== sampleNotice)
  const lines = rest.map((notice) => `- ${escapeNotice(notice)}`).join('\n')
  return [...(lines ? [lines] : []), `As of ${as_of}, computed ${timeOf(computed_at)}, ${fingerprint}`]
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

/** `Coin Metrics, https://...`; no address where the source has none. */
export function withAddress(text: string, url: string | null): string {
  return url === null ? text : `${text}, ${addressOrText(url)}`
}
