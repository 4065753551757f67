import { waysStyle } from '../../data/site-style.ts'
import type { AccountContext } from '../access/account-context.ts'
import { queryOf, type RequestContext } from '../answers/request-context.ts'
import { readForm } from '../http/form.ts'
import { network } from '../http/network.ts'
import { escaped } from '../pages/page.ts'
import { listKeys } from '../state/accounts.ts'
import type { State } from '../state/open.ts'
import { listPasskeys, type Passkey } from '../state/passkeys.ts'
import { createPersonByLink, type MailedLink, personOf, readMailedLink, resetPassword } from '../state/people.ts'
import { beginSession } from '../state/sessions.ts'
import { listWebhooks } from '../state/webhooks.ts'
import { newPasswordRules, passwordNote, passwordWeakness, resetPath } from './entered.ts'
import type { Settings } from './settings-page.ts'
import { timeText } from './settings-table.ts'
import { accountPage, limitAttempts, sendForm, startSession, wrongField, wrongLine } from './sign-in.ts'
import { type AccountPages, addressAndBrowser, auditActorOf } from './visit.ts'

/** GET /reset: the form of a link that was mailed. Looking at it uses nothing up: programs that preview links do. */
export async function resetPage(ctx: RequestContext, { gate }: AccountPages): Promise<void> {
  const code = queryOf(ctx).find(({ name }) => name === 'code')?.value ?? ''
  const shown = await gate.atDesk(({ state, now }) => lookAt(state, code, now()))
  sendForm(ctx, shown === null ? 404 : 200, shown === null ? endedPage() : linkForm(code, shown))
}

/** POST /reset: makes the account of the link, or sets its password and ends what the person does not keep; then signs in. */
export async function resetPasswordForm(ctx: RequestContext, pages: AccountPages): Promise<void> {
  const form = await readForm(ctx.req, pages.origin)
  const code = form.get('code') ?? ''
  const outcome = await pages.gate.atDesk(async (desk) => {
    const { state, now } = desk
    const where = addressAndBrowser(ctx)
    await limitAttempts(desk, 'passkey or link', network(where.address), 'links were used from this address')
    const shown = await lookAt(state, code, now())
    if (shown === null) return null
    // whoever has a link to an account is not told its address
    const { account: known, email } = shown.link
    const weak = passwordWeakness(form.get('password') ?? '', known === null ? email : '\0')
    if (weak !== null) return linkForm(code, shown, weak, form)
    const account = await use(ctx, desk, shown.link, form)
    return account && { token: await beginSession(state, { ...where, account, key: null }, now()) }
  })
  if (outcome !== null && typeof outcome === 'object') return startSession(ctx, pages, outcome.token, '/settings')
  ctx.state.error = outcome === null ? 'NOT_FOUND' : 'INVALID_REQUEST'
  sendForm(ctx, outcome === null ? 404 : 400, outcome ?? endedPage())
}

/** The account that a link was for; null where it ended meanwhile. */
async function use(
  ctx: RequestContext,
  desk: AccountContext,
  { account }: MailedLink,
  form: URLSearchParams,
): Promise<string | null> {
  const { state, passwords } = desk
  const code = form.get('code') ?? ''
  const password = await passwords.hash(form.get('password') ?? '')
  if (account !== null) {
    const kept = { keys: form.getAll('key'), passkeys: form.getAll('passkey'), webhooks: form.getAll('webhook') }
    return resetPassword(state, code, { password, ...kept }, auditActorOf(ctx, desk))
  }
  const made = await createPersonByLink(state, code, password, auditActorOf(ctx, desk))
  return typeof made === 'string' ? null : made.id
}

/** What a link shows: the keys that work, the passkeys and the webhooks of its account. */
interface Shown extends Pick<Settings, 'keys' | 'passkeys' | 'webhooks'> {
  readonly link: MailedLink
  /** Whether nobody has had a password yet: the keys are of the operator, and stay unless the person unticks them. */
  readonly first: boolean
}

async function lookAt(state: State, code: string, now: number): Promise<Shown | null> {
  const link = await readMailedLink(state, code, now)
  if (link === null || link.account === null) return link && { link, keys: [], passkeys: [], webhooks: [], first: true }
  const { account } = link
  const [keys, passkeys, webhooks, person] = await Promise.all([
    listKeys(state, account),
    listPasskeys(state, account),
    listWebhooks(state, account),
    personOf(state, account),
  ])
  const working = keys.filter(({ revoked_at, expires_at }) => revoked_at === null && (expires_at ?? now + 1) > now)
  return { link, keys: working, passkeys, webhooks, first: person?.password === null }
}

const style = `${waysStyle}.check{display:flex;gap:10px;align-items:flex-start;font-weight:400;overflow-wrap:anywhere}.check input{width:auto;flex:none;margin-top:5px}
`

type Tickable = Pick<Passkey, 'id' | 'name' | 'created_at' | 'last_used_at'>

/** @param sent the form that was refused, whose ticks stay */
function linkForm(
  code: string,
  { link, keys, passkeys, webhooks, first }: Shown,
  wrong: string | null = null,
  sent?: URLSearchParams,
): string {
  const title = link.account === null ? 'Create an account' : 'Set a new password'
  const tick = (kind: 'key' | 'passkey' | 'webhook', { id, name, created_at, last_used_at }: Tickable) => {
    const ticked = (sent === undefined ? first : sent.getAll(kind).includes(id)) ? ' checked' : ''
    return `<label class="check"><input type="checkbox" name="${kind}" value="${escaped(id)}"${ticked}><span>Keep the ${kind} ${escaped(name)}, made ${timeText(created_at)}, last used ${timeText(last_used_at)}</span></label>`
  }
  const ticks = [
    ...passkeys.map((each) => tick('passkey', each)),
    ...keys.map((each) => tick('key', each)),
    ...webhooks.map((each) => tick('webhook', { ...each, name: `to ${each.url}`, last_used_at: each.last_delivered_at })),
  ]
  const ends =
    ticks.length === 0
      ? ''
      : `<fieldset><legend>Keys, passkeys and webhooks</legend><p class="note">Tick what you made yourself and still use. What is not ticked stops working.</p>${ticks.join('')}</fieldset>`
  const body = [
    link.account === null ? `<p class="stand">For the address ${escaped(link.email)}. Choose a password.</p>` : '',
    wrongLine(wrong),
    `<form method="post" action="${resetPath}"><input type="hidden" name="code" value="${escaped(code)}">`,
    `<label for="password">New password</label><input id="password" name="password" ${newPasswordRules}${wrongField(wrong)}>`,
    `<p class="note">${passwordNote}${link.account === null ? '' : ' Every session of the account ends.'}</p>${ends}`,
    `<button class="btn" type="submit">${link.account === null ? 'Create the account' : 'Set the password'}</button></form>`,
  ].join('')
  return accountPage(title, body, { style })
}

function endedPage(): string {
  const body = `<p class="stand">A link works once, within an hour. Get another one: <a href="/forgot">for a new password</a>, or <a href="/sign-up">for an account</a>.</p>`
  return accountPage('This link has ended', body)
}
