import type { AccountContext } from '../access/account-context.ts'
import type { Mailer } from '../access/mail.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { readForm } from '../http/form.ts'
import { errorFields } from '../http/log.ts'
import { network } from '../http/network.ts'
import { escaped } from '../pages/page.ts'
import { takeAttempt } from '../state/attempts.ts'
import type { Doer } from '../state/audit.ts'
import { issueReset, personByEmail } from '../state/people.ts'
import { emailRules, resetPath, validEmail } from './entered.ts'
import { accountPage, limitAttempts, sendForm, wrongField, wrongLine } from './sign-in.ts'
import { type AccountPages, addressAndBrowser, auditActorOf } from './visit.ts'

/** Path of the page where a person asks for a link that sets a new password. */
export const forgotPath = '/forgot'

/** GET /forgot: the form, or that the operator gives such links. */
export async function forgotPage(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const sends = await gate.atDesk(async ({ mail }) => mail !== null)
  sendForm(ctx, 200, sends ? forgotForm(null, '') : operatorPage())
}

/**
 * POST /forgot: mails a link to whoever has an account with the address. The answer is the same, and comes as soon, where nobody has: it does
 * not tell who has an account here.
 */
export async function mailPasswordReset(ctx: RequestContext, pages: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, pages.origin)
  const entered = form.get('email') ?? ''
  const email = validEmail(entered)
  const asked = await pages.gate.atDesk(async (desk) => {
    if (desk.mail === null || email === null) return { sends: desk.mail !== null }
    await limitAttempts(
      desk,
      'mail by network',
      network(addressAndBrowser(ctx).address),
      'links were requested from this address',
    )
    void mailLink(desk, desk.mail, email, auditActorOf(ctx, desk), pages.origin).catch((error: unknown) =>
      pages.log.error('a mail with a link was not sent', { id: ctx.state.id, ...errorFields(error) }),
    )
    return { sends: true }
  })
  if (!asked.sends) return sendForm(ctx, 200, operatorPage())
  if (email !== null) return sendForm(ctx, 200, sentPage(email))
  ctx.state.error = 'INVALID_REQUEST'
  sendForm(ctx, 400, forgotForm('This is not an email address. Enter one such as name@example.com.', entered))
}

/** Makes and mails the link, where somebody has the address and was not sent several within the hour. */
async function mailLink(desk: AccountContext, mail: Mailer, email: string, doer: Doer, origin: string): Promise<void> {
  const { state, now } = desk
  const person = await personByEmail(state, email)
  if (person === null || (await takeAttempt(state, 'mail by address', email, now())) > 0) return
  const issued = await issueReset(state, person.account, null, doer)
  if (typeof issued === 'string') return
  const { host } = new URL(origin)
  await mail.send({
    to: issued.email,
    subject: `A new password for ${host}`,
    text: [
      `Somebody, probably you, asked for a link that sets a new password for your account at ${host}. It works once, within an hour:`,
      '',
      `${origin}${resetPath}?code=${issued.code}`,
      '',
      'The page of the link shows which keys, passkeys and webhooks your account has, and asks which of them stay.',
      'If it was not you, do nothing: your password stays as it is. Pass the link on to nobody.',
      '',
    ].join('\n'),
  })
}

function forgotForm(wrong: string | null, email: string): string {
  const body = [
    '<p class="stand">Enter the email address of your account. A link that sets a new password is sent to it.</p>',
    wrongLine(wrong),
    `<form method="post" action="${forgotPath}"><label for="email">Email address</label>`,
    `<input id="email" name="email" ${emailRules} value="${escaped(email)}"${wrongField(wrong)}>`,
    '<button class="btn" type="submit">Send the link</button></form>',
    '<p class="note"><a href="/sign-in">Sign in</a>, or <a href="/sign-in/passkey">sign in with a passkey</a>.</p>',
  ].join('')
  return accountPage('Forgotten password', body, { heading: 'Forgotten your password?' })
}

function sentPage(email: string): string {
  const body = `<p class="stand">If an account has the address <b>${escaped(email)}</b>, a link is on its way to it. The link sets a new password once, within an hour.</p><p class="note">Nothing has come? Check your spam folder, then <a href="${forgotPath}">request another link</a>. At most three are sent per hour.</p>`
  return accountPage('Look at your mail', body)
}

function operatorPage(): string {
  const body = `<p class="stand">This server sends no mail. Its operator can give you a link that sets a new password.</p><p class="note"><a href="/sign-in">Sign in</a>, or <a href="/sign-in/passkey">sign in with a passkey</a>.</p>`
  return accountPage('Forgotten password', body, { heading: 'Forgotten your password?' })
}
