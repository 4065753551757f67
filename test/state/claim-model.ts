import fc from 'fast-check'
import { expect } from 'vitest'
import { plans } from '../../data/plans.ts'
import { changeAccount, createAccount, createKey, revokeKey } from '../../server/state/accounts.ts'
import {
  approveClaim,
  type ClaimInput,
  type CreatedClaim,
  claimLifetimeMs,
  createClaim,
  denyClaim,
  extendClaim,
  findClaim,
  keyName,
  maxClaimLifetimeMs,
  type PolledClaim,
  pollClaim,
} from '../../server/state/claims.ts'
import type { State } from '../../server/state/open.ts'
import type { ClaimState } from '../../server/state/schema.ts'

export const terms = { prefix: 'mb' } as const
const hour = 3_600_000

/** The request of an agent without anything special. */
export function claimOf(more: Partial<ClaimInput> = {}): ClaimInput {
  const address = more.network ?? '192.0.2.1'
  return { client_name: 'Agent', purpose: null, client_version: null, address, network: address, idempotency: null, ...more }
}

/** The claim that was created, or an error that says why there is none. */
export function claimed(created: CreatedClaim): CreatedClaim & { kind: 'created' } {
  if (created.kind !== 'created') throw new Error(created.kind)
  return created
}

interface ModelClaim {
  readonly token: string
  readonly name: string | null
  readonly network: number
  readonly createdAt: number
  state: ClaimState
  expiresAt: number
  account: number | null
}

interface ModelKey {
  readonly id: string
  readonly account: number
  readonly name: string
  active: boolean
}

/** What a reader of the state table would keep on paper. Claims are in the order of their creation. */
export interface Model {
  now: number
  readonly claims: ModelClaim[]
  readonly keys: ModelKey[]
  readonly windows: Map<number, { start: number; used: number }>
  readonly suspended: boolean[]
}

export interface Real {
  /** As two processes hold the store. */
  readonly states: readonly State[]
  turn: number
  readonly codes: string[]
  readonly accounts: readonly string[]
  readonly networks: readonly string[]
}

type Step = fc.AsyncCommand<Model, Real>
const stateOf = (real: Real): State => real.states[real.turn++ % real.states.length]!
const activeOf = (model: Model, account: number) => model.keys.filter((key) => key.active && key.account === account)
const accountPlans = ['free', 'basic'] as const
const mostOf = (account: number) => plans.find(({ plan }) => plan === accountPlans[account])!.keys

/** Changes that the state table has. */
const transitions: readonly string[] = ['pending approved', 'pending denied', 'pending expired', 'approved delivered']

function passTime(model: Model, ms: number): void {
  model.now += ms
}

/** What the clock does to a claim, whoever looks. */
function settle(model: Model, claim: ModelClaim): void {
  if (claim.state === 'pending' && claim.expiresAt <= model.now) claim.state = 'expired'
}

/** A step on one of the claims; none where there is no claim yet. */
function onClaim(
  what: string,
  at: number,
  run: (model: Model, real: Real, claim: ModelClaim, code: string) => Promise<void>,
): Step {
  return {
    check: ({ claims }) => claims.length > 0,
    async run(model, real) {
      const index = at % model.claims.length
      const claim = model.claims[index]!
      const code = real.codes[index]!
      const before = (await readState(real, code))!
      settle(model, claim)
      await run(model, real, claim, code)
      const after = (await findClaim(stateOf(real), code, model.now))!
      expect([after.state, after.expires_at]).toEqual([claim.state, claim.expiresAt])
      if (after.state !== before) expect(transitions).toContain(`${before} ${after.state}`)
    },
    toString: () => `${what}(${at})`,
  }
}

async function readState(real: Real, code: string): Promise<ClaimState | undefined> {
  const query = stateOf(real).db.selectFrom('claim').select('state').where('code', '=', code)
  return (await query.executeTakeFirst())?.state
}

const create = (network: number, name: string | null): Step => ({
  check: () => true,
  async run(model, real) {
    const created = await createClaim(
      stateOf(real),
      claimOf({ client_name: name, network: real.networks[network]! }),
      terms,
      model.now,
    )
    const window = model.windows.get(network)
    const open = window !== undefined && window.start > model.now - hour ? window : { start: model.now, used: 0 }
    const waiting = model.claims.filter((claim) => {
      settle(model, claim)
      return claim.network === network && claim.state === 'pending'
    })
    if (open.used >= 5)
      return expect(created).toEqual({ kind: 'too often', retryAfter: Math.ceil((open.start + hour - model.now) / 1_000) })
    if (waiting.length >= 5) return expect(created.kind).toBe('too many waiting')
    const { code, token } = claimed(created)
    model.windows.set(network, { start: open.start, used: open.used + 1 })
    real.codes.push(code)
    const { now } = model
    model.claims.push({ token, name, network, createdAt: now, state: 'pending', expiresAt: now + claimLifetimeMs, account: null })
  },
  toString: () => `create(${network}, ${name})`,
})

const approve = (at: number, account: number): Step =>
  onClaim(`approve by ${account}`, at, async (model, real, claim, code) => {
    const approved = await approveClaim(stateOf(real), code, real.accounts[account]!, { now: model.now })
    const allowed = claim.state === 'pending' && !model.suspended[account]
    expect(approved!.done).toBe(allowed)
    if (allowed) Object.assign(claim, { state: 'approved', account })
  })

const deny = (at: number): Step =>
  onClaim('deny', at, async (model, real, claim, code) => {
    expect((await denyClaim(stateOf(real), code, null, { now: model.now }))!.done).toBe(claim.state === 'pending')
    if (claim.state === 'pending') claim.state = 'denied'
  })

