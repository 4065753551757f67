import { type AccountContext, type SignedIn, signedInWith } from '../access/account-context.ts'
import type { Gate } from '../access/gate.ts'
import { keyModeOf, type RequestContext, sendUncached } from '../answers/request-context.ts'
import { Refusal } from '../http/errors.ts'
import { readForm } from '../http/form.ts'
import { contentTypes } from '../http/formats.ts'
import { signInPath } from '../pages/ways-to-read.ts'
import { createKey, listKeys, revokeKey, rotateKey } from '../state/accounts.ts'
import { type Doer, listAudit } from '../state/audit.ts'
import { windowStart } from '../state/calls.ts'
import { morningOf } from '../state/mornings.ts'
import { listPasskeys, removePasskey } from '../state/passkeys.ts'
import { claimsOf, deleteAccount, setPassword, usageOf } from '../state/people.ts'
import { endSessions, listSessions } from '../state/sessions.ts'
import { listDeliveries } from '../state/webhook-deliveries.ts'
import { listWebhooks } from '../state/webhooks.ts'
import { passwordWeakness, validKeyName } from './entered.ts'
import { passkeyPaths } from './passkey-pages.ts'
import { askProof, passwordMatches } from './proof.ts'
import { type Settings, type SettingsNotice, settingsPage } from './settings-page.ts'
import { usageDays } from './settings-table.ts'
import { limitAttempts, redirectTo, sendForm } from './sign-in.ts'
import { type AccountPages, auditActorOf } from './visit.ts'

const dayMs = 86_400_000
/** Deliveries of one webhook in the file of a person's data. */
const mostDeliveries = 10_000

/** GET /settings: what a person has, or the way to sign in. */
export async function settingsRoute(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const settings = await withSignedIn(ctx, gate, (desk, signedIn) => settingsOf(desk, gate, signedIn))
  if (settings !== null) sendForm(ctx, 200, settingsPage(settings))
}

/** GET /settings/data: all that is kept of a person, as a file. */
export async function dataRoute(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const data = await withSignedIn(ctx, gate, dataOf)
  const file = ['Content-Disposition', 'attachment; filename="market-briefing-account.json"']
  if (data !== null) sendUncached(ctx, 200, `${JSON.stringify(data, null, 2)}\n`, contentTypes.json, file)
}

/** Runs `make` for the person who is signed in. Without one it returns null and redirects to sign in and then to `path`. */
export async function withSignedIn<T>(
  ctx: RequestContext,
  gate: Gate,
  make: (desk: AccountContext, signedIn: SignedIn) => Promise<T>,
  path = '/settings',
): Promise<T | null> {
  const made = await gate.atDesk(async (desk) => {
    const signedIn = await signedInWith(desk, ctx.state.session)
    return signedIn && make(desk, signedIn)
  })
  if (made === null) redirectTo(ctx, signInPath(path))
  return made
}

async function settingsOf({ state, mail, now }: AccountContext, gate: Gate, signedIn: SignedIn): Promise<Settings> {
  const { holder, token } = signedIn
  const moment = now()
  const today = windowStart('day', moment)
  const [keys, webhooks, morning, passkeys, sessions, usage, count] = await Promise.all([
    listKeys(state, holder.account),
    listWebhooks(state, holder.account),
    mail === null ? undefined : morningOf(state, holder.account),
    listPasskeys(state, holder.account),
    listSessions(state, holder.account, token, moment),
    usageOf(state, holder.account, today - (usageDays - 1) * dayMs),
    gate.look(holder),
  ])
  const working = keys.filter(({ revoked_at, expires_at }) => revoked_at === null && (expires_at ?? moment + 1) > moment)
  const unproved = mail !== null && signedIn.person.proved_at === null
  return { ...signedIn, unproved, keys: working, webhooks, morning, passkeys, sessions, usage, count, today }
}

async function dataOf({ state, now }: AccountContext, { holder, person, token }: SignedIn): Promise<object> {
  const { account } = holder
  const [keys, webhooks, morning, passkeys, sessions, claims, usage, audit] = await Promise.all([
    listKeys(state, account),
    listWebhooks(state, account),
    morningOf(state, account),
    listPasskeys(state, account),
    listSessions(state, account, token, now()),
    claimsOf(state, account),
    usageOf(state, account, 0),
    listAudit(state, { account }),
  ])
  return {
    account: {
      id: account,
      email: person.email,
      email_proved_at: person.proved_at,
      plan: holder.plan,
      created_at: person.created_at,
      suspended: holder.suspended,
    },
    keys: keys.map(({ account_name: _, ...key }) => key),
    webhooks: await Promise.all(
      webhooks.map(async (webhook) => ({ ...webhook, deliveries: await listDeliveries(state, webhook.id, mostDeliveries) })),
    ),
    morning_mail: morning,
    passkeys,
    sessions,
    claims,
    usage: [...usage].map(([day, requests]) => ({ day: new Date(day).toISOString().slice(0, 10), requests })),
    // what an operator is called is not the person's
    audit: audit.map(({ by: _, ...row }) => row),
  }
}

/** What a form leads to: news for the page of settings, a path to go on to, or a page that asks for a proof first. */
type Outcome = SettingsNotice | { readonly path: string; readonly setCookie: string } | { readonly ask: string }

export interface SettingsChange extends SignedIn {
  readonly desk: AccountContext
  readonly form: URLSearchParams
  readonly ctx: RequestContext
  readonly pages: AccountPages
  readonly doer: Doer
}

