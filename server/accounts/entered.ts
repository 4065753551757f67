/** What a person enters into the forms of accounts, and what is wrong with it. */

/** Path of the page of a link that was mailed or that the operator gave: it sets a new password, or makes an account. */
export const resetPath = '/reset'

const longestEmail = 254
const shortestPassword = 12
const longestPassword = 200

/** Attributes of the fields, the same rules for the browser. */
export const emailRules = `type="email" required maxlength="${longestEmail}" autocomplete="username" autocapitalize="none" spellcheck="false"`
export const newPasswordRules = `type="password" required minlength="${shortestPassword}" maxlength="${longestPassword}" autocomplete="new-password"`
export const passwordRules = `type="password" required maxlength="${longestPassword}" autocomplete="current-password"`
export const passwordNote = `At least ${shortestPassword} characters. A short sentence is easier to remember than symbols.`

/** An email address in lower case; null where the text is not one. Only a mail to it could tell whether it exists. */
export function validEmail(text: string): string | null {
  const email = text.trim().toLowerCase()
  return email.length <= longestEmail && /^[^\s@"<>\p{C}]{1,64}@[^\s@"<>\p{C}]+\.[^\s@.]+$/u.test(email) ? email : null
}

/** Why a new password is refused; null where it is accepted. */
export function passwordWeakness(password: string, email: string): string | null {
  const length = [...password].length
  if (length < shortestPassword) return `The password is shorter than ${shortestPassword} characters. Choose a longer one.`
  if (length > longestPassword) return `The password is longer than ${longestPassword} characters. Choose a shorter one.`
  if (password.toLowerCase().includes(email)) return 'The password contains the email address. Choose another one.'
  if (new Set(password).size < 4) return 'The password repeats the same few characters. Choose another one.'
  return null
}

const longestName = 64

/** The name of a key: printable text on one line; null where it is not. */
export function validKeyName(text: string): string | null {
  const name = text.trim()
  return name.length > 0 && [...name].length <= longestName && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name) ? name : null
}
