import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type CreatedKey, countKeys, insertKey, planOf, revokeKeys, toKeyHolder } from './accounts.ts'
import { takeAttempt } from './attempts.ts'
import { type Doer, recordAudit } from './audit.ts'
import { secretHash } from './key.ts'
import type { State } from './open.ts'
import { changeRows, findRow, insertRow, lockRow, rowByIdempotencyKey, undoableTransaction, withoutColumns } from './rows.ts'
import type { ClaimState, Tables } from './schema.ts'
import { ensureSecret } from './secrets.ts'

/** A claim that nobody decides expires this long after it was created, or after the approval page was last open. */
export const claimLifetimeMs = 900_000
/** No claim is extended beyond this time after its creation. */
export const maxClaimLifetimeMs = 3_600_000
/**
 * Claims of one network that may wait for a decision at a time. It may create as many in an hour, so that the end of its hour leaves room for
 * more than this.
 */
const mostWaiting = 5
/** The same of all networks together. With 40 random bits, a code that is guessed is that of a waiting claim once in two billion times. */
export const maxWaitingClaims = 500
/** Claims are deleted this long after their creation, whatever became of them. */
const keptMs = 30 * 86_400_000

/** 32 letters and digits that are not mistaken for one another: a code has 40 random bits. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Columns with what could be used, or what nobody needs to see. */
const hiddenColumns = ['token_hash', 'network', 'idempotency', 'request'] as const

/** A claim without what could be used. */
export type KeyClaim = Readonly<Omit<Tables['claim'], (typeof hiddenColumns)[number]>>

/** What the claims of one server have in common. */
export interface ClaimTerms {
  /** First part of keys, which codes and tokens begin with too. */
  readonly prefix: string
  /** Of the key; live where left out. */
  readonly mode?: 'live' | 'test'
  /** A whole number from 0 to below `below`; by chance where left out. */
  readonly random?: (below: number) => number
}

/** What an agent says of itself, and where it asks from. */
export interface ClaimInput
  extends Readonly<Pick<Tables['claim'], 'client_name' | 'purpose' | 'client_version' | 'address' | 'network'>> {
  /** Idempotency-Key of the request, or null. */
  readonly idempotency: string | null
}

/** Why no claim is created, and seconds after which another try may succeed. */
export interface ClaimLimit {
  readonly kind: 'too often' | 'too many waiting' | 'full'
  readonly retryAfter: number
}

/** Written first in a transaction: another one that creates a claim waits for its end. */
async function oneAtATime(within: Transaction<Tables>): Promise<void> {
  await within
    .insertInto('revision')
    .values({ name: 'claims', value: 1 })
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ value: row('revision.value', '+', 1) })))
    .execute()
}

export type CreatedClaim =
  | { readonly kind: 'created'; readonly code: string; readonly token: string; readonly createdAt: number }
  /** The Idempotency-Key was used for a claim that asked something else. */
  | { readonly kind: 'reused' }
  | ClaimLimit

/**
 * Creates a claim, within the limits of its network and of the service; or answers a repeated request as the first one. Claims are created
 * one after the other, in all processes: so no limit is passed, and of equal simultaneous requests one creates the claim.
 */
export async function createClaim(state: State, input: ClaimInput, terms: ClaimTerms, time: number): Promise<CreatedClaim> {
  const now = Math.floor(time)
  const secret = await ensureSecret(state, 'claim tokens')
  const { idempotency: named, ...asked } = input
  const { client_name, purpose, client_version, network } = asked
  const request = hash('sha256', JSON.stringify([client_name, purpose, client_version]))
  const idempotency = named === null ? null : hash('sha256', JSON.stringify([network, named]))
  const tokenOf = (code: string, seed: string) =>
    `${terms.prefix}c_${createHmac('sha256', secret).update(`${code} ${seed}`).digest('base64url')}`
  return undoableTransaction<CreatedClaim>(state, async (within, undo) => {
    await oneAtATime(within)
    const before = idempotency === null ? null : await rowByIdempotencyKey(within, 'claim', idempotency, now)
    if (before !== null) {
      const { code, created_at: createdAt } = before
      if (before.request !== request) return { kind: 'reused' }
      return { kind: 'created', code, token: tokenOf(code, named!), createdAt }
    }
    const limit = await limitOf(within, network, now)
    if (limit !== null) return undo(limit)
    const code = newCode(terms)
    const token = tokenOf(code, named ?? randomBytes(32).toString('base64url'))
    await insertRow(within, 'claim', {
      ...asked,
      code,
      token_hash: secretHash(token),
      state: 'pending',
      created_at: now,
      expires_at: now + claimLifetimeMs,
      idempotency,
      request,
    })
    return { kind: 'created', code, token, createdAt: now }
  })
}

