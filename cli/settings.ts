import { resolve } from 'node:path'
import { type Network, networks } from '../data/networks.ts'
import type { PlanTerms } from '../data/plans.ts'
import { upstreams } from '../data/upstreams.ts'
import { InputError } from '../pipeline/errors.ts'
import { isWebhookAddress } from '../pipeline/http/webhook-address.ts'
import { s3Options, s3Place, unknownS3Options } from '../pipeline/store/s3-place.ts'
import type { MailSettings } from '../server/access/mail.ts'
import { isProxyRange } from '../server/http/caller-address.ts'
import { isEverywhere } from '../server/http/listen.ts'
import { type CdpKey, cdpFacilitatorUrl, cdpSecret } from '../server/payments/facilitator-credential.ts'
import { suggestNames, unknown } from './unknown.ts'

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** The kind of value of a setting: `read` returns null for a text that is not what `shouldBe` says. */
interface Kind<T> {
  readonly shouldBe: string
  /** The words it may be made of, where they are known. */
  readonly words?: readonly string[]
  read(text: string): T | null
  /** Which part of a wrong text is wrong, and what to write instead; null where the kind alone says it. */
  wrongIn?(text: string): string | null
}

interface Setting<T> extends Kind<T> {
  readonly default: string
  readonly about: string
  /** Never printed, only that it is set. */
  readonly secret: boolean
}

const text: Kind<string> = { shouldBe: 'a text', read: (given) => given }
const oneOf = <T extends string>(...words: readonly T[]): Kind<T> => ({
  shouldBe: `one of ${words.filter((word) => word !== '').join(', ')}`,
  words,
  read: (given) => words.find((word) => word === given) ?? null,
})
const whole = (least: number, most: number): Kind<number> => ({
  shouldBe: `a whole number from ${least} to ${most}`,
  read: (given) => (/^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : null),
})
const optional = <T>({ read, ...kind }: Kind<T>): Kind<T | undefined> => ({
  ...kind,
  read: (given) => (given === '' ? undefined : read(given)),
})
/** A text that is empty or passes the check. */
const checked = (shouldBe: string, isRight: (given: string) => boolean): Kind<string> => ({
  shouldBe,
  read: (given) => (given === '' || isRight(given) ? given : null),
})
const matching = (pattern: RegExp, shouldBe: string) => checked(shouldBe, (given) => pattern.test(given))
const hasScheme = (given: string, schemes: readonly string[]) =>
  URL.canParse(given) && schemes.includes(new URL(given).protocol.slice(0, -1))
const url = (...schemes: string[]) =>
  checked(
    `a URL with ${schemes.join(' or ')}, without user and password`,
    (given) => hasScheme(given, schemes) && isLoginReadable(given) && new URL(given).username + new URL(given).password === '',
  )
/** A URL that callers are sent to: not one of all addresses of a machine, which one can listen on and not call. */
const reachable = checked('a URL with http or https, and not of 0.0.0.0', (given) => {
  const { protocol, hostname } = URL.canParse(given) ? new URL(given) : { protocol: '', hostname: '' }
  return ['http:', 'https:'].includes(protocol) && !isEverywhere(hostname)
})
/** A URL that may have a user and a password. */
const loginUrl = (...schemes: string[]) =>
  checked(
    `a URL with ${schemes.join(' or ')}, in whose user and password @ is written as %40, / as %2F, : as %3A, ? as %3F, # as %23 and % as %25`,
    (given) => hasScheme(given, schemes) && isLoginReadable(given),
  )

/**
 * Whether user and password of a URL are read as they are meant. A slash in a password would end them: what comes before it would be the
 * host.
 */
