import { hash, randomUUID } from 'node:crypto'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { EventType } from '../../data/event-types.ts'
import type { NewsKind } from '../../data/news-kinds.ts'
import { shownAddress, type WebhookFormat } from '../delivery/formats.ts'
import { newSigningKey, newSigningSecret, type SigningKeys } from '../delivery/signature.ts'
import { type Doer, recordAudit } from './audit.ts'
import type { State } from './open.ts'
import { changeRows, countRows, findRow, lockRow, rowByIdempotencyKey, withoutColumns } from './rows.ts'
import type { AuditAction, Tables, WebhookState, WebhookTable } from './schema.ts'
import { sealSecret, unsealSecret } from './secrets.ts'

/** Addresses of one account. */
export const mostWebhooks = 10
/** How long the previous secret still signs after a rotation. */
const overlapMs = 86_400_000

/** Which events an address wants; what is absent is as the feed has it without the parameter. */
export interface WebhookFilter {
  readonly types?: readonly EventType[]
  readonly companies?: readonly string[]
  readonly kinds?: readonly NewsKind[]
}

/** Columns with what could be used, or what is for the server alone; `filter` is shown parsed. */
const hiddenColumns = [
  ...(['secret', 'previous_secret', 'signing_key'] as const),
  ...(['filter', 'lease_holder', 'lease_until', 'idempotency', 'request'] as const),
]

/** An address as it is listed: everything but what could be used. `url`: as `shownAddress` shows it. */
export type Webhook = Readonly<Omit<WebhookTable, (typeof hiddenColumns)[number]>> & { readonly filter: WebhookFilter }

/** Names an address of an account. */
export type WebhookTarget = Pick<Webhook, 'id' | 'account'>

export interface WebhookInput {
  readonly account: string
  /** An address the guard let pass. */
  readonly url: string
  /** `standard` where left out. */
  readonly format?: WebhookFormat
  readonly filter: WebhookFilter
  /** Idempotency-Key of the request, or null. */
  readonly idempotency: string | null
}

export type RegisteredWebhook =
  | { readonly kind: 'created'; readonly webhook: Webhook; readonly secret: string }
  | { readonly kind: 'too many' }
  /** The account was deleted meanwhile, or the key has ended. */
  | { readonly kind: 'gone' }
  /** The Idempotency-Key was used for a registration that asked something else. */
  | { readonly kind: 'reused' }

/**
 * Registers an address with a new secret, which is shown this once; a repeated request with the same Idempotency-Key has the same answer for
 * a day. Registrations of one account are made one after the other. What a key registers ends with the key.
 *
 * @param begin throws for what is not to be registered; not called for a repeated request
 */
export async function createWebhook(
  state: State,
  input: WebhookInput,
  doer: Doer,
  begin: () => void = () => {},
): Promise<RegisteredWebhook> {
  const { account, url, format = 'standard', filter } = input
  const now = Math.floor(doer.now)
  const { key = null } = doer
  const request = hash('sha256', JSON.stringify([url, filter, ...(format === 'standard' ? [] : [format])]))
  const idempotency = input.idempotency === null ? null : hash('sha256', JSON.stringify([account, input.idempotency]))
  const id = `wh_${randomUUID().replaceAll('-', '')}`
  const secret = newSigningSecret()
  const { signingKey, publicKey } = newSigningKey()
  const row = {
    id,
    account,
    url,
    format,
    filter: JSON.stringify(filter),
    secret: await sealSecret(state, `${id} secret`, secret),
    signing_key: await sealSecret(state, `${id} key`, signingKey),
    public_key: publicKey,
    state: 'active',
    changed_at: now,
    failures: 0,
    not_before: 0,
    lease_until: 0,
    idempotency,
    request,
    created_at: now,
    key,
  } as const
  const outcome = await state.db.transaction().execute(async (within): Promise<RegisteredWebhook | WebhookTable> => {
    if ((await lockRow(within, 'account', { id: account })) === null) return { kind: 'gone' }
    // written, so that a revocation at the same time comes before, or after and ends what was registered
    const own = key === null ? null : await lockRow(within, 'key', { id: key, revoked_at: null })
    if (key !== null && (own === null || (own.expires_at !== null && own.expires_at <= now))) return { kind: 'gone' }
    const before = idempotency === null ? null : await rowByIdempotencyKey(within, 'webhook', idempotency, now)
    if (before !== null) return before.request === request ? before : { kind: 'reused' }
    begin()
    if ((await countRows(within.selectFrom('webhook').where('account', '=', account))) >= mostWebhooks)
      return { kind: 'too many' }
    const made = await within.insertInto('webhook').values(row).returningAll().executeTakeFirstOrThrow()
    await recordAudit(within, doer, { what: 'webhook.created', account, detail: { webhook: id, host: hostOf(url) } })
    return { kind: 'created', webhook: listed(made), secret }
  })
  if ('kind' in outcome) return outcome
  return { kind: 'created', webhook: listed(outcome), secret: await unsealSecret(state, `${outcome.id} secret`, outcome.secret) }
}

/** A row without what could be used. */
function listed(row: Selectable<WebhookTable>): Webhook {
  const url = shownAddress(row.format, row.url)
  return { ...withoutColumns(row, ...hiddenColumns), url, filter: JSON.parse(row.filter) as WebhookFilter }
}

