import { plans } from '../../data/plans.ts'
import type { AccountContext } from '../access/account-context.ts'
import type { Mailer } from '../access/mail.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { readForm } from '../http/form.ts'
import { errorFields } from '../http/log.ts'
import { network } from '../http/network.ts'
import { escaped } from '../pages/page.ts'
import { signInPath } from '../pages/ways-to-read.ts'
import { takeAttempt } from '../state/attempts.ts'
import { createPerson as createAccountOf, issueSignUp, personByEmail } from '../state/people.ts'
import { beginSession } from '../state/sessions.ts'
import { emailRules, newPasswordRules, passwordNote, passwordWeakness, resetPath, validEmail } from './entered.ts'
import {
  accountPage,
  limitAttempts,
  nextField,
  nextPathOf,
  safeNext,
  sendForm,
  startSession,
  wrongField,
  wrongLine,
} from './sign-in.ts'
import { type AccountPages, addressAndBrowser, auditActorOf } from './visit.ts'

/** GET /sign-up: the form, or that the operator makes accounts here. */
export async function signUpPage(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const { open, mailed } = await gate.atDesk(async ({ signUp: open, mail }) => ({ open, mailed: mail !== null }))
  sendForm(ctx, 200, open ? signUpForm(nextPathOf(ctx), { mailed }) : closedPage())
}

/**
 * POST /sign-up. Where mail is sent, a link to the address makes the account, and the answer is the same, and comes as soon, where there is one
 * already: then the mail says so. Without mail, an account of the free plan, signed in.
 */
export async function signUp(ctx: RequestContext, pages: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, pages.origin)
  const next = safeNext(form.get('next') ?? undefined)
  const entered = form.get('email') ?? ''
  const { made, mailed } = await pages.gate.atDesk(async (desk) => ({
    made: await create(ctx, desk, pages, entered, form.get('password') ?? ''),
    mailed: desk.mail !== null,
  }))
  if ('token' in made) return startSession(ctx, pages, made.token, next === '/' ? '/settings' : next)
  if ('sent' in made) return sendForm(ctx, 200, sentPage(made.sent, next))
  ctx.state.error = 'INVALID_REQUEST'
  sendForm(ctx, 400, signUpForm(next, { mailed, wrong: made.wrong, email: entered }))
}

type Made = { readonly token: string } | { readonly sent: string } | { readonly wrong: string }

async function create(
  ctx: RequestContext,
  desk: AccountContext,
  pages: AccountPages,
  entered: string,
  password: string,
): Promise<Made> {
  const { state, passwords, mail, now } = desk
  if (!desk.signUp) throw new Refusal('SIGN_UP_CLOSED', 'Accounts are made by the operator of this server. Ask for one.')
  const email = validEmail(entered)
  if (email === null) return { wrong: 'This is not an email address. Enter one such as name@example.com.' }
  const weak = mail === null ? passwordWeakness(password, email) : null
  if (weak !== null) return { wrong: weak }
  const where = addressAndBrowser(ctx)
  await limitAttempts(desk, 'sign-up', network(where.address), 'accounts were created from this address')
  if (mail !== null) {
    void mailLink(desk, mail, email, pages.origin).catch((error: unknown) =>
      pages.log.error('a mail with a link was not sent', { id: ctx.state.id, ...errorFields(error) }),
    )
    return { sent: email }
  }
  const account = await createAccountOf(state, { email, password: await passwords.hash(password) }, auditActorOf(ctx, desk))
  if (account === 'taken')
    return { wrong: 'No account was created, since the address has one. Sign in, or ask the operator of this server for a link.' }
  return { token: await beginSession(state, { ...where, account: account.id, key: null }, now()) }
}

/** Mails the link that makes the account, or that there is one, unless the address was sent several mails within the hour. */
async function mailLink({ state, now }: AccountContext, mail: Mailer, email: string, origin: string): Promise<void> {
  if ((await takeAttempt(state, 'mail by address', email, now())) > 0) return
  const { host } = new URL(origin)
  const known = (await personByEmail(state, email)) !== null
  const lines = known
    ? [
        `Somebody, probably you, wants to create an account at ${host} with this address. It has one already:`,
        '',
        `Sign in: ${origin}/sign-in`,
        `Set a new password: ${origin}/forgot`,
      ]
    : [
        `Somebody, probably you, wants to create an account at ${host} with this address. This link creates it, once, within an hour:`,
        '',
        `${origin}${resetPath}?code=${await issueSignUp(state, email, now())}`,
      ]
  const end = ['', 'If it was not you, do nothing. Pass this mail on to nobody.', '']
  await mail.send({ to: email, subject: `Your account at ${host}`, text: [...lines, ...end].join('\n') })
}

interface SignUpForm {
  /** Whether the server can send mail. */
  readonly mailed: boolean
  readonly wrong?: string | null
  readonly email?: string
}

function signUpForm(next: string, { mailed, wrong = null, email = '' }: SignUpForm): string {
  const free = plans.find(({ plan }) => plan === 'free')!
  const body = [
    `<p class="stand">The ${free.title} plan reads ${free.perHour} documents per hour and ${free.perDay} per day, in the browser and with up to ${free.keys} API keys together.</p>`,
    wrongLine(wrong),
    `<form method="post" action="/sign-up">${nextField(next)}<label for="email">Email address</label>`,
    `<input id="email" name="email" ${emailRules} value="${escaped(email)}"${wrongField(wrong)}>`,
    ...(mailed ? [] : [passwordField]),
    `<button class="btn" type="submit">${mailed ? 'Mail me the link' : 'Create the account'}</button></form>`,
    `<p class="note">You have an account? <a href="${escaped(signInPath(next))}">Sign in</a>. The address names your account and is not passed on; ${mailed ? 'mail is sent to it only when you ask for a link' : 'no mail is sent to it'}.</p>`,
  ].join('')
  return accountPage('Create an account', body)
}

const passwordField = `<label for="password">Password</label><input id="password" name="password" ${newPasswordRules} aria-describedby="rules"><p class="note" id="rules">${passwordNote}</p>`

function sentPage(email: string, next: string): string {
  const onward = next === '/' ? '' : ` Then <a href="${escaped(next)}">carry on here</a>.`
  const body = `<p class="stand">A mail is on its way to <b>${escaped(email)}</b>. Its link creates your account, once, within an hour.${onward}</p><p class="note">Nothing has come? Check your spam folder, then <a href="/sign-up">request another link</a>. At most three are sent per hour.</p>`
  return accountPage('Look at your mail', body)
}

function closedPage(): string {
  const body = `<p class="stand">Accounts are made by the operator of this server. Ask for one, then <a href="/sign-in">sign in</a>.</p>`
  return accountPage('Create an account', body)
}
