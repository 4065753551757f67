import type { Plan } from '../../data/plans.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import type { WebhookDesk } from '../access/desk.ts'
import { webhookFormats } from '../delivery/formats.ts'
import { AddressRefused, type Guarding, readAddress } from '../delivery/guard.ts'
import { eventMs } from '../events/page.ts'
import { namedInVain } from '../events/reach.ts'
import { tiersOf } from '../events/route.ts'
import { Refusal } from '../http/errors.ts'
import type { State } from '../state/open.ts'
import { type Delivery, queueTest, replay } from '../state/webhook-deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  mostWebhooks,
  rotateSecret,
  type Webhook,
  type WebhookDoer,
  type WebhookInput,
  webhookById,
} from '../state/webhooks.ts'
import { checkAddress } from './post.ts'

interface Acting {
  readonly state: State
  readonly webhooks: WebhookDesk
}

/** What it takes to tell whether anything can be sent to an address: the plan of its account, and the edition; null before there is one. */
interface Reading {
  readonly plan: Plan
  readonly view: EditionView | null
}

/**
 * Registers an address that the guard lets pass and that something can be sent to. Throws a `Refusal` that says why it is not. A repeated
 * registration has its first answer, whatever has become of its companies.
 */
export async function register(
  { state, webhooks }: Acting,
  input: WebhookInput,
  { plan, view }: Reading,
  doer: WebhookDoer,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const vain = await namedInVain(view, input.filter, tiersOf(plan))
  const refuseVain = () => {
    if (vain !== null) throw new Refusal('VALIDATION_ERROR', vain.message, { field: vain.field })
  }
  if (input.idempotency === null) refuseVain()
  const url = await passing(input.url, webhooks)
  const lack = webhookFormats[input.format ?? 'standard'].lacks(new URL(url))
  if (lack !== null) throw new Refusal('VALIDATION_ERROR', lack, { field: 'url' })
  const made = await createWebhook(state, { ...input, url }, doer, refuseVain)
  if (made.kind === 'created') return made
  if (made.kind === 'reused')
    throw new Refusal('IDEMPOTENCY_KEY_REUSED', 'The Idempotency-Key was used for another body. Send a new one.', {
      field: 'idempotency-key',
    })
  if (made.kind === 'too many')
    throw new Refusal('WEBHOOK_LIMIT', `The account has ${mostWebhooks} webhooks, the most it may. Delete one first.`)
  throw new Refusal('INVALID_REQUEST', 'The account was deleted, or the key has ended. Use another key.')
}

async function passing(text: string, guarding: Guarding): Promise<string> {
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
export const rotate = async ({ state }: Acting, webhook: Webhook, doer: WebhookDoer) =>
  known(await rotateSecret(state, webhook, doer))

/** Pauses or resumes a webhook. Throws WEBHOOK_NOT_FOUND. */
export async function change({ state, webhooks }: Acting, webhook: Webhook, to: 'active' | 'paused', doer: WebhookDoer) {
  const changed = known(await changeWebhook(state, webhook, to, doer))
  webhooks.wake()
  return changed
}

/** Deletes a webhook. Throws WEBHOOK_NOT_FOUND. */
export async function remove({ state }: Acting, webhook: Webhook, doer: WebhookDoer): Promise<void> {
  known(await deleteWebhook(state, webhook, doer))
}

/** Queues a test message. Throws WEBHOOK_STATE where the address is not active. */
export async function sendTest({ state, webhooks }: Acting, webhook: Webhook, doer: WebhookDoer): Promise<Delivery> {
  needActive(webhook)
  const queued = await queueTest(state, webhook, doer)
  if (queued === 'too many')
    throw new Refusal('WEBHOOK_STATE', 'Several tests of this webhook wait for an answer. Look at its deliveries first.')
  webhooks.wake()
  return queued
}

/** Sends a message again under its id. Throws DELIVERY_NOT_FOUND, WEBHOOK_STATE. */
export async function sendAgain(
  { state, webhooks }: Acting,
  webhook: Webhook,
  delivery: string,
  doer: WebhookDoer,
): Promise<Delivery> {
  needActive(webhook)
  const queued = await replay(state, webhook, delivery, { ...doer, oldest: doer.now - eventMs })
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
