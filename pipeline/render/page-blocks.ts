import { amountOf, levelText } from '../analysis/amounts.ts'
import type { BriefingDocument, Section, SectionColumn, StateTurn } from '../documents/briefing.ts'
import type { ChartLine, Charts } from '../documents/charts.ts'
import type { Reading, Turn } from '../documents/reading.ts'
import { dayInWords, shortDay, timeInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { formatStatistic, sectionNumber } from './format-number.ts'
import { pageFigure, pageNumber } from './page-figures.ts'
import { outside, pageTable, wrapped } from './page-table.ts'
import type { Places } from './places.ts'
import { type Level, plot, spark } from './plot.ts'
import { unitOf } from './reading-words.ts'
import { capitalised, toned, toneOfSignal, toneOfState } from './shapes.ts'

/** Points, ways to another state, levels of a chart, and changes that a page shows; the JSON has them all. */
const mostPoints = 5
const mostWays = 6
const mostLevels = 3
const mostChanges = 5

const zoneTitles = [
  { held: 'next_release', title: 'At the next release' },
  { held: 'week', title: 'If it stays for a week' },
] as const

type Readings = Readonly<Record<string, Reading>>

const sideInWords = { above: 'or higher', below: 'or lower' } as const
const termInWords = { next_release: 'at the next release', week: 'if it stays for a week' } as const

/** The chart of a metric with the levels at which its signal would turn, beside what would change the state. */
export function leadBlock(document: BriefingDocument, lead: ChartLine | undefined, places: Places): string {
  const parts = [lead === undefined ? '' : leadFigure(lead, document.readings, places), turnsBlock(document)].filter(
    (part) => part !== '',
  )
  if (parts.length === 0) return ''
  return `<section class="sec"><div class="${parts.length === 2 ? 'lead' : ''}">${parts.join('')}</div></section>`
}

function leadFigure(line: ChartLine, readings: Readings, places: Places): string {
  const { metric, title, unit, points, beside } = line
  const reading = readings[metric]
  const turns = reading?.signal?.turns ?? []
  const levels = reading === undefined ? [] : levelsOf(reading)
  const second =
    beside === null ? '' : `<p class="second">${escapeHtml(beside.title)}: ${pageFigure(beside.points.at(-1)![1], unit)}</p>`
  const days = `${shortDay(isoOf(points[0]![0]))} to ${shortDay(isoOf(points.at(-1)![0]))}`
  const note = [
    ...(levels.length > 0
      ? ['Dashed lines in the shaded zone are the values at which the signal would turn, all else as it is.']
      : []),
    ...(reading === undefined ? [] : [`Source: ${reading.source.name}.`]),
  ]
  return [
    `<figure><div class="cap"><b>${escapeHtml(title)}</b> <span>${escapeHtml(capitalised(unitInWords(unit)))}${days}</span></div>${second}`,
    plot(line, levels, zoneOf(turns), places),
    `<figcaption>${escapeHtml(note.join(' '))}</figcaption></figure>`,
  ].join('')
}

const unitInWords = (unit: string): string => (unit === '1' || unit === 'index' ? '' : `${unit}, `)
const isoOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** The levels a chart has room for. */
export function levelsOf({ metric, unit, signal }: Pick<Reading, 'metric' | 'unit' | 'signal'>): Level[] {
  return (signal?.turns ?? []).slice(0, mostLevels).map((turn) => {
    const { to, side, value } = turn
    return { value, text: pageNumber(levelText(metric, turn, unit)), side: sideInWords[side], to, tone: toneOfSignal(to) }
  })
}

/** What stands over these levels: when they count. */
export function zoneOf(turns: readonly Turn[]): string {
  return (
    zoneTitles.find((zoned) => turns.slice(0, mostLevels).every((turn) => turn.held === zoned.held))?.title ??
    'Where it would turn'
  )
}

/** What would change the state, nearest first. */
function turnsBlock({ turns, readings, as_of }: BriefingDocument): string {
  if (turns.length === 0) return ''
  const ways = turns.slice(0, mostWays).map((turn) => `<li>${wayOf(turn, readings, as_of)}</li>`)
  return `<div><h2>What would change it</h2><p class="sm soft">Nearest first, all else as it is.</p><ul class="turns">${ways.join('')}</ul></div>`
}

function wayOf({ to, needs, by }: StateTurn, readings: Readings, asOf: string): string {
  const lines = needs.map((need) => {
    const { metric, side, held: term } = need
    const reading = readings[metric]
    const unit = unitOf(metric, readings)
    const now =
      reading === undefined
        ? ''
        : `${escapeHtml(pageNumber(amountOf(metric, reading.value, unit)))} <span class="faint">→</span> `
    const level = escapeHtml(pageNumber(levelText(metric, need, unit)))
    return `<p><strong>${escapeHtml(reading?.title ?? metric)}</strong> <span class="num">${now}${level} ${sideInWords[side]}</span> <small>${termInWords[term]}</small></p>`
  })
  const due = by === null ? '' : `<time class="faint">${timeInWords(by.due_at, asOf)}</time>`
  return `<div class="to">${toned(toneOfState(to), capitalised(to))}${due}</div>${lines.join('')}`
}

/** What stands out, most unusual first, each with a small chart where there is a history. */
export function pointsBlock({ points, readings, as_of }: BriefingDocument, lines: readonly ChartLine[]): string {
  if (points.length === 0) return ''
  const rows = points
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, mostPoints)
    .map(({ metric, text }, at) => {
      const line = lines.find((each) => each.metric === metric)
      const reading = readings[metric]
      const extreme = reading?.record?.window === null ? reading.value : null
      const [first, ...rest] = text.split(/(?<=[.!?]) (?=\p{Lu})/u)
      const detail = rest.length > 0 ? ` <span class="soft">${escapeHtml(pageNumber(rest.join(' ')))}</span>` : ''
      return `<li><span class="n">${at + 1}</span><p><strong>${escapeHtml(pageNumber(first!))}</strong>${detail}</p>${line === undefined ? '' : spark(line, extreme)}</li>`
    })
  return `<section class="sec"><div class="sh"><h2>What stands out</h2><p>On ${dayInWords(as_of)}, most unusual first.</p></div><ol class="pts">${rows.join('')}</ol></section>`
}

