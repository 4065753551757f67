import { queryOf, type RequestContext } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { readBody } from '../http/form.ts'
import { unsubscribePath } from '../mornings/message.ts'
import { escaped } from '../pages/page.ts'
import { accountOfToken, subscribeMorning, unsubscribeMorning } from '../state/mornings.ts'
import { requireProvedAddress } from './proof.ts'
import { settingsFormHandler } from './settings.ts'
import { morningHours, morningPaths } from './settings-page.ts'
import { accountPage, sendForm } from './sign-in.ts'
import { type AccountPages, auditActorOf } from './visit.ts'

/** Subscribes, or changes zone and hour. */
const set = settingsFormHandler(async ({ desk, form, doer, holder }) => {
  // what knows the zones of the world is loaded with the first subscription
  const { isZone, nextMorning } = await import('../mornings/local-morning.ts')
  const zone = (form.get('zone') ?? '').trim()
  const hour = morningHours.find((each) => String(each) === form.get('hour'))
  if (desk.mail === null) return { wrong: 'No mail is sent here.' }
  if (hour === undefined || !isZone(zone)) return { wrong: 'Choose an hour, and a time zone such as Europe/London or UTC.' }
  await requireProvedAddress(desk, holder.account)
  const next_at = nextMorning(desk.now(), { zone, hour })
  await subscribeMorning(desk.state, { account: holder.account, zone, hour, next_at }, doer)
  return { done: `The morning mail comes at ${hour}:00, ${zone}.` }
})

const end = settingsFormHandler(async ({ desk, doer, holder }) => {
  await unsubscribeMorning(desk.state, holder.account, doer)
  return { done: 'The morning mail is not sent any more.' }
})

/** Where the forms of the section are sent. */
export const morningForms = { [morningPaths.set]: set, [morningPaths.end]: end } as const

const tokenIn = (ctx: RequestContext) => queryOf(ctx).find(({ name }) => name === 'token')?.value ?? ''

/** GET /unsubscribe: asks first, for programs that preview links must end nothing. */
export async function unsubscribePage(ctx: RequestContext): Promise<void> {
  const action = `${unsubscribePath}?token=${encodeURIComponent(tokenIn(ctx))}`
  const body = `<form method="post" action="${escaped(action)}"><button class="btn" type="submit">Unsubscribe</button></form>`
  sendForm(ctx, 200, accountPage('Unsubscribe', body, { heading: 'End the morning mail?' }))
}

/** POST /unsubscribe: by the button of that page, or by the one click of a mail program (RFC 8058), which neither signs in nor names its origin. */
export async function unsubscribeByLink(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  await readBody(ctx.req, 4_096, () => new Refusal('FORM_TOO_LARGE', 'The body is larger than that of one click. Send less.'))
  const known = await gate.atDesk(async (desk) => {
    const account = await accountOfToken(desk.state, tokenIn(ctx))
    if (account !== null) await unsubscribeMorning(desk.state, account, auditActorOf(ctx, desk))
    return account !== null
  })
  if (!known) ctx.state.error = 'NOT_FOUND'
  const text = known
    ? 'The morning mail is not sent any more. Subscribe again in the settings.'
    : 'This link is not of a mail of this server. Unsubscribe in the settings.'
  sendForm(ctx, known ? 200 : 404, accountPage('Unsubscribe', `<p>${text}</p>`))
}
