import type { RequestContext } from '../answers/request-context.ts'
import { sendUncached } from '../answers/request-context.ts'
import { contentTypes } from '../http/formats.ts'
import { pageHeaders } from '../http/page-policy.ts'
import { escaped } from '../pages/page.ts'
import { accountPage, nextField, wrongLine } from './sign-in.ts'

/** Paths of the pages of passkeys. */
export const passkeyPaths = {
  add: '/settings/passkeys',
  remove: '/settings/passkeys/remove',
  signIn: '/sign-in/passkey',
} as const

/** Signature algorithms of COSE that a new passkey may have: ES256, EdDSA with Ed25519, RS256. */
export const algorithms = [-7, -8, -257] as const

/** Milliseconds a person has for the dialog of the browser. */
const patienceMs = 120_000

/**
 * What the pages share: base64url both ways, and a form that is sent once the browser has an answer. A passkey cannot be had without a script;
 * these two pages are the only ones that have one.
 */
const common = `const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '')
const form = document.querySelector('form[data-challenge]')
const failed = document.getElementById('failed')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    if (!window.PublicKeyCredential) throw new Error()
    const answer = await ask(form.dataset)
    for (const [name, value] of Object.entries(answer)) form.elements[name].value = value
    form.submit()
  } catch {
    failed.hidden = false
  }
})
`

const addScript = `${common}const ask = async ({ challenge, user, email, known }) => {
  const publicKey = {
    challenge: bytes(challenge),
    rp: { name: document.title },
    user: { id: bytes(user), name: email, displayName: email },
    pubKeyCredParams: ${JSON.stringify(algorithms.map((alg) => ({ type: 'public-key', alg })))},
    excludeCredentials: JSON.parse(known).map((id) => ({ type: 'public-key', id: bytes(id) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    timeout: ${patienceMs},
  }
  const { id, response } = await navigator.credentials.create({ publicKey })
  return { id, client: text(response.clientDataJSON), attestation: text(response.attestationObject) }
}
`

const signInScript = `${common}const ask = async ({ challenge }) => {
  const publicKey = { challenge: bytes(challenge), userVerification: 'required', timeout: ${patienceMs} }
  const { id, response } = await navigator.credentials.get({ publicKey })
  return { id, client: text(response.clientDataJSON), authenticator: text(response.authenticatorData), signature: text(response.signature) }
}
`

const hidden = (...names: string[]) => names.map((name) => `<input type="hidden" name="${name}">`).join('')
const failed = (what: string) =>
  `<p class="wrong" role="alert" id="failed" hidden>${what} Try again, or go back and use your password.</p><noscript><p class="note">A passkey needs a script of this page, and scripts are off in this browser. Use your password.</p></noscript>`

/** The page that adds a passkey to the account of a person who is signed in. */
export function sendAddPage(ctx: RequestContext, status: number, { challenge, user, email, known, wrong }: AddPage): void {
  const body = [
    '<p class="stand">A passkey signs you in with your fingerprint, your face or the lock of your device, without a password. The device keeps it; this server stores only its public half.</p>',
    wrongLine(wrong),
    failed('The browser made no passkey.'),
    `<form method="post" action="${passkeyPaths.add}" data-challenge="${challenge}" data-user="${user}" data-email="${escaped(email)}" data-known="${escaped(JSON.stringify(known))}">`,
    `<label for="name">Name</label><input id="name" name="name" required maxlength="64" autocomplete="off" value="Passkey">${hidden('id', 'client', 'attestation')}`,
    '<button class="btn" type="submit">Add the passkey</button></form><p class="note"><a href="/settings">Back to the settings</a></p>',
  ].join('')
  send(ctx, status, 'Add a passkey', body, addScript)
}

export interface AddPage {
  readonly challenge: string
  /** Names the account to the authenticator, as base64url. */
  readonly user: string
  readonly email: string
  /** Ids of the passkeys the account has. */
  readonly known: readonly string[]
  readonly wrong: string | null
}

/** The page that signs in with a passkey. */
export function sendPasskeySignIn(
  ctx: RequestContext,
  status: number,
  challenge: string,
  next: string,
  wrong: string | null,
): void {
  const body = [
    wrongLine(wrong),
    failed('The browser showed no passkey of this site.'),
    `<form method="post" action="${passkeyPaths.signIn}" data-challenge="${challenge}">${nextField(next)}${hidden('id', 'client', 'authenticator', 'signature')}`,
    '<button class="btn" type="submit">Continue with a passkey</button></form>',
    `<p class="note"><a href="/sign-in${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}">Sign in with a password or a key instead</a></p>`,
  ].join('')
  send(ctx, status, 'Sign in with a passkey', body, signInScript)
}

function send(ctx: RequestContext, status: number, title: string, body: string, script: string): void {
  const page = accountPage(title, body, { after: `<script>${script}</script>` })
  sendUncached(ctx, status, page, contentTypes.html, [], pageHeaders(page, true, script))
}
