import { kinds } from '../../pipeline/documents/index.ts'
import { placeOf } from '../../pipeline/documents/kind.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { absences } from '../editions/absence.ts'
import type { PaymentStatus } from '../schemas/payment.ts'
import type { HealthCheck } from '../schemas/system.ts'
import type { StateCondition } from '../state/condition.ts'

const catalogued = kinds.filter(({ catalogue }) => catalogue !== null).sort((a, b) => (a.kind < b.kind ? -1 : 1))
const members = new Intl.ListFormat('en-GB').format(catalogued.map(({ catalogue }) => catalogue!.member))

/** Documents named one by one. */
const named = 12

/**
 * What there is to read of briefings and metrics. Down where there is nothing: a server that answers every priced path with 503 is no
 * server. Degraded where something is missing that a refresh may bring, with the reasons; what this home never has is left out.
 */
export function publishedCheck(view: EditionView): HealthCheck {
  const never = new Set(absences(view).flatMap(({ place, never }) => (never ? place : [])))
  const registered = catalogued.flatMap((kind) => kind.rows(view.manifest.sample).map(({ id }) => placeOf(kind, id)))
  const wanted = registered.filter((place) => view.entries.has(place) || !never.has(place))
  const missing = wanted.filter((place) => !view.entries.has(place))
  const name = 'published'
  const count = `${wanted.length - missing.length} of ${wanted.length} ${members} published`
  if (missing.length === 0) return { name, status: 'ok', detail: `${count}.` }
  const reasons = absences(view).flatMap(({ place, why }) => (missing.includes(place) ? why.split('; ') : []))
  const reason = [...new Set(reasons)].join('; ')
  const detail = `${count}: no data for ${listed(missing.map((place) => place.slice(place.indexOf('/') + 1)))}${reason === '' ? '' : ` (${reason})`}.`
  return { name, status: missing.length === wanted.length ? 'down' : 'degraded', detail }
}

/** Past days and what else is read when asked for. Degraded where a pack is gone: what is in it is answered with EDITION_DAMAGED. */
export function archiveCheck({ packs: { named, missing } }: EditionView): HealthCheck {
  const name = 'archive'
  if (missing === 0) return { name, status: 'ok', detail: `${named} packs.` }
  return { name, status: 'degraded', detail: `${missing} of ${named} packs are missing or truncated. Restore a backup.` }
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, named)
  const more = names.length - some.length
  return more === 0 ? some.join(', ') : `${some.join(', ')} and ${more} more`
}

/** Keys, limits and the ledger. Documents are there without them, and nobody can prove a right to read one: degraded. */
export function stateCheck({ sound, detail }: StateCondition): HealthCheck {
  return { name: 'state', status: sound ? 'ok' : 'degraded', detail }
}

/** Payments are part of health where they are real: degraded while the facilitator does not answer, for then no call can be paid. */
export function paymentsCheck({ enabled, sandbox, facilitator: { reachable, checked_at } }: PaymentStatus): HealthCheck {
  const name = 'payments'
  if (!enabled) return { name, status: 'ok', detail: 'Single calls are not for sale; an API key is required.' }
  if (sandbox) return { name, status: 'ok', detail: 'Sandbox: play money on a test network.' }
  if (checked_at === null) return { name, status: 'ok', detail: 'The facilitator has not been checked yet.' }
  const at = `as of ${checked_at.slice(0, 19)}Z`
  return reachable
    ? { name, status: 'ok', detail: `The facilitator responds, ${at}.` }
    : { name, status: 'degraded', detail: `The facilitator does not respond, ${at}: payments may fail. API keys work.` }
}
