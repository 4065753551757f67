import { framed } from '../../data/page-frame.ts'
import { waysStyle } from '../../data/site-style.ts'
import type { Desk, SignedIn } from '../access/desk.ts'
import { Refusal } from '../http/errors.ts'
import { escaped } from '../pages/page.ts'
import { giveBackAttempt, takeAttempt } from '../state/attempts.ts'
import { personOf } from '../state/people.ts'
import { noteProof, provedLately } from '../state/sessions.ts'
import { passwordRules } from './entered.ts'
import { crumbs, limited, wrongField, wrongLine } from './sign-in.ts'

/**
 * Throws 403 ADDRESS_UNPROVED for an account whose person has never used a link that was sent to their address: such an account reads, and gets
 * nothing that goes on working after the owner of the address has taken it over. Without mail the operator vouches for addresses.
 */
export async function requireProvedAddress({ state, mail }: Pick<Desk, 'state' | 'mail'>, account: string): Promise<void> {
  if (mail === null || (await personOf(state, account))?.proved_at !== null) return
  throw new Refusal('ADDRESS_UNPROVED', 'The email address of the account is not proved yet. Request the link at /settings.')
}

/** Whether a password is that of the person who is signed in. Only this browser is slowed down by wrong ones. Throws 429 SIGN_IN_LIMITED. */
export async function passwordMatches({ state, passwords, now }: Desk, { token, person }: SignedIn, password: string) {
  const wait = await takeAttempt(state, 'password by session', token, now())
  if (wait > 0) throw limited('wrong passwords were entered', wait)
  if (!(await passwords.matches(person.password, password))) return false
  await giveBackAttempt(state, 'password by session', token)
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
  desk: Desk,
  visitor: SignedIn,
  form: URLSearchParams,
  { action, next }: Asking,
): Promise<string | null> {
  const { state, now } = desk
  await requireProvedAddress(desk, visitor.holder.account)
  if (await provedLately(state, visitor.token, now())) return null
  const password = form.get('password')
  if (password !== null && (await passwordMatches(desk, visitor, password))) {
    await noteProof(state, visitor.token, now())
    return null
  }
  const wrong = password === null ? null : 'The password is wrong. Nothing was changed.'
  const fields = [...form].filter(([name]) => name !== 'password' && name !== 'username')
  const body = [
    `<main id="main">${crumbs}<h1>Confirm that it is you</h1>`,
    '<p class="stand">This gives access to your account. It needs your password, or a passkey used within the last five minutes.</p>',
    wrongLine(wrong),
    `<form method="post" action="${action}">`,
    ...fields.map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`),
    `<input type="text" name="username" value="${escaped(visitor.person.email)}" autocomplete="username" hidden>`,
    `<label for="password">Password</label><input id="password" name="password" ${passwordRules}${wrongField(wrong)}>`,
    '<button class="btn" type="submit">Continue</button></form>',
    `<p class="note"><a href="/sign-in/passkey?next=${encodeURIComponent(next)}">Use a passkey instead</a>, then repeat what you were doing.</p></main>`,
  ].join('')
  return framed({ title: 'Confirm that it is you', body, style: waysStyle, part: 'sign-in' })
}
