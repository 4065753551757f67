import { type EventType, eventTypes } from '../../data/event-types.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { queryOf } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { listDeliveries } from '../state/webhook-deliveries.ts'
import type { Webhook } from '../state/webhooks.ts'
import {
  ownWebhook,
  registerWebhook,
  removeWebhook,
  resendDelivery,
  rotateWebhookSecret,
  sendTestMessage,
  setWebhookState,
} from '../webhooks/actions.ts'
import { filterOf, readWebhookFormat } from '../webhooks/webhook-request.ts'
import { requireProvedAddress } from './proof.ts'
import { type SettingsChange, settingsFormHandler, withSignedIn } from './settings.ts'
import type { SettingsNotice } from './settings-page.ts'
import { sendForm } from './sign-in.ts'
import type { AccountPages } from './visit.ts'
import { deliveriesPage, readsEvents, webhookPaths } from './webhook-section.ts'

/** Messages of the page of deliveries. */
const mostShown = 50

/** GET /settings/webhooks?webhook=ID: what was sent to an address. */
export async function deliveriesRoute(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const id = queryOf(ctx).find(({ name }) => name === 'webhook')?.value ?? ''
  const page = await withSignedIn(ctx, gate, async ({ state }, { holder }) => {
    const webhook = await ownWebhook(state, id, holder.account)
    return deliveriesPage(webhook, await listDeliveries(state, webhook.id, mostShown))
  })
  if (page !== null) sendForm(ctx, 200, page)
}

/** A form of the section of webhooks. The page shows what is refused. */
const doing = (act: (change: SettingsChange) => Promise<SettingsNotice>) =>
  settingsFormHandler(async (change) => {
    if (change.holder.suspended) return { wrong: 'The account is suspended. Ask the operator of this server.' }
    return act(change).catch((error: unknown) => {
      if (error instanceof Refusal) return { wrong: error.message }
      throw error
    })
  })

/** A form about the webhook that it names. */
const about = (act: (change: SettingsChange, webhook: Webhook) => Promise<SettingsNotice>) =>
  doing(async (change) =>
    act(change, await ownWebhook(change.desk.state, change.form.get('webhook') ?? '', change.holder.account)),
  )

const add = doing(async ({ ctx, desk, form, doer, holder }) => {
  if (!readsEvents(holder)) return { wrong: 'The plan reads no events. Webhooks come with Basic and above.' }
  const types = form.getAll('types') as EventType[]
  if (types.length === 0) return { wrong: 'Choose at least one type of event.' }
  const companies = (form.get('companies') ?? '').split(/[\s,]+/).filter((name) => name !== '')
  // every box is ticked when the page is opened: that does not ask for events of companies
  const ofMarket = types.filter((type) => !type.startsWith('company.'))
  const wanted = companies.length === 0 && ofMarket.length > 0 ? ofMarket : types
  const filter = filterOf({
    types: eventTypes.every((type) => types.includes(type)) ? null : wanted,
    companies: companies.length === 0 ? null : companies,
  })
  const format = readWebhookFormat(form.get('format'))
  await requireProvedAddress(desk, holder.account)
  const input = { account: holder.account, url: (form.get('url') ?? '').trim(), format, filter, idempotency: null }
  const reading = { plan: holder.plan, view: ctx.state.cache?.view ?? null }
  const { secret } = await registerWebhook(desk, input, reading, doer)
  return { key: secret, done: 'The webhook is added. Its secret is shown only once: store it now.' }
})

const renew = about(async ({ desk, doer, holder }, webhook) => {
  await requireProvedAddress(desk, holder.account)
  const { secret } = await rotateWebhookSecret(desk, webhook, doer)
  return { key: secret, done: 'The new secret is shown only once: store it now. The old one signs too for 24 hours.' }
})

const test = about(async ({ desk, doer }, webhook) => {
  await sendTestMessage(desk, webhook, doer)
  return { done: 'A test message is on its way. Its deliveries show what the address answers.' }
})

const replay = about(async ({ desk, form, doer }, webhook) => {
  await resendDelivery(desk, webhook, form.get('delivery') ?? '', doer)
  return { done: 'The message is sent again.' }
})

const turn = (to: 'active' | 'paused', done: string) =>
  about(async ({ desk, doer }, webhook) => {
    await setWebhookState(desk, webhook, to, doer)
    return { done }
  })

const drop = about(async ({ desk, doer }, webhook) => {
  await removeWebhook(desk, webhook, doer)
  return { done: 'The webhook is deleted: nothing is sent to its address any more.' }
})

/** Where the forms of the section are sent. */
export const webhookForms = {
  [webhookPaths.add]: add,
  [webhookPaths.test]: test,
  [webhookPaths.pause]: turn('paused', 'The webhook is paused.'),
  [webhookPaths.resume]: turn('active', 'The webhook is resumed. What happened meanwhile is sent now.'),
  [webhookPaths.rotate]: renew,
  [webhookPaths.remove]: drop,
  [webhookPaths.replay]: replay,
} as const
