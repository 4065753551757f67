import { randomUUID } from 'node:crypto'
import type { AccountContext } from './access/account-context.ts'
import { KeyDirectory } from './access/directory.ts'
import { createGate, type Gate, type GateParts, type Sessions } from './access/gate.ts'
import { callCountOf, type Limits } from './access/limits.ts'
import type { Mailer } from './access/mail.ts'
import { ConcurrencyLimit, Passwords } from './access/passwords.ts'
import { openClock, type ServerClock } from './http/clock.ts'
import type { ServerLog } from './http/log.ts'
import type { Mornings } from './mornings/sending.ts'
import type { Payments } from './payments/payments.ts'
import { type StateOperation, StateWatch } from './state/condition.ts'
import type { State } from './state/open.ts'
import type { StateTelemetry } from './telemetry/telemetry.ts'
import { beginSending, type SendingParts, type WebhookSender, type WebhookSource } from './webhooks/sending.ts'

export interface GateOptions {
  /** Path of an SQLite file, or a `postgres://` URL. */
  readonly place: string
  readonly log: ServerLog
  /** The clock of this process; a new one where left out. */
  readonly clock?: ServerClock
  /** Receives how the store answers, if given. */
  readonly telemetry?: StateTelemetry | null
  /** Milliseconds between two tries whether the store can be written and is whole. */
  readonly probeMs?: number
  /** First part of the keys that people make. */
  readonly keyPrefix?: string
  /** Whether anyone may sign up. */
  readonly signUp?: boolean
  /** Sends mail to people, if given. */
  readonly mail?: Mailer | null
  /** Sends events to webhooks, if given. */
  readonly webhooks?: WebhookSource | null
  /** What takes payments, by what the edition holds: real figures or samples. */
  payments(state: State): Promise<{ readonly real: Payments | null; readonly sample: Payments | null }>
}

export interface OpenedGate {
  readonly gate: Gate
  close(): Promise<void>
}

/** Between two tries to reach a store that does not answer. */
const againMs = 2_000
const sweepMs = 3_600_000

