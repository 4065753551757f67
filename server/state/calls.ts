import { type Kysely, sql } from 'kysely'
import type { State } from './open.ts'
import type { Tables } from './schema.ts'

export const callWindowsMs = { hour: 3_600_000, day: 86_400_000 } as const
export type CallWindow = keyof typeof callWindowsMs

/** Begin of the window a moment lies in: the whole hour or day of UTC. */
export function windowStart(span: CallWindow, now: number): number {
  return now - (now % callWindowsMs[span])
}

/** Calls that were counted in the windows of a moment, by where these begin. */
export type CallCounts = Readonly<Record<CallWindow, { readonly start: number; readonly calls: number }>>

export interface CallInput {
  readonly account: string
  readonly limits: Readonly<Record<CallWindow, number>>
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Counts a call in one statement, unless the hour or the day is used up: never more calls pass than the limits, whatever else counts at the
 * same time. Refused calls are not counted.
 */
export async function countCall(state: State, input: CallInput): Promise<CallCounts & { readonly passed: boolean }> {
  const { limits, now } = input
  for (;;) {
    const row = limits.hour > 0 && limits.day > 0 ? await state.counting((db) => take(db, input)) : undefined
    if (row !== undefined) return { passed: true, ...countedOf(row, now) }
    const counted = await readCallCounts(state, input)
    // another hour may have begun meanwhile, by the clock of another process
    if (counted.hour.calls >= limits.hour || counted.day.calls >= limits.day) return { passed: false, ...counted }
  }
}

/** An earlier hour than the latest one, by a clock that is behind, is counted in the latest: no hour begins again. */
async function take(db: Kysely<Tables>, { account, limits, now }: CallInput) {
  return db
    .insertInto('call_count')
    .values({ account, day: windowStart('day', now), hour: windowStart('hour', now), in_day: 1, in_hour: 1 })
    .onConflict((on) =>
      on
        .columns(['account', 'day'])
        .doUpdateSet({
          in_day: sql<number>`call_count.in_day + 1`,
          in_hour: sql<number>`case when call_count.hour < excluded.hour then 1 else call_count.in_hour + 1 end`,
          hour: sql<number>`case when call_count.hour < excluded.hour then excluded.hour else call_count.hour end`,
        })
        .where(
          sql<boolean>`call_count.in_day < ${limits.day} and (call_count.hour < excluded.hour or call_count.in_hour < ${limits.hour})`,
        ),
    )
    .returning(['hour', 'in_hour', 'in_day'])
    .executeTakeFirst()
}

/** What is counted at a moment; counts nothing. */
export async function readCallCounts({ db }: State, { account, now }: Pick<CallInput, 'account' | 'now'>): Promise<CallCounts> {
  const row = await db
    .selectFrom('call_count')
    .select(['hour', 'in_hour', 'in_day'])
    .where('account', '=', account)
    .where('day', '=', windowStart('day', now))
    .executeTakeFirst()
  return countedOf(row ?? { hour: 0, in_hour: 0, in_day: 0 }, now)
}

function countedOf(row: Pick<Tables['call_count'], 'hour' | 'in_hour' | 'in_day'>, now: number): CallCounts {
  const hour = windowStart('hour', now)
  return {
    hour: row.hour >= hour ? { start: row.hour, calls: row.in_hour } : { start: hour, calls: 0 },
    day: { start: windowStart('day', now), calls: row.in_day },
  }
}

/** Days whose calls are kept, for the usage that an account is shown. */
const keptDays = 31

/** Removes the counts of days that ended long before `now`. */
export async function dropOldCalls({ db }: State, now: number): Promise<void> {
  const first = windowStart('day', now) - keptDays * callWindowsMs.day
  await db.deleteFrom('call_count').where('day', '<', first).execute()
}
