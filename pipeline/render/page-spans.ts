import { amountOf } from '../analysis/amounts.ts'
import { type Span, spansOf, type Text } from '../documents/blocks.ts'
import { dayInWords, shortDay, shortPeriod, sinceInWords, timeInWords } from './day-words.ts'
import { escapeHtml } from './escape-html.ts'
import { figureText, levelInWords, numberText } from './format-number.ts'
import { pageChange, pageFigure, pageNumber, pageText } from './page-figures.ts'
import { linked } from './page-table.ts'
import { toned } from './shapes.ts'

/** A text as HTML. `beside`: the day of the document. */
export function inLine(text: Text, beside: string): string {
  return spansOf(text)
    .map((span) => spanHtml(span, beside))
    .join('')
}

function spanHtml(span: Span, beside: string): string {
  if (typeof span === 'string') return escapeHtml(pageNumber(span))
  if ('number' in span) return escapeHtml(pageText(numberText(span)))
  if ('figure' in span)
    return escapeHtml(span.unit === null || span.headed ? pageNumber(figureText(span)) : pageFigure(span.figure, span.unit))
  if ('change' in span) return escapeHtml(pageChange(span.change, span.unit))
  if ('amount' in span) return escapeHtml(pageNumber(amountOf(span.metric, span.amount, span.unit)))
  if ('level' in span) return escapeHtml(pageNumber(levelInWords(span)))
  if ('day' in span) return (span.short ? shortDay : dayInWords)(span.day, span.year ? null : beside)
  if ('since' in span) return sinceInWords(span.since, beside)
  if ('period' in span) return shortPeriod(span.period, span.cadence, beside)
  if ('time' in span) return timeInWords(span.time, beside)
  if ('strong' in span) return `<strong>${inLine(span.strong, beside)}</strong>`
  if ('small' in span) return `<small>${inLine(span.small, beside)}</small>`
  if ('soft' in span) return `<span class="soft">${inLine(span.soft, beside)}</span>`
  if ('tone' in span) return toned(span.tone, span.word)
  if ('lines' in span) return span.lines.map((line) => inLine(line, beside)).join('<br>')
  if ('notice' in span) return escapeHtml(span.notice)
  return linked(inLine(span.name, beside), span.url)
}

/** A cell keeps to one line, but for sentences; a day is short in it. */
export function cellOf(cell: Text, beside: string): string {
  if (typeof cell === 'object' && 'day' in cell) return shortDay(cell.day, beside)
  const text = inLine(cell, beside)
  return typeof cell === 'string' && cell.length > longCell ? `<span class="wrapped">${text}</span>` : text
}

/** Characters of a cell that is a sentence. */
const longCell = 40
