import type { State } from './open.ts'

export const spans = { hour: 3_600_000, day: 86_400_000 } as const
export type Span = keyof typeof spans

/** Begin of the window a moment lies in: the whole hour or day of UTC. */
export function windowStart(span: Span, now: number): number {
  return now - (now % spans[span])
}

export interface LeaseInput {
  readonly account: string
  readonly limits: Readonly<Record<Span, number>>
  readonly now: number
}

/** Calls a process may let pass on its own account, and what is left for everybody after them. */
export interface Lease {
  readonly granted: number
  readonly left: Readonly<Record<Span, number>>
}

/** A lease is this share of what is left, so that it shrinks to single calls as a window fills. */
const share = 16

/**
 * Takes calls out of the windows of an account: never more than both hold, whoever else takes at the same time, and none only where one of
 * them is used up.
 */
export async function leaseCalls({ db }: State, { account, limits, now }: LeaseInput): Promise<Lease> {
  return db.transaction().execute(async (within) => {
    const left = { hour: 0, day: 0 }
    // Always in this order, and each row is written before it is read, so that two processes wait for one another and never in a circle.
    for (const span of ['hour', 'day'] as const) {
      const row = await within
        .insertInto('call_window')
        .values({ account, span, start: windowStart(span, now), granted: 0 })
        .onConflict((on) =>
          on.columns(['account', 'span', 'start']).doUpdateSet((each) => ({ granted: each.ref('call_window.granted') })),
        )
        .returning('granted')
        .executeTakeFirstOrThrow()
      left[span] = Math.max(0, limits[span] - row.granted)
    }
    const least = Math.min(left.hour, left.day)
    const granted = Math.min(least, Math.max(1, Math.floor(least / share)))
    if (granted > 0)
      for (const span of ['hour', 'day'] as const)
        await within
          .updateTable('call_window')
          .set((row) => ({ granted: row('granted', '+', granted) }))
          .where('account', '=', account)
          .where('span', '=', span)
          .where('start', '=', windowStart(span, now))
          .execute()
    return { granted, left: { hour: left.hour - granted, day: left.day - granted } }
  })
}

/** Takes out the windows that ended before `now`. */
export async function dropEndedWindows({ db }: State, now: number): Promise<void> {
  for (const span of ['hour', 'day'] as const)
    await db.deleteFrom('call_window').where('span', '=', span).where('start', '<', windowStart(span, now)).execute()
}
