import { dayMs, dayNumber } from '../time/day.ts'
import { bodyError, latin1Of } from './body.ts'
import { feedOf, type Sightings, seriesOf } from './sightings.ts'

const id = 'tic-major-holders'
const total = 'Grand Total'
const official = 'Of Which: Foreign Official'
const officialParts = [`${official} Treasury Bills`, `${official} T-Bonds & Notes`]
/** What a figure printed to a tenth of a billion may be off by. */
const rounding = 0.05
/** A month is out 49 days after its end and stands until the next one is; a shutdown of the government has added two months. */
const frozenAfterDays = 200

/** Whether months follow one another, the newest first. */
function descends(months: readonly string[]): boolean {
  const counted = months.map((month) =>
    /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? 12 * Number(month.slice(0, 4)) + Number(month.slice(5)) : null,
  )
  return counted.length > 0 && counted.every((month, at) => month !== null && month === counted[0]! - at)
}

/** The cells of each line of the table by its name, without the number of a footnote; null for a name that appears twice. */
function tableOf(
  lines: readonly (readonly string[])[],
  width: number,
  sightings: Sightings,
): Map<string, readonly string[] | null> {
  const table = new Map<string, readonly string[] | null>()
  for (const cells of lines) {
    const name = cells[0]!.replace(/^"(.*)"$/, '$1').replace(/\s+\d+\/$/, '')
    if (cells.length < width || cells.slice(width).some((cell) => cell !== ''))
      sightings.reject(null, 'row', `not a name and ${width - 1} months`, cells.join('\t'))
    else if (table.has(name)) {
      table.set(name, null)
      sightings.reject(null, 'duplicate', 'a line that appears twice', cells.join('\t'))
    } else table.set(name, cells.slice(1, width))
  }
  return table
}

/** Why the figures of a month cannot all be right, or null: its lines have to add up to the total, but for rounding. */
function unbalanced(table: ReadonlyMap<string, readonly string[] | null>, at: number): string | null {
  const lines = [...table].filter(([name]) => name !== total && !name.startsWith('Of Which'))
  const sum = lines.reduce((all, [, cells]) => all + Number(cells?.[at] || Number.NaN), 0)
  const grand = Number(table.get(total)?.[at] || Number.NaN)
  return Math.abs(sum - grand) <= rounding * (lines.length + 1) + 1e-6
    ? null
    : `the ${lines.length} lines add up to ${sum.toFixed(1)}, not to the total of ${grand}`
}

/** Whether bills and notes of official institutions add up to what they hold. */
function officialAddsUp(table: ReadonlyMap<string, readonly string[] | null>, at: number): boolean {
  const [whole, ...parts] = [official, ...officialParts].map((name) => Number(table.get(name)?.[at] || Number.NaN))
  return Math.abs(parts.reduce((all, part) => all + part, 0) - whole!) <= 3 * rounding + 1e-6
}

/**
 * Table 5 of the Treasury's SLT, the major foreign holders of Treasury securities, bills included: tab-separated texts under a title that
 * says billions of dollars, then `Country` and 13 months as `YYYY-MM`, the newest on the left, a line a country, `All Other`, `Grand Total`
 * and three lines on foreign official institutions, then `Notes:`. Layout as at ticdata.treasury.gov since 2023, when `mfh.txt` stopped.
 * Which countries have a line changes: about twenty, the largest. Months whose lines do not add up are rejected whole, since any of
 * their figures may be the wrong one.
 */
export const ticMajorHolders = feedOf(
  {
    id,
    upstream: 'treasury',
    title: 'Treasury International Capital: major foreign holders of Treasury securities, bills included',
    url: 'https://ticdata.treasury.gov/resource-center/data-chart-center/tic/Documents/slt_table5.txt',
  },
  (body, sightings) => {
    const lines = latin1Of(body, id)
      .split(/\r?\n/)
      .map((line) => line.split('\t').map((cell) => cell.trim()))
    const head = lines.findIndex(([first]) => first === 'Country')
    const months = (lines[head] ?? []).slice(1).join('\t').trimEnd().split('\t')
    if (head < 0 || !descends(months)) throw bodyError(id, 'HEADER', 'no line of consecutive months, the newest first')
    const title = lines.slice(0, head).map(([first]) => first)
    if (!title[0]?.startsWith('Table 5: Major Foreign Holders of Treasury Securities') || !title.includes('Billions of dollars'))
      throw bodyError(id, 'HEADER', 'the title is not that of the major holders in billions of dollars')
    const length = lines.slice(head + 1).findIndex(([first]) => first === '' || first!.startsWith('Notes:'))
    if (length < 0) throw bodyError(id, 'BODY_CUT', 'the table does not end before its notes')
    if (sightings.reached((dayNumber(`${months[0]}-01`)! + 31 + frozenAfterDays) * dayMs + 1))
      throw bodyError(id, 'TABLE_FROZEN', `the newest month is ${months[0]}; the table is not updated any more`)

    const table = tableOf(lines.slice(head + 1, head + 1 + length), months.length + 1, sightings)
    for (const name of [total, 'All Other', official, ...officialParts])
      if (!table.get(name)) throw bodyError(id, 'DATA_MISSING', `no line "${name}"`)
    const wrong = months.map((_, at) => unbalanced(table, at))
    wrong.forEach((reason, at) => {
      if (reason !== null) sightings.reject(null, 'total', `${months[at]}: ${reason}`, `${total}\t${table.get(total)![at]}`)
    })
    for (const [key, row] of seriesOf('treasury')) {
      const [, name] = /^major\/(.+)$/.exec(key) ?? []
      if (name === undefined) continue
      const cells = table.get(name)
      if (!cells) sightings.reject(row, 'row', `no line "${name}"`, '')
      for (const [at, month] of months.entries()) {
        const text = cells?.[at] ?? ''
        if (wrong[at] !== null || text === '') continue
        if (!name.startsWith(official) || officialAddsUp(table, at)) sightings.add(row, `${month}-01`, text)
        else sightings.reject(row, 'parts', `bills and notes of ${month} do not add up to ${official}`, `${name}\t${text}`)
      }
    }
    return sightings.parsed('no holdings')
  },
)
