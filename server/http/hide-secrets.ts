/**
 * Letters with few digits after them, few digits with letters after them, or tenors one after the other: `bitcoin`, `200d`, `x402`, `2026`,
 * `2s5s10s`. No random text is that.
 */
const word = '(?:[a-z]{1,16}[0-9]{0,4}|[0-9]{1,4}[a-z]{0,2}|(?:[0-9]{1,2}[msy]){2,3})'
const words = new RegExp(`^${word}(?:[-.]${word})*$`)
/** Tickers and codes of companies, of either case. */
const ticker = /^(?:[A-Za-z0-9]{1,6}(?:\.[A-Za-z]{1,3})?|[0-9]{10})$/
const longestPlain = 64
const hidden = '*'

/** Whether a part of a path, or the value of a parameter, is made of words and can be no secret. */
function isPlain(text: string): boolean {
  return text.length <= longestPlain && (words.test(text) || ticker.test(text))
}

/** A path as it may be logged: up to the first part that is not made of words, which could be a secret or the begin of one. */
export function loggedPath(path: string): string {
  const parts = path.split('/')
  const at = parts.findIndex((part) => part !== '' && part !== '.well-known' && !isPlain(part))
  return (at === -1 ? path : [...parts.slice(0, at), hidden].join('/')).slice(0, 200)
}

/** The value of a parameter as it may be logged. */
export function loggedValue(value: string): string {
  return value === '' || isPlain(value) ? value : hidden
}

/** What looks like a secret, anywhere in a text. */
const secrets: readonly (readonly [RegExp, string])[] = [
  // a key of any prefix, in any case, cut off or too long
  [/[a-z0-9]{1,16}(?:_|%5f)(?:live|test)(?:_|%5f)[a-z0-9_%-]+/gi, hidden],
  // what messages of a webhook are signed with
  [/\bwhs(?:ec|k)_[a-z0-9+/=_-]+/gi, hidden],
  // the token of a claim
  [/\b[a-z][a-z0-9]{1,7}c_[a-z0-9_-]{43}/gi, hidden],
  [/\b(bearer|basic|payment)[\s:=]+(?=\S*[0-9=])[a-z0-9+/=._~%-]{8,}/gi, `$1 ${hidden}`],
  // addresses of Slack, Discord and Telegram, of which whoever knows them may write there
  [/(\/\/hooks\.slack(?:-gov)?\.com|\/\/(?:\w+\.)?discord(?:app)?\.com\/api|\/webhooks\/\d+)\/[^\s"'<>]+/gi, `$1/${hidden}`],
  [/(\/\/api\.telegram\.org)\/[^\s"'<>]+/gi, `$1/${hidden}`],
  [/\/bot\d+(?::|%3a)[\w-]+/gi, `/bot${hidden}`],
  // who signs in, in an address
  [/(:\/\/)[^\s/@]+@/g, `$1${hidden}@`],
  [/\b(api[_-]?key|token|secret|password|signature)(["']?\s*[=:]\s*["']?)[^\s"'&,;]+/gi, `$1$2${hidden}`],
  // a credential of a payment is base64 of JSON; hashes are shorter
  [/[a-z0-9+/_=-]{90,}/gi, hidden],
]

/** A text without what has the look of a key, a credential or a password. */
export function hideSecrets(text: string): string {
  return secrets.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
}

/** Whether an address that others are called at can be shown whole: nothing after its host has the look of a secret, or is of anything but words. */
export function isOpenAddress(url: string): boolean {
  const { pathname, searchParams } = new URL(url)
  return hideSecrets(url) === url && loggedPath(pathname) === pathname && [...searchParams.values()].every(isPlain)
}

/** The same for every text in a value of any depth that a line of a log may have. */
export function hideSecretsIn(value: unknown, depth = 6): unknown {
  if (typeof value === 'string') return hideSecrets(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return hidden
  if (Array.isArray(value)) return value.map((each) => hideSecretsIn(each, depth - 1))
  if (value instanceof Error) return { name: value.name, message: hideSecrets(value.message) }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [hideSecrets(name), hideSecretsIn(each, depth - 1)]))
}
