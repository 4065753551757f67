import { framed } from '../data/page-frame.ts'
import { plans } from '../data/plans.ts'
import { waysStyle } from '../data/site-style.ts'
import { Refusal } from './errors.ts'
import { type Exchange, queryOf, sendPassing } from './exchange.ts'
import { readForm } from './form.ts'
import { contentTypes } from './formats.ts'
import type { Gate } from './gate.ts'
import type { Attempts } from './keys/attempts.ts'
import type { SessionCookie } from './keys/session-cookie.ts'
import { escaped } from './page.ts'
import { pageHeaders } from './page-policy.ts'
import type { KeyHolder } from './state/accounts.ts'
import { sessionMs } from './state/sessions.ts'

/** A person enters a key once in a browser, which then reads pages with it until they sign out. */
export interface SignIn {
  readonly gate: Gate
  readonly cookie: SessionCookie
  readonly attempts: Attempts
  /** Where callers reach this server, such as `https://briefings.example`. */
  readonly origin: string
}

/** GET /sign-in: the form, or who is signed in. */
export async function signInPage(ctx: Exchange, { gate, cookie }: SignIn): Promise<void> {
  const next = safeNext(queryOf(ctx).find(({ name }) => name === 'next')?.value)
  const token = ctx.state.session
  const visitor = token === null ? null : await gate.visitor(token)
  const open = ctx.state.cache?.view.manifest.sample ?? false
  if (visitor?.kind === 'holder') sendForm(ctx, 200, signedIn(visitor.holder, next))
  else sendForm(ctx, 200, signInForm(next, { open }), token === null ? [] : ['Set-Cookie', cookie.drop])
}

/** POST /sign-in: begins a session and goes to where the person came from. A session the browser had before ends. */
export async function signIn(ctx: Exchange, { gate, cookie, attempts, origin }: SignIn): Promise<void> {
  const form = await readForm(ctx.req, origin)
  const next = safeNext(form.get('next') ?? undefined)
  const address = ctx.req.socket.remoteAddress ?? ''
  const wait = attempts.wait(address)
  if (wait > 0) {
    const message = `Too many wrong keys were entered from this address. Retry in ${Math.ceil(wait / 60)} minutes.`
    throw new Refusal('SIGN_IN_LIMITED', message, { retryAfter: wait })
  }
  const session = await gate.beginSession((form.get('key') ?? '').trim()).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'KEY_INVALID') throw error
    attempts.fail(address)
    return error
  })
  if (session instanceof Refusal) {
    ctx.state.error = session.code
    sendForm(ctx, session.status, signInForm(next, { wrong: session.message }), session.facts.headers)
    return
  }
  ctx.state.holder = session.holder
  ctx.state.plan = session.holder.plan
  const before = cookie.tokenOfForm(ctx.req)
  // where the store cannot be asked, the earlier session runs out by itself: no browser has its cookie any more
  if (before !== null) await gate.endSession(before).catch(() => {})
  goTo(ctx, next, cookie.keep(session.token, sessionMs))
}

/** POST /sign-out: ends the session. Where the store cannot be asked the cookie goes all the same, and the session runs out by itself. */
export async function signOut(ctx: Exchange, { gate, cookie, origin }: SignIn): Promise<void> {
  await readForm(ctx.req, origin)
  const token = cookie.tokenOfForm(ctx.req)
  if (token !== null) await gate.endSession(token).catch(() => {})
  goTo(ctx, '/sign-in', cookie.drop)
}

function goTo(ctx: Exchange, path: string, setCookie: string): void {
  sendPassing(ctx, 303, '', null, ['Location', path, 'Set-Cookie', setCookie, 'Content-Length', '0'])
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

function sendForm(ctx: Exchange, status: number, page: string, headers: readonly string[] = []): void {
  sendPassing(ctx, status, page, contentTypes.html, headers, pageHeaders(page, true))
}

const crumbs = '<div class="crumbs"><a href="/">Today</a> <a href="/prices">Prices and keys</a></div>'
const nextField = (next: string) => `<input type="hidden" name="next" value="${escaped(next)}">`

function signInForm(next: string, { wrong = null, open = false }: { wrong?: string | null; open?: boolean }): string {
  const body = [
    `<main id="main">${crumbs}<h1>Sign in with a key</h1>`,
    '<p class="stand">Enter an API key once, and this browser reads every page its plan includes for 30 days. The key itself is not stored in the browser.</p>',
    open ? '<p class="note">This server shows sample data, so all pages are open: no key is needed to read them.</p>' : '',
    wrong === null ? '' : `<p class="wrong" role="alert" id="wrong">${escaped(wrong)}</p>`,
    `<form method="post" action="/sign-in">${nextField(next)}<input type="text" name="username" value="API key" autocomplete="username" hidden><label for="key">API key</label>`,
    `<input id="key" name="key" type="password" required maxlength="200" autocomplete="current-password" autocapitalize="none" spellcheck="false"${wrong === null ? '' : ' aria-invalid="true" aria-describedby="wrong"'}>`,
    '<button class="btn" type="submit">Sign in</button></form>',
    '<p class="note">No key yet? <a href="/prices#key">How to get one</a>.</p></main>',
  ].join('')
  return framed({ title: 'Sign in', body, style: waysStyle, part: 'sign-in' })
}

function signedIn({ plan, perHour, perDay }: KeyHolder, next: string): string {
  const { title } = plans.find((row) => row.plan === plan)!
  const body = [
    `<main id="main">${crumbs}<h1>You are signed in</h1>`,
    `<p class="stand">This browser reads pages with a key of the ${title} plan. Pages count as requests: ${perHour} per hour, ${perDay} per day.</p>`,
    `<div class="acts"><a class="btn" href="${escaped(next)}">Continue reading</a></div>`,
    '<form method="post" action="/sign-out"><button class="btn ghost" type="submit">Sign out</button></form></main>',
  ].join('')
  return framed({ title: 'Signed in', body, style: waysStyle, part: 'sign-in' })
}
