import type { PlanName } from '../../data/plans.ts'
import type { WebhookFormat } from '../delivery/formats.ts'
import type { DeliveryFault, DeliveryState, DisabledReason } from '../delivery/schedule.ts'
import { bigint, integerColumn, optional, type TableRow, table, text } from './columns.ts'

/** `read` reads; `account` also sees and changes the webhooks of its account. A key that an agent claimed has `read`, every other one `account`. */
export type KeyScope = 'read' | 'account'

/** `server`: nobody did it but the server itself. */
export type Actor = 'person' | 'operator' | 'agent' | 'server'

export type AuditAction =
  | `account.${'created' | 'changed' | 'suspended' | 'resumed' | 'deleted'}`
  | `key.${'created' | 'rotated' | 'revoked'}`
  | `claim.${'approved' | 'denied'}`
  | `morning.${'refused' | 'subscribed' | 'unsubscribed'}`
  | `passkey.${'added' | 'removed'}`
  | `password.${'changed' | 'reset'}`
  | 'reset.issued'
  | `webhook.${'created' | 'deleted' | 'disabled' | 'paused' | 'replayed' | 'resumed' | 'rotated' | 'tested'}`

/** `closed`: an operator ended it by hand, such as with a refund; `note` says how. */
export type PaymentState = 'reserved' | 'unknown' | 'settled' | 'served' | 'closed'

export type ClaimState = 'pending' | 'approved' | 'denied' | 'expired' | 'delivered'

/** `disabled`: its address was given up, for the reason in the next column; whoever has the account resumes it. */
export type WebhookState = 'active' | 'paused' | 'disabled'

/** Whose calls are counted. `per_hour` and `per_day` win over those of the plan. No key of a suspended account reads anything. */
const account = table({
  id: text({ primary: true }),
  name: text(),
  plan: text<PlanName>(),
  per_hour: optional(integerColumn()),
  per_day: optional(integerColumn()),
  created_at: bigint(),
  suspended_at: optional(bigint()),
})

/** `hash` is the SHA-256 of the whole key in hex: the key itself is kept nowhere. `prefix` is its first 12 characters, to tell keys apart. */
const key = table(
  {
    id: text({ primary: true }),
    account: text({ references: 'account.id' }),
    name: text(),
    hash: text({ unique: true }),
    prefix: text(),
    created_at: bigint(),
    revoked_at: optional(bigint()),
    /** Who made it, as they said. Null in rows older than this column. */
    made_by: optional(text()),
    /** Moment from which it is refused; null where it does not expire. */
    expires_at: optional(bigint()),
    /** Last request that was known by it, at most a minute or a killed process behind. */
    last_used_at: optional(bigint()),
    /** The key that replaced it. */
    replaced_by: optional(text()),
    scope: text<KeyScope>(),
  },
  { indexes: { key_account: ['account'] } },
)

/** Who signs in to an account. An account that only an operator uses has none. */
const person = table({
  account: text({ primary: true, references: 'account.id' }),
  /** In lower case. */
  email: text({ unique: true }),
  /** Argon2id in the PHC format, with its salt; null until the person has chosen one. */
  password: optional(text()),
  created_at: bigint(),
  /** When a link that was sent to the address, or that the operator passed on, was last used; null where none was. */
  proved_at: optional(bigint()),
})

/** What was done to accounts and keys. Rows are added only; deleting an account takes out the addresses in its rows. */
const audit = table(
  {
    /** Sorts by time. */
    id: text({ primary: true }),
    at: bigint(),
    what: text<AuditAction>(),
    account: text(),
    key: optional(text()),
    actor: text<Actor>(),
    /** Name of the operator, as they said. */
    by: optional(text()),
    address: optional(text()),
    /** JSON of what changed, such as the plan. Holds no secret. */
    detail: optional(text()),
  },
  { indexes: { audit_account: ['account', 'at'], audit_at: ['at'] } },
)