/** A form of the page of settings: whoever is signed in changes their own account, and sees what came of it. */
export function settingsFormHandler(act: (change: SettingsChange) => Promise<Outcome>) {
  return async (ctx: RequestContext, pages: AccountPages): Promise<void> => {
    const { gate, cookie, origin } = pages
    const form = await readForm(ctx.req, origin)
    const token = cookie.tokenOfForm(ctx.req)
    const done = await gate.atDesk(async (desk) => {
      const signedIn = await signedInWith(desk, token)
      if (signedIn === null) return null
      await limitAttempts(desk, 'change', signedIn.holder.account, 'changes were made to this account')
      const outcome = await act({ ...signedIn, desk, form, ctx, pages, doer: auditActorOf(ctx, desk) })
      return 'path' in outcome || 'ask' in outcome ? outcome : { outcome, settings: await settingsOf(desk, gate, signedIn) }
    })
    if (done === null) redirectTo(ctx, signInPath('/settings'))
    else if ('path' in done) redirectTo(ctx, done.path, done.setCookie)
    else if ('ask' in done) {
      ctx.state.error = 'SIGN_IN_FAILED'
      sendForm(ctx, 401, done.ask)
    } else {
      const { outcome, settings } = done
      if (outcome.wrong !== undefined) ctx.state.error = 'INVALID_REQUEST'
      sendForm(ctx, outcome.wrong === undefined ? 200 : 400, settingsPage(settings, outcome))
    }
  }
}

const shownOnce = 'It is shown only once: store it now.'
/** How long a rotated key keeps working. */
const overlapMs = dayMs

const makeKey = settingsFormHandler(async (change) => {
  const { desk, form, ctx, doer, holder } = change
  const name = validKeyName(form.get('name') ?? '')
  if (name === null) return { wrong: 'The name of a key has 1 to 64 printable characters. Enter another one.' }
  if (holder.suspended) return { wrong: 'The account is suspended: it cannot have new keys. Ask the operator of this server.' }
  const ask = await askProof(desk, change, form, { action: '/settings/keys', next: '/settings' })
  if (ask !== null) return { ask }
  const { account } = holder
  const made = await createKey(desk.state, { ...doer, account, name, prefix: desk.keyPrefix, mode: keyModeOf(ctx) })
  if (typeof made === 'string') return { wrong: 'The account has as many keys as its plan allows. Revoke one first.' }
  return { key: made.key, done: `The new key ${name}. ${shownOnce}` }
})

const rotate = settingsFormHandler(async (change) => {
  const { desk, form, doer, holder } = change
  const ask = await askProof(desk, change, form, { action: '/settings/keys/rotate', next: '/settings' })
  if (ask !== null) return { ask }
  const input = { ...doer, account: holder.account, prefix: desk.keyPrefix, overlap: overlapMs }
  const rotated = await rotateKey(desk.state, form.get('key') ?? '', input)
  if (typeof rotated === 'string') return { wrong: 'The key was revoked or replaced before. Look at the list.' }
  return {
    key: rotated.made.key,
    done: `The key that replaces ${rotated.made.name}. ${shownOnce} The old one works for 24 hours.`,
  }
})

const revoke = settingsFormHandler(async ({ desk, form, doer, holder }) => {
  const revoked = await revokeKey(desk.state, form.get('key') ?? '', doer, holder.account)
  return revoked
    ? { done: 'The key is revoked, and the webhooks it registered are deleted.' }
    : { wrong: 'The key was revoked before. Look at the list.' }
})

const dropPasskey = settingsFormHandler(async ({ desk, form, doer, holder }) => {
  const removed = await removePasskey(desk.state, holder.account, form.get('passkey') ?? '', doer)
  return removed
    ? { done: 'The passkey is removed: it signs nobody in here any more.' }
    : { wrong: 'The passkey was removed before. Look at the list.' }
})

const endSession = settingsFormHandler(async ({ desk, form, token, holder }) => {
  const id = form.get('session') ?? ''
  await endSessions(desk.state, holder.account, id === 'others' ? { except: token } : { id })
  return { done: id === 'others' ? 'All other sessions are ended.' : 'The session is ended.' }
})

const wrongPassword = { wrong: 'The current password is wrong. Nothing was changed.' }

const changePassword = settingsFormHandler(async (change) => {
  const { desk, form, doer, holder, person, token } = change
  const chosen = form.get('new') ?? ''
  const weak = passwordWeakness(chosen, person.email)
  if (weak !== null) return { wrong: weak }
  if (!(await passwordMatches(desk, change, form.get('old') ?? ''))) return wrongPassword
  const password = await desk.passwords.hash(chosen)
  const changed = await setPassword(desk.state, { account: holder.account, before: person.password, password, token }, doer)
  return changed ? { done: 'The password is changed, and all other sessions are ended.' } : wrongPassword
})

const remove = settingsFormHandler(async (change) => {
  const { desk, form, doer, holder, pages } = change
  if (!(await passwordMatches(desk, change, form.get('password') ?? ''))) return wrongPassword
  if (!(await deleteAccount(desk.state, holder.account, doer)))
    throw new Refusal('INVALID_REQUEST', 'The account was deleted before.', { hint: 'Sign in at /sign-in.' })
  return { path: '/', setCookie: pages.cookie.drop }
})

/** Where the forms of the page are sent. */
export const settingsForms = {
  '/settings/keys': makeKey,
  '/settings/keys/rotate': rotate,
  '/settings/keys/revoke': revoke,
  [passkeyPaths.remove]: dropPasskey,
  '/settings/sessions/end': endSession,
  '/settings/password': changePassword,
  '/settings/delete': remove,
} as const
