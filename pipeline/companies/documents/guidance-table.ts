import { statedScale } from '../../filings/scale.ts'
import type { Span } from '../../filings/span.ts'
import { monthNames } from '../../time/day.ts'
import { type NamedPeriod, periodsIn } from './guidance-period.ts'
import { rangesIn, type StatedRange } from './guidance-range.ts'
import { type ExpectedMeasure, guidedMeasuresIn, rangeInMeasureUnit } from './guidance-sentence.ts'

/** What a row of a table says is expected. */
export interface ExpectedInRow extends ExpectedMeasure {
  /** The columns are of different wholes, such as with and without a part that was parted with. */
  readonly newBasis: boolean
  readonly quote: string
  readonly place: string
}

const outlook = /\b(?:guidance|outlook|targets?|forecast|expectations?)\b/iu
const older = /\b(?:prior|previous|previously|old|former)\b/iu
const newer = /\b(?:updated|current|new|revised)\b/iu
const month = new RegExp(`\\b(?<name>${monthNames.join('|')}) (?<year>20\\d\\d)\\b`, 'u')
const part = /\((?:excl|incl)[^)]*\)/iu
const same = /^(?:no change|unchanged)$/iu
const bracketed = /\(previously (?<prior>[^)]*)\)/iu
const growing = /\b(?:growth|increase|decline|decrease|Y\/Y|yoy)\b/iu

interface Column {
  readonly heading: string
  readonly text: string
}

/** The cells of a row beside its label, those under one heading as one. */
function columnsOf(row: readonly Span[]): Column[] {
  const columns: { heading: string; text: string }[] = []
  for (const { text, heading, label } of row) {
    if (text === label) continue
    const last = columns.at(-1)
    if (last !== undefined && last.heading === heading && heading !== '') last.text += ` ${text}`
    else columns.push({ heading, text })
  }
  return columns
}

/** When the guidance of a column was given, as months; null where its heading does not say. */
const givenIn = (heading: string) => {
  const { name, year } = month.exec(heading)?.groups ?? {}
  return name === undefined ? null : Number(year) * 12 + monthNames.indexOf(name)
}

/**
 * What a row of a table says, where its label is a measure and nothing more and every column is understood: a column with the guidance, a second
 * column with the previous guidance in either order, or columns with the low and the high end.
 *
 * @param alone whether the table has one column beside its labels
 * @param inOutlook whether the words above the table say that it is of what is expected
 */
export function expectedInRow(
  row: readonly Span[],
  { alone, inOutlook, caption }: { alone: boolean; inOutlook: boolean; caption: string },
): ExpectedInRow[] {
  const [{ label, terms, place } = row[0]!] = row
  const [measure, ...more] = guidedMeasuresIn(label)
  if (measure === undefined || more.length > 0 || measure.at > 0 || !/^[\s:*†]*(?:\(\d\))?$/u.test(label.slice(measure.end)))
    return []
  const columns = columnsOf(row)
  const headings = columns.map(({ heading }) => heading)
  if (columns.length === 0 || columns.length > 2 || !(inOutlook || headings.some((each) => outlook.test(each)))) return []
  const scale = statedScale([terms, ...headings, caption].join(' | '))
  const read = (text: string) => readCell(text, scale)
  const [first, second] = columns as [Column, Column | undefined]
  const ofHeadings = headings.flatMap((heading) => (givenIn(heading) === null ? periodsIn(heading) : []))
  const period: NamedPeriod | null = ofHeadings[0] ?? measure.period
  const distinct = new Set(ofHeadings.map(({ year, part: of }) => `${year} ${of}`))
  // a column a period
  if (second !== undefined && distinct.size === 2 && ofHeadings.length === 2)
    return columns.flatMap((column) =>
      expectedInRow([row[0]!, ...row.filter(({ heading, text }) => text !== label && heading === column.heading)], {
        alone: true,
        inOutlook,
        caption,
      }),
    )
  if (ofHeadings.some(({ year, part: of }) => of !== period?.part || (year ?? period.year) !== (period.year ?? year))) return []
  const sign = measure.growth || (growing.test(first.text) ? 1 : 0)
  const made = (now: StatedRange | null, was: StatedRange | null, newBasis: boolean, kept: boolean): ExpectedInRow[] => {
    const value = now && rangeInMeasureUnit(now, measure, sign)
    if (value === null) return []
    const prior = was && rangeInMeasureUnit(was, measure, sign)
    const quote = [label, ...columns.map(({ text }) => text)].join(' ')
    return [{ measure, ...value, prior, period, kept, newBasis, quote, place }]
  }
  if (second === undefined) {
    const { prior } = bracketed.exec(first.text)?.groups ?? {}
    const { heading } = first
    const ofOutlook = outlook.test(heading) && !older.test(heading)
    const understood = heading === '' || ofOutlook || givenIn(heading) !== null || ofHeadings.length > 0
    // a row without its other column may show the previous guidance
    const now = understood && alone && !older.test(heading) ? read(first.text.replace(bracketed, '').trim()) : null
    // a single amount may be what came
    if (now === null || (now.low === now.high && !ofOutlook && !/^(?:approximately|about|around|~)/iu.test(first.text))) return []
    return made(now, prior === undefined ? null : read(prior), false, false)
  }
  if (/\blow\b/iu.test(first.heading) && /\bhigh\b/iu.test(second.heading)) {
    const [low, high] = [read(first.text), read(second.text)]
    return low === null || high === null || low.low !== low.high || high.low !== high.high || (low.low ?? 0) > (high.high ?? 0)
      ? []
      : made({ ...low, high: high.high }, null, false, false)
  }
  const order = orderOf(first.heading, second.heading)
  if (order === null) return []
  const [now, was] = order === 'newest first' ? [first, second] : [second, first]
  const before = read(was.text)
  const parts = [now, was].map(({ heading }) => part.exec(heading)?.[0].slice(0, 5) ?? '')
  return same.test(now.text) ? made(before, before, false, true) : made(read(now.text), before, parts[0] !== parts[1], false)
}

function orderOf(first: string, second: string): 'newest first' | 'oldest first' | null {
  const [a, b] = [givenIn(first), givenIn(second)]
  if (a !== null && b !== null) return a === b ? null : a > b ? 'newest first' : 'oldest first'
  const [wasA, wasB] = [older.test(first), older.test(second)]
  if (wasA === wasB) return null
  const isNow = (heading: string) => newer.test(heading) || outlook.test(heading)
  return wasA ? (isNow(second) ? 'oldest first' : null) : isNow(first) ? 'newest first' : null
}

const midpoint = / ?\/ ?(?<middle>[$€£]?\d+(?:\.\d+)?[BM%]?)$/u

/** The range a cell shows and nothing else, with the scale of its table; null where it shows something else. */
function readCell(cell: string, exponent: number | null): StatedRange | null {
  const text = cell.replace(midpoint, '').trim()
  const [range, ...more] = rangesIn(text)
  if (range === undefined || more.length > 0 || range.at > 0) return null
  if (!/^(?: per (?:diluted )?share| growth| increase| Y\/Y| range)?[*†]?$/iu.test(text.slice(range.end))) return null
  // one per share or of percent has no scale
  const money = range.unit !== '%' && !range.scaled && exponent !== null
  return money ? { ...range, ofTable: exponent } : range
}
