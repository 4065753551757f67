import { plans } from '../../data/plans.ts'
import { waysStyle } from '../../data/site-style.ts'
import type { SignedIn } from '../access/account-context.ts'
import type { CallCount } from '../access/limits.ts'
import { escaped } from '../pages/page.ts'
import { factListHtml, waySection } from '../pages/ways-to-read.ts'
import type { ListedKey } from '../state/accounts.ts'
import type { MorningSubscription } from '../state/mornings.ts'
import type { Passkey } from '../state/passkeys.ts'
import type { KeyScope } from '../state/schema.ts'
import type { listSessions } from '../state/sessions.ts'
import type { Webhook } from '../state/webhooks.ts'
import { newPasswordRules, passwordNote, passwordRules } from './entered.ts'
import { forgotPath } from './forgot.ts'
import { passkeyPaths } from './passkey-pages.ts'
import { actionForm, settingsTable, tableStyle, timeText, usageChart, usageStyle } from './settings-table.ts'
import { accountPage, wrongLine } from './sign-in.ts'
import { webhookNotice, webhookSection } from './webhook-section.ts'

/** All that the page of settings shows. */
export interface Settings extends SignedIn {
  /** Whether mail is sent here and nobody has proved yet that the address is theirs. */
  readonly unproved: boolean
  /** Those that work now. */
  readonly keys: readonly ListedKey[]
  readonly webhooks: readonly Webhook[]
  /** Undefined where no mail is sent here. */
  readonly morning: MorningSubscription | null | undefined
  readonly passkeys: readonly Passkey[]
  readonly sessions: Awaited<ReturnType<typeof listSessions>>
  /** Requests by the begin of their day. */
  readonly usage: ReadonlyMap<number, number>
  readonly count: CallCount
  /** Begin of the current day. */
  readonly today: number
}

/** What a form led to, told above the settings. */
export interface SettingsNotice {
  /** A key or a secret, shown this once, and what to say of it. */
  readonly key?: string
  readonly done?: string
  readonly wrong?: string
}

const style = `${waysStyle}${usageStyle}${tableStyle}.told{background:var(--panel);border-radius:8px;padding:16px 20px;margin-top:24px;overflow-wrap:anywhere}
.told code{font-size:17px;user-select:all}
.way fieldset{border:1px solid var(--line);border-radius:8px;margin:12px 0}
.way .check{display:inline-block;margin:4px 16px 4px 0;font-weight:400}
.way .check input{width:auto;margin:0 6px 0 0}
`

export function settingsPage(settings: Settings, news: SettingsNotice = {}): string {
  const body = [
    `<p class="stand">Signed in as ${escaped(settings.person.email)}.</p>`,
    wrongLine(news.wrong ?? null),
    newsBox(news),
    settings.unproved ? proofNotice(settings.person.email) : '',
    webhookNotice(settings.webhooks),
    planSection(settings),
    waySection('usage', 'Usage', 'Requests counted per day (UTC).', usageChart(settings.usage, settings.today)),
    keySection(settings),
    webhookSection(settings.webhooks, settings.keys, settings.holder),
    morningSection(settings.morning),
    passkeySection(settings),
    sessionSection(settings),
    passwordSection(settings),
    dataSection(settings),
  ].join('')
  return accountPage('Settings', body, { style })
}

function newsBox({ key, done }: SettingsNotice): string {
  if (done === undefined) return ''
  const shown = key === undefined ? '' : `<p><code>${escaped(key)}</code></p>`
  return `<div class="told" role="status">${shown}<p>${escaped(done)}</p></div>`
}

function proofNotice(email: string): string {
  return `<div class="told" role="status"><p>The address ${escaped(email)} is not proved yet. Until it is, the account reads pages, and gets no keys, passkeys or webhooks. The link sets your password and asks which keys, passkeys and webhooks stay.</p>${actionForm(forgotPath, 'Mail me the link', 'that proves the address', { email })}</div>`
}

function planSection({ holder, count, usage, today }: Settings): string {
  const { title } = plans.find(({ plan }) => plan === holder.plan)!
  const usedToday = usage.get(today) ?? 0
  const leftToday = count.span === 'day' ? count.remaining : Math.max(0, holder.perDay - usedToday)
  const left = (calls: number, of: number) => `${calls.toLocaleString('en-GB')} of ${of.toLocaleString('en-GB')} left`
  const rows: [string, string][] = [
    ['Plan', title],
    count.span === 'hour'
      ? ['This hour', left(count.remaining, holder.perHour)]
      : ['Requests per hour', holder.perHour.toLocaleString('en-GB')],
    ['Today', left(leftToday, holder.perDay)],
  ]
  const suspended = holder.suspended
    ? '<p class="wrong">This account is suspended: it reads nothing. Ask the operator of this server.</p>'
    : ''
  const out = '<form method="post" action="/sign-out"><button class="btn ghost" type="submit">Sign out</button></form>'
  return waySection('plan', 'Plan', 'The operator of this server sets it.', `${suspended}${factListHtml(rows)}${out}`)
}

const scopeTexts: Readonly<Record<KeyScope, string>> = { read: 'read', account: 'read, change webhooks' }

