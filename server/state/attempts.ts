import { sql } from 'kysely'
import { secretHash } from './key.ts'
import type { State } from './open.ts'
import { findRow } from './rows.ts'

/**
 * Attempts allowed in a window that begins with the first. Keys, passkeys and links cannot be guessed: their rows limit noise. Passwords can:
 * against one account at most 20 an hour are tried from one network (/24, /48 of IPv6), 2,000 a day from all of them together, and 10 an hour
 * from each browser in which the person is signed in. Strangers use up their own network, and the person signs in from another; once 2,000 are
 * used up, what stays open is a browser that is signed in, a passkey, and a link that sets a new password.
 */
const attemptRules = {
  key: { most: 20, windowMs: 900_000 },
  'passkey or link': { most: 20, windowMs: 900_000 },
  'password by network': { most: 20, windowMs: 900_000 },
  'password by session': { most: 10, windowMs: 3_600_000 },
  'password by email and network': { most: 20, windowMs: 3_600_000 },
  'password by email': { most: 2_000, windowMs: 86_400_000 },
  'sign-up': { most: 5, windowMs: 3_600_000 },
  // mails with a link: by network, and by whom they go to
  'mail by network': { most: 10, windowMs: 3_600_000 },
  'mail by address': { most: 3, windowMs: 3_600_000 },
  // what one account changes of itself, so that no loop fills the store
  change: { most: 60, windowMs: 3_600_000 },
  // claims of agents, by network
  claim: { most: 5, windowMs: 3_600_000 },
  'claim poll': { most: 30, windowMs: 60_000 },
  // codes that a signed-in person opens and that belong to no claim, by account
  'claim look-up': { most: 30, windowMs: 3_600_000 },
} as const

export type AttemptKind = keyof typeof attemptRules

/** Counts an attempt, in one statement. 0 where it may be made, else seconds until the next one may. */
export async function takeAttempt({ db }: Pick<State, 'db'>, what: AttemptKind, name: string, now: number): Promise<number> {
  const { most, windowMs } = attemptRules[what]
  const whose = secretHash(name)
  const at = Math.floor(now)
  const ended = sql<boolean>`attempt.since <= ${at - windowMs}`
  const counted = await db
    .insertInto('attempt')
    .values({ what, whose, since: at, count: 1 })
    .onConflict((on) =>
      on
        .columns(['what', 'whose'])
        .doUpdateSet({
          count: sql<number>`case when ${ended} then 1 else attempt.count + 1 end`,
          since: sql<number>`case when ${ended} then ${at} else attempt.since end`,
        })
        .where((row) => row.or([ended, row('attempt.count', '<', most)])),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted !== undefined) return 0
  const row = await findRow(db, 'attempt', { what, whose })
  return Math.max(1, Math.ceil(((row?.since ?? at) + windowMs - at) / 1_000))
}

/** Takes back an attempt that succeeded: only failures count. */
export async function giveBackAttempt({ db }: State, what: AttemptKind, name: string): Promise<void> {
  await db
    .updateTable('attempt')
    .set((row) => ({ count: row('count', '-', 1) }))
    .where('what', '=', what)
    .where('whose', '=', secretHash(name))
    .where('count', '>', 0)
    .execute()
}

/** Takes out windows that ended. */
export async function dropEndedAttempts({ db }: State, now: number): Promise<void> {
  const oldest = now - Math.max(...Object.values(attemptRules).map(({ windowMs }) => windowMs))
  await db.deleteFrom('attempt').where('since', '<', oldest).execute()
}
