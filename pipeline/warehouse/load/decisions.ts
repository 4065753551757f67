import { decisionTable } from '../../tables/recording.ts'
import type { RowOf } from '../../tables/table.ts'
import { type Store, select } from '../store.ts'
import { insertRows } from './rows.ts'

/**
 * What an operator decided about something refused or held. `target` is, by `kind`, the id of a row of `quarantine`, of a recording, or
 * the name of a figure of a filing. Times are RFC 3339 UTC.
 */
export type OperatorDecision = Omit<RowOf<typeof decisionTable>, 'decided_at' | 'applied_at'> & { readonly when: string }

type Verdict = Pick<OperatorDecision, 'who' | 'when' | 'why'> & { readonly verdict: 'accept' | 'reject' }

/** Keeps decisions; one that is kept already stays as it is. */
export async function putDecisions(
  store: Store,
  decisions: readonly (OperatorDecision & { readonly appliedAt: string })[],
): Promise<void> {
  const rows = decisions.map(({ when, appliedAt, ...decision }) => ({ ...decision, decided_at: when, applied_at: appliedAt }))
  await insertRows(store, decisionTable, rows)
}

/** The newest statement of each figure of filings, by its name. */
export async function figureVerdicts(store: Store): Promise<Map<string, Verdict>> {
  const rows = await select<Verdict & { target: string }>(
    store,
    `SELECT target, verdict, who, strftime(decided_at, '%Y-%m-%dT%H:%M:%SZ') AS "when", why FROM decision WHERE kind = 'review'
     QUALIFY row_number() OVER (PARTITION BY target ORDER BY decided_at DESC, id DESC) = 1`,
  )
  return new Map(rows.map(({ target, ...verdict }) => [target, verdict]))
}
