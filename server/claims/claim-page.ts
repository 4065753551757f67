import { framedPage } from '../../data/page-frame.ts'
import { type PlanRow, plans } from '../../data/plans.ts'
import { waysStyle } from '../../data/site-style.ts'
import { escaped } from '../pages/page.ts'
import { factListHtml } from '../pages/ways-to-read.ts'
import type { KeyHolder } from '../state/accounts.ts'
import { type KeyClaim, keyName } from '../state/claims.ts'
import { skeletonOf } from './confusables.ts'

/** What the page says of the account that would give the key. */
export interface ApprovingAccount {
  readonly holder: KeyHolder
  readonly email: string
  /** Keys that count towards what the plan allows, without the one that would be replaced. */
  readonly keys: number
  /** Whether a key of this client works already, and would end. */
  readonly replaces: boolean
}

const style = `${waysStyle}.code{font-size:var(--t4);font-weight:700;letter-spacing:.08em;margin:16px 0 4px}
.claim{max-width:46em}.claim .kv{margin-top:20px}.claim .kv dd{overflow-wrap:anywhere;min-width:0;max-width:70%}
.claim bdi{unicode-bidi:isolate;white-space:normal}
.check{display:flex;gap:10px;align-items:flex-start;font-weight:400}.check input{width:auto;flex:none;margin-top:5px}
`

const page = (title: string, body: string) =>
  framedPage({ title, body: `<main id="main" class="claim"><h1>${title}</h1>${body}</main>`, style, part: 'account' })

/**
 * The words of a stranger, inert: escaped, kept apart from the text around them, and with a visible sign for each character that is not seen or
 * turns the direction of others.
 */
export function untrustedHtml(text: string | null): string {
  if (text === null) return 'nothing'
  return `<bdi dir="auto">${escaped(text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd'))}</bdi>`
}

function age(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  return minutes < 1 ? 'less than a minute ago' : minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`
}

/** A claim that waits for a decision, for a person who is signed in. */
export function pendingPage(
  claim: KeyClaim,
  { holder, email, keys, replaces }: ApprovingAccount,
  now: number,
  wrong: string | null,
): string {
  const { code, client_name: name, purpose, client_version: version, address, created_at: createdAt, expires_at: ends } = claim
  const plan: PlanRow = plans.find((row) => row.plan === holder.plan)!
  const warning =
    name !== null && skeletonOf(name) !== name
      ? '<p class="wrong">The name has characters of other alphabets that look like Latin ones. It may imitate another name.</p>'
      : ''
  const full =
    keys < plan.keys
      ? ''
      : `<p class="note">Your account has ${keys} of ${plan.keys} keys. You can approve, but the agent receives its key only after you revoke another one in the <a href="/settings">settings</a>.</p>`
  const fields = `<input type="hidden" name="code" value="${code}">`
  return page(
    'An agent asks for a key',
    [
      '<p class="stand">Approve only if you started this agent, and if it shows you this code:</p>',
      `<p class="code num">${code}</p>`,
      wrong === null ? '' : `<p class="wrong" role="alert" id="wrong">${escaped(wrong)}</p>`,
      factListHtml([
        ['It says its name is', untrustedHtml(name)],
        ['It says its version is', untrustedHtml(version)],
        ['It says the key is for', untrustedHtml(purpose)],
        ['Asked from the address', escaped(address)],
        ['Asked', age(now - createdAt)],
        ['Decide within', `${Math.max(1, Math.round((ends - now) / 60_000))} minutes`],
      ]),
      warning,
      '<section class="sec"><h2>What the key can do</h2>',
      `<p>It reads what your account reads on the ${plan.title} plan, and its requests count towards your limits: ${holder.perHour} per hour and ${holder.perDay} per day. It cannot change your account: it creates no keys, neither sees nor changes webhooks, and cannot pay.</p>`,
      `<p class="note">The key will be named ${untrustedHtml(keyName(claim))}${replaces ? ' and replaces the key of that name, which stops working' : ''}. You can revoke it at any time. You are signed in as ${escaped(email)}.</p>${full}</section>`,
      `<form method="post" action="/claim">${fields}<input type="hidden" name="decision" value="approve"><label class="check" for="same"><input id="same" type="checkbox" name="same" value="${code}" required${wrong === null ? '' : ' aria-describedby="wrong"'}><span>The agent shows the code ${code}</span></label>`,
      '<button class="btn" type="submit">Approve</button></form>',
      `<form method="post" action="/claim">${fields}<input type="hidden" name="decision" value="deny"><button class="btn ghost" type="submit">Deny</button></form>`,
    ].join(''),
  )
}

/** What became of a claim, which is all that anyone learns who did not decide it. */
export function decidedPage({ code, state }: KeyClaim): string {
  const outcomes: Readonly<Record<Exclude<KeyClaim['state'], 'pending'>, readonly [string, string]>> = {
    approved: ['Approved', 'The agent receives its key within a few seconds. You can close this page.'],
    delivered: ['Approved', 'The agent has received its key. It is listed in the settings of the account that approved.'],
    denied: ['Denied', 'The agent receives no key.'],
    expired: ['Expired', 'Nobody decided in time, and the agent receives no key. It can create a new claim.'],
  }
  const [title, text] = outcomes[state as keyof typeof outcomes]
  return page(
    title,
    `<p class="code num">${code}</p><p class="stand">${text}</p><div class="acts"><a class="btn ghost" href="/settings">Settings</a></div>`,
  )
}

/** For whoever is not signed in: it says nothing of the claim, and not whether there is one. */
export function visitorPage(signInPath: string, signUpPath: string): string {
  return page(
    'An agent asks for a key',
    `<p class="stand">Sign in to see who asks and to approve or deny. Nothing is approved before you say so.</p><div class="acts"><a class="btn" href="${escaped(signInPath)}">Sign in</a><a class="btn ghost" href="${escaped(signUpPath)}">Create an account</a></div>`,
  )
}
