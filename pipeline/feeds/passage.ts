import type { Series } from '../../data/series.ts'
import { periodAround } from '../time/release.ts'
import { groupedBy } from '../values/grouped.ts'
import { memoized } from '../values/memoized.ts'
import { parseDecimal } from './decimal.ts'
import { type CellContainer, containersOf, type GridCell } from './grid.ts'
import { parseWrittenDay, parseWrittenNumber } from './written.ts'

/** A number a body prints, and where. */
export interface Passage {
  readonly printed: string
  /** What stands around it, a long stretch with ` ... ` in it. */
  readonly text: string
  /** Where `text` begins in UTF-16 units, and the line it begins on, from 1; null in a workbook, which is packed. */
  readonly offset: number | null
  readonly line: number | null
  /** Label of its row: the day, or the first text next to it. */
  readonly row: string | null
  /** Header of its column, or its name in an object. */
  readonly column: string | null
  /** Address in a workbook, such as `Monthly Prices!C734`. */
  readonly cell: string | null
}

/** How a body gives a value: the numbers it prints, and what makes the value of them; null where the value is printed as it is. */
export interface ValueProof {
  readonly formula: string | null
  readonly passages: readonly Passage[]
}

export interface PassageQuery {
  /** How the upstream calls the series; parts of it, parted by `/`, may name a column or a row. */
  readonly key: string
  readonly period: number
  /** In the unit of the series. */
  readonly value: number
  readonly frequency: Series['frequency'] | 'as filed'
  /** Factors the body's numbers may have to be multiplied by to be in that unit. */
  readonly factors: readonly number[]
  /** Day the body was recorded, of which a body without a day speaks. */
  readonly recordedOn?: number
}

interface Place {
  readonly container: CellContainer
  readonly cell: GridCell
}

/** Digits, but for noughts, from which a number equal to another is that number. */
const longEnough = 5
/** Longest passage shown. */
const longest = 400
/** Numbers whose sum is not a chance match, even of a value with few digits, are more than this. */
const fewestOfSum = 2
/** A sum that is rounded to ten decimals is off by this at most. */
const tenDecimals = 5.1e-11
/** Milliseconds and satoshis as powers of ten of their units, and decimals a price is rounded to at least. */
const scales = [-3, -8]
const fewestDecimals = 2

/**
 * Where a body shows the value of a period: the smallest row, object or element with a date of the period (its own or of what encloses it)
 * and a number that is the value, in the column or member of the series where there is one. Numbers are compared as decimals, so `4.50`
 * is 4.5. What is not printed so is looked for in another unit or rounded, as a change of what stands under the name of the series, as a
 * share, and as a sum of the numbers of a column. Null where no such place is. The body is read once for any number of values.
 * @throws ParseError where it is not a workbook although it begins like one
 */