function keySection({ keys, holder }: Settings): string {
  const most = plans.find(({ plan }) => plan === holder.plan)!.keys
  const rows = keys.map(({ id, name, prefix, scope, created_at, last_used_at, expires_at, replaced_by }) => {
    const state = replaced_by !== null ? `replaced, works until ${timeText(expires_at)}` : `from ${timeText(created_at)}`
    const rotate = replaced_by === null ? actionForm('/settings/keys/rotate', 'Rotate', `the key ${name}`, { key: id }) : ''
    const revoke = actionForm('/settings/keys/revoke', 'Revoke', `the key ${name}`, { key: id })
    return [
      escaped(name),
      `<code>${escaped(prefix)}…</code>`,
      scopeTexts[scope],
      state,
      timeText(last_used_at),
      `${rotate}${revoke}`,
    ]
  })
  const list = settingsTable(['Name', 'Begins', 'May', 'Made', 'Last used', 'Change'], rows, 'No keys yet.')
  const form =
    keys.filter(({ replaced_by }) => replaced_by === null).length < most
      ? '<form method="post" action="/settings/keys"><label for="name">Name of a new key</label><input id="name" name="name" required maxlength="64" autocomplete="off"><button class="btn" type="submit">Make a key</button></form>'
      : '<p class="note">The plan allows no further key. Revoke one to make another.</p>'
  const note =
    '<p class="note">A rotated key is replaced by a new one, which takes over its webhooks; the old one works for another 24 hours. A revoked key stops working immediately, and the webhooks it registered are deleted.</p>'
  return waySection('keys', 'Keys', `For programs. The plan allows ${most}.`, `${list}${form}${note}`)
}

/** Hours that can be chosen: the mail of a morning comes before noon. */
export const morningHours = [4, 5, 6, 7, 8, 9, 10, 11] as const

/** Where the forms of the section are sent. */
export const morningPaths = { set: '/settings/morning', end: '/settings/morning/end' } as const

/** Empty where no mail is sent here. */
function morningSection(morning: MorningSubscription | null | undefined): string {
  if (morning === undefined) return ''
  const { zone = 'UTC', hour = 7, refused_at = null } = morning ?? {}
  const choices = morningHours.map((each) => `<option${each === hour ? ' selected' : ''}>${each}</option>`).join('')
  const stands =
    refused_at !== null
      ? '<p class="wrong">The mail is not sent any more: the mail server of your address refused it. Subscribe again once it takes mail.</p>'
      : morning === null
        ? ''
        : `<p>Sent at ${hour}:00, ${escaped(zone)}.</p>`
  const form = `<form method="post" action="${morningPaths.set}"><label for="hour">Hour</label><select id="hour" name="hour">${choices}</select><label for="zone">Time zone</label><input id="zone" name="zone" required maxlength="64" autocomplete="off" value="${escaped(zone)}" placeholder="Europe/London"><button class="btn" type="submit">${morning === null ? 'Subscribe' : 'Change'}</button></form>`
  const end = morning === null ? '' : actionForm(morningPaths.end, 'Unsubscribe', 'from the morning mail', {})
  return waySection(
    'morning',
    'Morning mail',
    'States and headlines of the briefings your plan reads, once a day.',
    `${stands}${form}${end}`,
  )
}

function passkeySection({ passkeys }: Settings): string {
  const rows = passkeys.map(({ id, name, created_at, last_used_at }) => [
    escaped(name),
    timeText(created_at),
    timeText(last_used_at),
    actionForm(passkeyPaths.remove, 'Remove', `the passkey ${name}`, { passkey: id }),
  ])
  const list = settingsTable(['Name', 'Added', 'Last used', 'Change'], rows, 'No passkeys yet.')
  const add = `<p><a class="btn ghost" href="${passkeyPaths.add}">Add a passkey</a></p>`
  return waySection('passkeys', 'Passkeys', 'Sign in without a password.', `${list}${add}`)
}

function sessionSection({ sessions }: Settings): string {
  const rows = sessions.map(({ id, browser, address, created_at, current }) => [
    escaped(browser ?? 'unknown'),
    escaped(address ?? 'unknown'),
    timeText(created_at),
    current ? 'this browser' : actionForm('/settings/sessions/end', 'End', 'this session', { session: id }),
  ])
  const others =
    sessions.length > 1 ? actionForm('/settings/sessions/end', 'End all others', 'sessions', { session: 'others' }) : ''
  return waySection(
    'sessions',
    'Sessions',
    'Where you are signed in. A session ends after 30 days.',
    `${settingsTable(['Browser', 'Address', 'Since', 'End'], rows)}${others}`,
  )
}

function passwordSection({ person }: Settings): string {
  const form = [
    '<form method="post" action="/settings/password">',
    `<input type="text" name="username" value="${escaped(person.email)}" autocomplete="username" hidden>`,
    `<label for="old">Current password</label><input id="old" name="old" ${passwordRules}>`,
    `<label for="new">New password</label><input id="new" name="new" ${newPasswordRules} aria-describedby="rules">`,
    `<p class="note" id="rules">${passwordNote}</p><button class="btn" type="submit">Change the password</button></form>`,
  ].join('')
  return waySection('password', 'Password', 'A change ends every other session.', form)
}

function dataSection({ person }: Settings): string {
  const body = [
    '<p><a href="/settings/data">Download your data</a> as JSON: account, keys and webhooks without their secrets, passkeys, sessions, claims of agents that you decided, usage, and what was done to them.</p>',
    '<form method="post" action="/settings/delete">',
    `<input type="text" name="username" value="${escaped(person.email)}" autocomplete="username" hidden>`,
    `<label for="sure">Password, to delete the account</label><input id="sure" name="password" ${passwordRules}>`,
    '<button class="btn ghost" type="submit">Delete the account</button></form>',
    '<p class="note">Deleting takes out the account, its keys, webhooks, passkeys, sessions, claims and usage immediately and for good. Its keys stop working.</p>',
  ].join('')
  return waySection('data', 'Your data', 'Kept by this server alone.', body)
}
