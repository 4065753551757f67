import { scaleUtc } from 'd3-scale'
import { dayMs } from '../../time/day.ts'
import type { Block } from '../blocks.ts'
import { capitalised, toneOfState } from '../tones.ts'
import { captioned } from './captioned.ts'
import { tickDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatNumber } from './format-number.ts'
import type { Places } from './places.ts'
import { spreadOut } from './plot.ts'
import { toned } from './shapes.ts'
import { lanesOf, runsInWords } from './strip.ts'

const size = 1_000

/** The first share from above, the last from below, the rest between them; under it the label of each day. */
export function areasFigure(block: Extract<Block, { kind: 'areas' }>, asOf: string, places: Places): string {
  const { title, path, ends } = block
  const { points, runs } = path
  const [first, last] = [points[0]![0], points.at(-1)![0]]
  const across = scaleUtc([new Date(first * dayMs), new Date(last * dayMs)], [0, size])
  const x = (day: number) => Math.round(Math.min(size, Math.max(0, across(new Date(day * dayMs)))))
  const area = (kind: string, from: 0 | 1_000, share: 1 | 2) => {
    const tops = points.map((point) => `L${x(point[0])} ${Math.round(Math.abs(from - point[share] * size))}`)
    return `<path class="${kind}" d="M0 ${from}${tops.join('')}L${size} ${from}z"/>`
  }
  const dates = across.ticks(6).filter((date) => across(date) >= 50 && across(date) <= size - 60)
  const middles = ends.map(({ share }, at) => size * (ends.slice(0, at).reduce((sum, end) => sum + end.share, 0) + share / 2))
  const tops = spreadOut(middles, 75)
  const described = ends.map(({ name, share }) => `${name} ${percent(share)}`).join(', ')
  const drawing = [
    `<p class="key sm">${ends.map(({ name }) => toned(toneOfState(name), capitalised(name))).join(' ')}</p>`,
    `<div class="plot area" role="img" aria-label="${escapeHtml(`${title}; at the end ${described}`)}"><div class="in"><svg viewBox="0 0 ${size} ${size}" preserveAspectRatio="none" aria-hidden="true"><path class="tn" d="M0 0h${size}v${size}H0z"/>`,
    area('fu', 0, 1),
    area('fd', 1_000, 2),
    ...dates.map((date) => `<path class="gr" d="M${Math.round(across(date))} 0v${size}"/>`),
    '</svg>',
    ...ends.map(({ name, share }, i) => places.text('b', `end ${toneOfState(name)}`, size, tops[i]!, escapeHtml(percent(share)))),
    ...dates.map((date, i) =>
      places.text('i', i % 2 === 1 ? 'x wide' : 'x', across(date), size, tickDay(date.toISOString().slice(0, 10))),
    ),
    `</div></div><div class="plot under" role="img" aria-label="${escapeHtml(runsInWords(runs))}"><div class="in">${lanesOf(runs, x)}</div></div>`,
  ]
  return captioned(block, drawing.join(''), asOf)
}

const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1%' : `${formatNumber(share * 100, 0)}%`)
