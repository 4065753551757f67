import { type AccountContext, type SignedIn, signedInWith } from '../access/account-context.ts'
import type { RequestContext } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { readForm } from '../http/form.ts'
import { parsedJson } from '../http/json.ts'
import { network } from '../http/network.ts'
import { signInPath } from '../pages/ways-to-read.ts'
import { giveBackAttempt } from '../state/attempts.ts'
import {
  addPasskey,
  listPasskeys,
  mostPasskeys,
  newChallenge,
  type Passkey,
  passkeyById,
  takeChallenge,
  usePasskey,
} from '../state/passkeys.ts'
import { beginSession, hasRecentProof } from '../state/sessions.ts'
import { validKeyName } from './entered.ts'
import { algorithms, passkeyPaths, sendAddPage, sendPasskeySignIn } from './passkey-pages.ts'
import { askProof, requireProvedAddress } from './proof.ts'
import { withSignedIn } from './settings.ts'
import { limitAttempts, nextPathOf, redirectTo, safeNext, sendForm, startSession } from './sign-in.ts'
import { type AccountPages, addressAndBrowser, auditActorOf } from './visit.ts'

const signingIn = 'sign-in'
const adding = (account: string) => `add ${account}`
/** The account as authenticators keep it: no secret, and nothing that says who it is. */
const userOf = (account: string) => Buffer.from(account).toString('base64url')

/** GET /settings/passkeys: the page that adds one. */
export async function addPasskeyPage(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const show = async (desk: AccountContext, signedIn: SignedIn) => {
    const again = new URLSearchParams({ email: signedIn.person.email, next: passkeyPaths.add })
    const ask = await askProof(desk, signedIn, again, { action: '/sign-in', next: passkeyPaths.add })
    return ask ?? addPage(desk, signedIn, null)
  }
  const shown = await withSignedIn(ctx, gate, show, passkeyPaths.add)
  if (typeof shown === 'string') sendForm(ctx, 200, shown)
  else if (shown !== null) sendAddPage(ctx, 200, shown)
}

async function addPage({ state, now }: AccountContext, { holder, person }: SignedIn, wrong: string | null) {
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
export async function addPasskeyForm(ctx: RequestContext, { gate, cookie, origin }: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, origin)
  const outcome = await gate.atDesk(async (desk) => {
    const signedIn = await signedInWith(desk, cookie.tokenOfForm(ctx.req))
    if (signedIn === null) return { path: signInPath(passkeyPaths.add) }
    const { account } = signedIn.holder
    await limitAttempts(desk, 'change', account, 'changes were made to this account')
    await requireProvedAddress(desk, account)
    // the page asks for another proof
    if (!(await hasRecentProof(desk.state, signedIn.token, desk.now()))) return { path: passkeyPaths.add }
    const wrong = await added(ctx, desk, account, form, origin)
    return wrong === null ? { path: '/settings#passkeys' } : addPage(desk, signedIn, wrong)
  })
  if ('path' in outcome) redirectTo(ctx, outcome.path)
  else {
    ctx.state.error = 'INVALID_REQUEST'
    sendAddPage(ctx, 400, outcome)
  }
}

/** Null where the passkey was added, else why not. */
async function added(
  ctx: RequestContext,
  desk: AccountContext,
  account: string,
  form: URLSearchParams,
  origin: string,
): Promise<string | null> {
  const name = validKeyName(form.get('name') ?? '')
  if (name === null) return 'The name of a passkey has 1 to 64 printable characters. Enter another one.'
  const challenge = challengeIn(form.get('client') ?? '')
  const made = await madePasskey(form, challenge, originOf(ctx, origin))
  if (made === null || !(await takeChallenge(desk.state, challenge, adding(account), desk.now())))
    return 'The passkey could not be checked: the page was open for too long, or its answer is not whole. Try again.'
  const outcome = await addPasskey(desk.state, { ...made, account, name }, auditActorOf(ctx, desk))
  if (outcome === 'too many') return `The account has ${mostPasskeys} passkeys, the most it may. Remove one first.`
  return outcome === 'known' ? 'This passkey is added already.' : null
}

/** GET /sign-in/passkey: the page that asks for one. */
export async function passkeySignInPage(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const challenge = await gate.atDesk(({ state, now }) => newChallenge(state, signingIn, now()))
  sendPasskeySignIn(ctx, 200, challenge, nextPathOf(ctx), null)
}

