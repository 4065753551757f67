import type { WebhookDelivery, WebhookRecord } from '../schemas/webhook.ts'
import type { Delivery } from '../state/webhook-deliveries.ts'
import type { Webhook } from '../state/webhooks.ts'

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** An address as the interface gives it. `secret` comes with the answer that made it alone. */
export function webhookAnswer(registered: Webhook, secret?: string): WebhookRecord {
  const {
    id,
    url,
    format,
    filter,
    state,
    reason,
    changed_at,
    public_key,
    failures,
    last_delivered_at,
    previous_until,
    created_at,
  } = registered
  return {
    id,
    url,
    format,
    state,
    ...(reason === null ? {} : { reason }),
    changed_at: isoTime(changed_at),
    types: filter.types?.slice() ?? null,
    companies: filter.companies?.slice() ?? null,
    kinds: filter.kinds?.slice() ?? null,
    public_key,
    ...(secret === undefined ? {} : { secret }),
    ...(previous_until === null ? {} : { previous_secret_until: isoTime(previous_until) }),
    failures,
    last_delivered_at: last_delivered_at === null ? null : isoTime(last_delivered_at),
    created_at: isoTime(created_at),
  }
}

/** A delivery as the interface gives it. */
export function deliveryAnswer(delivery: Delivery): WebhookDelivery {
  const { id, type, cursor, state, attempts, next_at, last_at, status, fault, ms, delivered_at, created_at } = delivery
  return {
    id,
    type,
    event: cursor === 0 ? null : String(cursor),
    state,
    attempts,
    next_attempt_at: state === 'waiting' ? isoTime(next_at) : null,
    last_attempt_at: last_at === null ? null : isoTime(last_at),
    status,
    fault,
    ms,
    delivered_at: delivered_at === null ? null : isoTime(delivered_at),
    created_at: isoTime(created_at),
  }
}