/**
 * `claims` counts those that were created, one after the other; `probe` is never seen; `edition` and a hash of the store is the sequence of
 * the newest edition that was served from it.
 */
const revision = table({
  name: text<'claims' | 'probe' | `edition ${string}`>({ primary: true }),
  value: bigint(),
})

/** Calls of an account on a day (UTC), and in the latest hour of it that any process has counted: at most the limits. */
const callCount = table(
  {
    account: text(),
    day: bigint(),
    in_day: integerColumn(),
    hour: bigint(),
    in_hour: integerColumn(),
  },
  { primaryKey: ['account', 'day'] },
)

/**
 * What each credential paid for. `id`: `network/asset/from/nonce` in lower case, the same for x402 and MPP; on Solana
 * `network/message hash`. `scope`: the method and target it was first used for.
 */
const payment = table(
  {
    id: text({ primary: true }),
    protocol: text<'x402' | 'mpp'>(),
    network: text(),
    payer: text(),
    amount: text(),
    scope: text(),
    state: text<PaymentState>(),
    /** Request that works on it, until when; another one may take it over after that. */
    holder: optional(text()),
    lease_until: bigint(),
    /** First block that can hold the transfer; where a search on chain begins. */
    from_block: optional(text()),
    /** Seconds since 1970 after which the credential cannot settle any more. */
    valid_before: bigint(),
    /** Transaction, once it settled. */
    reference: optional(text()),
    /** The receipt headers as JSON, once it settled. */
    receipt: optional(text()),
    /** Asset and payee, as quoted. Null, as the next two, in rows older than these columns. */
    asset: optional(text()),
    pay_to: optional(text()),
    /** What the payer signed, as JSON with its members in this order: the authorization of EIP-3009; on Solana `{blockHash, signer}`. */
    signed: optional(text()),
    /** SHA-256 of the signature in hex: the signature itself is kept nowhere. */
    signature_hash: optional(text()),
    /** What an operator wrote of it. */
    note: optional(text()),
    /** How often its answer was begun to be sent. */
    deliveries: integerColumn(),
    created_at: bigint(),
    updated_at: bigint(),
  },
  { indexes: { payment_state: ['state', 'updated_at'] } },
)

/** Money paid in advance for calls. `hash` is the SHA-256 of its key. Base units, as numbers, so that a single statement takes from them. */
const balance = table(
  {
    hash: text({ primary: true }),
    bought: bigint(),
    left: bigint(),
    created_at: bigint(),
    expires_at: bigint(),
  },
  { indexes: { balance_expires: ['expires_at'] } },
)

/** A call that a balance pays for. `id`: the hash of the balance, and what its caller or the server named the call. */
const balanceCall = table(
  {
    id: text({ primary: true }),
    balance: text({ references: 'balance.hash' }),
    target: text(),
    units: bigint(),
    /** Who sends the answer, until when; another one may after that. */
    holder: text(),
    lease_until: bigint(),
    /** How often the answer was begun to be sent. */
    deliveries: integerColumn(),
    created_at: bigint(),
    /** When the answer had arrived; null until then. */
    served_at: optional(bigint()),
  },
  { indexes: { balance_call_target: ['balance', 'target'] } },
)

/** Play money of the sandbox. */
const playAccount = table({
  address: text({ primary: true }),
  balance: text(),
})

/** One settled authorization of the sandbox: each payer's nonce once. */
const playTransfer = table(
  {
    payer: text(),
    nonce: text(),
    recipient: text(),
    amount: text(),
    reference: text(),
    created_at: bigint(),
  },
  { primaryKey: ['payer', 'nonce'] },
)

/** Secrets the server made for itself, such as that of its challenges. */
const secret = table({
  name: text({ primary: true }),
  value: text(),
})

/**
 * A request of an agent for a key, which a person approves. `token_hash` is the SHA-256 of the token the agent polls with, in hex: the token
 * itself is kept nowhere. What the agent says of itself is text of a stranger.
 */