/** POST /sign-in/passkey: begins a session with what a passkey signed. Failures count as failed sign-ins of the address. */
export async function passkeySignIn(ctx: RequestContext, pages: AccountPages): Promise<void> {
  const { gate, origin } = pages
  const form = await readForm(ctx.req, origin)
  const next = safeNext(form.get('next') ?? undefined)
  const outcome = await gate.atDesk(async (desk) => {
    const { state, now } = desk
    const from = network(addressAndBrowser(ctx).address)
    await limitAttempts(desk, 'passkey or link', from, 'attempts to sign in failed')
    const token = await sessionBy(ctx, desk, form, origin)
    if (token === null) return { challenge: await newChallenge(state, signingIn, now()) }
    await giveBackAttempt(state, 'passkey or link', from)
    return { token }
  })
  if ('token' in outcome) return startSession(ctx, pages, outcome.token, next)
  const refusal = new Refusal('SIGN_IN_FAILED', 'No account has this passkey, or the page was open for too long. Try again.')
  ctx.state.error = refusal.code
  sendPasskeySignIn(ctx, refusal.status, outcome.challenge, next, refusal.message)
}

/** The token of a new session; null where nothing proves a passkey of an account. */
async function sessionBy(
  ctx: RequestContext,
  { state, now }: AccountContext,
  form: URLSearchParams,
  origin: string,
): Promise<string | null> {
  const passkey = await passkeyById(state, form.get('id') ?? '')
  const challenge = challengeIn(form.get('client') ?? '')
  const counter = passkey && (await counterOfProof(form, challenge, originOf(ctx, origin), passkey))
  if (passkey === null || counter === null) return null
  if (!(await takeChallenge(state, challenge, signingIn, now()))) return null
  if (!(await usePasskey(state, passkey, counter, now()))) return null
  return beginSession(state, { ...addressAndBrowser(ctx), account: passkey.account, key: null }, now())
}

/**
 * Origin of the page that asked. Browsers take no passkey for an IP address, so a server that is called by one on its own machine is also called
 * `localhost`, at the same port.
 */
function originOf({ req }: RequestContext, own: string): string {
  const { hostname, port, origin } = new URL(own)
  const local = `localhost${port === '' ? '' : `:${port}`}`
  return ['127.0.0.1', '[::1]'].includes(hostname) && req.headers.host === local ? `http://${local}` : origin
}

/**
 * The challenge that a browser answered; empty if it is unreadable or was asked in a cross-origin frame. `takeChallenge` checks that it
 * was issued here.
 */
function challengeIn(clientData: string): string {
  const read = parsedJson(Buffer.from(clientData, 'base64url').toString('utf8'))
  const { challenge, crossOrigin } = (read ?? {}) as { readonly challenge?: unknown; readonly crossOrigin?: unknown }
  return typeof challenge === 'string' && crossOrigin !== true ? challenge : ''
}

/** The members that the library wants of every answer. */
const answerOf = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {} }) as const
const expected = (challenge: string, origin: string) => ({
  ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: new URL(origin).hostname },
})

/** The passkey that a browser made, on the site of `origin` for a person it verified; null where anything is not as it was asked for. */
async function madePasskey(form: URLSearchParams, challenge: string, origin: string) {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const made = await verifyRegistrationResponse({
    response: {
      ...answerOf(form.get('id') ?? ''),
      response: { clientDataJSON: form.get('client') ?? '', attestationObject: form.get('attestation') ?? '' },
    },
    ...expected(challenge, origin),
    supportedAlgorithmIDs: [...algorithms],
  }).catch(() => null)
  if (!made?.verified) return null
  const { id, publicKey, counter } = made.registrationInfo.credential
  return { id, public_key: Buffer.from(publicKey).toString('base64url'), counter }
}

/** The counter a passkey shows with a signature of what it was asked; null likewise, and where the counter is that of a copy. */
async function counterOfProof(
  form: URLSearchParams,
  challenge: string,
  origin: string,
  { id, public_key, counter }: Passkey,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const proof = await verifyAuthenticationResponse({
    response: {
      ...answerOf(id),
      response: {
        clientDataJSON: form.get('client') ?? '',
        authenticatorData: form.get('authenticator') ?? '',
        signature: form.get('signature') ?? '',
      },
    },
    ...expected(challenge, origin),
    credential: { id, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter },
  }).catch(() => null)
  return proof?.verified ? proof.authenticationInfo.newCounter : null
}