function isLoginReadable(given: string): boolean {
  const [, authority = '', rest = ''] = /^[^:]+:\/\/([^/\\?#]*)(.*)$/s.exec(given) ?? []
  if (rest.includes('@') && !authority.includes('@') && authority.includes(':')) return false
  try {
    return [new URL(given).username, new URL(given).password].map(decodeURIComponent).length > 0
  } catch {
    return false
  }
}

/** Words or texts separated by commas. */
const list = (what: string, isRight: (word: string) => boolean, words?: readonly string[]): Kind<readonly string[]> => ({
  shouldBe: `a list of ${what}, separated by commas`,
  ...(words && { words }),
  read: (given) => {
    const each = given.split(',').flatMap((word) => word.trim() || [])
    return each.every(isRight) ? each : null
  },
})
const listOf = (...words: readonly string[]) => list(words.join(', '), (word) => words.includes(word), words)

const setting = <T>(standard: string, kind: Kind<T>, about: string): Setting<T> => ({
  ...{ default: standard, about, secret: false, ...kind },
})
const unset = <T>(kind: Kind<T>, about: string) => setting('', kind, about)
const secret = <T>(kind: Kind<T>, about: string): Setting<T> => ({ ...unset(kind, about), secret: true })
const address = (pattern: RegExp, shouldBe: string, network: string) =>
  unset(matching(pattern, shouldBe), `Address that receives payments on ${network}.`)
const http = url('https', 'http')
const node = loginUrl('https', 'http')
const emailShape = /^[^\s@,;<>"]+@[^\s@,;<>"]+$/
const bucket: Kind<ReturnType<typeof s3Place>> = {
  shouldBe: 's3://BUCKET/PREFIX, with ?region=REGION or ?endpoint=ORIGIN for a service other than Amazon S3',
  read: (given) => s3Place(given),
  wrongIn: (given) => {
    const [name] = unknownS3Options(given)
    if (name === undefined) return null
    const close = suggestNames(name, s3Options)
    const meant = close.length > 0 ? `did you mean ${close.join(' or ')}? ` : ''
    return `has the unknown option "${name}"; ${meant}Its options are ${s3Options.join(' and ')}; see docs/settings.md`
  },
}
const longSecret = matching(/^.{32,}$/, '32 characters or more')

/** Everything that may be set from the environment, read once and passed down. Flags of a command win. */
const settings = {
  BRIEFING_HOME: setting('var', text, 'Folder for all data.'),
  BRIEFING_STORE: unset(
    optional(bucket),
    'Bucket for what several machines share: s3://BUCKET/PREFIX?region=REGION (us-east-1 if omitted), or ?endpoint=ORIGIN for a service other than Amazon S3; the home when unset.',
  ),
  AWS_ACCESS_KEY_ID: unset(text, 'Id of the access key of that bucket.'),
  AWS_SECRET_ACCESS_KEY: secret(text, 'Secret of that access key.'),
  AWS_SESSION_TOKEN: secret(text, 'Session token, if that access key is temporary.'),
  BRIEFING_PORT: setting('8402', whole(0, 65_535), 'Port of the server; 0 picks a free port.'),
  BRIEFING_ADDRESS: setting('127.0.0.1', text, 'Address the server listens on.'),
  BRIEFING_METRICS_PORT: unset(optional(whole(0, 65_535)), 'Port of operator metrics; 0 picks a free port; off when unset.'),
  BRIEFING_METRICS_ADDRESS: unset(text, 'Address operator metrics are served on; 127.0.0.1 when unset.'),
  BRIEFING_HOST: unset(
    oneOf('', 'in-process', 'temporal'),
    'in-process or temporal; derived from the Temporal settings when unset.',
  ),
  BRIEFING_INSTALLATION: setting(
    'market-briefing',
    matching(/^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/, 'up to 63 letters, digits and dashes, not beginning with a dash'),
    'Name of the installation in a Temporal namespace: its queues, schedules and runs begin with it.',
  ),
  BRIEFING_FEEDS: setting('sample', text, 'sample, live, or recorded:FOLDER.'),
  BRIEFING_HISTORY: unset(
    optional(whole(0, 36_500)),
    'Past days that a start adds behind the current edition; when unset 120 on sample feeds and none on others.',
  ),
  BRIEFING_LICENCES: unset(
    listOf(...upstreams.map(({ id }) => id)),
    'Upstreams for which you hold a licence to sell, separated by commas.',
  ),
  BRIEFING_URL: unset(reachable, 'Public URL of the server; when unset the address it listens on, localhost for all addresses.'),
  BRIEFING_CONTACT: unset(
    matching(emailShape, 'an email address'),
    'Email address of the operator, published in the OpenAPI description and security.txt; none when unset.',
  ),
  BRIEFING_PLAN_PRICES: unset(
    list('PLAN=PRICE such as basic=29 USD per month', (each) => /^(basic|pro|enterprise)=[^<>]{1,60}$/.test(each)),
    'What the plans cost, shown on /prices: PLAN=PRICE, separated by commas; no prices when unset.',
  ),
  BRIEFING_DATA_PLAN: unset(
    oneOf('', 'pro', 'enterprise'),
    'Least plan whose keys mount market.duckdb and its exports under /data; nobody when unset.',
  ),
  BRIEFING_PROXIES: unset(
    list('addresses or networks such as 10.0.0.0/8', isProxyRange),
    'Proxies in front of the server whose X-Forwarded-For is believed: addresses or networks, separated by commas.',
  ),
  BRIEFING_KEY_PREFIX: setting(
    'mb',
    matching(/^[a-z][a-z0-9]{1,7}$/, '2 to 8 lower-case letters and digits, starting with a letter'),
    'First part of API keys.',
  ),
  BRIEFING_SIGN_UP: setting(
    'open',
    oneOf('open', 'closed'),
    'open: anyone may create an account of the free plan; closed: only the operator creates accounts.',
  ),
  MAIL_SERVER: secret(
    loginUrl('smtp', 'smtps'),
    'Mail server for links that set a password and for morning mail: smtp://USER:PASSWORD@HOST:PORT or smtps://; no mail when unset.',
  ),
  MAIL_FROM: unset(matching(emailShape, 'an email address'), 'Address that mail comes from.'),
  STATE_URL: secret(
    loginUrl('postgres', 'postgresql'),
    'Keys, limits and ledger: a postgres:// URL; state.sqlite in the home when unset.',
  ),
  LEDGER_DAYS: setting('400', whole(7, 36_500), 'Days a payment is kept after it was served or closed.'),
  PAY_TO_EVM: address(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x followed by 40 hexadecimal digits', 'Base'),
  PAY_TO_SOLANA: address(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'a Solana address', 'Solana'),
  PAY_NETWORKS: unset(
    listOf(...networks.map(({ name }) => name)),
    'Networks to sell on; the main networks of the addresses set when unset.',
  ),
  FACILITATOR_URL: unset(http, 'The x402 facilitator that verifies and settles.'),
  FACILITATOR_TOKEN: secret(text, 'Bearer token of the facilitator.'),
  CDP_API_KEY_ID: unset(text, 'Id of an API key of the Coinbase Developer Platform, whose facilitator is then the usual one.'),
  CDP_API_KEY_SECRET: secret(
    optional({
      shouldBe: 'the secret of a CDP API key: base64 of an Ed25519 key (88 characters), or a PEM with a P-256 key',
      read: cdpSecret,
    }),
    'Secret of that key, which signs a token for each request to the facilitator.',
  ),
  MPP_SECRET: secret(
    longSecret,
    'Secret of MPP challenges, 32 characters or more; generated and kept in the state store when unset.',
  ),
  MPP_SECRET_PREVIOUS: secret(longSecret, 'The previous secret, while its challenges are valid.'),
  RPC_BASE: secret(node, 'RPC of Base, to look up payments whose outcome is unknown.'),
  RPC_BASE_SEPOLIA: secret(node, 'The same for Base Sepolia.'),
  RPC_SOLANA: secret(http, 'RPC of Solana, to look up payments whose outcome is unknown.'),
  RPC_SOLANA_DEVNET: secret(http, 'The same for Solana devnet.'),
  BRIEFING_WEBHOOKS: setting(
    'public',
    oneOf('public', 'local'),
    'public, or local: webhooks may also lead to http addresses, this machine and its networks, for development only.',
  ),
  ALERT_COMMAND: unset(text, 'Program run when a run or a feed begins to fail or recovers; no arguments.'),
  ALERT_WEBHOOK: secret(
    checked('an https URL, or an http URL of this machine', isWebhookAddress),
    'URL that is sent the same as JSON.',
  ),
  ALERT_SECRET: secret(longSecret, 'Secret that signs what ALERT_WEBHOOK is sent, 32 characters or more; unsigned when unset.'),
  BRIEFING_BUYER_KEY: secret(
    matching(/^0x[0-9a-fA-F]{64}$/, '0x followed by 64 hexadecimal digits'),
    'Private key that briefing buy --main-network pays with.',
  ),
  BRIEFING_API_KEY: secret(text, 'Key that briefing mcp sends; asked for and saved when unset.'),
  BRIEFING_KEY_FILE: unset(
    text,
    'File in which briefing mcp saves its key; market-briefing/HOST.json in the folder of user settings when unset.',
  ),
  BRIEFING_LOG: setting('info', oneOf(...logLevels), 'silent, error, warn, info or debug.'),
}

type Name = keyof typeof settings
type Value<N extends Name> = (typeof settings)[N] extends Setting<infer T> ? T : never

export type Settings = ReturnType<typeof readSettings>
export type PaymentSettings = NonNullable<Settings['payments']>

type Environment = Readonly<Record<string, string | undefined>>

type Read = ReturnType<typeof readerOf>

/** A sentence as it reads inside another: no full stop, a lower-case first letter unless it begins an abbreviation such as RPC. */
function withinSentence(about: string): string {
  return about.replace(/\.$/, '').replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
}

/** Reads one setting after the other from an environment. */
function readerOf(env: Environment): <N extends Name>(name: N) => Value<N> {
  return (name) => {
    const declared: Setting<unknown> = settings[name]
    const given = env[name] || declared.default
    const value = declared.read(given)
    if (value !== null) return value as Value<typeof name>
    const wrong = declared.wrongIn?.(given) ?? null
    if (wrong !== null) throw new InputError('SETTING', `${name} ${wrong}`, { setting: name })
    const meant = meantBy(given, declared)
    const next = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : 'see docs/settings.md'
    throw new InputError('SETTING', `${name} must be ${declared.shouldBe} (${withinSentence(declared.about)}); ${next}`, {
      setting: name,
    })
  }
}

/** Words of ours that a wrong value was probably meant as; what was given is not repeated. */
function meantBy(given: string, { words = [], secret }: Setting<unknown>): readonly string[] {
  if (secret) return []
  const wrong = given.split(',').find((word) => !words.includes(word)) ?? ''
  return suggestNames(wrong, words)
}

const known = () => [...Object.keys(settings), ...upstreams.flatMap(({ credential }) => credential?.setting ?? [])]

/**
 * Throws `InputError` SETTING_UNKNOWN for a variable named like a setting that does not exist, because a misspelt setting would be
 * ignored silently. Names the variable, never its value.
 */
export function refuseUnknownSettings(env: Environment): void {
  const name = Object.keys(env).find((each) => each.startsWith('BRIEFING_') && env[each] && !known().includes(each))
  if (name !== undefined) throw unknown('SETTING_UNKNOWN', name, { kind: 'setting', names: known(), shownBy: 'briefing config' })
}

/** Reads the settings from an environment; empty is unset. Throws `InputError` SETTING naming the setting and what it should be, never its value. */
export function readSettings(env: Environment) {
  const read = readerOf(env)
  const metricsPort = read('BRIEFING_METRICS_PORT')
  return {
    home: resolve(read('BRIEFING_HOME')),
    /** The bucket that takes the place of the home for all that is shared; null for the home. */
    store: storeSettings(read),
    port: read('BRIEFING_PORT'),
    address: read('BRIEFING_ADDRESS'),
    /** Where operator metrics are served; null where they are not. */
    metrics: metricsPort === undefined ? null : { port: metricsPort, host: read('BRIEFING_METRICS_ADDRESS') || '127.0.0.1' },
    host: read('BRIEFING_HOST') || undefined,
    /** Names the queues, schedules and runs on a Temporal server. */
    installation: read('BRIEFING_INSTALLATION'),
    feeds: read('BRIEFING_FEEDS'),
    /** Past days that a start adds; undefined for what is usual with its feeds. */
    history: read('BRIEFING_HISTORY'),
    /** Upstreams for which the operator declares a licence to sell. */
    licences: new Set(read('BRIEFING_LICENCES')) as ReadonlySet<string>,
    logLevel: read('BRIEFING_LOG'),
    /** Address the server is known by; null for the one it listens on. */
    url: read('BRIEFING_URL').replace(/\/+$/, '') || null,
    /** Email address of the operator that is published; null where none is. */
    contact: read('BRIEFING_CONTACT') || null,
    /** What each plan costs, as the operator words it. */
    planPrices: Object.fromEntries(read('BRIEFING_PLAN_PRICES').map((each) => each.split(/=(.*)/s, 2))) as PlanTerms['prices'],
    dataPlan: read('BRIEFING_DATA_PLAN') || null,
    proxies: read('BRIEFING_PROXIES'),
    keyPrefix: read('BRIEFING_KEY_PREFIX'),
    signUp: read('BRIEFING_SIGN_UP'),
    /** Which addresses events may be sent to. */
    webhooks: read('BRIEFING_WEBHOOKS'),
    /** Null where no mail is sent. */
    mail: mailSettings(read),
    /** URL of a Postgres that keeps keys, limits and ledger; null for a file in the home. */
    stateUrl: read('STATE_URL') || null,
    /** How long a payment is kept after it was served or closed. */
    ledgerDays: read('LEDGER_DAYS'),
    /** Null where nothing is sold on a real or test network. */
    payments: paymentSettings(read),
    /** Who is notified when a run or a feed begins to fail or recovers. */
    alerts: {
      command: read('ALERT_COMMAND') || null,
      webhook: read('ALERT_WEBHOOK') || null,
      secret: read('ALERT_SECRET') || null,
    },
    /** Credentials of upstreams that are set, by setting name. */
    credentials: new Map(
      upstreams.flatMap(({ credential }) => {
        const value = credential && env[credential.setting]
        return credential && value ? [[credential.setting as string, value] as const] : []
      }),
    ) as ReadonlyMap<string, string>,
  }
}

/** The port of `--port`, undefined where it is not given. */
export const portOf = (given: string | undefined) => optionOf('--port', settings.BRIEFING_PORT, given)
/** The days of `--history`, undefined where it is not given. */
export const historyOf = (given: string | undefined) => optionOf('--history', settings.BRIEFING_HISTORY, given)

function optionOf<T>(option: string, kind: Kind<T>, given: string | undefined): T | undefined {
  if (given === undefined) return undefined
  const value = given === '' ? null : kind.read(given)
  if (value === null) throw new InputError('OPTION', `${option} must be ${kind.shouldBe}`, { option })
  return value
}

/** The option of a command that stands for a setting: its flag and its help. */
export function optionFor<const Flag extends string>(name: Name, flag: Flag): readonly [flag: Flag, help: string] {
  const { about, default: standard }: Setting<unknown> = settings[name]
  return [flag, `${withinSentence(about)} (default: ${name}${standard === '' ? '' : `, else ${standard}`})`]
}

/** The setting of the RPC of each network. */
export const rpcSettings = {
  base: 'RPC_BASE',
  'base-sepolia': 'RPC_BASE_SEPOLIA',
  solana: 'RPC_SOLANA',
  'solana-devnet': 'RPC_SOLANA_DEVNET',
} as const satisfies Record<Network['name'], Name>

/** Null where no bucket is set. Throws where one is and its access key is not. */
function storeSettings(read: Read) {
  const place = read('BRIEFING_STORE')
  if (!place) return null
  const [accessKeyId, secretAccessKey] = [read('AWS_ACCESS_KEY_ID'), read('AWS_SECRET_ACCESS_KEY')]
  if (accessKeyId === '') throw missing('AWS_ACCESS_KEY_ID', 'BRIEFING_STORE is set')
  if (secretAccessKey === '') throw missing('AWS_SECRET_ACCESS_KEY', 'BRIEFING_STORE is set')
  return { place, credentials: { accessKeyId, secretAccessKey, sessionToken: read('AWS_SESSION_TOKEN') || undefined } }
}

/** Null where no address is set. Throws where one is and what belongs to it is not. */
function paymentSettings(read: Read) {
  const payTo = { evm: read('PAY_TO_EVM'), solana: read('PAY_TO_SOLANA') }
  if (payTo.evm === '' && payTo.solana === '') return null
  const named = read('PAY_NETWORKS')
  const chosen = networks.filter(({ name, kind, test }) =>
    named.length === 0 ? !test && payTo[kind] !== '' : named.includes(name),
  )
  const unpaid = chosen.find(({ kind }) => payTo[kind] === '')
  if (unpaid) throw missing(unpaid.kind === 'evm' ? 'PAY_TO_EVM' : 'PAY_TO_SOLANA', `PAY_NETWORKS names ${unpaid.name}`)
  const cdpKey = cdpKeyOf(read)
  const facilitatorUrl = read('FACILITATOR_URL') || (cdpKey === null ? '' : cdpFacilitatorUrl)
  if (facilitatorUrl === '') throw missing('FACILITATOR_URL', 'a receiving address is set')
  return {
    networks: chosen.map((network) => ({
      network,
      payTo: payTo[network.kind],
      rpcUrl: read(rpcSettings[network.name]) || null,
    })),
    facilitatorUrl,
    facilitatorToken: read('FACILITATOR_TOKEN') || null,
    cdpKey,
    /** Null for the one the state store keeps. */
    mppSecret: read('MPP_SECRET') || null,
    mppSecretPrevious: read('MPP_SECRET_PREVIOUS') || null,
  }
}

/** Null where no key of CDP is set. Throws where a part of it is missing, or a bearer token is set too. */
function cdpKeyOf(read: Read): CdpKey | null {
  const [id, secret] = [read('CDP_API_KEY_ID'), read('CDP_API_KEY_SECRET')]
  if (id === '' && secret === undefined) return null
  if (id === '') throw missing('CDP_API_KEY_ID', 'CDP_API_KEY_SECRET is set')
  if (secret === undefined) throw missing('CDP_API_KEY_SECRET', 'CDP_API_KEY_ID is set')
  if (read('FACILITATOR_TOKEN') === '') return { id, secret }
  const message = 'FACILITATOR_TOKEN and CDP_API_KEY_ID are both set; keep the one that the facilitator asks for'
  throw new InputError('SETTING', message, { setting: 'FACILITATOR_TOKEN' })
}

/** Null where no mail server is set. Throws where one of the settings that belong together is missing. */
function mailSettings(read: Read): MailSettings | null {
  const [server, from] = [read('MAIL_SERVER'), read('MAIL_FROM')]
  if (server === '' && from !== '') throw missing('MAIL_SERVER', 'MAIL_FROM is set')
  if (server !== '' && from === '') throw missing('MAIL_FROM', 'MAIL_SERVER is set')
  if (server !== '' && read('BRIEFING_URL') === '')
    throw missing('BRIEFING_URL', 'MAIL_SERVER is set, and links in mail lead to the server')
  return server === '' ? null : { server, from }
}

function missing(setting: string, because: string): InputError {
  return new InputError('SETTING', `${setting} is missing: ${because}; see docs/settings.md`, { setting })
}

/** What may as well be a part of a sentence. */
const ordinary = /^(?:.{0,5}|[a-z]{1,12})$/

/** A text without the values of secret settings, and without the parts of a URL among them that are secret alone. */
export function withoutSecrets(text: string, env: Environment): string {
  const names = [
    ...Object.entries<Setting<unknown>>(settings).flatMap(([name, { secret }]) => (secret ? name : [])),
    ...upstreams.flatMap(({ credential }) => credential?.setting ?? []),
  ]
  const secrets = names.flatMap((name) => {
    const value = env[name] ?? ''
    if (!URL.canParse(value)) return [value]
    const { password, pathname, search } = new URL(value)
    return [value, password, ...(value.startsWith('http') ? [pathname.slice(1), search.slice(1)] : [])]
  })
  return secrets.filter((secret) => !ordinary.test(secret)).reduce((rest, secret) => rest.replaceAll(secret, '*'), text)
}

/** A setting in force: its text, and whether a flag, the environment or the default gave it. */
export interface SettingRow {
  readonly setting: string
  readonly value: string | null
  readonly from: 'flag' | 'environment' | 'default'
  readonly about: string
}

/** Every setting and where its value comes from; `flags`, by setting name, take precedence. Of a secret it shows only that it is set. */
export function settingRows(env: Environment, flags: Readonly<Record<string, string | undefined>>): SettingRow[] {
  const own = Object.entries<Setting<unknown>>(settings).map(([setting, { default: standard, about, secret }]) => ({
    setting,
    value: secret ? (env[setting] ? 'set' : null) : (flags[setting] ?? (env[setting] || standard)),
    from: flags[setting] !== undefined ? ('flag' as const) : env[setting] ? ('environment' as const) : ('default' as const),
    about,
  }))
  const credentials = upstreams.flatMap(({ name, credential }): SettingRow[] => {
    if (!credential) return []
    const set = Boolean(env[credential.setting])
    const about = set ? `For ${name}.` : `For ${name}: ${credential.how}`
    return [{ setting: credential.setting, value: set ? 'set' : null, from: set ? 'environment' : 'default', about }]
  })
  return [...own, ...credentials]
}