/** Opens keys, limits and payments over the state store, in the background; what cannot be reached is tried again until it can. */
export function openGate({
  place,
  log,
  clock = openClock(),
  telemetry = null,
  probeMs,
  keyPrefix = 'mb',
  signUp = true,
  mail = null,
  webhooks = null,
  payments,
}: GateOptions): OpenedGate {
  const watch = new StateWatch(() => performance.now())
  let parts: GateParts | null = null
  let ended = false
  let shut = async () => {}
  let retry: NodeJS.Timeout | null = null

  async function open(): Promise<GateParts> {
    const [
      { openState },
      { probeState },
      accounts,
      calls,
      kept,
      attempts,
      claims,
      balances,
      { documentSigningKeys: signingKeys },
      { openSigner: signerOver },
      { openBalances: balancesOver },
    ] = await Promise.all([
      import('./state/open.ts'),
      import('./state/probe.ts'),
      import('./state/accounts.ts'),
      import('./state/calls.ts'),
      import('./state/sessions.ts'),
      import('./state/attempts.ts'),
      import('./state/claims.ts'),
      import('./state/balances.ts'),
      import('./state/signing-keys.ts'),
      import('./signing/signer.ts'),
      import('./payments/balance.ts'),
    ])
    const state = await openState(place)
    const { now, wall } = clock
    const sender = { source: webhooks, state, holder: randomUUID(), log }
    const limits: Limits = {
      async take(holder) {
        const { account, perHour, perDay } = holder
        const call = { account, limits: { hour: perHour, day: perDay }, now: now() }
        try {
          const { passed, ...counted } = await watched('write', () => calls.countCall(state, call))
          return callCountOf(holder, counted, passed, clock)
        } catch (error) {
          telemetry?.countFailed()
          throw error
        }
      },
      async look(holder) {
        const counted = await watched('read', () => calls.readCallCounts(state, { account: holder.account, now: now() }))
        return callCountOf(holder, counted, true, clock)
      },
    }
    const keys = new KeyDirectory({
      holder: (hash) => watched('read', () => accounts.keyHolder(state, hash)),
      storeUses: (uses) => accounts.storeUses(state, uses),
      now,
    })
    const sessions: Sessions = {
      begin: ({ key, account }, from) => kept.beginSession(state, { ...from, account, key }, now()),
      async holder(token) {
        const holder = await kept.sessionHolder(state, token, now())
        if (holder === null || (holder.expiresAt !== null && now() >= holder.expiresAt)) return null
        if (holder.key !== null) keys.noteUse(holder.key)
        return holder
      },
      end: (token) => kept.endSession(state, token),
    }
    const sending: WebhookSender = beginSending({ ...sender, telemetry, now, wall })
    const mornings = await morningsOf({ ...sender, mail, now: wall })
    const desk: AccountContext = {
      state,
      passwords: new Passwords(),
      signIns: new ConcurrencyLimit({ mostAtOnce: 4, mostWaiting: 64 }),
      keyPrefix,
      signUp,
      mail,
      webhooks: sending,
      now,
      shown: clock.shown,
    }
    try {
      telemetry?.claimsFrom(() => claims.claimCounts(state, now()))
      const sold = await payments(state)
      const drops = [calls.dropOldCalls, attempts.dropEndedAttempts, claims.dropOldClaims, balances.dropOldBalanceCalls]
      const sweep = setInterval(() => {
        for (const drop of drops) void drop(state, now()).catch(() => {})
        void sending.sweep().catch(() => {})
      }, sweepMs)
      sweep.unref()
      const probing = probeState(state, place, watched, probeMs)
      shut = async () => {
        probing.end()
        clearInterval(sweep)
        await sending.close()
        await mornings?.close()
        await keys.end()
        await Promise.all([...new Set([sold.real, sold.sample])].map((each) => each?.close()))
        await state.close()
      }
      const signer = signerOver(() => signingKeys(state, now()), now)
      parts = {
        keys,
        limits,
        sessions,
        desk,
        signer,
        balances: balancesOver(state, now),
        payments: (sample) => (sample ? sold.sample : sold.real),
      }
    } catch (error) {
      await sending.close()
      await mornings?.close()
      await keys.end()
      await state.close()
      throw error
    }
    if (ended) await shut()
    return parts
  }

  /** Notes whether the store answers, for health and for who counts. */
  async function watched<T>(operation: StateOperation, run: () => Promise<T>): Promise<T> {
    try {
      const result = await run()
      watch.done(operation)
      if (operation !== 'check') telemetry?.stateReached(true)
      return result
    } catch (error) {
      watch.failed(operation, error)
      if (operation !== 'check') telemetry?.stateReached(false)
      throw error
    }
  }

  function begin(): Promise<GateParts> {
    const opening = watched('open', open)
    opening.catch(() => {
      log.error('the state store cannot be opened', { why: watch.condition().detail })
      if (!ended) retry = setTimeout(() => (opened = begin()), againMs).unref()
    })
    return opening
  }
  let opened = begin()

  return {
    gate: createGate(
      () => parts,
      () => opened,
      () => watch.condition(),
    ),
    async close() {
      ended = true
      mail?.close()
      if (retry !== null) clearTimeout(retry)
      await opened.then(
        () => shut(),
        () => {},
      )
    },
  }
}

/** The morning mail, where mail is sent and links can lead here; loaded after the server has begun to answer. */
async function morningsOf({
  source,
  mail,
  ...parts
}: Omit<SendingParts, 'telemetry' | 'wall'> & { readonly mail: Mailer | null }): Promise<Pick<Mornings, 'close'> | null> {
  const { origin = null, reader } = source ?? {}
  if (mail === null || origin === null || reader === undefined) return null
  const { openMornings } = await import('./mornings/sending.ts')
  return openMornings({ reader, mail, origin, ...parts })
}
