import type { Plan } from '../../data/plans.ts'

/** Times are milliseconds since 1970 (UTC). Money is base units of USDC (millionths of a dollar) as a decimal text. */
export interface Tables {
  account: AccountTable
  key: KeyTable
  person: PersonTable
  session: SessionTable
  mailed_link: MailedLinkTable
  attempt: AttemptTable
  audit: AuditTable
  revision: RevisionTable
  call_window: CallWindowTable
  call_lease: CallLeaseTable
  payment: PaymentTable
  play_account: PlayAccountTable
  play_transfer: PlayTransferTable
  secret: SecretTable
  claim: ClaimTable
  passkey: PasskeyTable
  used_challenge: UsedChallengeTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
}

/** Who calls are counted for. `per_hour` and `per_day` win over those of the plan. No key of a suspended account reads anything. */
export interface AccountTable {
  id: string
  name: string
  plan: Plan
  per_hour: number | null
  per_day: number | null
  created_at: number
  suspended_at: number | null
}

/** `hash` is the SHA-256 of the whole key in hex: the key itself is kept nowhere. `prefix` is its first 12 characters, to tell keys apart. */
export interface KeyTable {
  id: string
  account: string
  name: string
  hash: string
  prefix: string
  created_at: number
  revoked_at: number | null
  /** Who made it, as they said. Null in rows older than this column. */
  made_by: string | null
  /** Moment from which it is refused; null where it does not expire. */
  expires_at: number | null
  /** Last request that was known by it, at most a minute or a killed process behind. */
  last_used_at: number | null
  /** The key that replaced it. */
  replaced_by: string | null
  scope: KeyScope
}

/** `read` reads; `account` also sees and changes the webhooks of its account. A key that an agent claimed has `read`, every other one `account`. */
export type KeyScope = 'read' | 'account'

/** Who signs in to an account. An account that only an operator uses has none. */
export interface PersonTable {
  account: string
  /** In lower case. */
  email: string
  /** Argon2id in the PHC format, with its salt; null until the person has chosen one. */
  password: string | null
  created_at: number
  /** When a link that was sent to the address, or that the operator passed on, was last used; null where none was. */
  proved_at: number | null
}

/**
 * A browser in which a person signed in or entered a key. `hash` is the SHA-256 of the token in its cookie, in hex: the token itself is kept
 * nowhere, and from the cookie nobody gets a key. It reads what the account reads, for as long as the key does where there is one, and not
 * after `expires_at`.
 */
export interface SessionTable {
  hash: string
  account: string
  /** The key that was entered, by its id; null where a person signed in. */
  key: string | null
  created_at: number
  expires_at: number
  /** What the browser said of itself, and where it was. */
  browser: string | null
  address: string | null
  /** When the person last proved who they are, by password, passkey or link; null where a key was entered. */
  proved_at: number | null
}

/** A link that sets a password, once. `hash` is the SHA-256 of the code in it. Where `account` is null, it makes the account of the address. */
export interface MailedLinkTable {
  hash: string
  email: string
  account: string | null
  expires_at: number
}

/** Attempts in a window that began with the first of them. `whose` is the SHA-256 of a network, an email address or the id of an account. */
export interface AttemptTable {
  what: AttemptKind
  whose: string
  since: number
  count: number
}

export type AttemptKind =
  | 'key'
  | 'passkey or link'
  | 'password by network'
  | 'password by session'
  | 'password by email and network'
  | 'password by email'
  | 'sign-up'
  | 'mail by network'
  | 'mail by address'
  | 'change'
  | 'claim'
  | 'claim poll'
  | 'claim look-up'

/** What was done to accounts and keys. Rows are added only; deleting an account takes out the addresses in its rows. */
export interface AuditTable {
  /** Sorts by time. */
  id: string
  at: number
  what: Deed
  account: string
  key: string | null
  actor: Actor
  /** Name of the operator, as they said. */
  by: string | null
  address: string | null
  /** JSON of what changed, such as the plan. Holds no secret. */
  detail: string | null
}

