import { sql } from 'kysely'
import type { State } from './open.ts'
import { prepared } from './prepared.ts'
import { bumpRevision } from './revisions.ts'
import type { CallLeaseTable } from './schema.ts'

export const spans = { hour: 3_600_000, day: 86_400_000 } as const
export type Span = keyof typeof spans

/** Begin of the window a moment lies in: the whole hour or day of UTC. */
export function windowStart(span: Span, now: number): number {
  return now - (now % spans[span])
}

/** What is left of a lease, and the windows it was taken out of. */
export interface Unused {
  readonly number: number
  readonly calls: number
  readonly start: Readonly<Record<Span, number>>
}

export interface TakeInput {
  readonly account: string
  readonly limits: Readonly<Record<Span, number>>
  readonly now: number
  /** Who asks, among all processes that share the store. */
  readonly process: string
  /** Calls to count in one step; 0 only reads. */
  readonly calls: number
  /** What this process has left of its lease, which ends with this; null where it has none. */
  readonly unused: Unused | null
  /** Whether it may have a lease. */
  readonly mayLease: boolean
  /** A lease, by its number, whose holder cannot use it any more. */
  readonly lapsed: number | null
}

export type Taken =
  | {
      readonly kind: 'counted'
      /** Of the calls asked for, how many pass. */
      readonly passed: number
      /** What is left for everybody, the lease aside. */
      readonly left: Readonly<Record<Span, number>>
      /** Calls this process may count by itself from now on. */
      readonly lease: { readonly number: number; readonly calls: number } | null
    }
  /** Another process holds the lease, and was asked to give it back. */
  | { readonly kind: 'leased'; readonly number: number }

/** A process that counted so many calls in a row, and nobody else any between, may have a lease. */
const streakDue = 16
/** A lease is this share of what is left, so that little is lost with a process that is killed, and no more than that many calls. */
const share = 64
const mostLeased = 100_000
/** What it is not worth having a lease for. */
const leastLeased = 2
/** Longer streaks are not told apart. */
const longestStreak = 1_000

/** Written first in every transaction, so that those of one account wait for one another, and never in a circle. */
const claim = prepared((db, given: { account: string; process: string; calls: number }) =>
  db
    .insertInto('call_lease')
    .values({ account: given.account, holder: null, number: 0, taker: given.process, streak: given.calls, wanted: 0 })
    .onConflict((on) =>
      on.column('account').doUpdateSet({
        taker: sql<string>`excluded.taker`,
        streak: sql<number>`case when call_lease.taker <> excluded.taker then excluded.streak
          when call_lease.streak >= ${sql.lit(longestStreak)} then call_lease.streak
          else call_lease.streak + excluded.streak end`,
      }),
    )
    .returningAll(),
)

const granted = prepared((db, given: { account: string; hour: number; day: number }) =>
  db
    .selectFrom('call_window')
    .select(['span', 'granted'])
    .where('account', '=', given.account)
    .where((row) =>
      row.or([
        row.and([row('span', '=', 'hour'), row('start', '=', given.hour)]),
        row.and([row('span', '=', 'day'), row('start', '=', given.day)]),
      ]),
    ),
)

const grant = prepared((db, given: { account: string; hour: number; day: number; calls: number }) =>
  db
    .insertInto('call_window')
    .values([
      { account: given.account, span: 'hour', start: given.hour, granted: given.calls },
      { account: given.account, span: 'day', start: given.day, granted: given.calls },
    ])
    .onConflict((on) =>
      on.columns(['account', 'span', 'start']).doUpdateSet({ granted: sql<number>`call_window.granted + excluded.granted` }),
    ),
)

const takeBack = prepared((db, given: { account: string; hour: number; day: number; calls: number }) =>
  db
    .updateTable('call_window')
    .set((row) => ({ granted: row('granted', '-', given.calls) }))
    .where('account', '=', given.account)
    .where((row) =>
      row.or([
        row.and([row('span', '=', 'hour'), row('start', '=', given.hour)]),
        row.and([row('span', '=', 'day'), row('start', '=', given.day)]),
      ]),
    ),
)

