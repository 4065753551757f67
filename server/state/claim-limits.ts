import { type Kysely, sql } from 'kysely'
import type { State } from './open.ts'
import type { ClaimWindowTable, Tables } from './schema.ts'

/** What one network may do: so many in a window that begins with the first. */
const windows: Readonly<Record<ClaimWindowTable['action'], { readonly most: number; readonly ms: number }>> = {
  create: { most: 5, ms: 3_600_000 },
  poll: { most: 30, ms: 60_000 },
}
/** Claims of one network that may wait for a decision at a time. */
const mostWaiting = 5
/** The same of all networks together. With 40 random bits, a code that is guessed is that of a waiting claim once in two billion times. */
export const capacity = 500

/** Why no claim is created, and seconds after which another try may succeed. */
export interface ClaimLimit {
  readonly kind: 'too often' | 'too many waiting' | 'full'
  readonly retryAfter: number
}

/**
 * Counts a claim of a network that is being created; or says which limit it would pass. In a transaction that is undone then, and that no
 * other one of its kind runs beside.
 */
export async function limitOf(within: Kysely<Tables>, network: string, now: number): Promise<ClaimLimit | null> {
  const wait = await count(within, 'create', network, now)
  if (wait > 0) return { kind: 'too often', retryAfter: wait }
  const own = await waiting(within, now, network)
  if (own.claims >= mostWaiting) return { kind: 'too many waiting', retryAfter: secondsUntil(own.first, now) }
  const all = await waiting(within, now)
  return all.claims >= capacity ? { kind: 'full', retryAfter: secondsUntil(all.first, now) } : null
}

/** Counts a poll of a network; seconds to wait where it may not poll, else 0. */
export async function countPoll({ db }: State, network: string, time: number): Promise<number> {
  return count(db, 'poll', network, Math.floor(time))
}

/** One statement, so that of two processes that count at once neither overlooks the other. A refused request is not counted. */
async function count(db: Kysely<Tables>, action: ClaimWindowTable['action'], network: string, now: number): Promise<number> {
  const { most, ms } = windows[action]
  const ended = sql<boolean>`claim_window.start <= ${now - ms}`
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('claim_window')
    .values({ action, network, start: now, used: 1 })
    .onConflict((on) =>
      on
        .columns(['action', 'network'])
        .doUpdateSet({
          start: sql<number>`case when ${ended} then cast(${now} as bigint) else claim_window.start end`,
          used: sql<number>`case when ${ended} then 1 else claim_window.used + 1 end`,
        })
        .where((row) => row.or([ended, row('claim_window.used', '<', most)])),
    )
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows) return 0
  const row = await db
    .selectFrom('claim_window')
    .select('start')
    .where('action', '=', action)
    .where('network', '=', network)
    .executeTakeFirst()
  return secondsUntil(row === undefined ? null : row.start + ms, now)
}

/** Claims that wait for a decision, and when the first of them expires. */
async function waiting(db: Kysely<Tables>, now: number, network?: string): Promise<{ claims: number; first: number | null }> {
  const query = db.selectFrom('claim').where('state', '=', 'pending').where('expires_at', '>', now)
  const row = await (network === undefined ? query : query.where('network', '=', network))
    .select((each) => [each.fn.countAll<number>().as('claims'), each.fn.min('expires_at').as('first')])
    .executeTakeFirstOrThrow()
  return { claims: Number(row.claims), first: row.first }
}

function secondsUntil(time: number | null, now: number): number {
  return Math.max(1, Math.ceil(((time ?? now) - now) / 1_000))
}
