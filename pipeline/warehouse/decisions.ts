import { insert } from './rows.ts'
import { type Store, select } from './store.ts'
import { decision } from './tables/recording.ts'

/**
 * What an operator decided about something refused or held. `target` is, by `kind`, the id of a row of `quarantine`, of a recording, or
 * the name of a figure of a filing. Times are RFC 3339 UTC.
 */
export interface Decision {
  readonly id: string
  readonly kind: 'quarantine' | 'recording' | 'review'
  readonly target: string
  readonly verdict: 'dismiss' | 'replay' | 'accept' | 'reject'
  readonly who: string
  readonly when: string
  readonly why: string
}

/** Keeps decisions; one that is kept already stays as it is. */
export async function putDecisions(
  store: Store,
  decisions: readonly (Decision & { readonly appliedAt: string })[],
): Promise<void> {
  const rows = decisions.map(({ when, appliedAt, ...decision }) => ({ ...decision, decided_at: when, applied_at: appliedAt }))
  await insert(store, decision, rows)
}

/** What was said last of each figure of filings, by its name. */
export async function verdicts(
  store: Store,
): Promise<Map<string, { verdict: 'accept' | 'reject'; who: string; when: string; why: string }>> {
  const rows = await select<{ target: string; verdict: 'accept' | 'reject'; who: string; when: string; why: string }>(
    store,
    `SELECT target, verdict, who, strftime(decided_at, '%Y-%m-%dT%H:%M:%SZ') AS "when", why FROM decision WHERE kind = 'review'
     QUALIFY row_number() OVER (PARTITION BY target ORDER BY decided_at DESC, id DESC) = 1`,
  )
  return new Map(rows.map(({ target, ...verdict }) => [target, verdict]))
}