/** The addresses of an account, or all, the oldest first. */
export async function listWebhooks({ db }: State, account?: string): Promise<Webhook[]> {
  const rows = db.selectFrom('webhook').selectAll().orderBy('created_at').orderBy('id')
  return (await (account === undefined ? rows : rows.where('account', '=', account)).execute()).map(listed)
}

/** One address, of an account where one is named; null where it has none of this id. */
export async function webhookById({ db }: State, id: string, account?: string): Promise<Webhook | null> {
  const row = await findRow(db, 'webhook', account === undefined ? { id } : { id, account })
  return row && listed(row)
}

/** What messages to an address are signed with now. */
export async function webhookSigningKeys(state: State, row: WebhookTable, now: number): Promise<SigningKeys> {
  const { id, secret, previous_secret: previous, previous_until: until, signing_key: key } = row
  const secrets = [await unsealSecret(state, `${id} secret`, secret)]
  if (previous !== null && until !== null && until > now) secrets.push(await unsealSecret(state, `${id} secret`, previous))
  return { secrets, signingKey: await unsealSecret(state, `${id} key`, key) }
}

/** A new secret; the previous secret signs too for a day. Null where the account has no such address. */
export async function replaceWebhookSecret(
  state: State,
  { id, account }: WebhookTarget,
  doer: Doer,
): Promise<{ readonly webhook: Webhook; readonly secret: string } | null> {
  const secret = newSigningSecret()
  const sealed = await sealSecret(state, `${id} secret`, secret)
  return state.db.transaction().execute(async (within) => {
    const row = await lockRow(within, 'webhook', { id, account })
    if (row === null) return null
    const renewed = { previous_secret: row.secret, previous_until: Math.floor(doer.now) + overlapMs, secret: sealed }
    await changeRows(within, 'webhook', { id }, renewed)
    await recordAudit(within, doer, { what: 'webhook.rotated', account, detail: { webhook: id } })
    return { webhook: listed({ ...row, ...renewed }), secret }
  })
}

/**
 * Pauses an address, or resumes one that is paused or disabled: what happened meanwhile is sent then, as far as events are kept, and what was
 * tried before begins its schedule again. Null where the account has no such address.
 */
export async function changeWebhook(
  { db }: State,
  { id, account }: WebhookTarget,
  to: Exclude<WebhookState, 'disabled'>,
  doer: Doer,
): Promise<Webhook | null> {
  const now = Math.floor(doer.now)
  return db.transaction().execute(async (within) => {
    const row = await lockRow(within, 'webhook', { id, account })
    if (row === null || row.state === to) return row && listed(row)
    const changed = { state: to, reason: null, changed_at: now, ...(to === 'active' ? { failures: 0, not_before: 0 } : {}) }
    await changeRows(within, 'webhook', { id }, changed)
    if (to === 'active')
      await changeRows(within, 'webhook_delivery', { webhook: id, state: 'waiting' }, { attempts: 0, next_at: now })
    const what: AuditAction = to === 'active' ? 'webhook.resumed' : 'webhook.paused'
    await recordAudit(within, doer, { what, account, detail: { webhook: id } })
    return listed({ ...row, ...changed })
  })
}

/** Deletes an address and its deliveries. False where the account has no such address. */
export async function deleteWebhook({ db }: State, { id, account }: WebhookTarget, doer: Doer): Promise<boolean> {
  const own = { ...doer, key: doer.key ?? null }
  return db.transaction().execute(async (within) => {
    return (await dropWebhooks(within, (webhooks) => webhooks.where('id', '=', id).where('account', '=', account), own)) > 0
  })
}

/** A path may be a secret of the receiver: the audit log names the host alone. */
const hostOf = (url: string) => new URL(url).host

const written = (within: Kysely<Tables>) => within.updateTable('webhook').set({ state: 'paused' })

/**
 * Deletes webhooks and their deliveries within a transaction, and gives their number. They are written first, so that whoever sends to one
 * waits, and then finds it gone. `key`: the key with which it is done; left out, each ends with the key that registered it.
 */
export async function dropWebhooks(
  within: Transaction<Tables>,
  which: (webhooks: ReturnType<typeof written>) => ReturnType<typeof written>,
  { key, ...doer }: Doer,
): Promise<number> {
  const rows = await which(written(within)).returning(['id', 'account', 'url', 'key']).execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await within.deleteFrom('webhook_delivery').where('webhook', 'in', ids).execute()
  await within.deleteFrom('webhook').where('id', 'in', ids).execute()
  for (const { id, account, url, key: own } of rows) {
    const detail = { webhook: id, host: hostOf(url), ...(key === undefined ? { ended_with: own } : {}) }
    await recordAudit(within, doer, { what: 'webhook.deleted', account, key: key ?? null, detail })
  }
  return rows.length
}

/** Ends the webhooks whose key has expired or was revoked. */
export async function endWebhooksOfEndedKeys({ db }: State, time: number): Promise<void> {
  const now = Math.floor(time)
  const rows = await db
    .selectFrom('key')
    .innerJoin('webhook', 'webhook.key', 'key.id')
    .select('key.id')
    .where((row) => row.or([row('key.revoked_at', 'is not', null), row('key.expires_at', '<=', now)]))
    .execute()
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  const doer = { actor: 'server', now } as const
  await db.transaction().execute((within) => dropWebhooks(within, (webhooks) => webhooks.where('key', 'in', ids), doer))
}