const claim = table(
  {
    code: text({ primary: true }),
    token_hash: text(),
    state: text<ClaimState>(),
    client_name: optional(text()),
    purpose: optional(text()),
    client_version: optional(text()),
    /** Where it was asked from, and the network that is counted for it: the address, or its /64. */
    address: text(),
    network: text(),
    created_at: bigint(),
    /** Moment from which nobody can approve it any more. */
    expires_at: bigint(),
    /** Account that gets the key, once it is approved. */
    account: optional(text()),
    decided_at: optional(bigint()),
    /** The person or operator who decided. */
    decided_by: optional(text()),
    /** The key it was answered with, by its id. */
    key: optional(text()),
    delivered_at: optional(bigint()),
    /** SHA-256 of the network and its Idempotency-Key; null where there was none, or it is used again a day later. */
    idempotency: optional(text({ unique: true })),
    /** SHA-256 of what was asked: a second request with the same Idempotency-Key must ask the same. */
    request: text(),
  },
  { indexes: { claim_state: ['state', 'network'], claim_created: ['created_at'] } },
)

/** A passkey of a person: its id as the authenticator gives it and its public key as COSE (RFC 9052), both base64url. */
const passkey = table(
  {
    id: text({ primary: true }),
    account: text({ references: 'account.id' }),
    name: text(),
    public_key: text(),
    /** Goes up with each use, where the authenticator counts; 0 where it does not. */
    counter: bigint(),
    created_at: bigint(),
    last_used_at: optional(bigint()),
  },
  { indexes: { passkey_account: ['account'] } },
)

/** An address that an account registered for events. Secrets are sealed (`secrets.ts`): the server signs with them. */
const webhook = table(
  {
    id: text({ primary: true }),
    account: text({ references: 'account.id' }),
    url: text(),
    format: text<WebhookFormat>(),
    /** JSON of which events it wants; a member that is absent stands for what the feed gives without the parameter. */
    filter: text(),
    secret: text(),
    /** The previous secret, before the last rotation, which signs too until then. */
    previous_secret: optional(text()),
    previous_until: optional(bigint()),
    /** Seed of the ed25519 key that signs too, and its public half as it is shown. */
    signing_key: text(),
    public_key: text(),
    state: text<WebhookState>(),
    reason: optional(text<DisabledReason>()),
    /** When its state was last changed. */
    changed_at: bigint(),
    /** Cursor of the last event that was looked at for it; null until the first look. */
    cursor: optional(bigint()),
    /** Attempts that failed in a row. */
    failures: integerColumn(),
    last_delivered_at: optional(bigint()),
    /** Nothing is sent before: the address asked for time. */
    not_before: bigint(),
    /** The process that sends to it, until when: one alone at a time. */
    lease_holder: optional(text()),
    lease_until: bigint(),
    /** SHA-256 of the account and the Idempotency-Key; null where there was none, or it is used again a day later. */
    idempotency: optional(text({ unique: true })),
    /** SHA-256 of what was asked. */
    request: text(),
    created_at: bigint(),
    /** The key that registered it, or has replaced it: the webhook ends with it. Null where a person registered it. */
    key: optional(text({ references: 'key.id' })),
  },
  { indexes: { webhook_account: ['account'], webhook_key: ['key'] } },
)

/** One message to one address: sent until it is taken or given up. `id` is the id of the message, the same in every attempt. */
const webhookDelivery = table(
  {
    id: text({ primary: true }),
    webhook: text({ references: 'webhook.id' }),
    /** Cursor of the event; 0 for a test. */
    cursor: bigint(),
    type: text(),
    /** Least plan that reads it. */
    tier: text(),
    body: text(),
    /** When the event was published. */
    known_at: bigint(),
    state: text<DeliveryState>(),
    attempts: integerColumn(),
    /** When the next attempt is due. */
    next_at: bigint(),
    last_at: optional(bigint()),
    /** Status of the last answer; null where there was none. What else an address answers is not kept. */
    status: optional(integerColumn()),
    fault: optional(text<DeliveryFault>()),
    /** Milliseconds that the last attempt took. */
    ms: optional(integerColumn()),
    delivered_at: optional(bigint()),
    created_at: bigint(),
  },
  { indexes: { webhook_delivery_due: ['webhook', 'state', 'next_at'], webhook_delivery_known: ['known_at'] } },
)