/**
 * Counts calls in the windows of an account, and never more pass than both hold, whoever else counts at the same time. Where this process
 * alone has been counting it may get a lease: calls that are counted here already, which it counts down in memory. While it holds one no
 * other process can tell how the account stands, so the others ask for it and wait.
 */
export async function takeCalls(state: State, input: TakeInput): Promise<Taken> {
  const { account, limits, now, process, calls, unused, mayLease, lapsed } = input
  const hour = windowStart('hour', now)
  const day = windowStart('day', now)
  return state.db.transaction().execute(async (within) => {
    const { rows } = await claim(state, { account, process, calls }, within)
    const lease = rows[0]!
    const leasedNow = lease.holder !== null && lease.number !== lapsed
    if (leasedNow && lease.holder !== process) {
      if (!lease.wanted) {
        await within.updateTable('call_lease').set({ wanted: 1 }).where('account', '=', account).execute()
        await bumpRevision(within, 'leases')
      }
      return { kind: 'leased', number: lease.number }
    }
    if (leasedNow && unused !== null && unused.number === lease.number && unused.calls > 0)
      await takeBack(state, { account, calls: unused.calls, ...unused.start }, within)
    const windows = (await granted(state, { account, hour, day }, within)).rows
    const leftOf = (span: Span) => Math.max(0, limits[span] - (windows.find((window) => window.span === span)?.granted ?? 0))
    const least = Math.min(leftOf('hour'), leftOf('day'))
    const passed = Math.min(calls, least)
    const alone = mayLease && !lease.wanted && lease.streak >= streakDue
    const due = alone ? Math.min(mostLeased, Math.floor((least - passed) / share)) : 0
    const leased = due >= leastLeased ? due : 0
    if (passed + leased > 0) await grant(state, { account, hour, day, calls: passed + leased }, within)
    const number = leased > 0 || lease.holder !== null ? lease.number + 1 : lease.number
    if (number !== lease.number) {
      const next: Partial<CallLeaseTable> = { holder: leased > 0 ? process : null, number, wanted: 0 }
      if (lease.wanted) next.streak = 0
      await within.updateTable('call_lease').set(next).where('account', '=', account).execute()
    }
    return {
      kind: 'counted',
      passed,
      left: { hour: leftOf('hour') - passed - leased, day: leftOf('day') - passed - leased },
      lease: leased > 0 ? { number, calls: leased } : null,
    }
  })
}

export interface GiveBackInput {
  readonly account: string
  readonly process: string
  /** What is left of the lease, or null where this process does not know that it holds one. */
  readonly unused: Unused | null
}

/** Ends the lease of a process, and puts what is left of it back into the windows. However often it is sent, that is done once. */
export async function giveBack(state: State, { account, process, unused }: GiveBackInput): Promise<void> {
  await state.db.transaction().execute(async (within) => {
    const ending = within
      .updateTable('call_lease')
      .set((row) => ({ holder: null, number: row('number', '+', 1), wanted: 0, streak: 0 }))
      .where('account', '=', account)
      .where('holder', '=', process)
    const { numUpdatedRows } = await (unused === null ? ending : ending.where('number', '=', unused.number)).executeTakeFirst()
    if (numUpdatedRows > 0n && unused !== null && unused.calls > 0)
      await takeBack(state, { account, calls: unused.calls, ...unused.start }, within)
  })
}

/** Accounts whose lease this process holds and another one waits for. */
export async function wantedLeases({ db }: State, process: string): Promise<string[]> {
  const rows = await db.selectFrom('call_lease').select('account').where('holder', '=', process).where('wanted', '=', 1).execute()
  return rows.map(({ account }) => account)
}

/**
 * Spans after its end a window is kept for: a system clock that was set back, and a process started under it, find their window as it was
 * left, and it is not counted anew. Days are also the usage that an account is shown.
 */
const keptSpans = { hour: 48, day: 31 } as const

/** Takes out the windows that ended long before `now`. */
export async function dropEndedWindows({ db }: State, now: number): Promise<void> {
  for (const span of ['hour', 'day'] as const)
    await db
      .deleteFrom('call_window')
      .where('span', '=', span)
      .where('start', '<', windowStart(span, now) - keptSpans[span] * spans[span])
      .execute()
}
