import { Refusal } from '../errors.ts'
import type { Exchange } from '../exchange.ts'
import { readForm } from '../form.ts'
import { network } from '../limits/network.ts'
import { carryOn, goTo, limited, nextOf, safeNext } from '../sign-in.ts'
import { giveBackAttempt, takeAttempt } from '../state/attempts.ts'
import {
  addPasskey,
  listPasskeys,
  mostPasskeys,
  newChallenge,
  passkeyById,
  takeChallenge,
  usePasskey,
} from '../state/passkeys.ts'
import { beginSession } from '../state/sessions.ts'
import { signInPath } from '../ways-to-read.ts'
import { type Desk, type SignedIn, signedInWith } from './desk.ts'
import { nameOf } from './entered.ts'
import { passkeyPaths, sendAddPage, sendPasskeySignIn } from './passkey-pages.ts'
import { counterOfProof, madePasskey } from './passkey-proof.ts'
import { type AccountPages, doerOf, whereFrom } from './visit.ts'

const signingIn = 'sign-in'
const adding = (account: string) => `add ${account}`
/** The account as authenticators keep it: no secret, and nothing that says who it is. */
const userOf = (account: string) => Buffer.from(account).toString('base64url')

/** GET /settings/passkeys: the page that adds one. */
export async function addPasskeyPage(ctx: Exchange, { gate }: AccountPages): Promise<void> {
  const shown = await gate.atDesk(async (desk) => {
    const signedIn = await signedInWith(desk, ctx.state.session)
    return signedIn && addPage(desk, signedIn, null)
  })
  if (shown === null) goTo(ctx, signInPath(passkeyPaths.add))
  else sendAddPage(ctx, 200, shown)
}

async function addPage({ state, now }: Desk, { holder, person }: SignedIn, wrong: string | null) {
  const { account } = holder
  return {
    challenge: await newChallenge(state, adding(account), now()),
    user: userOf(account),
    email: person.email,
    known: (await listPasskeys(state, account)).map(({ id }) => id),
    wrong,
  }
}

/** POST /settings/passkeys: the passkey that a browser made. */
export async function addPasskeyForm(ctx: Exchange, { gate, cookie, origin }: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, origin)
  const outcome = await gate.atDesk(async (desk) => {
    const signedIn = await signedInWith(desk, cookie.tokenOfForm(ctx.req))
    if (signedIn === null) return null
    const { account } = signedIn.holder
    const wait = await takeAttempt(desk.state, 'change', account, desk.now())
    if (wait > 0) throw limited('changes were made to this account', wait)
    const wrong = await added(ctx, desk, account, form, origin)
    return wrong === null ? 'added' : addPage(desk, signedIn, wrong)
  })
  if (outcome === null) goTo(ctx, signInPath(passkeyPaths.add))
  else if (outcome === 'added') goTo(ctx, '/settings#passkeys')
  else {
    ctx.state.error = 'INVALID_REQUEST'
    sendAddPage(ctx, 400, outcome)
  }
}

/** Null where the passkey was added, else why not. */
async function added(ctx: Exchange, desk: Desk, account: string, form: URLSearchParams, origin: string): Promise<string | null> {
  const name = nameOf(form.get('name') ?? '')
  if (name === null) return 'The name of a passkey has 1 to 64 printable characters. Enter another one.'
  const shown = {
    clientData: form.get('client') ?? '',
    authenticatorData: form.get('authenticator') ?? '',
    publicKey: form.get('key') ?? '',
  }
  const challenge = challengeIn(shown.clientData)
  const wanted = { type: 'webauthn.create', challenge, origin: originOf(ctx, origin) } as const
  const made = madePasskey(shown, wanted)
  if (made === null || !(await takeChallenge(desk.state, challenge, adding(account), desk.now())))
    return 'The passkey could not be checked: the page was open for too long, or its answer is not whole. Try again.'
  const { id, publicKey, counter } = made
  const outcome = await addPasskey(desk.state, { id, account, name, public_key: publicKey, counter }, doerOf(ctx, desk))
  if (outcome === 'too many') return `The account has ${mostPasskeys} passkeys, the most it may. Remove one first.`
  return outcome === 'known' ? 'This passkey is added already.' : null
}

/** GET /sign-in/passkey: the page that asks for one. */
export async function passkeySignInPage(ctx: Exchange, { gate }: AccountPages): Promise<void> {
  const challenge = await gate.atDesk(({ state, now }) => newChallenge(state, signingIn, now()))
  sendPasskeySignIn(ctx, 200, challenge, nextOf(ctx), null)
}

/** POST /sign-in/passkey: begins a session with what a passkey signed. Failures count as failed sign-ins of the address. */
export async function passkeySignIn(ctx: Exchange, pages: AccountPages): Promise<void> {
  const { gate, origin } = pages
  const form = await readForm(ctx.req, origin)
  const next = safeNext(form.get('next') ?? undefined)
  const outcome = await gate.atDesk(async (desk) => {
    const { state, now } = desk
    const from = network(whereFrom(ctx).address)
    const wait = await takeAttempt(state, 'password by network', from, now())
    if (wait > 0) throw limited('attempts to sign in failed', wait)
    const token = await sessionBy(ctx, desk, form, origin)
    if (token === null) return { challenge: await newChallenge(state, signingIn, now()) }
    await giveBackAttempt(state, 'password by network', from)
    return { token }
  })
  if ('token' in outcome) return carryOn(ctx, pages, outcome.token, next)
  const refusal = new Refusal('SIGN_IN_FAILED', 'No account has this passkey, or the page was open for too long. Try again.')
  ctx.state.error = refusal.code
  sendPasskeySignIn(ctx, refusal.status, outcome.challenge, next, refusal.message)
}

/** The token of a new session; null where nothing proves a passkey of an account. */
async function sessionBy(ctx: Exchange, { state, now }: Desk, form: URLSearchParams, origin: string): Promise<string | null> {
  const passkey = await passkeyById(state, form.get('id') ?? '')
  const shown = {
    clientData: form.get('client') ?? '',
    authenticatorData: form.get('authenticator') ?? '',
    signature: form.get('signature') ?? '',
  }
  const challenge = challengeIn(shown.clientData)
  const wanted = { type: 'webauthn.get', challenge, origin: originOf(ctx, origin) } as const
  const counter = passkey && counterOfProof(shown, wanted, { publicKey: passkey.public_key, counter: passkey.counter })
  if (passkey === null || counter === null) return null
  if (!(await takeChallenge(state, challenge, signingIn, now()))) return null
  if (!(await usePasskey(state, passkey, counter, now()))) return null
  return beginSession(state, { ...whereFrom(ctx), account: passkey.account, key: null }, now())
}

/**
 * Origin of the page that asked. Browsers take no passkey for an IP address, so a server that is called by one on its own machine is also called
 * `localhost`, at the same port.
 */
function originOf({ req }: Exchange, own: string): string {
  const { hostname, port, origin } = new URL(own)
  const local = `localhost${port === '' ? '' : `:${port}`}`
  return ['127.0.0.1', '[::1]'].includes(hostname) && req.headers.host === local ? `http://${local}` : origin
}

/** The challenge a browser was asked with: that it is one of ours is for `takeChallenge` to say. */
function challengeIn(clientData: string): string {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
