import { framedPage } from '../../data/page-frame.ts'
import { plans } from '../../data/plans.ts'
import { waysStyle } from '../../data/site-style.ts'
import { type AccountContext, signedInWith } from '../access/account-context.ts'
import { queryOf, type RequestContext, sendUncached } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { readForm } from '../http/form.ts'
import { contentTypes } from '../http/formats.ts'
import { network, widerNetwork } from '../http/network.ts'
import { pageHeaders } from '../http/page-policy.ts'
import { escaped } from '../pages/page.ts'
import type { KeyHolder } from '../state/accounts.ts'
import { type AttemptKind, giveBackAttempt, takeAttempt } from '../state/attempts.ts'
import { personByEmail, personOf } from '../state/people.ts'
import { beginSession, endSession, sessionMs } from '../state/sessions.ts'
import { emailRules, passwordRules, validEmail } from './entered.ts'
import { type AccountPages, addressAndBrowser } from './visit.ts'

/** GET /sign-in: the forms, or who is signed in. */
export async function signInPage(ctx: RequestContext, { gate, cookie }: AccountPages): Promise<void> {
  const next = nextPathOf(ctx)
  const token = ctx.state.session
  const visitor = token === null ? null : await gate.visitor(token)
  const open = ctx.state.cache?.view.manifest.sample ?? false
  if (visitor?.kind === 'holder') sendForm(ctx, 200, signedIn(visitor.holder, next))
  else sendForm(ctx, 200, signInForm(next, { open }), token === null ? [] : ['Set-Cookie', cookie.drop])
}

/**
 * POST /sign-in: begins a session with an email address and a password, or with a key, and goes to where the person came from. A session the
 * browser had before ends.
 */
export async function signIn(ctx: RequestContext, pages: AccountPages): Promise<void> {
  const { origin, gate } = pages
  const form = await readForm(ctx.req, origin)
  const next = safeNext(form.get('next') ?? undefined)
  const token = await (form.has('email')
    ? gate.atDesk((desk) => desk.signIns.take(() => byPassword(ctx, desk, form, pages.cookie.tokenOfForm(ctx.req))))
    : byKey(ctx, pages, form)
  ).catch((error: unknown) => {
    if (error instanceof Refusal && error.status === 401) return error
    throw error
  })
  if (token instanceof Refusal) {
    ctx.state.error = token.code
    const email = form.get('email')
    sendForm(ctx, token.status, signInForm(next, { wrong: token.message, email }), token.facts.headers)
  } else await startSession(ctx, pages, token, next)
}

/** Gives the browser its session, ends the one it had, and redirects to a page. */
export async function startSession(
  ctx: RequestContext,
  { cookie, gate }: AccountPages,
  token: string,
  next: string,
): Promise<void> {
  const before = cookie.tokenOfForm(ctx.req)
  // where the store cannot be asked, the earlier session runs out by itself: no browser has its cookie any more
  if (before !== null) await gate.endSession(before).catch(() => {})
  redirectTo(ctx, next, cookie.keep(token, sessionMs))
}

async function byKey(ctx: RequestContext, { gate }: AccountPages, form: URLSearchParams): Promise<string> {
  const where = addressAndBrowser(ctx)
  const from = network(where.address)
  await gate.atDesk((desk) => limitAttempts(desk, 'key', from, 'wrong keys were entered from this address'))
  const { token, holder } = await gate.beginSession((form.get('key') ?? '').trim(), where)
  await gate.atDesk(({ state }) => giveBackAttempt(state, 'key', from))
  ctx.state.holder = holder
  ctx.state.plan = holder.plan
  return token
}

/**
 * An address that is not known costs as much time as a wrong password, and is answered alike.
 * @param before token of the session the browser has: the person signs in again there, whatever strangers have tried elsewhere
 */
async function byPassword(
  ctx: RequestContext,
  desk: AccountContext,
  form: URLSearchParams,
  before: string | null,
): Promise<string> {
  const { state, passwords, now } = desk
  const where = addressAndBrowser(ctx)
  const email = validEmail(form.get('email') ?? '') ?? ''
  const person = await personByEmail(state, email)
  const signedIn = await signedInWith(desk, before)
  const counted: readonly (readonly [AttemptKind, string])[] =
    signedIn !== null && signedIn.person.email === email
      ? [['password by session', signedIn.token]]
      : [
          ['password by network', network(where.address)],
          ['password by email and network', `${email} ${widerNetwork(where.address)}`],
          ['password by email', email],
        ]
  for (const [what, whose] of counted) await limitAttempts(desk, what, whose, 'attempts to sign in failed')
  if (!(await passwords.matches(person?.password ?? null, form.get('password') ?? '')) || person === null)
    throw new Refusal('SIGN_IN_FAILED', 'The email address or the password is wrong. Check both and try again.')
  for (const [what, whose] of counted) await giveBackAttempt(state, what, whose)
  const { account } = person
  const token = await beginSession(state, { ...where, account, key: null }, now())
  // a password that was changed meanwhile has ended all sessions but this one
  if ((await personOf(state, account))?.password === person.password) return token
  await endSession(state, token)
  throw new Refusal('SIGN_IN_FAILED', 'The password was changed a moment ago. Sign in with the new one.')
}

