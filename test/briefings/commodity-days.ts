import type { BriefingDefinition } from '../../pipeline/briefings/briefer.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { dayView, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { dayMs, endOfDay } from '../../pipeline/time/day.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { columnOf, day } from '../analysis/columns.ts'

/** A series known so many days after each of its periods. */
export const versionsOf = (series: string, unit: string, rows: readonly (readonly [number, number])[], lag = 1): Versions =>
  columnOf(
    rows.map(([period, value]) => [period, value, (period + lag) * dayMs] as const),
    unit,
    series,
  )

export function viewOf(asOf: string, ...versions: Versions[]): Day {
  const known = {
    ...nothingFiled,
    versions: new Map(versions.map((each) => [each.series, each])),
    rows: new Map(),
    sample: false,
  }
  return dayView(known as unknown as Parameters<typeof dayView>[0], day(asOf), endOfDay(day(asOf)))
}
export const rowsOf = (content: ReturnType<BriefingDefinition['tell']>, id: string) =>
  content.sections.find((section) => section.id === id)?.rows ?? []
