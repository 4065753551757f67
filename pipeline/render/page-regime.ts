import { scaleUtc } from 'd3-scale'
import { counted } from '../calendar/counted.ts'
import { dayMs, isoDay } from '../calendar/day.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { RegimePath } from '../documents/charts.ts'
import { dayInWords, shortDay, tickDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber, formatStatistic } from './format-number.ts'
import { pageFigure, pageNumber } from './page-figures.ts'
import { block } from './page-table.ts'
import type { Places } from './places.ts'
import { capitalised, toned, toneOfState } from './shapes.ts'
import { lanesOf, runsInWords } from './strip.ts'

type Regime = NonNullable<BriefingDocument['regime']>

const size = 1_000
const leastPoints = 8
/** Least distance of two figures at the end of the chart, in thousandths of its height. */
const leading = 75

/**
 * The probability of each regime over the last years: expansion from above, contraction from below, transition between them, and under it the
 * regime of each day.
 */
export function regimeFigure({ regime, as_of }: BriefingDocument, path: RegimePath | undefined, places: Places): string {
  if (regime === undefined || path === undefined || path.points.length < leastPoints) return ''
  const { points, runs, horizonDays } = path
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  const across = scaleUtc([new Date(first * dayMs), new Date(last * dayMs)], [0, size])
  const x = (day: number) => Math.round(Math.min(size, Math.max(0, across(new Date(day * dayMs)))))
  const area = (from: 0 | 1_000, heights: readonly (readonly [number, number])[]) =>
    `M0 ${from}${heights.map(([day, share]) => `L${x(day)} ${Math.round(from === 0 ? share * size : size - share * size)}`).join('')}L${size} ${from}z`
  const dates = across.ticks(6).filter((date) => across(date) >= 50 && across(date) <= size - 60)
  const ends = [
    { name: 'expansion', share: regime.probabilities.expansion, top: 500 * regime.probabilities.expansion },
    {
      name: 'transition',
      share: regime.probabilities.transition,
      top: size * (regime.probabilities.expansion + regime.probabilities.transition / 2),
    },
    { name: 'contraction', share: regime.probabilities.contraction, top: size - 500 * regime.probabilities.contraction },
  ] as const
  const tops = apart(ends.map(({ top }) => top))
  const text = (tag: 'i' | 'b', kind: string, left: number, top: number, content: string) =>
    `<${tag} class="${kind} ${places.at(left / 10, top / 10)}">${content}</${tag}>`
  const described = ends.map(({ name, share }) => `${name} ${percent(share)}`).join(', ')
  const label = `Probability of each regime ${counted(horizonDays, 'day')} ahead from ${dayInWords(isoDay(first))} to ${dayInWords(isoDay(last))}; at the end ${described}`
  return [
    `<section class="sec"><figure><div class="cap"><b>Probability of each regime</b> <span>${counted(horizonDays, 'day')} ahead, ${shortDay(isoDay(first))} to ${shortDay(isoDay(last))}</span></div>`,
    `<p class="key sm">${ends.map(({ name }) => toned(toneOfState(name), capitalised(name))).join(' ')}</p>`,
    `<div class="plot area" role="img" aria-label="${escapeHtml(label)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true"><path class="tn" d="M0 0h${size}v${size}H0z"/>`,
    `<path class="fu" d="${area(
      0,
      points.map(([day, expansion]) => [day, expansion] as const),
    )}"/><path class="fd" d="${area(
      1_000,
      points.map(([day, , contraction]) => [day, contraction] as const),
    )}"/>`,
    `${dates.map((date) => `<path class="gr" d="M${Math.round(across(date))} 0v${size}"/>`).join('')}</svg>`,
    ...ends.map(({ name, share }, i) => text('b', `end ${toneOfState(name)}`, size, tops[i]!, percent(share))),
    ...dates.map((date, i) =>
      text('i', i % 2 === 1 ? 'x wide' : 'x', across(date), size, tickDay(date.toISOString().slice(0, 10))),
    ),
    '</div></div>',
    `<div class="plot under" role="img" aria-label="${escapeHtml(`The regime of each day: ${runsInWords(runs)}`)}"><div class="in">${lanesOf(runs, (day) => x(day))}</div></div>`,
    `<figcaption>Below: the regime of each day. The history is that of the values as known on ${dayInWords(as_of)}.</figcaption></figure></section>`,
  ].join('')
}

const percent = (share: number): string =>
  (share > 0 && share < 0.005 ? '<1%' : `${formatNumber(share * 100, 0)}%`).replace('<', '&#60;')

/** Tops moved apart, in their order, and kept inside. */
function apart(tops: readonly number[]): number[] {
  const moved = [...tops]
  for (let i = 0; i < moved.length; i++) moved[i] = Math.max(moved[i]!, i === 0 ? 30 : moved[i - 1]! + leading)
  for (let i = moved.length - 1; i >= 0; i--)
    moved[i] = Math.min(moved[i]!, i === moved.length - 1 ? size - 30 : moved[i + 1]! - leading)
  return moved
}

