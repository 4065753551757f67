import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { State } from './open.ts'
import { insertRow } from './rows.ts'
import type { Actor, AuditAction, Tables } from './schema.ts'

/** Who does something to an account or a key, and from where. */
export interface Doer {
  readonly actor?: Actor
  /** Name of the operator. */
  readonly by?: string | null
  readonly address?: string | null
  /** The key it is done with. */
  readonly key?: string | null
  readonly now: number
}

interface Done {
  readonly what: AuditAction
  readonly account: string
  /** The key it concerns; left out, the one it is done with. */
  readonly key?: string | null
  /** What changed; no secret. */
  readonly detail?: Readonly<Record<string, unknown>>
}

export type AuditRow = Readonly<Tables['audit']>

/** Adds a row, in the transaction of the change itself: what was done is recorded, and what was not is not. */
export async function recordAudit(within: Kysely<Tables>, doer: Doer, { what, account, key, detail }: Done): Promise<void> {
  const at = Math.floor(doer.now)
  const row: Tables['audit'] = {
    id: `${String(at).padStart(15, '0')}-${randomUUID()}`,
    at,
    what,
    account,
    key: key ?? doer.key ?? null,
    actor: doer.actor ?? 'operator',
    by: doer.by ?? null,
    address: doer.address ?? null,
    detail: detail === undefined ? null : JSON.stringify(detail),
  }
  await insertRow(within, 'audit', row)
}

export interface AuditQuery {
  readonly account?: string | null
  /** First moment. */
  readonly since?: number
  /** Rows at most, the newest first; all where left out. */
  readonly limit?: number
}

export async function listAudit({ db }: State, { account = null, since = 0, limit }: AuditQuery): Promise<AuditRow[]> {
  let query = db.selectFrom('audit').selectAll().where('at', '>=', since)
  if (account !== null) query = query.where('account', '=', account)
  if (limit !== undefined) query = query.limit(limit)
  return query.orderBy('id', 'desc').execute()
}