export function passagesOf(body: Uint8Array): (sought: PassageQuery) => ValueProof | null {
  const text = Buffer.from(body).toString('utf8')
  const byDay = new Map<number, CellContainer[]>()
  const undated: CellContainer[] = []
  for (const container of containersOf(body, text)) {
    undated.push(container)
    for (const day of daysOf(container)) memoized(byDay, day, (): CellContainer[] => []).push(container)
  }
  return (sought) => {
    const { period, frequency, key, value, factors, recordedOn } = sought
    const { first } = periodAround(frequency, period)
    const parts = new Set([key, ...key.split('/')])
    const isNamed = ({ name }: GridCell) =>
      name !== '' && (parts.has(name) || name.split(' | ').some((each) => parts.has(plain(each))))
    const isPart = ({ text: label }: GridCell) => parts.has(plain(label))
    const fitOf = ({ container: { cells }, cell }: Place) =>
      (cell.name === key ? 4 : isNamed(cell) ? 2 : 0) + (cells.some((other) => other !== cell && isPart(other)) ? 1 : 0)
    const isDue = ({ text: label }: GridCell) => {
      const day = parseWrittenDay(label)
      return day !== null && day >= first && day <= period
    }
    const shifts = factors.map((factor) => Math.round(Math.log10(factor)))
    const isPrinted = ({ cell }: Place) =>
      shifts.some((shift) => parseDecimal(parseWrittenNumber(cell.text) ?? '', shift) === value)
    const shown = (places: readonly Place[], formula: string | null): ValueProof => ({
      formula,
      passages: places.map((place) => passageAt(text, place, (cell) => isDue(cell) || isPart(cell))),
    })
    /** Of the numbers that the key names best the first that passes: what is named less is another figure, though it be equal. */
    const best = (places: readonly Place[], passes: (place: Place) => boolean): Place | undefined => {
      const numbers = places.filter(({ cell }) => parseWrittenNumber(cell.text) !== null)
      const fit = numbers.reduce((most, place) => Math.max(most, fitOf(place)), 0)
      return numbers.find((place) => fitOf(place) === fit && passes(place))
    }
    const literal = (places: readonly Place[]) => {
      const place = best(places, isPrinted)
      return place ? shown([place], null) : null
    }
    const otherwise = (places: readonly Place[]) => {
      const place = best(places, ({ cell }) => isNamed(cell) && madeOf(cell, value) !== null)
      return place ? shown([place], madeOf(place.cell, value)) : null
    }

    const containers = Array.from({ length: period - first + 1 }, (_, back) => byDay.get(period - back) ?? []).flat()
    const places = placesIn(containers)
    const present = recordedOn === period ? placesIn(undated).filter(({ cell }) => isNamed(cell)) : []
    return (
      literal(places) ??
      literal(present) ??
      otherwise([...places, ...present]) ??
      shareOf(sought, containers, shown) ??
      sumOf(value, places, shown) ??
      (hasManyDigits(value) ? standingSince(first, literal, otherwise) : null)
    )

    /** Where the body lists changes alone, such as those of the difficulty: the last one before. */
    function standingSince(
      day: number,
      ...ways: readonly ((places: readonly Place[]) => ValueProof | null)[]
    ): ValueProof | null {
      const named = (on: readonly CellContainer[]) => placesIn(on).filter(({ cell }) => cell.name === key)
      const last = Math.max(...[...byDay].filter(([on, some]) => on < day && named(some).length > 0).map(([on]) => on))
      return ways.reduce<ValueProof | null>((proof, way) => proof ?? way(named(byDay.get(last) ?? [])), null)
    }
  }
}

const placesIn = (containers: readonly CellContainer[]): Place[] =>
  containers.flatMap((container) => container.cells.map((cell) => ({ container, cell })))

/** A header or label without its footnotes. */
const plain = (text: string): string => text.replace(/(?:\s+\d+\/|[\s*]+)$/, '')

const hasManyDigits = (value: number): boolean => String(value).replaceAll(/[^1-9]/g, '').length >= longEnough

/** What makes a value of a number under its own name; null where nothing known does. */
function madeOf({ text }: GridCell, value: number): string | null {
  const number = parseWrittenNumber(text)
  if (number === null) return null
  const scale = scales.find((shift) => parseDecimal(number, shift) === value)
  if (scale !== undefined) return `${number} / ${(10 ** -scale).toLocaleString('en-US')}`
  const [, decimals = ''] = String(value).split('.')
  const places = Math.max(fewestDecimals, decimals.length)
  if (Number((Number(number) + 1e-9).toFixed(places)) === value) return `${number} rounded to ${places} decimals`
  return Number((100 * (Number(number) - 1)).toFixed(8)) === value ? `100 x (${number} - 1)` : null
}

type Show = (places: readonly Place[], formula: string) => ValueProof

/**
 * A percentage that a member of an object is of itself and two others whose names end alike: the key's last part is in the name of the one,
 * `dealers` in `primary_dealer_accepted`.
 */
