import { isoDay } from '../calendar/day.ts'
import { type Store, select } from './store.ts'

/** The label of a briefing, or how a metric stood, at the end of a day (day number), with the hash of what it follows from. */
interface DayRow<Value> {
  readonly of: string
  readonly day: number
  readonly value: Value
  readonly inputs: string
}

type Closing = {
  readonly period: string
  readonly value: number
  readonly signal: string | null
  readonly momentum: string | null
} | null

export interface DayRows {
  readonly labels: readonly DayRow<string>[]
  readonly closings: readonly DayRow<Closing>[]
}

const dayOf = "datediff('day', DATE '1970-01-01', as_of)::INTEGER AS day"

/** What has been worked out of the days `from` to `to` (day numbers): labels of all of them, closings of those from `closingsFrom` on. */
export async function readDayRows(store: Store, from: number, closingsFrom: number, to: number): Promise<DayRows> {
  const labels = await select<{ of: string; day: number; value: string; inputs: string }>(
    store,
    `SELECT briefing AS of, ${dayOf}, label AS value, inputs FROM label WHERE as_of BETWEEN $1::DATE AND $2::DATE`,
    [isoDay(from), isoDay(to)],
  )
  const closings = await select<
    Omit<DayRow<Closing>, 'value'> & Record<'period' | 'signal' | 'momentum', string | null> & { value: number | null }
  >(
    store,
    `SELECT metric AS of, ${dayOf}, inputs, CAST(period AS VARCHAR) AS period, value, signal, momentum FROM closing
     WHERE as_of BETWEEN $1::DATE AND $2::DATE`,
    [isoDay(closingsFrom), isoDay(to)],
  )
  return {
    labels,
    closings: closings.map(({ of, day, inputs, period, value, signal, momentum }) => ({
      of,
      day,
      inputs,
      value: period === null || value === null ? null : { period, value, signal, momentum },
    })),
  }
}

/** Keeps what was worked out of days, in the place of what was kept of the same ones. */
export async function putDayRows(store: Store, { labels, closings }: DayRows): Promise<void> {
  if (labels.length + closings.length === 0) return
  await store.transaction(async () => {
    await store.connection.run(
      `INSERT OR REPLACE INTO label
       SELECT unnest(from_json($1, '[{"briefing":"VARCHAR","as_of":"DATE","label":"VARCHAR","inputs":"VARCHAR"}]'), recursive := true)`,
      [JSON.stringify(labels.map(({ of, day, value, inputs }) => ({ briefing: of, as_of: isoDay(day), label: value, inputs })))],
    )
    await store.connection.run(
      `INSERT OR REPLACE INTO closing
       SELECT unnest(from_json($1, '[{"metric":"VARCHAR","as_of":"DATE","period":"DATE","value":"DOUBLE","signal":"VARCHAR","momentum":"VARCHAR","inputs":"VARCHAR"}]'), recursive := true)`,
      [
        JSON.stringify(
          closings.map(({ of, day, value, inputs }) => ({
            metric: of,
            as_of: isoDay(day),
            ...(value ?? { period: null, value: null, signal: null, momentum: null }),
            inputs,
          })),
        ),
      ],
    )
  })
}

/** How far the past of a metric has been walked, with the hash of the values walked and what they gave, as JSON. */
type PastRow = { metric: string; entries: number; inputs: string; state: string }

/** How far the past of each metric has been walked. */
export async function readPasts(store: Store): Promise<PastRow[]> {
  return select<PastRow>(store, 'SELECT metric, entries, inputs, state FROM metric_past')
}

export async function putPasts(store: Store, pasts: readonly PastRow[]): Promise<void> {
  if (pasts.length === 0) return
  await store.transaction(async () => {
    await store.connection.run(
      `INSERT OR REPLACE INTO metric_past
       SELECT unnest(from_json($1, '[{"metric":"VARCHAR","entries":"INTEGER","inputs":"VARCHAR","state":"VARCHAR"}]'), recursive := true)`,
      [JSON.stringify(pasts)],
    )
  })
}
