import type { GuardOptions } from '../delivery/guard.ts'
import type { KeyHolder } from '../state/accounts.ts'
import type { State } from '../state/open.ts'
import { type Person, personOf } from '../state/people.ts'
import { sessionHolder } from '../state/sessions.ts'
import type { Mailer } from './mail.ts'
import type { ConcurrencyLimit, Passwords } from './passwords.ts'

/** What routes, pages and commands that change webhooks work with. */
export interface WebhookContext extends GuardOptions {
  /** Something was queued: whoever sends in this process looks now. */
  wake(): void
}

/** What the pages of accounts work with. */
export interface AccountContext {
  readonly state: State
  readonly passwords: Passwords
  /** Sign-ins with a password, before the store is asked anything. */
  readonly signIns: ConcurrencyLimit
  /** First part of new keys. */
  readonly keyPrefix: string
  /** Whether anyone may sign up. */
  readonly signUp: boolean
  /** Null where the operator set up none: links that set a password then come from the operator. */
  readonly mail: Mailer | null
  /** Checks addresses that events are sent to. */
  readonly webhooks: WebhookContext
  /** Milliseconds since 1970 that only go forward, and one of them as the clocks of others show it. */
  now(): number
  shown(at: number): number
}

/** A person who is signed in, in the browser at hand. */
export interface SignedIn {
  /** The token of the session. */
  readonly token: string
  readonly holder: KeyHolder
  readonly person: Person
}

/** Who is signed in with a session; null where nobody is, or only a key was entered: whoever has a key changes nothing of its account. */
export async function signedInWith({ state, now }: AccountContext, token: string | null): Promise<SignedIn | null> {
  const holder = token === null ? null : await sessionHolder(state, token, now())
  if (holder === null || holder.key !== null) return null
  const person = await personOf(state, holder.account)
  return person && { token: token!, holder, person }
}
