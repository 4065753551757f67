import { currentRead, decideAccess } from '../access/access.ts'
import type { AccountContext } from '../access/account-context.ts'
import type { Gate } from '../access/gate.ts'
import { rateLimitHeaders } from '../access/rate-limit-headers.ts'
import { type RequestContext, sendUncached } from '../answers/request-context.ts'
import { accountSuspended, countCall, keyRequired, planNeeded } from '../answers/serve-priced.ts'
import { readIdempotencyKey, readJson } from '../http/form.ts'
import { contentTypes } from '../http/formats.ts'
import type { WebhookDelivery, WebhookRecord } from '../schemas/webhook.ts'
import type { KeyHolder } from '../state/accounts.ts'
import type { Doer } from '../state/audit.ts'
import { type ListedDelivery, listDeliveries } from '../state/webhook-deliveries.ts'
import { listWebhooks, type Webhook } from '../state/webhooks.ts'
import {
  ownWebhook,
  registerWebhook,
  removeWebhook,
  resendDelivery,
  rotateWebhookSecret,
  sendTestMessage,
  setWebhookState,
} from '../webhooks/actions.ts'
import { readWebhookRequest } from '../webhooks/webhook-request.ts'
import { requireProvedAddress } from './proof.ts'

/** Deliveries of one answer. */
const mostDeliveries = 100

/** The caller of a route of webhooks, the account, and where it is kept. */
interface Visit {
  readonly desk: AccountContext
  readonly holder: KeyHolder
  readonly doer: Doer
  readonly ctx: RequestContext
}

type Answered = readonly [status: 200 | 201 | 202, body: object]

/** A route for keys of a plan that reads events. Each call counts as one, but for HEAD. */
function forKeys(answer: (visit: Visit) => Promise<Answered>) {
  return async (ctx: RequestContext, gate: Gate): Promise<void> => {
    const { req, state } = ctx
    const caller = await gate.caller(req.headers)
    const wanted = { ...currentRead, name: 'Webhooks', tier: 'basic', price: '0' } as const
    const decision = decideAccess(wanted, caller)
    if (decision.kind === 'refuse') throw planNeeded(decision)
    if (decision.kind === 'suspended') throw accountSuspended()
    if (decision.kind !== 'serve') throw keyRequired()
    const { holder } = decision
    state.holder = holder
    state.plan = holder.plan
    const count = await countCall(gate, holder, req.method === 'HEAD')
    const [status, body] = await gate.atDesk((desk) => {
      const doer: Doer = { actor: 'person', key: holder.key, address: state.address, now: desk.now() }
      return answer({ desk, holder, doer, ctx })
    })
    sendUncached(ctx, status, JSON.stringify(body), contentTypes.json, rateLimitHeaders(holder, count))
  }
}

/** A route of the webhook that its path names. */
const about = (answer: (visit: Visit, webhook: Webhook) => Promise<Answered>) =>
  forKeys(async (visit) => {
    const { ctx, desk, holder } = visit
    return answer(visit, await ownWebhook(desk.state, String(ctx['params'].webhook), holder.account))
  })

const list = forKeys(async ({ desk, holder }) => {
  const webhooks = await listWebhooks(desk.state, holder.account)
  return [200, { count: webhooks.length, webhooks: webhooks.map((each) => webhookAnswer(each)) }]
})

const create = forKeys(async ({ desk, holder, doer, ctx }) => {
  const idempotency = readIdempotencyKey(ctx.req.headers['idempotency-key'])
  const asked = readWebhookRequest(await readJson(ctx.req))
  await requireProvedAddress(desk, holder.account)
  const reading = { plan: holder.plan, view: ctx.state.cache?.view ?? null }
  const made = await registerWebhook(desk, { ...asked, account: holder.account, idempotency }, reading, doer)
  return [201, webhookAnswer(made.webhook, made.secret)]
})

const drop = about(async ({ desk, doer }, webhook) => {
  await removeWebhook(desk, webhook, doer)
  return [200, { id: webhook.id, deleted: true }]
})

const renew = about(async ({ desk, doer, holder }, webhook) => {
  await requireProvedAddress(desk, holder.account)
  const rotated = await rotateWebhookSecret(desk, webhook, doer)
  return [200, webhookAnswer(rotated.webhook, rotated.secret)]
})

const changing = (to: 'active' | 'paused') =>
  about(async ({ desk, doer }, webhook) => [200, webhookAnswer(await setWebhookState(desk, webhook, to, doer))])

const test = about(async ({ desk, doer }, webhook) => [202, deliveryAnswer(await sendTestMessage(desk, webhook, doer))])

const deliveries = about(async ({ desk }, webhook) => {
  const rows = await listDeliveries(desk.state, webhook.id, mostDeliveries)
  return [200, { count: rows.length, deliveries: rows.map(deliveryAnswer) }]
})

const again = about(async ({ ctx, desk, doer }, webhook) => {
  const delivery = String(ctx['params'].delivery)
  return [202, deliveryAnswer(await resendDelivery(desk, webhook, delivery, doer))]
})

const isoTime = (ms: number): string => new Date(ms).toISOString()

/** An address as the interface gives it. `secret` comes with the answer that made it alone. */
function webhookAnswer(webhook: Webhook, secret?: string): WebhookRecord {
  const { filter, reason, last_delivered_at, previous_until } = webhook
  return {
    id: webhook.id,
    url: webhook.url,
    format: webhook.format,
    state: webhook.state,
    ...(reason === null ? {} : { reason }),
    changed_at: isoTime(webhook.changed_at),
    types: filter.types?.slice() ?? null,
    companies: filter.companies?.slice() ?? null,
    kinds: filter.kinds?.slice() ?? null,
    public_key: webhook.public_key,
    ...(secret === undefined ? {} : { secret }),
    ...(previous_until === null ? {} : { previous_secret_until: isoTime(previous_until) }),
    failures: webhook.failures,
    last_delivered_at: last_delivered_at === null ? null : isoTime(last_delivered_at),
    created_at: isoTime(webhook.created_at),
  }
}

/** A delivery as the interface gives it. */
function deliveryAnswer(delivery: ListedDelivery): WebhookDelivery {
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

/** The routes under /api/webhooks, by name. */
export const webhookRoutes = {
  listWebhooks: list,
  createWebhook: create,
  deleteWebhook: drop,
  rotateWebhook: renew,
  pauseWebhook: changing('paused'),
  resumeWebhook: changing('active'),
  testWebhook: test,
  listDeliveries: deliveries,
  replayDelivery: again,
} as const
