import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dayNumber } from '../../pipeline/time/day.ts'

/** Folder of the recorded histories. Ends the process with 69 where there are none. */
export function recordedFolder(): string {
  const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'feeds')
  if (existsSync(folder)) return folder
  process.stderr.write('No recorded histories: the folder ../shared/feeds is absent.\n')
  process.exit(69)
}

/** Reads the body of one recording: pairs of a day number and a value, in any order. */
export type Reader = (body: string) => [day: number, value: number][]

/** A file of one header line (or, with `skip`, of more) and comma-separated cells; the day as YYYY-MM-DD, YYYY-MM or MM/DD/YYYY. */
export function csv(dayColumn: string, valueColumn: string, skip = 0): Reader {
  return (body) => {
    const [header = '', ...lines] = body.split(/\r?\n/).slice(skip)
    const names = cellsOf(header)
    const [day, value] = [names.indexOf(dayColumn), names.indexOf(valueColumn)]
    if (day < 0 || value < 0) throw new Error(`no column "${dayColumn}" or "${valueColumn}" in "${header.slice(0, 80)}"`)
    return lines.flatMap((line) => {
      const cells = cellsOf(line)
      return pairOf(cells[day], cells[value])
    })
  }
}

/** `observation_date,ID` of FRED's charts. */
export function fredCsv(id: string): Reader {
  return csv('observation_date', id)
}

/** The array at `path` of a JSON body; the value is one member of a row, or one less another. */
export function rows(path: readonly string[], dayKey: string, valueKey: string, lessKey?: string): Reader {
  return (body) => {
    let found: unknown = JSON.parse(body)
    for (const key of path) found = (found as Record<string, unknown>)[key]
    return (found as Record<string, string>[]).flatMap((row) => {
      const value = lessKey === undefined ? row[valueKey] : String(Number(row[valueKey]) - Number(row[lessKey]))
      return pairOf(row[dayKey]?.slice(0, 10), value)
    })
  }
}

/** Closes of a Yahoo chart, each on the exchange's own day. */
export function yahooChart(body: string): [number, number][] {
  const { chart } = JSON.parse(body) as {
    chart: {
      result: { meta: { gmtoffset: number }; timestamp: number[]; indicators: { quote: { close: (number | null)[] }[] } }[]
    }
  }
  const { meta, timestamp, indicators } = chart.result[0]!
  const closes = indicators.quote[0]!.close
  return timestamp.flatMap((time, i) => {
    const close = closes[i]
    return close == null ? [] : [[Math.floor((time + meta.gmtoffset) / 86_400), close] as [number, number]]
  })
}

/** The values of a file by day, ascending; of two values of one day the later line stands. */
export function readHistory(file: string, reader: Reader): { period: Int32Array; value: Float64Array } {
  const byDay = new Map(reader(readFileSync(file, 'utf8')))
  const days = [...byDay.keys()].sort((a, b) => a - b)
  return { period: Int32Array.from(days), value: Float64Array.from(days, (day) => byDay.get(day)!) }
}

function pairOf(dayText = '', valueText = ''): [number, number][] {
  const american = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(dayText)
  const written = american ? `${american[3]}-${american[1]}-${american[2]}` : dayText.length === 7 ? `${dayText}-01` : dayText
  const day = dayNumber(written)
  const value = Number.parseFloat(valueText)
  return day === null || !Number.isFinite(value) ? [] : [[day, value]]
}

function cellsOf(line: string): string[] {
  return line.split(',').map((cell) => cell.replaceAll('"', '').trim())
}
