import { framed } from '../../data/page-frame.ts'
import { plans } from '../../data/plans.ts'
import { waysStyle } from '../../data/site-style.ts'
import { Refusal } from '../errors.ts'
import type { Exchange } from '../exchange.ts'
import { readForm } from '../form.ts'
import { network } from '../limits/network.ts'
import { escaped } from '../page.ts'
import { carryOn, crumbs, limited, nextField, nextOf, safeNext, sendForm, wrongField, wrongLine } from '../sign-in.ts'
import { takeAttempt } from '../state/attempts.ts'
import { signUp as createAccountOf } from '../state/people.ts'
import { beginSession } from '../state/sessions.ts'
import { signInPath } from '../ways-to-read.ts'
import type { Desk } from './desk.ts'
import { emailOf, emailRules, newPasswordRules, passwordNote, weakness } from './entered.ts'
import { type AccountPages, doerOf, whereFrom } from './visit.ts'

/** GET /sign-up: the form, or that the operator makes accounts here. */
export async function signUpPage(ctx: Exchange, { gate }: AccountPages): Promise<void> {
  const { open, mailed } = await gate.atDesk(async ({ signUp: open, mail }) => ({ open, mailed: mail !== null }))
  sendForm(ctx, 200, open ? signUpForm(nextOf(ctx), { mailed }) : closedPage())
}

/** POST /sign-up: an account of the free plan, signed in. */
export async function signUp(ctx: Exchange, pages: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, pages.origin)
  const next = safeNext(form.get('next') ?? undefined)
  const entered = form.get('email') ?? ''
  const { made, mailed } = await pages.gate.atDesk(async (desk) => ({
    made: await create(ctx, desk, entered, form.get('password') ?? ''),
    mailed: desk.mail !== null,
  }))
  if ('token' in made) return carryOn(ctx, pages, made.token, next === '/' ? '/settings' : next)
  ctx.state.error = 'INVALID_REQUEST'
  sendForm(ctx, 400, signUpForm(next, { mailed, wrong: made.wrong, email: entered }))
}

async function create(
  ctx: Exchange,
  desk: Desk,
  entered: string,
  password: string,
): Promise<{ readonly token: string } | { readonly wrong: string }> {
  const { state, passwords, now } = desk
  if (!desk.signUp) throw new Refusal('SIGN_UP_CLOSED', 'Accounts are made by the operator of this server. Ask for one.')
  const email = emailOf(entered)
  if (email === null) return { wrong: 'This is not an email address. Enter one such as name@example.com.' }
  const weak = weakness(password, email)
  if (weak !== null) return { wrong: weak }
  const where = whereFrom(ctx)
  const wait = await takeAttempt(state, 'sign-up', network(where.address), now())
  if (wait > 0) throw limited('accounts were created from this address', wait)
  const account = await createAccountOf(state, { email, password: await passwords.hash(password) }, doerOf(ctx, desk))
  if (account === 'taken') return { wrong: 'There is an account with this email address. Sign in instead.' }
  return { token: await beginSession(state, { ...where, account: account.id, key: null }, now()) }
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
    `<main id="main">${crumbs}<h1>Create an account</h1>`,
    `<p class="stand">The ${free.title} plan reads ${free.perHour} documents per hour and ${free.perDay} per day, in the browser and with up to ${free.keys} API keys together.</p>`,
    wrongLine(wrong),
    `<form method="post" action="/sign-up">${nextField(next)}<label for="email">Email address</label>`,
    `<input id="email" name="email" ${emailRules} value="${escaped(email)}"${wrongField(wrong)}>`,
    `<label for="password">Password</label><input id="password" name="password" ${newPasswordRules} aria-describedby="rules">`,
    `<p class="note" id="rules">${passwordNote}</p>`,
    '<button class="btn" type="submit">Create the account</button></form>',
    `<p class="note">You have an account? <a href="${escaped(signInPath(next))}">Sign in</a>. The address names your account and is not passed on; ${mailed ? 'mail is sent to it only when you ask for a new password' : 'no mail is sent to it'}.</p></main>`,
  ].join('')
  return framed({ title: 'Create an account', body, style: waysStyle, part: 'sign-in' })
}

function closedPage(): string {
  const body = `<main id="main">${crumbs}<h1>Create an account</h1><p class="stand">Accounts are made by the operator of this server. Ask for one, then <a href="/sign-in">sign in</a>.</p></main>`
  return framed({ title: 'Create an account', body, style: waysStyle, part: 'sign-in' })
}