/** The mail an account gets every morning. */
const morning = table(
  {
    account: text({ primary: true, references: 'account.id' }),
    /** Of the IANA, such as Europe/London. */
    zone: text(),
    hour: integerColumn(),
    /** When it is due next. */
    next_at: bigint(),
    /** Local day (YYYY-MM-DD) of the last one. */
    day: optional(text()),
    /** When the mail server of the address refused it for good: nothing is sent after that. */
    refused_at: optional(bigint()),
    /** The process that sends it, until when: one alone at a time. */
    lease_holder: optional(text()),
    lease_until: bigint(),
  },
  { indexes: { morning_next: ['next_at'] } },
)

/**
 * A browser in which a person signed in or entered a key. `hash` is the SHA-256 of the token in its cookie, in hex: the token itself is kept
 * nowhere, and from the cookie nobody gets a key. It reads what the account reads, for as long as the key does where there is one, and not
 * after `expires_at`.
 */
const session = table(
  {
    hash: text({ primary: true }),
    account: text({ references: 'account.id' }),
    /** The key that was entered, by its id; null where a person signed in. */
    key: optional(text({ references: 'key.id' })),
    created_at: bigint(),
    expires_at: bigint(),
    /** What the browser said of itself, and where it was. */
    browser: optional(text()),
    address: optional(text()),
    /** When the person last proved who they are, by password, passkey or link; null where a key was entered. */
    proved_at: optional(bigint()),
  },
  { indexes: { session_account: ['account', 'key'] }, passing: true },
)

/** A link that sets a password, once. `hash` is the SHA-256 of the code in it. Where `account` is null, it makes the account of the address. */
const mailedLink = table(
  {
    hash: text({ primary: true }),
    email: text(),
    account: optional(text({ references: 'account.id' })),
    expires_at: bigint(),
  },
  { indexes: { mailed_link_email: ['email'] }, passing: true },
)

/** Attempts in a window that began with the first of them. `whose` is the SHA-256 of a network, an email address or the id of an account. */
const attempt = table(
  {
    /** A kind of `attempts.ts`. */
    what: text(),
    whose: text(),
    since: bigint(),
    count: integerColumn(),
  },
  { primaryKey: ['what', 'whose'], passing: true },
)

/** A challenge that was answered, until it would have ended: it is not taken a second time. */
const usedChallenge = table(
  {
    hash: text({ primary: true }),
    expires_at: bigint(),
  },
  { passing: true },
)

/**
 * The tables of the state store, those that others refer to first: types, a new store and backups follow from this declaration. Times are
 * milliseconds since 1970 (UTC). Money is base units of USDC (millionths of a dollar) as a decimal text.
 */
export const tables = {
  account,
  key,
  person,
  audit,
  revision,
  call_count: callCount,
  payment,
  balance,
  balance_call: balanceCall,
  play_account: playAccount,
  play_transfer: playTransfer,
  secret,
  claim,
  passkey,
  webhook,
  webhook_delivery: webhookDelivery,
  morning,
  session,
  mailed_link: mailedLink,
  attempt,
  used_challenge: usedChallenge,
}

export type Tables = { [T in keyof typeof tables]: TableRow<(typeof tables)[T]> }

export type AccountTable = Tables['account']
export type PersonTable = Tables['person']
export type PaymentTable = Tables['payment']
export type BalanceTable = Tables['balance']
export type WebhookTable = Tables['webhook']
export type WebhookDeliveryTable = Tables['webhook_delivery']