/** What each input adds to the score of the day, as bars with their sum, beside the regimes of late. */
export function regimeBlock({ regime, readings, as_of }: BriefingDocument, path: RegimePath | undefined): string {
  if (regime === undefined) return ''
  const rows = regime.inputs
    .map((input) => ({ ...input, contribution: input.contribution ?? input.score * input.weight }))
    .sort((a, b) => b.contribution - a.contribution)
  const most = Math.max(...rows.map(({ contribution }) => Math.abs(contribution)), Math.abs(regime.score?.day ?? 0), 1e-9)
  const lines = rows.map(({ metric, measure, span, value, unit, period, score, weight, contribution }) => {
    const how = `${span ? `${measure}, ${span}` : measure}; score ${pageNumber(formatStatistic(score, 'strength'))} × weight ${formatStatistic(weight, 'share')}`
    return `<tr><th scope="row"><a href="/api/metrics/${escapeHtml(encodeURIComponent(metric))}?format=html">${escapeHtml(readings[metric]?.title ?? metric)}</a><small>${escapeHtml(how)}</small></th><td class="r">${escapeHtml(pageFigure(value, unit))}<small>${shortDay(period, as_of)}</small></td><td class="cbar">${bar(contribution / most)}</td><td class="r">${signed(contribution)}</td></tr>`
  })
  const sum =
    regime.score === undefined
      ? ''
      : `<tr class="sum"><th scope="row">Score of the day</th><td></td><td class="cbar">${bar(regime.score.day / most, true)}</td><td class="r">${signed(regime.score.day)}</td></tr>`
  const heads =
    '<tr><th scope="col">Input</th><th scope="col" class="r">Value</th><th scope="col"><span class="vh">Against or for expansion</span></th><th scope="col" class="r">Adds</th></tr>'
  const table = `<table class="adds"><thead>${heads}</thead><tbody>${lines.join('')}${sum}</tbody></table>`
  const content = `<div class="lead"><div>${table}</div><div>${meansBlock(regime)}${pastBlock(path, as_of)}</div></div>`
  return block(
    'What makes up the score',
    'Score of each input times its weight; right of the line speaks for expansion.',
    content,
  )
}

/** The rule with the figures of the day. */
function meansBlock({ score, probabilities, horizon_days, current_regime }: Regime): string {
  const likely = Object.entries(probabilities).map(
    ([name, share]) => `<li>${toned(toneOfState(name), capitalised(name))} <span class="num">${percent(share)}</span></li>`,
  )
  const rule =
    score === undefined
      ? ''
      : `<p>The mean of the last 21 days’ scores is <strong class="num">${signed(score.mean)}</strong>. Expansion begins at ${formatNumber(score.enter, 2)} and ends below ${formatNumber(score.leave, 2)}; contraction begins at ${pageNumber(formatNumber(-score.enter, 2))} and ends above ${pageNumber(formatNumber(-score.leave, 2))}.</p>`
  const when = horizon_days === undefined ? 'Probabilities' : `In ${counted(horizon_days, 'day')}`
  return `<h3>The regime is ${escapeHtml(current_regime)}</h3>${rule}<h3 class="more">${when}</h3><ul class="shares">${likely.join('')}</ul>`
}

/** Regimes listed one by one. */
const listed = 7

function pastBlock(path: RegimePath | undefined, asOf: string): string {
  const runs = path?.runs.toReversed().slice(0, listed) ?? []
  if (path === undefined || runs.length < 2) return ''
  const rows = runs.map(
    ({ from, to, label }, i) =>
      `<tr><th scope="row">${toned(toneOfState(label), capitalised(label))}</th><td>${from === path.runs[0]!.from ? 'before ' : ''}${shortDay(isoDay(from), asOf)}</td><td>${i === 0 ? 'today' : shortDay(isoDay(to), asOf)}</td><td class="r">${to - from + 1}</td></tr>`,
  )
  return `<h3 class="more">Recent regimes</h3><table class="past"><thead><tr><th scope="col">Regime</th><th scope="col">From</th><th scope="col">To</th><th scope="col" class="r">Days</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const signed = (value: number): string => pageNumber(`${value > 0 ? '+' : ''}${formatNumber(value, 2)}`)

/** A bar from the middle; grey for a sum, which has no side of its own. */
function bar(share: number, sum = false): string {
  const length = Math.round(Math.abs(share) * 100)
  const kind = sum ? 'fn' : share > 0 ? 'fu' : 'fd'
  return `<svg class="wbar" viewBox="-100 0 200 12" preserveAspectRatio="none" aria-hidden="true"><path class="${kind}" d="M${share > 0 ? 0 : -length} 1h${length}v10h-${length}z"/><path class="ax" d="M0 0v12"/></svg>`
}
