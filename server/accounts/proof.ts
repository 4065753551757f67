import type { AccountContext, SignedIn } from '../access/account-context.ts'
import { Refusal } from '../http/errors.ts'
import { escaped } from '../pages/page.ts'
import { giveBackAttempt } from '../state/attempts.ts'
import { personOf } from '../state/people.ts'
import { hasRecentProof, recordProof } from '../state/sessions.ts'
import { passwordRules } from './entered.ts'
import { accountPage, limitAttempts, wrongField, wrongLine } from './sign-in.ts'

/**
 * Throws 403 ADDRESS_UNPROVED for an account whose person has never used a link that was sent to their address: such an account reads, and
 * gets nothing that still works after the owner of the address has taken it over. Without mail the operator vouches for addresses.
 */
export async function requireProvedAddress(
  { state, mail }: Pick<AccountContext, 'state' | 'mail'>,
  account: string,
): Promise<void> {
  if (mail === null || (await personOf(state, account))?.proved_at !== null) return
  throw new Refusal('ADDRESS_UNPROVED', 'The email address of the account is not proved yet. Request the link at /settings.')
}

/** Whether a password is that of the person who is signed in. Only this browser is slowed down by wrong ones. Throws 429 SIGN_IN_LIMITED. */
export async function passwordMatches(desk: AccountContext, { token, person }: SignedIn, password: string) {
  await limitAttempts(desk, 'password by session', token, 'wrong passwords were entered')
  if (!(await desk.passwords.matches(person.password, password))) return false
  await giveBackAttempt(desk.state, 'password by session', token)
  return true
}

/** Where the page that asks for a proof sends its form, and where a passkey leads instead. */
interface Asking {
  readonly action: string
  readonly next: string
}

/**
 * Asks for a proof of the person before something that gives access: a key, a passkey, an approval. Null where they gave one within the last five
 * minutes, or the form has their password; else the page that asks for it and sends the same form again. Throws 403 ADDRESS_UNPROVED.
 */
export async function askProof(
  desk: AccountContext,
  visitor: SignedIn,
  form: URLSearchParams,
  { action, next }: Asking,
): Promise<string | null> {
  const { state, now } = desk
  await requireProvedAddress(desk, visitor.holder.account)
  if (await hasRecentProof(state, visitor.token, now())) return null
  const password = form.get('password')
  if (password !== null && (await passwordMatches(desk, visitor, password))) {
    await recordProof(state, visitor.token, now())
    return null
  }
  const wrong = password === null ? null : 'The password is wrong. Nothing was changed.'
  const fields = [...form].filter(([name]) => name !== 'password' && name !== 'username')
  const body = [
    '<p class="stand">This gives access to your account. It needs your password, or a passkey used within the last five minutes.</p>',
    wrongLine(wrong),
    `<form method="post" action="${action}">`,
    ...fields.map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`),
    `<input type="text" name="username" value="${escaped(visitor.person.email)}" autocomplete="username" hidden>`,
    `<label for="password">Password</label><input id="password" name="password" ${passwordRules}${wrongField(wrong)}>`,
    '<button class="btn" type="submit">Continue</button></form>',
    `<p class="note"><a href="/sign-in/passkey?next=${encodeURIComponent(next)}">Use a passkey instead</a>, then repeat what you were doing.</p>`,
  ].join('')
  return accountPage('Confirm that it is you', body)
}
