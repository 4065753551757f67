import type { Kysely, Transaction } from 'kysely'
import { type Doer, record } from './audit.ts'
import type { State } from './open.ts'
import type { Tables } from './schema.ts'

/** A path may be a secret of the receiver: the audit log names the host alone. */
export const hostOf = (url: string) => new URL(url).host

const written = (within: Kysely<Tables>) => within.updateTable('webhook').set({ state: 'paused' })

/**
 * Deletes webhooks and their deliveries within a transaction, and gives their number. They are written first, so that whoever sends to one
 * waits, and then finds it gone. `key`: the key with which it is done; left out, each ends with the key that registered it.
 */
export async function dropWebhooks(
  within: Transaction<Tables>,
  which: (webhooks: ReturnType<typeof written>) => ReturnType<typeof written>,
  { key, ...doer }: Doer & { readonly key?: string | null },
): Promise<number> {
  const rows = await which(written(within)).returning(['id', 'account', 'url', 'key']).execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await within.deleteFrom('webhook_delivery').where('webhook', 'in', ids).execute()
  await within.deleteFrom('webhook').where('id', 'in', ids).execute()
  for (const { id, account, url, key: own } of rows) {
    const detail = { webhook: id, host: hostOf(url), ...(key === undefined ? { ended_with: own } : {}) }
    await record(within, doer, { what: 'webhook.deleted', account, key: key ?? null, detail })
  }
  return rows.length
}

/** Ends the webhooks whose key has expired or was revoked. */
export async function endWithKeys({ db }: State, time: number): Promise<void> {
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
