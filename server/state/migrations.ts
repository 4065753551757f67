import { createPublicKey } from 'node:crypto'
import type { Kysely, Migration } from 'kysely'

/** Changes of the schema in order, the same on SQLite and Postgres. One that has been released is never edited. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('account')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('plan', 'text', (column) => column.notNull())
        .addColumn('per_hour', 'integer')
        .addColumn('per_day', 'integer')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('key')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('prefix', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('revoked_at', 'bigint')
        .execute()
      await db.schema.createIndex('key_account').on('key').column('account').execute()
      await db.schema
        .createTable('revision')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('call_window')
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('span', 'text', (column) => column.notNull())
        .addColumn('start', 'bigint', (column) => column.notNull())
        .addColumn('granted', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('call_window_key', ['account', 'span', 'start'])
        .execute()
      await db.schema
        .createTable('payment')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('protocol', 'text', (column) => column.notNull())
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('payer', 'text', (column) => column.notNull())
        .addColumn('amount', 'text', (column) => column.notNull())
        .addColumn('scope', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('holder', 'text')
        .addColumn('lease_until', 'bigint', (column) => column.notNull())
        .addColumn('from_block', 'text')
        .addColumn('valid_before', 'bigint', (column) => column.notNull())
        .addColumn('reference', 'text')
        .addColumn('receipt', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('updated_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('payment_state').on('payment').columns(['state', 'updated_at']).execute()
      await db.schema
        .createTable('play_account')
        .addColumn('address', 'text', (column) => column.primaryKey())
        .addColumn('balance', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('play_transfer')
        .addColumn('payer', 'text', (column) => column.notNull())
        .addColumn('nonce', 'text', (column) => column.notNull())
        .addColumn('recipient', 'text', (column) => column.notNull())
        .addColumn('amount', 'text', (column) => column.notNull())
        .addColumn('reference', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('play_transfer_key', ['payer', 'nonce'])
        .execute()
      await db.schema
        .createTable('secret')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute()
    },
  },
  '0002-what-was-signed': {
    async up(db: Kysely<never>): Promise<void> {
      for (const column of ['asset', 'pay_to', 'signed', 'signature_hash', 'note'])
        await db.schema.alterTable('payment').addColumn(column, 'text').execute()
      await db.schema
        .alterTable('payment')
        .addColumn('deliveries', 'integer', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  },
  '0003-keys': {
    async up(db: Kysely<never>): Promise<void> {
      for (const column of ['made_by', 'replaced_by'] as const)
        await db.schema.alterTable('key').addColumn(column, 'text').execute()
      for (const column of ['expires_at', 'last_used_at'] as const)
        await db.schema.alterTable('key').addColumn(column, 'bigint').execute()
      await db.schema.alterTable('account').addColumn('suspended_at', 'bigint').execute()
      await db.schema
        .createTable('call_lease')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text')
        .addColumn('number', 'bigint', (column) => column.notNull())
        .addColumn('taker', 'text', (column) => column.notNull())
        .addColumn('streak', 'integer', (column) => column.notNull())
        .addColumn('wanted', 'integer', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('call_lease_holder').on('call_lease').column('holder').execute()
    },
  },
  '0004-sessions': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('session')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('key', 'text', (column) => column.notNull().references('key.id'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('session_key').on('session').column('key').execute()
    },
  },
  '0005-people': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('person')
        .addColumn('account', 'text', (column) => column.primaryKey().references('account.id'))
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('password', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      // a column cannot become optional on SQLite, and whoever is signed in enters the key again
      await db.schema.dropTable('session').execute()
      await db.schema
        .createTable('session')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('key', 'text', (column) => column.references('key.id'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('browser', 'text')
        .addColumn('address', 'text')
        .execute()
      await db.schema.createIndex('session_account').on('session').columns(['account', 'key']).execute()
      await db.schema
        .createTable('reset_link')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('attempt')
        .addColumn('what', 'text', (column) => column.notNull())
        .addColumn('whose', 'text', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint('attempt_key', ['what', 'whose'])
        .execute()
      await db.schema
        .createTable('audit')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('what', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('key', 'text')
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('by', 'text')
        .addColumn('address', 'text')
        .addColumn('detail', 'text')
        .execute()
      await db.schema.createIndex('audit_account').on('audit').columns(['account', 'at']).execute()
      await db.schema.createIndex('audit_at').on('audit').column('at').execute()
    },
  },
  '0006-claims': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('claim')
        .addColumn('code', 'text', (column) => column.primaryKey())
        .addColumn('token_hash', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('client_name', 'text')
        .addColumn('purpose', 'text')
        .addColumn('client_version', 'text')
        .addColumn('address', 'text', (column) => column.notNull())
        .addColumn('network', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('account', 'text')
        .addColumn('decided_at', 'bigint')
        .addColumn('decided_by', 'text')
        .addColumn('key', 'text')
        .addColumn('delivered_at', 'bigint')
        .addColumn('idempotency', 'text', (column) => column.unique())
        .addColumn('request', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('claim_state').on('claim').columns(['state', 'network']).execute()
      await db.schema.createIndex('claim_created').on('claim').column('created_at').execute()
    },
  },
  '0007-passkeys': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('passkey')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('public_key', 'text', (column) => column.notNull())
        .addColumn('counter', 'bigint', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('last_used_at', 'bigint')
        .execute()
      await db.schema.createIndex('passkey_account').on('passkey').column('account').execute()
      await db.schema
        .createTable('used_challenge')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  '0008-webhooks': {
    async up(db: Kysely<never>): Promise<void> {
      await db.schema
        .createTable('webhook')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull().references('account.id'))
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('filter', 'text', (column) => column.notNull())
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('previous_secret', 'text')
        .addColumn('previous_until', 'bigint')
        .addColumn('signing_key', 'text', (column) => column.notNull())
        .addColumn('public_key', 'text', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('changed_at', 'bigint', (column) => column.notNull())
        .addColumn('cursor', 'bigint')
        .addColumn('failures', 'integer', (column) => column.notNull())
        .addColumn('last_delivered_at', 'bigint')
        .addColumn('not_before', 'bigint', (column) => column.notNull())
        .addColumn('lease_holder', 'text')
        .addColumn('lease_until', 'bigint', (column) => column.notNull())
        .addColumn('idempotency', 'text', (column) => column.unique())
        .addColumn('request', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('webhook_account').on('webhook').column('account').execute()
      await db.schema
        .createTable('webhook_delivery')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('webhook', 'text', (column) => column.notNull().references('webhook.id'))
        .addColumn('cursor', 'bigint', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('tier', 'text', (column) => column.notNull())
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('known_at', 'bigint', (column) => column.notNull())
        .addColumn('state', 'text', (column) => column.notNull())
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('next_at', 'bigint', (column) => column.notNull())
        .addColumn('last_at', 'bigint')
        .addColumn('status', 'integer')
        .addColumn('fault', 'text')
        .addColumn('ms', 'integer')
        .addColumn('delivered_at', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createIndex('webhook_delivery_due')
        .on('webhook_delivery')
        .columns(['webhook', 'state', 'next_at'])
        .execute()
      await db.schema.createIndex('webhook_delivery_known').on('webhook_delivery').column('known_at').execute()
    },
  },
  '0009-scopes': {
    async up(db: Kysely<Before9>): Promise<void> {
      await db.schema
        .alterTable('key')
        .addColumn('scope', 'text', (column) => column.notNull().defaultTo('read'))
        .execute()
      await db.schema
        .alterTable('webhook')
        .addColumn('key', 'text', (column) => column.references('key.id'))
        .execute()
      await db.schema.createIndex('webhook_key').on('webhook').column('key').execute()
      const keys = new Map((await db.selectFrom('key').selectAll().execute()).map((row) => [row.id, row]))
      const next = (id: string) => keys.get(keys.get(id)?.replaced_by ?? '')?.id
      // what an agent claimed, and what has taken its place since, reads
      const read = new Set<string>()
      for (const { id, made_by } of keys.values())
        if (made_by?.startsWith('claim ')) for (let at: string | undefined = id; at !== undefined; at = next(at)) read.add(at)
      for (const { id } of keys.values())
        if (!read.has(id)) await db.updateTable('key').set({ scope: 'account' }).where('id', '=', id).execute()
      // who registered a webhook stands in the audit log alone; a key that was rotated has passed it on
      const registered = db.selectFrom('audit').select(['key', 'detail']).where('what', '=', 'webhook.created')
      for (const { key, detail } of await registered.execute()) {
        let id = key ?? ''
        while (keys.get(id)?.revoked_at === null && next(id) !== undefined) id = next(id)!
        if (!keys.has(id) || detail === null) continue
        const { webhook } = JSON.parse(detail) as { webhook: string }
        await db.updateTable('webhook').set({ key: id }).where('id', '=', webhook).execute()
      }
    },
  },
  '0010-passkeys-as-cose': {
    async up(db: Kysely<never>): Promise<void> {
      const passkeys = db as unknown as Kysely<{ passkey: { id: string; public_key: string } }>
      for (const { id, public_key } of await passkeys.selectFrom('passkey').select(['id', 'public_key']).execute())
        await passkeys
          .updateTable('passkey')
          .set({ public_key: coseOf(public_key) })
          .where('id', '=', id)
          .execute()
    },
  },
  '0011-proved-addresses': {
    async up(db: Kysely<never>): Promise<void> {
      for (const table of ['person', 'session']) await db.schema.alterTable(table).addColumn('proved_at', 'bigint').execute()
      // links work for an hour: whoever has one of the old asks for another
      await db.schema.dropTable('reset_link').execute()
      await db.schema
        .createTable('mailed_link')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('account', 'text', (column) => column.references('account.id'))
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('mailed_link_email').on('mailed_link').column('email').execute()
    },
  },
}

/** What a migration reads and fills, as it was then. */
interface Before9 {
  key: { id: string; made_by: string | null; replaced_by: string | null; revoked_at: number | null; scope: string }
  audit: { what: string; key: string | null; detail: string | null }
  webhook: { id: string; key: string | null }
}

/** A public key of DER (SubjectPublicKeyInfo) as COSE, both base64url: ES256, EdDSA with Ed25519 or RS256, all that was stored. */
function coseOf(der: string): string {
  const { kty, x, y, n, e } = createPublicKey({ key: Buffer.from(der, 'base64url'), format: 'der', type: 'spki' }).export({
    format: 'jwk',
  })
  const bytes = (text = '') => {
    const value = Buffer.from(text, 'base64url')
    const size = value.length
    const head = size < 24 ? [0x40 | size] : size < 256 ? [0x58, size] : [0x59, size >> 8, size & 255]
    return [...head, ...value]
  }
  // maps of key type (1), algorithm (3), curve (-1) and the numbers of the key (RFC 9053, 7; RFC 8230, 4)
  const map =
    kty === 'EC'
      ? [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, ...bytes(x), 0x22, ...bytes(y)]
      : kty === 'OKP'
        ? [0xa4, 1, 1, 3, 0x27, 0x20, 6, 0x21, ...bytes(x)]
        : [0xa4, 1, 3, 3, 0x39, 1, 0, 0x20, ...bytes(n), 0x21, ...bytes(e)]
  return Buffer.from(map).toString('base64url')
}
