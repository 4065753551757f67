import { eventTypes } from '../../data/event-types.ts'
import { plans, type Tier } from '../../data/plans.ts'
import { formatNames, webhookFormats } from '../delivery/formats.ts'
import type { DeliveryFault } from '../delivery/schedule.ts'
import { escaped } from '../pages/page.ts'
import { waySection } from '../pages/ways-to-read.ts'
import type { KeyHolder, ListedKey } from '../state/accounts.ts'
import type { ListedDelivery } from '../state/webhook-deliveries.ts'
import { mostWebhooks, type Webhook } from '../state/webhooks.ts'
import { actionForm, settingsTable, tableStyle, timeText } from './settings-table.ts'
import { accountPage } from './sign-in.ts'

/** Paths of the page of deliveries and of the forms. */
export const webhookPaths = {
  add: '/settings/webhooks',
  test: '/settings/webhooks/test',
  pause: '/settings/webhooks/pause',
  resume: '/settings/webhooks/resume',
  rotate: '/settings/webhooks/rotate',
  remove: '/settings/webhooks/delete',
  replay: '/settings/webhooks/replay',
} as const

/** Whether a plan reads events. */
export const readsEvents = ({ plan }: Pick<KeyHolder, 'plan'>) =>
  (plans.find((row) => row.plan === plan)!.tiers as readonly Tier[]).includes('basic')

const reasons = { gone: 'the address answered 410', failing: 'the last of 10 tries failed' } as const

/** Addresses that were given up: told above the settings until they are resumed or deleted. */
export function webhookNotice(webhooks: readonly Webhook[]): string {
  const lines = webhooks
    .filter(({ state }) => state === 'disabled')
    .map(
      ({ url, reason, changed_at }) =>
        `<p>Events are not sent to ${escaped(url)} any more since ${timeText(changed_at)}: ${reasons[reason ?? 'failing']}. Correct the address, then resume the <a href="#webhooks">webhook</a>.</p>`,
    )
  return lines.length === 0 ? '' : `<div class="told" role="status">${lines.join('')}</div>`
}

export function webhookSection(
  webhooks: readonly Webhook[],
  keys: readonly Pick<ListedKey, 'id' | 'name'>[],
  holder: Pick<KeyHolder, 'plan'>,
): string {
  const rows = webhooks.map((webhook) => [
    `${escaped(webhook.url)} (${webhookFormats[webhook.format].title})`,
    stateText(webhook),
    webhook.key === null ? 'you' : `the key ${escaped(keys.find(({ id }) => id === webhook.key)?.name ?? webhook.key)}`,
    timeText(webhook.last_delivered_at),
    `<a href="${webhookPaths.add}?webhook=${webhook.id}" aria-label="${escaped(`Deliveries to ${webhook.url}`)}">Deliveries</a> ${buttons(webhook)}`,
  ])
  const list = settingsTable(['Address', 'State', 'Registered by', 'Last message taken', 'Change'], rows, 'No webhooks yet.')
  const note =
    '<p class="note">Every message is signed: <a href="/docs/receive-webhooks">how to verify one</a>. After a rotation both secrets sign for 24 hours.</p>'
  return waySection(
    'webhooks',
    'Webhooks',
    'Addresses that change events are sent to.',
    `${list}${formFor(webhooks, holder)}${note}`,
  )
}

function stateText({ state, reason, failures }: Webhook): string {
  if (state === 'disabled') return `disabled: ${reasons[reason ?? 'failing']}`
  if (state === 'paused' || failures === 0) return state
  return `active, ${failures === 1 ? 'the last attempt' : `the last ${failures} attempts`} failed`
}

function buttons({ id, url, state }: Webhook): string {
  const on = (action: string, title: string) => actionForm(action, title, `the webhook ${url}`, { webhook: id })
  return [
    state === 'active' ? on(webhookPaths.test, 'Test') : '',
    state === 'active' ? on(webhookPaths.pause, 'Pause') : on(webhookPaths.resume, 'Resume'),
    on(webhookPaths.rotate, 'Rotate'),
    on(webhookPaths.remove, 'Delete'),
  ].join('')
}

function formFor(webhooks: readonly Webhook[], holder: Pick<KeyHolder, 'plan'>): string {
  if (!readsEvents(holder))
    return '<p class="note">The plan reads no events: nothing is sent. Webhooks come with Basic and above.</p>'
  if (webhooks.length >= mostWebhooks)
    return `<p class="note">An account has at most ${mostWebhooks} webhooks. Delete one to add another.</p>`
  const boxes = eventTypes.map(
    (type) => `<label class="check"><input type="checkbox" name="types" value="${type}" checked> ${type}</label>`,
  )
  return [
    `<form method="post" action="${webhookPaths.add}">`,
    '<label for="url">Address of a new webhook</label><input id="url" name="url" type="url" required maxlength="1000" autocomplete="off" placeholder="https://">',
    `<label for="format">Format</label><select id="format" name="format">${formatNames.map((name) => `<option value="${name}">${webhookFormats[name].title}</option>`).join('')}</select>`,
    `<fieldset><legend>Events</legend>${boxes.join('')}</fieldset>`,
    '<label for="companies">Companies, separated by commas (optional)</label><input id="companies" name="companies" maxlength="1000" autocomplete="off">',
    '<button class="btn" type="submit">Add the webhook</button></form>',
  ].join('')
}

const faults: Readonly<Record<DeliveryFault, string>> = {
  timeout: 'no answer in time',
  connection: 'no connection',
  certificate: 'its certificate is not valid',
  name: 'its name does not resolve',
  address: 'its name leads to an address that is not public',
}

/** The page of what was sent to an address, and what it answered. */
export function deliveriesPage({ id, url, state }: Webhook, deliveries: readonly ListedDelivery[]): string {
  const rows = deliveries.map((delivery) => [
    `<code>${escaped(delivery.id)}</code>`,
    escaped(delivery.type),
    becameOf(delivery),
    delivery.state === 'waiting' ? timeText(delivery.next_at) : '',
    state === 'active'
      ? actionForm(webhookPaths.replay, 'Send again', `the message ${delivery.id}`, { webhook: id, delivery: delivery.id })
      : '',
  ])
  const list = settingsTable(['Message', 'Type', 'What became of it', 'Next attempt', 'Change'], rows, 'No messages yet.')
  const body = `<p class="stand">Messages to ${escaped(url)}, the newest first. They are kept 30 days.</p>${list}<p><a href="/settings#webhooks">Back to the settings</a></p>`
  return accountPage('Deliveries', body, { style: tableStyle })
}

function becameOf({ state, attempts, status, fault, delivered_at, ms }: ListedDelivery): string {
  const answer = status === null ? (fault === null ? '' : `: ${faults[fault]}`) : `: answered ${status} in ${ms} ms`
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  if (state === 'delivered') return `taken ${timeText(delivered_at)}, ${tries}${answer}`
  if (state === 'failed') return `given up after ${tries}${answer}`
  return attempts === 0 ? 'waits for its first attempt' : `${tries} failed${answer}`
}
