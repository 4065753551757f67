import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlanName, plans } from '../../data/plans.ts'
import { openLog } from '../../server/http/log.ts'
import { type GateOptions, type OpenedGate, openGate } from '../../server/open-gate.ts'
import type { KeyInput } from '../../server/state/accounts.ts'
import { type CreatedKey, createAccount, createKey, revokeKey } from '../../server/state/accounts.ts'
import { openState, type State } from '../../server/state/open.ts'

export interface KeyHoldersOptions
  extends Partial<Pick<GateOptions, 'payments' | 'probeMs' | 'keyPrefix' | 'mail' | 'webhooks' | 'telemetry' | 'clock'>> {
  /** Of every key, in the place of those of its plan. */
  readonly perHour?: number
  readonly perDay?: number
  /** Place of an empty store, where the test names one. */
  readonly database?: string | null
}

export const noPayments: GateOptions['payments'] = async () => ({ real: null, sample: null })

/** A new key of an account that may have one more. */
export async function madeKey(state: State, account: string, more: Partial<KeyInput> = {}): Promise<CreatedKey> {
  const made = await createKey(state, { account, name: 'n', prefix: 'mb', mode: 'test', now: 0, ...more })
  if (typeof made === 'string') throw new Error(made)
  return made
}

export interface KeyHolders extends OpenedGate {
  readonly state: State
  readonly place: string
  /** A key of each plan, and one that was revoked. */
  readonly keys: Readonly<Record<PlanName | 'revoked', string>>
}

/** Another gate over a state store, as another process has it. */
export const gateAt = (place: string, more: Partial<GateOptions> = {}): OpenedGate =>
  openGate({ place, log: openLog({ level: 'silent', now: Date.now }), payments: noPayments, ...more })

/** A gate over a state store of its own, with a key holder of every plan. */
export async function keyHolders({ perHour, perDay, database, ...settings }: KeyHoldersOptions = {}): Promise<KeyHolders> {
  const folder = await mkdtemp(join(tmpdir(), 'briefing-state-'))
  const place = database ?? join(folder, 'state.sqlite')
  const state = await openState(place)
  const made = async (plan: PlanName) => {
    const account = await createAccount(state, { name: plan, plan, now: 0, perHour: perHour ?? null, perDay: perDay ?? null })
    return madeKey(state, account.id)
  }
  const keys = {} as Record<PlanName | 'revoked', string>
  for (const { plan } of plans) keys[plan] = (await made(plan)).key
  const gone = await made('pro')
  keys.revoked = gone.key
  await revokeKey(state, gone.id, { now: 1 })
  const opened = gateAt(place, settings)
  return {
    ...opened,
    state,
    place,
    keys,
    async close() {
      await opened.close()
      await state.close()
      // a probe that was on its way may write once more
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