function shareOf({ key, value }: PassageQuery, containers: readonly CellContainer[], shown: Show): ValueProof | null {
  const stem = key.split('/').at(-1)!.replace(/s$/, '')
  if (!key.includes('/')) return null
  for (const container of containers)
    for (const part of container.cells.filter(({ name }) => name !== key && name.includes(stem) && name.includes('_'))) {
      const ending = part.name.slice(part.name.lastIndexOf('_'))
      const others = container.cells.filter((cell) => cell !== part && cell.name.endsWith(ending) && amountOf(cell) > 0)
      const pairs = others.flatMap((one, i) => others.slice(i + 1).map((other) => [part, one, other]))
      const whole = pairs.find(
        (cells) => Number(((100 * amountOf(part)) / cells.reduce((sum, cell) => sum + amountOf(cell), 0)).toFixed(4)) === value,
      )
      if (whole)
        return shown(
          whole.map((cell) => ({ container, cell })),
          `100 x ${part.name} / (${whole.map(({ name }) => name).join(' + ')})`,
        )
    }
  return null
}

const amountOf = ({ text }: GridCell): number => Number(parseWrittenNumber(text) ?? Number.NaN)

/** A sum of all numbers of one name that the body has for the period. */
function sumOf(value: number, places: readonly Place[], shown: Show): ValueProof | null {
  const numbers = places.filter(({ cell }) => parseWrittenNumber(cell.text) !== null)
  const columns = groupedBy(numbers, ({ cell }) => cell.name)
  const sums = [...columns].filter(([, column]) => {
    const sum = column.reduce((all, { cell }) => all + amountOf(cell), 0)
    const isNoChance = column.length > fewestOfSum || (column.length > 1 && hasManyDigits(value))
    return isNoChance && Math.abs(sum - value) <= Math.max(tenDecimals, Number.EPSILON * column.length * Math.abs(value))
  })
  const names = sums.map(([name]) => name).join(', and the same under ')
  return sums.length > 0 ? shown(sums[0]![1], `sum of ${sums[0]![1].length} numbers under ${names}`) : null
}

/** Where a text of words has a whole number with or without its thousands grouped, such as `843,706`, and what stands around it. */
export function numberInText(body: string, value: number): Passage | null {
  for (const spelled of [value.toLocaleString('en-US', { maximumFractionDigits: 8 }), String(value)]) {
    const match = new RegExp(`(?<![\\d.,])${spelled.replaceAll('.', '\\.')}(?![\\d]|[.,]\\d)`).exec(body)
    if (!match) continue
    const [start, end] = [
      Math.max(0, match.index - longest / 4),
      Math.min(body.length, match.index + spelled.length + longest / 4),
    ]
    return passageAt(body, { container: { start, end, cells: [], around: [] }, cell: { name: '', text: spelled } })
  }
  return null
}

/** A long stretch is shown by its beginning, which tells its day, and what stands around the value. */
function passageAt(
  body: string,
  { container: { start, end, cells }, cell }: Place,
  isLabel: (cell: GridCell) => boolean = () => false,
): Passage {
  const labels = cells.filter((other) => other !== cell && isLabel(other)).map(({ text }) => text)
  const [first] = cells
  if (labels.length === 0 && first && first !== cell && parseWrittenNumber(first.text) === null) labels.push(first.text)
  const row = [...new Set(labels)].join(', ')
  const named = {
    printed: cell.text,
    row: row || null,
    column: cell.name === '' || cell.name === row ? null : cell.name,
    cell: cell.address ?? null,
  }
  if (cell.address !== undefined)
    return {
      ...named,
      text: cells
        .flatMap(({ text }) => text || [])
        .join(', ')
        .slice(0, longest),
      offset: null,
      line: null,
    }
  let line = 1
  for (let at = body.indexOf('\n'); at >= 0 && at < start; at = body.indexOf('\n', at + 1)) line++
  const text = body.slice(start, end)
  const at = text.indexOf(cell.text)
  const shown =
    text.length <= longest
      ? text
      : `${text.slice(0, longest / 4)} ... ${text.slice(Math.max(longest / 4, at - longest / 4), at + longest / 2)}`
  return { ...named, text: shown, offset: start, line }
}

/** Days a container speaks of: its own where it has any, else those of what encloses it. FRED puts vintages next to a date: days of publication. */
function daysOf({ cells, around }: CellContainer): Set<number> {
  const days = (dated: readonly GridCell[]) =>
    new Set(dated.flatMap(({ name, text }) => (name.startsWith('realtime_') ? [] : (parseWrittenDay(text) ?? []))))
  const own = days(cells)
  return own.size > 0 ? own : days(around)
}
