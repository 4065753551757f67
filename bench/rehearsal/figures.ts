import { readFile, writeFile } from 'node:fs/promises'
import { makeFolder } from '../../pipeline/store/make-folder.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { type BenchRow, median } from '../row.ts'
import type { Verdict } from './verdicts.ts'
import type { Rehearsed, RunSeen } from './week.ts'

/** What a run took on each day of a rehearsal: medians over the runs of one row, which reads little and finds little. */
export interface Figures {
  readonly week: string
  readonly runs: number
  readonly cpuMs: readonly number[]
  readonly rssMb: readonly number[]
  /** Bytes of the bodies a run received. */
  readonly receivedBytes: readonly number[]
  /** Megabytes by which the home grew on each day, the first with all of its history. */
  readonly grownMb: readonly number[]
}

const measuredRow = 'network-now'
/** Most that the last day may be of the second, the first with nothing but days behind it. */
const mostRatio = 1.3
const file = new URL('../../var/rehearsal.json', import.meta.url)

/** @param from begin of the first day, milliseconds since 1970 UTC */
export function figuresOf(week: string, { runs, growth }: Rehearsed, from: number): Figures {
  const days = growth.length
  const onDay = (value: (run: RunSeen) => number) =>
    Array.from({ length: days }, (_, day) => {
      const own = runs.filter(({ trigger, began }) => trigger === measuredRow && Math.floor((began - from) / dayMs) === day)
      return own.length === 0 ? 0 : Math.round(median(own.map(value)))
    })
  return {
    ...{ week, runs: runs.length },
    cpuMs: onDay(({ cpuMs }) => cpuMs),
    rssMb: onDay(({ rssMb }) => rssMb),
    receivedBytes: onDay(({ bytes }) => bytes),
    grownMb: growth.map(({ bytes }, at) => Math.round((bytes - (growth[at - 1]?.bytes ?? 0)) / 1e5) / 10),
  }
}

/** Ratios of the last day to the second; none of a rehearsal shorter than three days. */
function ratiosOf({ week, cpuMs, rssMb, grownMb }: Figures): BenchRow[] {
  if (cpuMs.length < 3) return []
  const row = (what: string, unit: string, values: readonly number[]): BenchRow => ({
    goal: `rehearsal: ${what}, last day to second`,
    measured: values.at(-1)! / values[1]!,
    target: mostRatio,
    unit: '',
    note: `${week}, by day: ${values.join(', ')} ${unit}`,
  })
  return [row('processor time a run', 'ms', cpuMs), row('memory', 'MB', rssMb), row('growth of the home', 'MB', grownMb)]
}

export const staysFlat = (figures: Figures): Verdict[] =>
  ratiosOf(figures).map(({ goal, measured, target, note = '' }) => ({
    ...{ claim: goal, holds: measured <= target },
    evidence: `${measured.toFixed(2)}, at most ${target}; ${note}`,
  }))

export async function keepFigures(figures: Figures): Promise<void> {
  makeFolder(new URL('.', file).pathname)
  await writeFile(file, `${JSON.stringify(figures, null, 2)}\n`)
}

/** Rows for `npm run bench`, of the last rehearsal on this machine; none where there was none. */
export async function lastRehearsal(): Promise<BenchRow[]> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? [] : ratiosOf(JSON.parse(text) as Figures)
}