/** `server`: nobody did it but the server itself. */
export type Actor = 'person' | 'operator' | 'agent' | 'server'

export type Deed =
  | 'account.created'
  | 'account.changed'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.deleted'
  | 'key.created'
  | 'key.rotated'
  | 'key.revoked'
  | 'claim.approved'
  | 'claim.denied'
  | 'passkey.added'
  | 'passkey.removed'
  | 'password.changed'
  | 'password.reset'
  | 'reset.issued'
  | 'webhook.created'
  | 'webhook.deleted'
  | 'webhook.disabled'
  | 'webhook.paused'
  | 'webhook.replayed'
  | 'webhook.resumed'
  | 'webhook.rotated'
  | 'webhook.tested'

/**
 * `keys` counts the changes of accounts and keys, so that every process sees that what it remembers may be old; `leases` those who want a
 * lease of calls that another process holds; `claims` those that were created, one after the other; `probe` is never seen.
 */
export interface RevisionTable {
  name: 'keys' | 'leases' | 'claims' | 'probe'
  value: number
}

/** Calls handed out of one window of an account: at most its limit. */
export interface CallWindowTable {
  account: string
  span: 'hour' | 'day'
  /** Begin of the window. */
  start: number
  granted: number
}

/** Who counts the calls of an account: one process alone, which holds a lease, or all of them in the store, call by call. */
export interface CallLeaseTable {
  account: string
  /** The process that holds the lease; null where each call is counted here. */
  holder: string | null
  /** Goes up with every lease, and when one is given back: what an older one left over is not to be given back again. */
  number: number
  /** Who counted last, and how many calls in a row. */
  taker: string
  streak: number
  /** 1 where another process waits for the lease. */
  wanted: number
}

/** `closed`: an operator ended it by hand, such as with a refund; `note` says how. */
export type PaymentState = 'reserved' | 'unknown' | 'settled' | 'served' | 'closed'

/**
 * What each credential paid for. `id`: `network/asset/from/nonce` in lower case, the same for x402 and MPP; on Solana
 * `network/message hash`. `scope`: the method and target it was first used for.
 */
export interface PaymentTable {
  id: string
  protocol: 'x402' | 'mpp'
  network: string
  payer: string
  amount: string
  scope: string
  state: PaymentState
  /** Request that works on it, until when; another one may take it over after that. */
  holder: string | null
  lease_until: number
  /** First block that can hold the transfer; where a search on chain begins. */
  from_block: string | null
  /** Seconds since 1970 after which the credential cannot settle any more. */
  valid_before: number
  /** Transaction, once it settled. */
  reference: string | null
  /** The receipt headers as JSON, once it settled. */
  receipt: string | null
  /** Asset and payee, as quoted. Null, as the next two, in rows older than these columns. */
  asset: string | null
  pay_to: string | null
  /** What the payer signed, as JSON with its members in this order: the authorization of EIP-3009; on Solana `{blockHash, signer}`. */
  signed: string | null
  /** SHA-256 of the signature in hex: the signature itself is kept nowhere. */
  signature_hash: string | null
  /** What an operator wrote of it. */
  note: string | null
  /** How often its answer was begun to be sent. */
  deliveries: number
  created_at: number
  updated_at: number
}

/** Play money of the sandbox. */
export interface PlayAccountTable {
  address: string
  balance: string
}

/** One settled authorization of the sandbox: each payer's nonce once. */
export interface PlayTransferTable {
  payer: string
  nonce: string
  recipient: string
  amount: string
  reference: string
  created_at: number
}

/** Secrets the server made for itself, such as that of its challenges. */
export interface SecretTable {
  name: string
  value: string
}

/** A passkey of a person: its id as the authenticator gives it and its public key as COSE (RFC 9052), both base64url. */
export interface PasskeyTable {
  id: string
  account: string
  name: string
  public_key: string
  /** Goes up with each use, where the authenticator counts; 0 where it does not. */
  counter: number
  created_at: number
  last_used_at: number | null
}

