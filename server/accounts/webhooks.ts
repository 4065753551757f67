import type { EventType } from '../../data/event-types.ts'
import { eventTypes } from '../../data/event-types.ts'
import { signedInWith } from '../access/desk.ts'
import type { Exchange } from '../answers/exchange.ts'
import { queryOf } from '../answers/exchange.ts'
import { Refusal } from '../http/errors.ts'
import { signInPath } from '../pages/ways-to-read.ts'
import { listDeliveries } from '../state/webhook-deliveries.ts'
import { changeWebhook, deleteWebhook, type Webhook } from '../state/webhooks.ts'
import { noWebhook, ownWebhook, register, rotate, sendAgain, sendTest } from '../webhooks/actions.ts'
import { filterOf } from '../webhooks/webhook-request.ts'
import { requireProvedAddress } from './proof.ts'
import { type Change, changing } from './settings.ts'
import type { News } from './settings-page.ts'
import { goTo, sendForm } from './sign-in.ts'
import { type AccountPages, doerOf } from './visit.ts'
import { deliveriesPage, readsEvents, webhookPaths } from './webhook-section.ts'

/** Messages of the page of deliveries. */
const mostShown = 50

/** GET /settings/webhooks?webhook=ID: what was sent to an address. */
export async function deliveriesRoute(ctx: Exchange, { gate }: AccountPages): Promise<void> {
  const id = queryOf(ctx).find(({ name }) => name === 'webhook')?.value ?? ''
  const page = await gate.atDesk(async (desk) => {
    const signedIn = await signedInWith(desk, ctx.state.session)
    if (signedIn === null) return null
    const webhook = await ownWebhook(desk.state, id, signedIn.holder.account)
    return deliveriesPage(webhook, await listDeliveries(desk.state, webhook.id, mostShown))
  })
  if (page === null) goTo(ctx, signInPath('/settings'))
  else sendForm(ctx, 200, page)
}

/** A form of the section of webhooks. What is refused is told on the page. */
const doing = (act: (change: Change) => Promise<News>) =>
  changing(async (change) => {
    if (change.holder.suspended) return { wrong: 'The account is suspended. Ask the operator of this server.' }
    return act(change).catch((error: unknown) => {
      if (error instanceof Refusal) return { wrong: error.message }
      throw error
    })
  })

/** The webhook that a form names. */
const named = ({ desk, form, holder }: Change): Promise<Webhook> =>
  ownWebhook(desk.state, form.get('webhook') ?? '', holder.account)

const add = doing(async ({ desk, form, ctx, holder }) => {
  if (!readsEvents(holder)) return { wrong: 'The plan reads no events. Webhooks come with Basic and above.' }
  const types = form.getAll('types') as EventType[]
  if (types.length === 0) return { wrong: 'Choose at least one type of event.' }
  const companies = (form.get('companies') ?? '').split(/[\s,]+/).filter((name) => name !== '')
  const filter = filterOf({
    types: eventTypes.every((type) => types.includes(type)) ? null : types,
    companies: companies.length === 0 ? null : companies,
  })
  await requireProvedAddress(desk, holder.account)
  const input = { account: holder.account, url: (form.get('url') ?? '').trim(), filter, idempotency: null }
  const { secret } = await register(desk, input, doerOf(ctx, desk))
  return { key: secret, done: 'The webhook is added. Its secret is shown only once: store it now.' }
})

const renew = doing(async (change) => {
  const { secret } = await rotate(change.desk, await named(change), doerOf(change.ctx, change.desk))
  return { key: secret, done: 'The new secret is shown only once: store it now. The old one signs too for 24 hours.' }
})

const test = doing(async (change) => {
  await sendTest(change.desk, await named(change), doerOf(change.ctx, change.desk))
  return { done: 'A test message is on its way. Its deliveries show what the address answers.' }
})

const replay = doing(async (change) => {
  const { desk, form, ctx } = change
  await sendAgain(desk, await named(change), form.get('delivery') ?? '', doerOf(ctx, desk))
  return { done: 'The message is sent again.' }
})

const turn = (to: 'active' | 'paused', done: string) =>
  doing(async (change) => {
    const { desk, ctx } = change
    if ((await changeWebhook(desk.state, await named(change), to, doerOf(ctx, desk))) === null) throw noWebhook()
    desk.webhooks.wake()
    return { done }
  })

const remove = doing(async (change) => {
  const { desk, ctx } = change
  if (!(await deleteWebhook(desk.state, await named(change), doerOf(ctx, desk)))) throw noWebhook()
  return { done: 'The webhook is deleted: nothing is sent to its address any more.' }
})

/** Where the forms of the section are sent. */
export const webhookForms = {
  [webhookPaths.add]: add,
  [webhookPaths.test]: test,
  [webhookPaths.pause]: turn('paused', 'The webhook is paused.'),
  [webhookPaths.resume]: turn('active', 'The webhook is resumed. What happened meanwhile is sent now.'),
  [webhookPaths.rotate]: renew,
  [webhookPaths.remove]: remove,
  [webhookPaths.replay]: replay,
} as const
