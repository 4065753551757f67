import type { IncomingHttpHeaders } from 'node:http'
import { Refusal } from '../http/errors.ts'
import { presentedKey } from '../http/presented.ts'
import type { openBalances } from '../payments/balance.ts'
import { balanceKeyIn } from '../payments/balance-key.ts'
import type { Payments } from '../payments/payments.ts'
import type { Signer } from '../signing/signer.ts'
import type { KeyHolder } from '../state/accounts.ts'
import type { StateCondition } from '../state/condition.ts'
import type { SessionInput } from '../state/sessions.ts'
import { anonymousCaller, type Caller } from './access.ts'
import type { AccountContext } from './account-context.ts'
import type { KeyDirectory } from './directory.ts'
import type { Limits } from './limits.ts'

type Balances = ReturnType<typeof openBalances>

export interface GateParts {
  readonly keys: KeyDirectory
  readonly limits: Limits
  readonly sessions: Sessions
  readonly desk: AccountContext
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

export type Gate = ReturnType<typeof createGate>

/**
 * Callers, their calls, and what is sold: all a priced route needs to know of keys, limits and payments. A gate over parts that may still be
 * opening, so that a server answers what needs no key from its first moment. What asks the store throws 503 STATE_UNAVAILABLE where that fails;
 * refusals pass through.
 * @param parts what there is without waiting, or null
 * @param opened resolves to the parts; rejects where the store cannot be reached at the moment
 * @param condition how the state store stands, for `/api/health`
 */
export function createGate(parts: () => GateParts | null, opened: () => Promise<GateParts>, condition: () => StateCondition) {
  const at = <T>(act: (all: GateParts) => Promise<T>): Promise<T> => asked(async () => act(await opened()))
  /** Signs documents. */
  const signer: Signer = {
    sign: (fingerprint) => at((all) => all.signer.sign(fingerprint)),
    signObject: (payload, host) => at((all) => all.signer.signObject(payload, host)),
    keySet: () => at((all) => all.signer.keySet()),
  }
  /** Money paid in advance. */
  const balances: Balances = {
    open: (payment, units, sample) => at((all) => all.balances.open(payment, units, sample)),
    of: (key, sample) => at((all) => all.balances.of(key, sample)),
  }
  return {
    /** The caller. Throws 401 KEY_INVALID. */
    async caller(headers: IncomingHttpHeaders): Promise<Caller> {
      const presented = presentedKey(headers)
      if (presented.kind === 'unreadable') throw keyInvalid(presented.why)
      const { keys } = await asked(opened)
      // the key of a balance pays for a call, and says nothing of who calls
      if (presented.kind === 'none' || balanceKeyIn(headers) !== null) return anonymousCaller
      const holder = await asked(() => keys.find(presented.key))
      if (holder !== null) return { kind: 'holder', holder }
      throw keyInvalid(unknownKey)
    },
    /** Whose a browser's session is, by its token; nobody where there is no such session. */
    async visitor(token: string): Promise<Caller> {
      const holder = await at(({ sessions }) => sessions.holder(token))
      return holder === null ? anonymousCaller : { kind: 'holder', holder }
    },
    /** Begins a session for whoever enters a key. Throws 401 KEY_INVALID. */
    async beginSession(key: string, from: Where): Promise<{ readonly token: string; readonly holder: KeyHolder }> {
      const holder = await at(({ keys }) => keys.find(key))
      if (holder === null) throw keyInvalid(unknownKey)
      return { token: await at(({ sessions }) => sessions.begin(holder, from)), holder }
    },
    /** Ends a session, if there is one. */
    endSession: (token: string) => at(({ sessions }) => sessions.end(token)),
    /** Does something with the accounts. */
    atDesk: <T>(act: (desk: AccountContext) => Promise<T>) => at(({ desk }) => act(desk)),
    /** Counts a call. */
    count: (holder: KeyHolder) => at(({ limits }) => limits.take(holder)),
    /** How the limits stand; counts nothing. */
    look: (holder: KeyHolder) => at(({ limits }) => limits.look(holder)),
    /** What takes payments for documents of that kind, or null where they are not sold. */
    payments: (sample: boolean) => parts()?.payments(sample) ?? null,
    /** Throws 503 STATE_UNAVAILABLE while the store does not answer, as far as that is known without asking it: no payment could be recorded. */
    needLedger(): void {
      if (!condition().sound) throw stateUnavailable('Payments cannot be taken right now. Nothing was charged; retry')
    },
    signer,
    balances,
    condition,
  }
}

const unknownKey = 'The API key is unknown, mistyped, revoked or expired. Check it, or ask the operator for a new one.'

function keyInvalid(message: string): Refusal {
  return new Refusal('KEY_INVALID', message, { headers: bearerChallenge })
}

/** What a 401 has to say: how to prove who calls. */
export const bearerChallenge = ['WWW-Authenticate', 'Bearer realm="market-briefing"'] as const

/** Seconds after which a state store that did not answer is tried again. */
const retryAfterState = 5

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw stateUnavailable('API keys and limits cannot be checked right now. Retry', error)
  }
}

function stateUnavailable(what: string, cause?: unknown): Refusal {
  return new Refusal('STATE_UNAVAILABLE', `${what} in ${retryAfterState} seconds.`, { retryAfter: retryAfterState }, cause)
}