/** A challenge that was answered, until it would have ended: it is not taken a second time. */
export interface UsedChallengeTable {
  hash: string
  expires_at: number
}

export type ClaimState = 'pending' | 'approved' | 'denied' | 'expired' | 'delivered'

/**
 * A request of an agent for a key, which a person approves. `token_hash` is the SHA-256 of the token the agent polls with, in hex: the token
 * itself is kept nowhere. What the agent says of itself is text of a stranger.
 */
export interface ClaimTable {
  code: string
  token_hash: string
  state: ClaimState
  client_name: string | null
  purpose: string | null
  client_version: string | null
  /** Where it was asked from, and the network that is counted for it: the address, or its /64. */
  address: string
  network: string
  created_at: number
  /** Moment from which nobody can approve it any more. */
  expires_at: number
  /** Account that gets the key, once it is approved. */
  account: string | null
  decided_at: number | null
  /** The person or operator who decided. */
  decided_by: string | null
  /** The key it was answered with, by its id. */
  key: string | null
  delivered_at: number | null
  /** SHA-256 of the network and its Idempotency-Key; null where there was none, or it is used again a day later. */
  idempotency: string | null
  /** SHA-256 of what was asked: a second request with the same Idempotency-Key must ask the same. */
  request: string
}

/** `disabled`: its address was given up, for the reason beside it; whoever has the account resumes it. */
export type WebhookState = 'active' | 'paused' | 'disabled'

/** `gone`: it answered 410. `failing`: the last try of a delivery failed, and nothing arrived meanwhile. */
export type DisabledFor = 'gone' | 'failing'

/** An address that an account registered for events. Secrets are sealed (`secrets.ts`): the server signs with them. */
export interface WebhookTable {
  id: string
  account: string
  url: string
  /** JSON of which events it wants; a member that is absent stands for what the feed gives without the parameter. */
  filter: string
  secret: string
  /** The secret before the last rotation, which signs too until then. */
  previous_secret: string | null
  previous_until: number | null
  /** Seed of the ed25519 key that signs too, and its public half as it is shown. */
  signing_key: string
  public_key: string
  state: WebhookState
  reason: DisabledFor | null
  /** When its state was last changed. */
  changed_at: number
  /** Cursor of the last event that was looked at for it; null until the first look. */
  cursor: number | null
  /** Attempts that failed in a row. */
  failures: number
  last_delivered_at: number | null
  /** Nothing is sent before: the address asked for time. */
  not_before: number
  /** The process that sends to it, until when: one alone at a time. */
  lease_holder: string | null
  lease_until: number
  /** SHA-256 of the account and the Idempotency-Key; null where there was none, or it is used again a day later. */
  idempotency: string | null
  /** SHA-256 of what was asked. */
  request: string
  created_at: number
  /** The key that registered it, or has replaced that one: the webhook ends with it. Null where a person registered it. */
  key: string | null
}

/** `failed`: the last try failed, or the address is gone. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** Why an attempt has no answer. `address`: the guard refused where the name leads, and nothing was connected. */
export type Fault = 'timeout' | 'connection' | 'certificate' | 'name' | 'address'

/** One message to one address: sent until it is taken or given up. `id` is the id of the message, the same in every attempt. */
export interface WebhookDeliveryTable {
  id: string
  webhook: string
  /** Cursor of the event; 0 for a test. */
  cursor: number
  type: string
  /** Least plan that reads it. */
  tier: string
  body: string
  /** When the event was published. */
  known_at: number
  state: DeliveryState
  attempts: number
  /** When the next attempt is due. */
  next_at: number
  last_at: number | null
  /** Status of the last answer; null where there was none. What an address answers beside it is not kept. */
  status: number | null
  fault: Fault | null
  /** Milliseconds that the last attempt took. */
  ms: number | null
  delivered_at: number | null
  created_at: number
}
