import { scaleUtc } from 'd3-scale'
import type { Tone } from '../../data/charts.ts'
import type { LabelRun } from '../documents/charts.ts'
import { capitalised, toneOfState } from '../documents/tones.ts'
import { dayMs, isoDay } from '../time/day.ts'
import { dayInWords } from '../values/amounts.ts'
import { rounded } from '../values/rounding.ts'
import { tickDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import type { Places } from './places.ts'
import { toneHtml } from './shapes.ts'

/** The width of a drawing, the height of a lane, and the least width of a run, so that a day is seen. */
const width = 1_000
const lane = 18
const leastWidth = 2.5

/** Lanes from above: supportive, neither, adverse. What is unknown is in none. */
const lanes: readonly (readonly Tone[])[] = [['up'], ['mixed', 'flat'], ['down']]
const fills = ['fu', 'fn', 'fd'] as const

/** Tones of signals beside those of states. */
const signalTones: Readonly<Record<string, Tone>> = { bullish: 'up', neutral: 'flat', bearish: 'down' }
const toneOfLabel = (label: string): Tone => signalTones[label] ?? toneOfState(label)

/** The lanes of runs as rectangles: the place of a run says what its colour does. `x` gives thousandths of the width. */
export function laneRects(runs: readonly LabelRun[], x: (day: number) => number): string {
  const rects = runs.flatMap(({ from, to, label }) => {
    const at = lanes.findIndex((tones) => tones.includes(toneOfLabel(label)))
    if (at < 0) return []
    const left = x(from)
    const wide = Math.max(leastWidth, x(to + 1) - left)
    return [`<path class="${fills[at]}" d="M${rounded(left, 1)} ${at * lane + 3}h${rounded(wide, 1)}v12h-${rounded(wide, 1)}z"/>`]
  })
  return `<svg viewBox="0 0 ${width} ${lanes.length * lane}" preserveAspectRatio="none" aria-hidden="true">${rects.join('')}</svg>`
}

/** The states of the days up to now in three lanes, with their names and months; nothing where too few days have been judged. */
export function stateStrip(runs: readonly LabelRun[], places: Places): string {
  const [first, last] = [runs[0]?.from, runs.at(-1)?.to]
  if (first === undefined || last === undefined || last - first < leastDays) return ''
  const across = scaleUtc([new Date(first * dayMs), new Date((last + 1) * dayMs)], [0, width])
  const x = (day: number) => across(new Date(day * dayMs))
  const names = lanes.map((tones) => {
    const labels = [...new Set(runs.map(({ label }) => label).filter((label) => tones.includes(toneOfLabel(label))))]
    return labels.length === 0 ? '<span></span>' : toneHtml(toneOfLabel(labels[0]!), capitalised(labels.join(', ')))
  })
  const ticks = across.ticks(6).filter((date) => across(date) >= 30 && across(date) <= width - 40)
  const dates = ticks.map((date, i) => {
    const day = date.toISOString().slice(0, 10)
    return `<i class="${i % 2 === 1 ? 'x wide' : 'x'} ${places.at(across(date) / 10, 0)}">${tickDay(day)}</i>`
  })
  const label = `States from ${dayInWords(isoDay(first))} to ${dayInWords(isoDay(last))}: ${runsInWords(runs)}`
  return `<div class="strip" role="img" aria-label="${escapeHtml(label)}"><div class="names">${names.join('')}</div><div class="lanes">${laneRects(runs, x)}</div><div class="ticks">${dates.join('')}</div></div>`
}

/** Fewer days than these are not enough history. */
const leastDays = 21

/** How many days each label had: `mixed 200 days, easing 90`. */
export function runsInWords(runs: readonly LabelRun[]): string {
  const days = new Map<string, number>()
  for (const { from, to, label } of runs) days.set(label, (days.get(label) ?? 0) + to - from + 1)
  return [...days]
    .sort(([, a], [, b]) => b - a)
    .map(([label, count], i) => `${label} ${count}${i === 0 ? ' days' : ''}`)
    .join(', ')
}
