import { levelText } from '../../analysis/amounts.ts'
import { isoDay } from '../../time/day.ts'
import type { Block } from '../blocks.ts'
import type { Turn } from '../reading.ts'
import { capitalised, toneOfSignal } from '../tones.ts'
import { captioned } from './captioned.ts'
import { shortDay } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { pageFigure, pageNumber } from './page-figures.ts'
import type { Places } from './places.ts'
import { type Level, plot } from './plot.ts'

/** Levels that a chart has room for. */
const mostLevels = 3

/** Thousandths of the width that the history keeps where levels are next to it and the chart has the whole page. */
const wideHistory = 720

const zones = { next_release: 'At the next release', week: 'If it stays for a week' } as const

/** The history of a metric with the levels of its signal, the newest value of the second line, and notes below. */
export function chartFigure(
  { line, turns, runs, notes, wide }: Extract<Block, { kind: 'chart' }>,
  asOf: string,
  places: Places,
): string {
  const { title, unit, points, beside } = line
  const shown = turns.slice(0, mostLevels)
  const levels = shown.map((turn) => levelOf(turn, line.metric, unit))
  const days = [points[0]!, points.at(-1)!].map(([day]) => shortDay(isoDay(day))).join(' to ')
  const units = unit === '1' || unit === 'index' ? '' : `${capitalised(unit)}, `
  const second =
    beside === null ? '' : `<p class="second">${escapeHtml(`${beside.title}: ${pageFigure(beside.points.at(-1)![1], unit)}`)}</p>`
  const drawing = plot(line, levels, zoneOf(shown), places, { runs, ...(wide ? { history: wideHistory } : {}) })
  return captioned({ title, remark: `${units}${days}`, note: notes.join(' ') }, `${second}${drawing}`, asOf)
}

function levelOf(turn: Turn, metric: string, unit: string): Level {
  const { to, side, value } = turn
  return {
    value,
    text: pageNumber(levelText(metric, turn, unit)),
    side: side === 'above' ? 'or higher' : 'or lower',
    to,
    tone: toneOfSignal(to),
  }
}

/** When these levels count. */
function zoneOf(turns: readonly Turn[]): string {
  const first = turns[0]?.held
  return first !== undefined && turns.every((turn) => turn.held === first) ? zones[first] : 'Where it would turn'
}