/** Counts a claim of a network that is being created, or says which limit it would pass; then the transaction is undone. */
async function limitOf(within: Kysely<Tables>, network: string, now: number): Promise<ClaimLimit | null> {
  const wait = await takeAttempt({ db: within }, 'claim', network, now)
  if (wait > 0) return { kind: 'too often', retryAfter: wait }
  const own = await waiting(within, now, network)
  if (own.claims >= mostWaiting) return { kind: 'too many waiting', retryAfter: own.firstEnds }
  const all = await waiting(within, now)
  return all.claims >= maxWaitingClaims ? { kind: 'full', retryAfter: all.firstEnds } : null
}

/** Claims that wait for a decision, of one network or of all, and seconds until the first of them expires. */
async function waiting(db: Kysely<Tables>, now: number, network?: string): Promise<{ claims: number; firstEnds: number }> {
  const query = db.selectFrom('claim').where('state', '=', 'pending').where('expires_at', '>', now)
  const { claims, first } = await (network === undefined ? query : query.where('network', '=', network))
    .select((each) => [each.fn.countAll<number>().as('claims'), each.fn.min('expires_at').as('first')])
    .executeTakeFirstOrThrow()
  return { claims: Number(claims), firstEnds: Math.max(1, Math.ceil(((first ?? now) - now) / 1_000)) }
}

const codeForm = new RegExp(`^[A-Z][A-Z0-9]{1,7}-[${alphabet}]{4}-[${alphabet}]{4}$`)

/** A code as a person may type it; empty where it can be none. */
export function claimCodeIn(text: string): string {
  const code = text.trim().toUpperCase()
  return codeForm.test(code) ? code : ''
}

