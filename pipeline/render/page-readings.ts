import { rounded } from '../analysis/rounding.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { Reading } from '../documents/reading.ts'
import { shortPeriod } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatStatistic } from './format-number.ts'
import { pageChange, pageFigure, pageNumber } from './page-figures.ts'
import { flawInWords, recordInWords, signalInWords } from './reading-words.ts'
import { capitalised, toned, toneOfSignal } from './shapes.ts'

/** Robust standard deviations at the ends of a strength bar, and those from which a move is unusual. */
const most = 3
const unusual = 0.5

/**
 * The readings of a briefing: name with its record, value with its day, two windows, the strength of the longer as a bar, signal. On a
 * narrow screen each is two lines; the roles are set by hand because a grid takes them away.
 */
export function readingsBlock({ readings, as_of }: BriefingDocument): string {
  const all = Object.values(readings)
  if (all.length === 0) return ''
  const heads = [
    ['Reading', ''],
    ['Value', 'r'],
    ['1 week', 'r'],
    ['1 month', 'r'],
    [`Strength, −${most} to +${most}`, 'cb'],
    ['Signal', ''],
  ].map(([head, kind]) => `<th role="columnheader" scope="col"${kind ? ` class="${kind}"` : ''}>${head}</th>`)
  const flaws = all.flatMap((reading) => {
    const flaw = flawInWords(reading, as_of)
    return flaw === null ? [] : [`<li><b>${escapeHtml(reading.title)}</b>: ${escapeHtml(flaw)}</li>`]
  })
  return [
    '<section class="sec"><div class="sh"><h2>Readings</h2><p>Strength is how unusual the last month’s move is, in robust standard deviations of three years of such moves.</p></div>',
    `<table role="table" class="rd"><thead role="rowgroup"><tr role="row">${heads.join('')}</tr></thead><tbody role="rowgroup">`,
    ...all.map((reading) => rowOf(reading, as_of)),
    '</tbody></table>',
    flaws.length > 0 ? `<ul class="flaws">${flaws.join('')}</ul>` : '',
    '</section>',
  ].join('')
}

function rowOf(reading: Reading, asOf: string): string {
  const { metric, title, value, unit, period, freshness, trend, signal, record } = reading
  const mark = record === null ? '' : ` <span class="rec">${escapeHtml(capitalised(recordInWords(record, reading, asOf)))}</span>`
  const month = trend['30d'] ?? trend['90d'] ?? trend['7d']
  const change = (window: Reading['trend']['7d'], short: boolean) => {
    if (window === null) return short ? `<span class="faint">${escapeHtml(freshness.cadence)}</span>` : ''
    return escapeHtml(pageChange(window, unit))
  }
  const strength = month?.strength ?? null
  const cells = [
    [
      'r v',
      `<strong>${escapeHtml(pageFigure(value, unit))}</strong><small>${shortPeriod(period, freshness.cadence, asOf)}</small>`,
    ],
    ['r c1', change(trend['7d'], true)],
    ['r c2', change(trend['30d'], false) || change(trend['90d'], false)],
    [
      'cb',
      strength === null
        ? ''
        : `${barOf(strength, signal?.polarity)}<small>${pageNumber(formatStatistic(strength, 'strength'))}</small>`,
    ],
    [
      'cs',
      toned(
        signal === null ? 'unknown' : toneOfSignal(signal.direction),
        signal === null ? 'None' : capitalised(signalInWords(signal)),
      ),
    ],
  ].map(([kind, cell]) => `<td role="cell" class="${kind}">${cell}</td>`)
  return `<tr role="row"><th role="rowheader" scope="row"><a href="/api/metrics/${escapeHtml(encodeURIComponent(metric))}?format=html">${escapeHtml(title)}</a>${mark}</th>${cells.join('')}</tr>`
}

/** A bar from zero, as long as the strength, in the colour of what such a move is good for; grey where it is usual or disputed. */
function barOf(strength: number, polarity: NonNullable<Reading['signal']>['polarity'] | undefined): string {
  const good = polarity === 'higher_is_bullish' ? strength > 0 : strength < 0
  const plain = polarity === undefined || polarity === 'none' || Math.abs(strength) < unusual
  const kind = plain ? 'fn' : good ? 'fu' : 'fd'
  const length = Math.min(Math.abs(strength), most)
  const from = strength < 0 ? -length : 0
  return `<svg class="bar" viewBox="-${most} 0 ${2 * most} 1" preserveAspectRatio="none" aria-hidden="true"><rect class="${kind}" x="${rounded(from, 2)}" y="0.1" width="${rounded(length, 2)}" height="0.8"/><path class="ax" d="M0 0v1"/></svg>`
}
