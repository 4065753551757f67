import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../http/errors.ts'
import { presentedKey } from '../http/presented.ts'
import type { balancesOver } from '../payments/balance.ts'
import { balanceKeyIn } from '../payments/balance-key.ts'
import type { Payments } from '../payments/payments.ts'
import type { Signer } from '../signing/signer.ts'
import type { KeyHolder } from '../state/accounts.ts'
import type { StateCondition } from '../state/condition.ts'
import type { SessionInput } from '../state/sessions.ts'
import { type Caller, nobody } from './access.ts'
import type { Desk } from './desk.ts'
import type { KeyDirectory } from './directory.ts'
import type { Count, Limits } from './limits.ts'

/** Who calls, how often, and what is sold: all a priced route needs to know of keys, limits and payments. */
export interface Gate {
  /** Who calls. Throws 401 KEY_INVALID, 503 STATE_UNAVAILABLE. */
  caller(headers: IncomingHttpHeaders): Promise<Caller>
  /** Whose a browser's session is, by its token; nobody where there is no such session. Throws 503 STATE_UNAVAILABLE. */
  visitor(token: string): Promise<Caller>
  /** Begins a session for whoever enters a key. Throws 401 KEY_INVALID, 503 STATE_UNAVAILABLE. */
  beginSession(key: string, from: Where): Promise<{ readonly token: string; readonly holder: KeyHolder }>
  /** Ends a session, if there is one. Throws 503 STATE_UNAVAILABLE. */
  endSession(token: string): Promise<void>
  /** Does something with the accounts. Refusals pass through; where the store fails, throws 503 STATE_UNAVAILABLE. */
  atDesk<T>(act: (desk: Desk) => Promise<T>): Promise<T>
  /** Counts a call. Throws 503 STATE_UNAVAILABLE. */
  count(holder: KeyHolder): Promise<Count>
  /** How the limits stand; counts nothing. Throws likewise. */
  look(holder: KeyHolder): Promise<Count>
  /** What takes payments for documents of that kind, or null where they are not sold. */
  payments(sample: boolean): Payments | null
  /** Signs documents. Throws 503 STATE_UNAVAILABLE. */
  readonly signer: Signer
  /** Money paid in advance. Throws 503 STATE_UNAVAILABLE. */
  readonly balances: Balances
  /** How the state store stands, for `/api/health`. */
  condition(): StateCondition
}

type Balances = ReturnType<typeof balancesOver>

export interface GateParts {
  readonly keys: KeyDirectory
  readonly limits: Limits
  readonly sessions: Sessions
  readonly desk: Desk
  readonly signer: Signer
  readonly balances: Balances
  payments(sample: boolean): Payments | null
}

/** A browser: what it says of itself, and its address. */
type Where = Pick<SessionInput, 'browser' | 'address'>

/** Sessions of browsers, by their tokens. */
export interface Sessions {
  begin(holder: KeyHolder, from: Where): Promise<string>
  /** Null where there is no such session, or its key reads nothing any more. */
  holder(token: string): Promise<KeyHolder | null>
  end(token: string): Promise<void>
}

/**
 * A gate over parts that may still be opening, so that a server answers what needs no key from its first moment.
 * @param parts what there is without waiting, or null
 * @param opened resolves to the parts; rejects where the store cannot be reached at the moment
 */
export function gateOver(parts: () => GateParts | null, opened: () => Promise<GateParts>, condition: () => StateCondition): Gate {
  return {
    async caller(headers) {
      const presented = presentedKey(headers)
      if (presented.kind === 'unreadable') throw keyInvalid(presented.why)
      const { keys } = await asked(opened)
      // the key of a balance pays for a call, and says nothing of who calls
      if (presented.kind === 'none' || balanceKeyIn(headers) !== null) return nobody
      const holder = await asked(() => keys.find(presented.key))
      if (holder !== null) return { kind: 'holder', holder }
      throw keyInvalid(unknownKey)
    },
    async visitor(token) {
      const holder = await asked(async () => (await opened()).sessions.holder(token))
      return holder === null ? nobody : { kind: 'holder', holder }
    },
    async beginSession(key, from) {
      const { keys, sessions } = await asked(opened)
      const holder = await asked(() => keys.find(key))
      if (holder === null) throw keyInvalid(unknownKey)
      return { token: await asked(() => sessions.begin(holder, from)), holder }
    },
    endSession: (token) => asked(async () => (await opened()).sessions.end(token)),
    atDesk: (act) => asked(async () => act((await opened()).desk)),
    count: (holder) => asked(async () => (await opened()).limits.take(holder)),
    look: (holder) => asked(async () => (await opened()).limits.look(holder)),
    payments: (sample) => parts()?.payments(sample) ?? null,
    signer: {
      sign: (fingerprint) => asked(async () => (await opened()).signer.sign(fingerprint)),
      signObject: (payload, host) => asked(async () => (await opened()).signer.signObject(payload, host)),
      keySet: () => asked(async () => (await opened()).signer.keySet()),
    },
    balances: {
      open: (payment, units, sample) => asked(async () => (await opened()).balances.open(payment, units, sample)),
      of: (key, sample) => asked(async () => (await opened()).balances.of(key, sample)),
    },
    condition,
  }
}

const unknownKey = 'The API key is unknown, mistyped, revoked or expired. Check it, or ask the operator for a new one.'

function keyInvalid(message: string): Refusal {
  return new Refusal('KEY_INVALID', message, { headers: challenge })
}

/** What a 401 has to say: how to prove who calls. */
export const challenge = ['WWW-Authenticate', 'Bearer realm="market-briefing"'] as const

/** Seconds after which a state store that did not answer is tried again. */
const retryAfterState = 5

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const message = `API keys and limits cannot be checked right now. Retry in ${retryAfterState} seconds.`
    throw new Refusal('STATE_UNAVAILABLE', message, { retryAfter: retryAfterState }, error)
  }
}