/** Counts an attempt. Throws 429 SIGN_IN_LIMITED where no more may be made; `what` says what there were too many of. */
export async function limitAttempts(
  { state, now }: Pick<AccountContext, 'state' | 'now'>,
  kind: AttemptKind,
  whose: string,
  what: string,
) {
  const wait = await takeAttempt(state, kind, whose, now())
  if (wait === 0) return
  const minutes = Math.ceil(wait / 60)
  const message = `Too many ${what}. Retry in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  throw new Refusal('SIGN_IN_LIMITED', message, { retryAfter: wait })
}

/** POST /sign-out: ends the session. Where the store cannot be asked the cookie goes all the same, and the session runs out by itself. */
export async function signOut(ctx: RequestContext, { gate, cookie, origin }: AccountPages): Promise<void> {
  await readForm(ctx.req, origin)
  const token = cookie.tokenOfForm(ctx.req)
  if (token !== null) await gate.endSession(token).catch(() => {})
  redirectTo(ctx, '/sign-in', cookie.drop)
}

/** Redirects to a path of this server. */
export function redirectTo(ctx: RequestContext, path: string, setCookie: string | null = null): void {
  const cookie = setCookie === null ? [] : ['Set-Cookie', setCookie]
  sendUncached(ctx, 303, '', null, ['Location', path, ...cookie, 'Content-Length', '0'])
}

const longestNext = 2_000

/** A path of this server to go on to; the front page where the text is anything else, such as an address of another host. */
export function safeNext(text: string | undefined): string {
  if (text === undefined || text.length > longestNext || !/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text)) return '/'
  const here = 'http://here.invalid'
  if (!URL.canParse(text, here)) return '/'
  const { origin, pathname, search } = new URL(text, here)
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}` : '/'
}

/** Where a page of accounts was asked to go on to. */
export function nextPathOf(ctx: RequestContext): string {
  return safeNext(queryOf(ctx).find(({ name }) => name === 'next')?.value)
}

/** Sends a page with forms, made for one request. */
export function sendForm(ctx: RequestContext, status: number, page: string, headers: readonly string[] = []): void {
  sendUncached(ctx, status, page, contentTypes.html, headers, pageHeaders(page, true))
}

/** A page of accounts: its title, which is its heading unless that is another, and what is below. `after` follows the page's content. */
export function accountPage(
  title: string,
  body: string,
  { heading = title, style = waysStyle, after = '' }: { heading?: string; style?: string; after?: string } = {},
): string {
  return framedPage({ title, body: `<main id="main">${crumbs}<h1>${heading}</h1>${body}</main>${after}`, style, part: 'account' })
}

const crumbs = '<div class="crumbs"><a href="/">Today</a> <a href="/prices">Prices and keys</a></div>'
export const nextField = (next: string) => `<input type="hidden" name="next" value="${escaped(next)}">`
export const wrongLine = (wrong: string | null) =>
  wrong === null ? '' : `<p class="wrong" role="alert" id="wrong">${escaped(wrong)}</p>`
export const wrongField = (wrong: string | null) => (wrong === null ? '' : ' aria-invalid="true" aria-describedby="wrong"')

interface SignInForm {
  readonly wrong?: string | null
  readonly open?: boolean
  /** The address that was entered; null where a key was. */
  readonly email?: string | null
}

function signInForm(next: string, { wrong = null, open = false, email = null }: SignInForm): string {
  const [wrongPassword, wrongKey] = email === null ? [null, wrong] : [wrong, null]
  const body = [
    '<p class="stand">Sign in once, and this browser reads every page your plan includes for 30 days.</p>',
    open ? '<p class="note">This server shows sample data, so all pages are open: no key is needed to read them.</p>' : '',
    wrongLine(wrong),
    `<form method="post" action="/sign-in">${nextField(next)}<label for="email">Email address</label>`,
    `<input id="email" name="email" ${emailRules} value="${escaped(email ?? '')}"${wrongField(wrongPassword)}>`,
    `<label for="password">Password</label><input id="password" name="password" ${passwordRules}${wrongField(wrongPassword)}>`,
    '<button class="btn" type="submit">Sign in</button></form>',
    `<p class="note"><a href="/sign-in/passkey${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}">Sign in with a passkey</a> if you have added one.</p>`,
    `<p class="note">No account yet? <a href="${signUpPath(next)}">Create one</a>. <a href="/forgot">Forgotten your password?</a></p>`,
    '<section class="sec"><h2>Sign in with a key</h2><p class="note">The key itself is not stored in the browser. A key reads pages; it does not open the settings of its account. <a href="/prices#key">How to get a key</a></p>',
    `<form method="post" action="/sign-in">${nextField(next)}<input type="text" name="username" value="API key" autocomplete="username" hidden><label for="key">API key</label>`,
    `<input id="key" name="key" type="password" required maxlength="200" autocomplete="current-password" autocapitalize="none" spellcheck="false"${wrongField(wrongKey)}>`,
    '<button class="btn ghost" type="submit">Sign in with the key</button></form></section>',
  ].join('')
  return accountPage('Sign in', body)
}

const signUpPath = (next: string) => (next === '/' ? '/sign-up' : `/sign-up?next=${encodeURIComponent(next)}`)

function signedIn({ key, plan, perHour, perDay }: KeyHolder, next: string): string {
  const { title } = plans.find((row) => row.plan === plan)!
  const way = key === null ? `on the ${title} plan` : `with a key of the ${title} plan`
  const body = [
    `<p class="stand">This browser reads pages ${way}. Pages count as requests: ${perHour} per hour, ${perDay} per day.</p>`,
    `<div class="acts"><a class="btn" href="${escaped(next)}">Continue reading</a>${key === null ? '<a class="btn ghost" href="/settings">Settings</a>' : ''}</div>`,
    '<form method="post" action="/sign-out"><button class="btn ghost" type="submit">Sign out</button></form>',
  ].join('')
  return accountPage('Signed in', body, { heading: 'You are signed in' })
}