/** @param filings names of filed documents by their addresses */
export function sectionBlock({ title, note, columns, rows }: Section, asOf: string, filings: Charts['filings'] = {}): string {
  const numeric = ({ key }: SectionColumn) => rows.some((row) => typeof row[key] === 'number')
  const heads = columns.map((column) => ({ head: headOf(column), figures: numeric(column) }))
  const cells = rows.map((row) => columns.map((column) => cellText(row, column, asOf, filings)))
  const remark = note === null ? '' : `<p>${escapeHtml(note)}</p>`
  const body = rows.length === 0 ? `<p class="soft">None on ${dayInWords(asOf)}.</p>` : pageTable(heads, cells)
  return `<section class="sec"><div class="sh"><h2>${escapeHtml(title)}</h2>${remark}</div>${body}</section>`
}

function headOf({ label, unit }: SectionColumn): string {
  return unit === null || unit === '1' ? label : `${label} (${unit === 'percent' ? '%' : unit})`
}

function cellText(
  row: Section['rows'][number],
  column: SectionColumn,
  asOf: string,
  filings: NonNullable<Charts['filings']>,
): string {
  const value = row[column.key] ?? null
  if (value === null) return ''
  if (typeof value === 'number') return pageNumber(sectionNumber(value, column, row))
  if (/^\d{4}-\d{2}-\d{2}(T|$)/.test(value)) return shortDay(value, asOf)
  if (/^https?:\/\/[^\s"'<>]+$/.test(value) && URL.canParse(value))
    return outside(filings[value] ?? new URL(value).hostname, value)
  return value.length > longText ? wrapped(pageNumber(value)) : escapeHtml(pageNumber(value))
}

/** Characters from which a text in a cell may break. */
const longText = 40

export function changesBlock({ changes }: BriefingDocument): string {
  const all = changes['7d'].toSorted((a, b) => a.rank - b.rank)
  const rows = all.slice(0, mostChanges).map(({ text }) => `<li>${escapeHtml(pageNumber(text))}</li>`)
  const more = all.length - rows.length
  const body =
    rows.length === 0 ? '<p class="soft">No label, record or release changed.</p>' : `<ol class="chg">${rows.join('')}</ol>`
  const rest = more > 0 ? `<p class="xs faint">And ${more} smaller ${more === 1 ? 'one' : 'ones'}, in the JSON.</p>` : ''
  return `<div><h2>Since last week</h2>${body}${rest}</div>`
}

export function sureBlock({ confidence, lead, readings }: BriefingDocument): string {
  if (confidence === null) return ''
  const factors = confidence.factors.map(
    ({ name, effect, detail }) =>
      `<li>${escapeHtml(name)}: ${escapeHtml(pageNumber(effect))}, ${escapeHtml(pageNumber(detail))}</li>`,
  )
  const score =
    confidence.score === null
      ? ''
      : `<p class="sm soft">Score ${formatStatistic(confidence.score, 'score')} of 100${lead === null ? '' : `, ${escapeHtml(readings[lead]?.title ?? lead)}`}.</p>`
  return `<div><h2>How sure</h2><p>${escapeHtml(pageNumber(confidence.text))}</p>${score}<ul class="xs faint">${factors.join('')}</ul></div>`
}

/** Releases by the day they are due. */
export function releasesBlock({ next_releases, as_of }: BriefingDocument): string {
  if (next_releases.length === 0) return ''
  const days = [...new Set(next_releases.map(({ due_at }) => due_at.slice(0, 10)))]
  const rows = days.map((day) => {
    const due = next_releases.filter(({ due_at }) => due_at.startsWith(day))
    const lines = due.map(({ title, due_at }) => `${escapeHtml(title)} <span class="faint">${due_at.slice(11, 16)}</span>`)
    return `<dt>${shortDay(day, as_of)}</dt><dd>${lines.join('<br>')}</dd>`
  })
  return `<section class="sec"><div class="sh"><h2>Next releases</h2><p>Times in UTC.</p></div><dl class="src">${rows.join('')}</dl></section>`
}