const extend = (at: number): Step =>
  onClaim('extend', at, async (model, real, claim, code) => {
    await extendClaim(stateOf(real), code, model.now)
    if (claim.state === 'pending')
      claim.expiresAt = Math.max(claim.expiresAt, Math.min(model.now + claimLifetimeMs, claim.createdAt + maxClaimLifetimeMs))
  })

const poll = (at: number, how: 'right' | 'wrong token' | 'no body'): Step =>
  onClaim(`poll, ${how}`, at, async (model, real, claim, code) => {
    const token = how === 'wrong token' ? `${claim.token}x` : claim.token
    const polled = await pollClaim(stateOf(real), { code, token, deliver: how !== 'no body' }, terms, model.now)
    if (how === 'wrong token') return expect(polled).toBeNull()
    if (claim.state !== 'approved' || how === 'no body')
      return expect([polled!.kind, polled!.claim.state]).toEqual(['state', claim.state])
    expectDelivery(model, claim, polled!)
  })

/** What the first poll after the approval does, to the keys of the account too. */
function expectDelivery(model: Model, claim: ModelClaim, polled: PolledClaim): void {
  const account = claim.account!
  if (model.suspended[account]) {
    expect(polled).toMatchObject({ kind: 'withheld', why: { kind: 'failed' } })
    return
  }
  const name = keyName({ client_name: claim.name })
  const replaced = activeOf(model, account).filter((key) => claim.name !== null && key.name === name)
  const active = activeOf(model, account).length - replaced.length
  const most = mostOf(account)
  if (active >= most) {
    expect(polled).toMatchObject({ kind: 'withheld', why: { kind: 'too many keys', active, most } })
    return
  }
  if (polled.kind !== 'delivered') throw new Error(`expected the key, got ${polled.kind}`)
  expect(polled.made.name).toBe(name)
  for (const key of replaced) key.active = false
  model.keys.push({ id: polled.made.id, account, name, active: true })
  claim.state = 'delivered'
}

const wait = (ms: number): Step => ({
  check: () => true,
  run: async (model) => passTime(model, ms),
  toString: () => `wait(${ms})`,
})

const revoke = (at: number): Step => ({
  check: ({ keys }) => keys.length > 0,
  async run(model, real) {
    const key = model.keys[at % model.keys.length]!
    expect(await revokeKey(stateOf(real), key.id, { now: model.now })).toBe(key.active)
    key.active = false
  },
  toString: () => `revoke(${at})`,
})

const makeKey = (account: number): Step => ({
  check: () => true,
  async run(model, real) {
    const input = { account: real.accounts[account]!, name: 'own', prefix: 'mb', mode: 'live', now: model.now } as const
    const made = await createKey(stateOf(real), input)
    expect(typeof made === 'string').toBe(activeOf(model, account).length >= mostOf(account))
    if (typeof made !== 'string') model.keys.push({ id: made.id, account, name: 'own', active: true })
  },
  toString: () => `makeKey(${account})`,
})

const suspend = (account: number, suspended: boolean): Step => ({
  check: () => true,
  async run(model, real) {
    await changeAccount(
      stateOf(real),
      real.accounts[account]!,
      { suspended_at: suspended ? model.now : null },
      { now: model.now },
    )
    model.suspended[account] = suspended
  },
  toString: () => `suspend(${account}, ${suspended})`,
})

const one = fc.nat(1)
const at = fc.nat(7)
const steps = fc.commands(
  [
    fc.tuple(one, fc.constantFrom('Scout', 'Clerk', null)).map(([network, name]) => create(network, name)),
    fc.tuple(at, one).map(([claim, account]) => approve(claim, account)),
    at.map(deny),
    at.map(extend),
    fc
      .tuple(at, fc.constantFrom('right', 'right', 'right', 'wrong token', 'no body'))
      .map(([claim, how]) => poll(claim, how as 'right')),
    fc.constantFrom(1, 60_000, claimLifetimeMs - 1, claimLifetimeMs, hour - 1).map(wait),
    at.map(revoke),
    one.map(makeKey),
    fc.tuple(one, fc.boolean()).map(([account, suspended]) => suspend(account, suspended)),
  ],
  { maxCommands: 40, size: 'max' },
)

/** Runs so many sequences against the store, each with accounts and networks of its own and two hours after the one before. */
export async function runSequences(states: readonly State[], sequences: number): Promise<number> {
  let begun = 0
  const property = fc.asyncProperty(steps, async (commands) => {
    const sequence = begun++
    const now = 1_800_000_000_000 + sequence * 1_000 * hour
    const accounts = await Promise.all(accountPlans.map((plan) => createAccount(states[0]!, { name: plan, plan, now })))
    const model: Model = { now, claims: [], keys: [], windows: new Map(), suspended: [false, false] }
    const real: Real = {
      states,
      turn: 0,
      codes: [],
      accounts: accounts.map(({ id }) => id),
      networks: [`n${sequence}.0`, `n${sequence}.1`],
    }
    await fc.asyncModelRun(() => ({ model, real }), commands)
    const rows = await states[0]!.db
      .selectFrom('key')
      .select('id')
      .where('account', 'in', real.accounts)
      .where('revoked_at', 'is', null)
      .execute()
    const working = model.keys.filter(({ active }) => active)
    expect(rows.map(({ id }) => id).sort()).toEqual(working.map(({ id }) => id).sort())
  })
  await fc.assert(property, { numRuns: sequences, endOnFailure: false })
  return begun
}