/** The code of a claim, such as `MB-ABCD-2345`. */
function newCode({ prefix, random = randomInt }: ClaimTerms): string {
  const letters = Array.from({ length: 8 }, () => alphabet[random(alphabet.length)]).join('')
  return `${prefix.toUpperCase()}-${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** Why an approved claim has no key yet. `failed`: the account is gone or suspended, or the store failed. */
export type WithheldKey =
  | { readonly kind: 'too many keys'; readonly active: number; readonly most: number }
  | { readonly kind: 'failed'; readonly error?: unknown }

export type PolledClaim =
  | { readonly kind: 'state'; readonly claim: KeyClaim }
  /** The one answer that carries the key. */
  | {
      readonly kind: 'delivered'
      readonly claim: KeyClaim
      readonly made: CreatedKey
      readonly perHour: number
      readonly perDay: number
    }
  | { readonly kind: 'withheld'; readonly claim: KeyClaim; readonly why: WithheldKey }

export interface PollInput {
  readonly code: string
  readonly token: string
  /** False where the answer carries no body, or nobody is there to read it: then no key is made. */
  readonly deliver: boolean
}

/** What an agent learns that polls; null for an unknown or malformed code and for a wrong token alike, after the same look into the store. */
export async function pollClaim(
  state: State,
  { code, token, deliver }: PollInput,
  terms: ClaimTerms,
  time: number,
): Promise<PolledClaim | null> {
  const now = Math.floor(time)
  const looked = codeForm.test(code) ? code : ''
  const row = await findRow(state.db, 'claim', { code: looked })
  const stored = Buffer.from(row?.token_hash ?? '0'.repeat(64), 'hex')
  if (!timingSafeEqual(stored, Buffer.from(secretHash(token), 'hex'))) return null
  const claim = await findClaim(state, code, now)
  if (claim === null) return null
  if (claim.state !== 'approved' || !deliver) return { kind: 'state', claim }
  try {
    return await deliverKey(state, claim, terms, now)
  } catch (error) {
    return { kind: 'withheld', claim, why: { kind: 'failed', error } }
  }
}

/**
 * approved -> delivered. The key is made by the first poll that asks for it, in the transaction that ends the claim: whoever comes second waits
 * for the row, and finds it delivered.
 */
async function deliverKey(
  state: State,
  before: KeyClaim,
  { prefix, mode = 'live', random }: ClaimTerms,
  now: number,
): Promise<PolledClaim> {
  return undoableTransaction<PolledClaim>(state, async (within, undo) => {
    const { code } = before
    const isFirst = await changeRows(within, 'claim', { code, state: 'approved' }, { state: 'delivered', delivered_at: now })
    const claim = (await readClaim(within, code)) ?? before
    if (!isFirst) return { kind: 'state', claim }
    const withheld = (why: WithheldKey) => undo({ kind: 'withheld', claim: before, why })
    const owner = await lockRow(within, 'account', { id: claim.account ?? '' })
    if (owner === null || owner.suspended_at !== null) return withheld({ kind: 'failed' })
    const doer: Doer = { actor: 'agent', by: `claim ${claim.code}`, address: claim.address, now }
    const which = { account: owner.id, name: keyName(claim) }
    const replaced = claim.client_name === null ? [] : await revokeKeys(within, doer, which)
    const most = planOf(owner.plan).keys
    const active = await countKeys(within, owner.id, now)
    if (active >= most) return withheld({ kind: 'too many keys', active, most })
    const key = { ...doer, ...which, prefix, mode, scope: 'read' } as const
    const made = await insertKey(within, random === undefined ? key : { ...key, random }, owner.plan)
    const detail = { name: made.name }
    await recordAudit(within, doer, { what: 'key.created', account: owner.id, key: made.id, detail })
    for (const { id } of replaced) {
      await changeRows(within, 'key', { id }, { replaced_by: made.id })
      await recordAudit(within, doer, {
        what: 'key.revoked',
        account: owner.id,
        key: id,
        detail: { ...detail, replaced_by: made.id },
      })
    }
    await changeRows(within, 'claim', { code }, { key: made.id })
    const { perHour, perDay } = toKeyHolder({ ...owner, ...made })
    return { kind: 'delivered', claim, made, perHour, perDay }
  })
}

/** The name of the key that a claim leads to. One without a name of its agent replaces none. */
export function keyName({ client_name }: Pick<KeyClaim, 'client_name'>): string {
  return client_name === null ? 'Agent' : `Agent: ${client_name}`
}

/** A claim as it is at a moment, by its code; null where there is none. One whose time is over has expired from then on, whoever looks. */
export async function findClaim({ db }: State, code: string, time: number): Promise<KeyClaim | null> {
  const now = Math.floor(time)
  const claim = await readClaim(db, code)
  if (claim === null || claim.state !== 'pending' || claim.expires_at > now) return claim
  const query = db.updateTable('claim').set({ state: 'expired' })
  await query.where('code', '=', code).where('state', '=', 'pending').where('expires_at', '<=', now).execute()
  return readClaim(db, code)
}

/** What came of a decision: the claim after it, and whether this very decision did it. Null where there is no such claim. */
export interface ClaimDecision {
  readonly claim: KeyClaim
  readonly done: boolean
}

/** pending -> approved, for an account that exists and is not suspended. */
export async function approveClaim(state: State, code: string, account: string, doer: Doer): Promise<ClaimDecision | null> {
  const open = state.db.selectFrom('account').select('id').where('id', '=', account).where('suspended_at', 'is', null)
  const change = { state: 'approved', account, decided_at: Math.floor(doer.now), decided_by: doer.by ?? account } as const
  const decision = { what: 'claim.approved', account, doer } as const
  return decided(state, code, doer.now, (pending) => pending.set(change).where((row) => row.exists(open)), decision)
}

/** pending -> denied. `account` is that of the person who denies, null for the operator. */
export async function denyClaim(state: State, code: string, account: string | null, doer: Doer): Promise<ClaimDecision | null> {
  const change = { state: 'denied', decided_at: Math.floor(doer.now), decided_by: doer.by ?? account } as const
  return decided(state, code, doer.now, (pending) => pending.set(change), { what: 'claim.denied', account, doer })
}

/** pending -> pending, for as long again as a new claim has, and never past an hour from its creation: the approval page is open. */
export async function extendClaim(state: State, code: string, time: number): Promise<ClaimDecision | null> {
  const now = Math.floor(time)
  const claim = await findClaim(state, code, now)
  if (claim === null) return null
  const until = Math.min(now + claimLifetimeMs, claim.created_at + maxClaimLifetimeMs)
  return decided(state, code, now, (pending) => pending.set({ expires_at: until }).where('expires_at', '<', until))
}

/** An UPDATE of the claim as long as it is pending and its time is not over, recorded where it is a decision; then the claim as it is. */
async function decided(
  state: State,
  code: string,
  time: number,
  change: (pending: ReturnType<typeof pendingClaim>) => ReturnType<typeof pendingClaim>,
  decision?: { what: 'claim.approved' | 'claim.denied'; account: string | null; doer: Doer },
): Promise<ClaimDecision | null> {
  const done = await state.db.transaction().execute(async (within) => {
    const { numUpdatedRows } = await change(pendingClaim(within, code, Math.floor(time))).executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    // what an operator denies belongs to no account
    if (decision !== undefined && decision.account !== null)
      await recordAudit(within, decision.doer, { what: decision.what, account: decision.account, detail: { code } })
    return true
  })
  const claim = await findClaim(state, code, time)
  return claim === null ? null : { claim, done }
}

function pendingClaim(db: Kysely<Tables>, code: string, now: number) {
  return db.updateTable('claim').where('code', '=', code).where('state', '=', 'pending').where('expires_at', '>', now)
}

/** Claims of the last 30 days, the newest first; those that wait for a decision alone where `pending`. */
export async function listClaims({ db }: State, time: number, pending = false): Promise<KeyClaim[]> {
  const now = Math.floor(time)
  await db.updateTable('claim').set({ state: 'expired' }).where('state', '=', 'pending').where('expires_at', '<=', now).execute()
  const query = db.selectFrom('claim').selectAll().orderBy('created_at', 'desc').orderBy('code')
  return (await (pending ? query.where('state', '=', 'pending') : query).execute()).map(shown)
}

/** Deletes what is older than 30 days. */
export async function dropOldClaims({ db }: State, now: number): Promise<void> {
  const oldest = now - keptMs
  await db.deleteFrom('claim').where('created_at', '<', oldest).execute()
}

/** How many claims there are in each state. One that nobody decided in time counts as expired, read or not. */
export async function claimCounts({ db }: State, now: number): Promise<Readonly<Record<ClaimState, number>>> {
  const rows = await db
    .selectFrom('claim')
    .select((row) => ['state', row('expires_at', '<=', now).as('ended'), row.fn.countAll<number>().as('n')] as const)
    .groupBy(['state', 'ended'])
    .execute()
  const counts = { pending: 0, approved: 0, denied: 0, expired: 0, delivered: 0 }
  for (const { state, ended, n } of rows) counts[state === 'pending' && ended ? 'expired' : state] += Number(n)
  return counts
}

const shown = (row: Tables['claim']): KeyClaim => withoutColumns(row, ...hiddenColumns)

async function readClaim(db: Kysely<Tables>, code: string): Promise<KeyClaim | null> {
  const row = await findRow(db, 'claim', { code })
  return row && shown(row)
}
