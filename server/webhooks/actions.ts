import type { PlanName } from '../../data/plans.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { WebhookContext } from '../access/account-context.ts'
import { webhookFormats } from '../delivery/formats.ts'
import { AddressRefused, type GuardOptions, readAddress } from '../delivery/guard.ts'
import { eventMs } from '../events/page.ts'
import { unmatchableFilter } from '../events/reach.ts'
import { planTiers } from '../events/route.ts'
import { bodyRefusal, Refusal } from '../http/errors.ts'
import { idempotencyKeyReused } from '../http/form.ts'
import type { Doer } from '../state/audit.ts'
import type { State } from '../state/open.ts'
import { type ListedDelivery, queueTest, redeliver } from '../state/webhook-deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  mostWebhooks,
  replaceWebhookSecret,
  type Webhook,
  type WebhookInput,
  webhookById,
} from '../state/webhooks.ts'
import { checkAddress } from './post.ts'

interface Acting {
  readonly state: State
  readonly webhooks: WebhookContext
}

/** What it takes to tell whether anything can be sent to an address: the plan of its account, and the edition; null before there is one. */
interface Reading {
  readonly plan: PlanName
  readonly view: EditionView | null
}

/**
 * Registers an address that the guard lets pass and that something can be sent to. Throws a `Refusal` that says why it is not. A repeated
 * registration has its first answer, whatever has become of its companies.
 */
export async function registerWebhook(
  { state, webhooks }: Acting,
  input: WebhookInput,
  { plan, view }: Reading,
  doer: Doer,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const vain = await unmatchableFilter(view, input.filter, planTiers(plan))
  const refuseVain = () => {
    if (vain !== null) throw bodyRefusal(vain.field, vain.message)
  }
  if (input.idempotency === null) refuseVain()
  const url = await passing(input.url, webhooks)
  const lack = webhookFormats[input.format ?? 'standard'].lacks(new URL(url))
  if (lack !== null) throw bodyRefusal('url', lack)
  const made = await createWebhook(state, { ...input, url }, doer, refuseVain)
  if (made.kind === 'created') return made
  if (made.kind === 'reused') throw idempotencyKeyReused()
  if (made.kind === 'too many')
    throw new Refusal('WEBHOOK_LIMIT', `The account has ${mostWebhooks} webhooks, the most it may. Delete one first.`)
  throw new Refusal('INVALID_REQUEST', 'The account was deleted, or the key has ended. Use another key.', {
    hint: 'Send the request with another key.',
  })
}

async function passing(text: string, guarding: GuardOptions): Promise<string> {
  try {
    const url = readAddress(text, guarding)
    await checkAddress(url, guarding)
    return url.href
  } catch (error) {
    if (error instanceof AddressRefused)
      throw new Refusal('WEBHOOK_ADDRESS', error.message, { field: 'url', members: { reason: error.fault } })
    throw error
  }
}

function known<T>(answer: T | null | false): T {
  if (answer) return answer
  throw new Refusal('WEBHOOK_NOT_FOUND', 'The account has no webhook with this id. Look at the list of its webhooks.')
}

/** A webhook of an account; those of others are unknown to it. Throws WEBHOOK_NOT_FOUND. */
export const ownWebhook = async (state: State, id: string, account: string) => known(await webhookById(state, id, account))

/** A new secret. Throws WEBHOOK_NOT_FOUND. */
export const rotateWebhookSecret = async ({ state }: Acting, webhook: Webhook, doer: Doer) =>
  known(await replaceWebhookSecret(state, webhook, doer))

/** Pauses or resumes a webhook. Throws WEBHOOK_NOT_FOUND. */
export async function setWebhookState({ state, webhooks }: Acting, webhook: Webhook, to: 'active' | 'paused', doer: Doer) {
  const changed = known(await changeWebhook(state, webhook, to, doer))
  webhooks.wake()
  return changed
}

/** Deletes a webhook. Throws WEBHOOK_NOT_FOUND. */
export async function removeWebhook({ state }: Acting, webhook: Webhook, doer: Doer): Promise<void> {
  known(await deleteWebhook(state, webhook, doer))
}

/** Queues a test message. Throws WEBHOOK_STATE where the address is not active. */
export async function sendTestMessage({ state, webhooks }: Acting, webhook: Webhook, doer: Doer): Promise<ListedDelivery> {
  needActive(webhook)
  const queued = await queueTest(state, webhook, doer)
  if (queued === 'too many')
    throw new Refusal('WEBHOOK_STATE', 'Several tests of this webhook wait for an answer. Look at its deliveries first.')
  webhooks.wake()
  return queued
}

/** Sends a message again under its id. Throws DELIVERY_NOT_FOUND, WEBHOOK_STATE. */
export async function resendDelivery(
  { state, webhooks }: Acting,
  webhook: Webhook,
  delivery: string,
  doer: Doer,
): Promise<ListedDelivery> {
  needActive(webhook)
  const queued = await redeliver(state, webhook, delivery, { ...doer, oldest: doer.now - eventMs })
  if (queued === 'no delivery')
    throw new Refusal('DELIVERY_NOT_FOUND', 'The webhook has no delivery with this id. List its deliveries for those it has.')
  if (queued === 'too old')
    throw new Refusal(
      'WEBHOOK_STATE',
      'The event is older than 30 days, and events are kept no longer. Read what it was about instead.',
    )
  webhooks.wake()
  return queued
}

function needActive({ state }: Webhook): void {
  if (state !== 'active') throw new Refusal('WEBHOOK_STATE', `The webhook is ${state}. Resume it first.`)
}
