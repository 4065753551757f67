import { resolve } from 'node:path'
import { type Network, networks } from '../data/networks.ts'
import { upstreams } from '../data/upstreams.ts'
import { InputError } from '../pipeline/errors.ts'
import { isWebhookAddress } from '../pipeline/http/webhook-address.ts'
import type { MailSettings } from '../server/accounts/mail.ts'
import { isProxyRange } from '../server/limits/caller-address.ts'
import { closeTo, unknown } from './unknown.ts'

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
const hosts = ['in-process', 'temporal'] as const

/** How a setting reads its text: the value, or null where it is not what `shouldBe` says. */
interface Setting<T> {
  readonly default: string
  readonly about: string
  /** Never printed, only that it is set. */
  readonly secret?: boolean
  readonly shouldBe: string
  /** The words it may be made of, where they are known. */
  readonly words?: readonly string[]
  read(text: string): T | null
}

const text = { shouldBe: 'a text', read: (text: string): string | null => text }
const oneOf = <T extends string>(words: readonly T[]) => ({
  shouldBe: `one of ${words.filter((word) => word !== '').join(', ')}`,
  words,
  read: (text: string): T | null => words.find((word) => word === text) ?? null,
})
const whole = (least: number, most: number) => ({
  shouldBe: `a whole number from ${least} to ${most}`,
  read: (text: string): number | null =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null,
})
const optional = <T>({ shouldBe, read }: Pick<Setting<T>, 'shouldBe' | 'read'>) => ({
  shouldBe,
  read: (text: string): T | undefined | null => (text === '' ? undefined : read(text)),
})

const url = (...schemes: string[]) => ({
  shouldBe: `a URL with ${schemes.join(' or ')}`,
  read: (text: string): string | null =>
    text === '' || (URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1))) ? text : null,
})
const matching = (pattern: RegExp, shouldBe: string) => ({
  shouldBe,
  read: (text: string): string | null => (text === '' || pattern.test(text) ? text : null),
})
const networkNames = networks.map(({ name }) => name as string)
const networkList = {
  shouldBe: `a list of ${networkNames.join(', ')}, separated by commas`,
  words: networkNames,
  read: (text: string): readonly string[] | null => {
    const names = text.split(',').filter((name) => name !== '')
    return names.every((name) => networkNames.includes(name)) ? names : null
  },
}

const proxyList = {
  shouldBe: 'a list of addresses or networks such as 10.0.0.0/8, separated by commas',
  read: (text: string): readonly string[] | null => {
    const ranges = text
      .split(',')
      .map((range) => range.trim())
      .filter((range) => range !== '')
    return ranges.every(isProxyRange) ? ranges : null
  },
}

const upstreamIds = upstreams.map(({ id }) => id as string)
const upstreamList = {
  shouldBe: `a list of ${upstreamIds.join(', ')}, separated by commas`,
  words: upstreamIds,
  read: (text: string): ReadonlySet<string> | null => {
    const ids = text.split(',').filter((id) => id !== '')
    return ids.every((id) => upstreamIds.includes(id)) ? new Set(ids) : null
  },
}

/** Everything that may be set from the environment, read once and passed down. Flags of a command win. */
const settings = {
  BRIEFING_HOME: { default: 'var', about: 'Folder for all data.', ...text },
  BRIEFING_PORT: { default: '8402', about: 'Port of the server; 0 picks a free port.', ...whole(0, 65_535) },
  BRIEFING_ADDRESS: { default: '127.0.0.1', about: 'Address the server listens on.', ...text },
  BRIEFING_METRICS_PORT: {
    default: '',
    about: 'Port of operator metrics; 0 picks a free port; off when unset.',
    ...optional(whole(0, 65_535)),
  },
  BRIEFING_METRICS_ADDRESS: {
    default: '',
    about: 'Address operator metrics are served on; 127.0.0.1 when unset.',
    ...text,
  },
  BRIEFING_HOST: {
    default: '',
    about: 'in-process or temporal; derived from the Temporal settings when unset.',
    ...oneOf(['', ...hosts]),
  },
  BRIEFING_FEEDS: { default: 'sample', about: 'sample, live, or recorded:FOLDER.', ...text },
  BRIEFING_HISTORY: {
    default: '',
    about: 'Past days that a start adds behind the current edition; when unset 120 on sample feeds and none on others.',
    ...optional(whole(0, 36_500)),
  },
  BRIEFING_LICENCES: {
    default: '',
    about: 'Upstreams for which you hold a licence to sell, separated by commas.',
    ...upstreamList,
  },
  BRIEFING_URL: {
    default: '',
    about: 'Public URL of the server; http://ADDRESS:PORT when unset.',
    ...url('http', 'https'),
  },
  BRIEFING_PROXIES: {
    default: '',
    about: 'Proxies in front of the server whose X-Forwarded-For is believed: addresses or networks, separated by commas.',
    ...proxyList,
  },
  BRIEFING_KEY_PREFIX: {
    default: 'mb',
    about: 'First part of API keys.',
    ...matching(/^[a-z][a-z0-9]{1,7}$/, '2 to 8 lower-case letters and digits, starting with a letter'),
  },
  BRIEFING_SIGN_UP: {
    default: 'open',
    about: 'open: anyone may create an account of the free plan; closed: only the operator creates accounts.',
    ...oneOf(['open', 'closed']),
  },
  MAIL_SERVER: {
    default: '',
    about: 'Mail server for links that set a password: smtp://USER:PASSWORD@HOST:PORT or smtps://; no mail when unset.',
    secret: true,
    ...url('smtp', 'smtps'),
  },
  MAIL_FROM: {
    default: '',
    about: 'Address that mail comes from.',
    ...matching(/^[^\s@,;<>"]+@[^\s@,;<>"]+$/, 'an email address'),
  },
  STATE_URL: {
    default: '',
    about: 'Keys, limits and ledger: a postgres:// URL; state.sqlite in the home when unset.',
    secret: true,
    ...url('postgres', 'postgresql'),
  },
  LEDGER_DAYS: {
    default: '400',
    about: 'Days a payment is kept after it was served or closed.',
    ...whole(7, 36_500),
  },
  PAY_TO_EVM: {
    default: '',
    about: 'Address that receives payments on Base.',
    ...matching(/^0x[0-9a-fA-F]{40}$/, 'an address: 0x followed by 40 hexadecimal digits'),
  },
  PAY_TO_SOLANA: {
    default: '',
    about: 'Address that receives payments on Solana.',
    ...matching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'a Solana address'),
  },
  PAY_NETWORKS: { default: '', about: 'Networks to sell on; the main networks of the addresses set when unset.', ...networkList },
  FACILITATOR_URL: { default: '', about: 'The x402 facilitator that verifies and settles.', ...url('https', 'http') },
  FACILITATOR_TOKEN: { default: '', about: 'Bearer token of the facilitator.', secret: true, ...text },
  MPP_SECRET: {
    default: '',
    about: 'Secret of MPP challenges, 32 characters or more; generated and kept in the state store when unset.',
    secret: true,
    ...matching(/^.{32,}$/, '32 characters or more'),
  },
  MPP_SECRET_PREVIOUS: {
    default: '',
    about: 'The previous secret, while its challenges are valid.',
    secret: true,
    ...matching(/^.{32,}$/, '32 characters or more'),
  },
  RPC_BASE: {
    default: '',
    about: 'RPC of Base, to look up payments whose outcome is unknown.',
    secret: true,
    ...url('https', 'http'),
  },
  RPC_BASE_SEPOLIA: { default: '', about: 'The same for Base Sepolia.', secret: true, ...url('https', 'http') },
  RPC_SOLANA: {
    default: '',
    about: 'RPC of Solana, to look up payments whose outcome is unknown.',
    secret: true,
    ...url('https', 'http'),
  },
  RPC_SOLANA_DEVNET: { default: '', about: 'The same for Solana devnet.', secret: true, ...url('https', 'http') },
  BRIEFING_WEBHOOKS: {
    default: 'public',
    about: 'public, or local: webhooks may also lead to http addresses, this machine and its networks, for development only.',
    ...oneOf(['public', 'local'] as const),
  },
  ALERT_COMMAND: {
    default: '',
    about: 'Program run when a run or a feed begins to fail or recovers; no arguments.',
    ...text,
  },
  ALERT_WEBHOOK: {
    default: '',
    about: 'URL that is sent the same as JSON.',
    secret: true,
    shouldBe: 'an https URL, or an http URL of this machine',
    read: (text: string): string | null => (text === '' || isWebhookAddress(text) ? text : null),
  },
  ALERT_SECRET: {
    default: '',
    about: 'Secret that signs what ALERT_WEBHOOK is sent, 32 characters or more; unsigned when unset.',
    secret: true,
    ...matching(/^.{32,}$/, '32 characters or more'),
  },
  BRIEFING_BUYER_KEY: {
    default: '',
    about: 'Private key that briefing buy --main-network pays with.',
    secret: true,
    ...matching(/^0x[0-9a-fA-F]{64}$/, '0x followed by 64 hexadecimal digits'),
  },
  BRIEFING_API_KEY: { default: '', about: 'Key that briefing mcp sends; asked for and saved when unset.', secret: true, ...text },
  BRIEFING_KEY_FILE: {
    default: '',
    about: 'File in which briefing mcp saves its key; market-briefing/HOST.json in the folder of user settings when unset.',
    ...text,
  },
  BRIEFING_LOG: { default: 'info', about: 'silent, error, warn, info or debug.', ...oneOf(logLevels) },
}

export interface Settings {
  readonly home: string
  readonly port: number
  readonly address: string
  /** Where operator metrics are served; null where they are not. */
  readonly metrics: { readonly port: number; readonly host: string } | null
  readonly host: string | undefined
  readonly feeds: string
  /** Past days that a start adds; undefined for what is usual with its feeds. */
  readonly history: number | undefined
  /** Upstreams for which the operator declares a licence to sell. */
  readonly licences: ReadonlySet<string>
  readonly logLevel: (typeof logLevels)[number]
  /** Address the server is known by; null for the one it listens on. */
  readonly url: string | null
  readonly proxies: readonly string[]
  readonly keyPrefix: string
  readonly signUp: 'open' | 'closed'
  /** Which addresses events may be sent to. */
  readonly webhooks: 'public' | 'local'
  /** Null where no mail is sent. */
  readonly mail: MailSettings | null
  /** URL of a Postgres that keeps keys, limits and ledger; null for a file in the home. */
  readonly stateUrl: string | null
  /** How long a payment is kept after it was served or closed. */
  readonly ledgerDays: number
  /** Null where nothing is sold on a real or test network. */
  readonly payments: PaymentSettings | null
  /** Who is told when a run or a feed begins to fail or recovers. */
  readonly alerts: { readonly command: string | null; readonly webhook: string | null; readonly secret: string | null }
  /** Credentials of upstreams that are set, by setting name. */
  readonly credentials: ReadonlyMap<string, string>
}

export interface PaymentSettings {
  readonly networks: readonly { readonly network: Network; readonly payTo: string; readonly rpcUrl: string | null }[]
  readonly facilitatorUrl: string
  readonly facilitatorToken: string | null
  /** Null for the one the state store keeps. */
  readonly mppSecret: string | null
  readonly mppSecretPrevious: string | null
}

type Environment = Readonly<Record<string, string | undefined>>

/** A sentence as it reads inside another: no full stop, a lower-case first letter unless it begins an abbreviation such as RPC. */
function withinSentence(about: string): string {
  return about.replace(/\.$/, '').replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase())
}

function settingOf<T>(name: string, setting: Setting<T>, env: Environment): T {
  const given = env[name] || setting.default
  const value = setting.read(given)
  if (value !== null) return value
  const meant = meantBy(given, setting)
  const next = meant.length > 0 ? `did you mean ${meant.join(' or ')}?` : 'see docs/settings.md'
  throw new InputError('SETTING', `${name} must be ${setting.shouldBe} (${withinSentence(setting.about)}); ${next}`, {
    setting: name,
  })
}

/** Words of ours that a wrong value was probably meant as; what was given is not repeated. */
function meantBy(given: string, { words = [], secret }: Setting<unknown>): readonly string[] {
  if (secret) return []
  const wrong = given.split(',').find((word) => !words.includes(word)) ?? ''
  return closeTo(wrong, words)
}

const known = () => [...Object.keys(settings), ...upstreams.flatMap(({ credential }) => credential?.setting ?? [])]

/**
 * Throws `InputError` SETTING_UNKNOWN for a variable that is named like a setting and is none: misspelt, it would change nothing, unnoticed.
 * Names the variable, never its value.
 */
export function refuseUnknownSettings(env: Environment): void {
  const name = Object.keys(env).find((each) => each.startsWith('BRIEFING_') && env[each] && !known().includes(each))
  if (name !== undefined) throw unknown('SETTING_UNKNOWN', name, { kind: 'setting', names: known(), shownBy: 'briefing config' })
}

function metricsPlace(env: Environment): Settings['metrics'] {
  const port = settingOf('BRIEFING_METRICS_PORT', settings.BRIEFING_METRICS_PORT, env)
  const host = settingOf('BRIEFING_METRICS_ADDRESS', settings.BRIEFING_METRICS_ADDRESS, env) || '127.0.0.1'
  return port === undefined ? null : { port, host }
}

/** Reads the settings from an environment; empty is unset. Throws `InputError` SETTING naming the setting and what it should be, never its value. */
export function readSettings(env: Environment): Settings {
  const credentials = new Map<string, string>()
  for (const { credential } of upstreams) {
    const value = credential ? env[credential.setting] : undefined
    if (credential && value) credentials.set(credential.setting, value)
  }
  return {
    home: resolve(settingOf('BRIEFING_HOME', settings.BRIEFING_HOME, env)),
    port: settingOf('BRIEFING_PORT', settings.BRIEFING_PORT, env),
    address: settingOf('BRIEFING_ADDRESS', settings.BRIEFING_ADDRESS, env),
    metrics: metricsPlace(env),
    host: settingOf('BRIEFING_HOST', settings.BRIEFING_HOST, env) || undefined,
    feeds: settingOf('BRIEFING_FEEDS', settings.BRIEFING_FEEDS, env),
    history: settingOf('BRIEFING_HISTORY', settings.BRIEFING_HISTORY, env),
    licences: settingOf('BRIEFING_LICENCES', settings.BRIEFING_LICENCES, env),
    logLevel: settingOf('BRIEFING_LOG', settings.BRIEFING_LOG, env),
    url: settingOf('BRIEFING_URL', settings.BRIEFING_URL, env).replace(/\/+$/, '') || null,
    proxies: settingOf('BRIEFING_PROXIES', settings.BRIEFING_PROXIES, env),
    keyPrefix: settingOf('BRIEFING_KEY_PREFIX', settings.BRIEFING_KEY_PREFIX, env),
    signUp: settingOf('BRIEFING_SIGN_UP', settings.BRIEFING_SIGN_UP, env),
    webhooks: settingOf('BRIEFING_WEBHOOKS', settings.BRIEFING_WEBHOOKS, env),
    mail: mailSettings(env),
    stateUrl: settingOf('STATE_URL', settings.STATE_URL, env) || null,
    ledgerDays: settingOf('LEDGER_DAYS', settings.LEDGER_DAYS, env),
    payments: paymentSettings(env),
    alerts: {
      command: settingOf('ALERT_COMMAND', settings.ALERT_COMMAND, env) || null,
      webhook: settingOf('ALERT_WEBHOOK', settings.ALERT_WEBHOOK, env) || null,
      secret: settingOf('ALERT_SECRET', settings.ALERT_SECRET, env) || null,
    },
    credentials,
  }
}

/** The port of `--port`, undefined where it is not given. */
export const portOf = (text: string | undefined) => optionOf('--port', settings.BRIEFING_PORT, text)
/** The days of `--history`, undefined where it is not given. */
export const historyOf = (text: string | undefined) => optionOf('--history', settings.BRIEFING_HISTORY, text)

function optionOf<T>(option: string, setting: Setting<T>, text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  const value = text === '' ? null : setting.read(text)
  if (value === null) throw new InputError('OPTION', `${option} must be ${setting.shouldBe}`, { option })
  return value
}

const rpcSettings = {
  base: 'RPC_BASE',
  'base-sepolia': 'RPC_BASE_SEPOLIA',
  solana: 'RPC_SOLANA',
  'solana-devnet': 'RPC_SOLANA_DEVNET',
} as const satisfies Record<Network['name'], keyof typeof settings>

/** Null where no address is set. Throws where one is and what belongs to it is not. */
function paymentSettings(env: Environment): PaymentSettings | null {
  const read = (name: keyof typeof settings) => settingOf<unknown>(name, settings[name], env) as string
  const payTo = { evm: read('PAY_TO_EVM'), solana: read('PAY_TO_SOLANA') }
  if (payTo.evm === '' && payTo.solana === '') return null
  const named = settingOf('PAY_NETWORKS', settings.PAY_NETWORKS, env)
  const chosen = networks.filter(({ name, kind, test }) =>
    named.length === 0 ? !test && payTo[kind] !== '' : named.includes(name),
  )
  const unpaid = chosen.find(({ kind }) => payTo[kind] === '')
  if (unpaid) throw missing(unpaid.kind === 'evm' ? 'PAY_TO_EVM' : 'PAY_TO_SOLANA', `PAY_NETWORKS names ${unpaid.name}`)
  const facilitatorUrl = read('FACILITATOR_URL')
  if (facilitatorUrl === '') throw missing('FACILITATOR_URL', 'a receiving address is set')
  return {
    networks: chosen.map((network) => ({
      network,
      payTo: payTo[network.kind],
      rpcUrl: read(rpcSettings[network.name]) || null,
    })),
    facilitatorUrl,
    facilitatorToken: read('FACILITATOR_TOKEN') || null,
    mppSecret: read('MPP_SECRET') || null,
    mppSecretPrevious: read('MPP_SECRET_PREVIOUS') || null,
  }
}

/** Null where no mail server is set. Throws where one of the settings that belong together is missing. */
function mailSettings(env: Environment): MailSettings | null {
  const server = settingOf('MAIL_SERVER', settings.MAIL_SERVER, env)
  const from = settingOf('MAIL_FROM', settings.MAIL_FROM, env)
  if (server === '' && from !== '') throw missing('MAIL_SERVER', 'MAIL_FROM is set')
  if (server !== '' && from === '') throw missing('MAIL_FROM', 'MAIL_SERVER is set')
  if (server !== '' && settingOf('BRIEFING_URL', settings.BRIEFING_URL, env) === '')
    throw missing('BRIEFING_URL', 'MAIL_SERVER is set, and links in mail lead to the server')
  return server === '' ? null : { server, from }
}

function missing(setting: string, because: string): InputError {
  return new InputError('SETTING', `${setting} is missing: ${because}; see docs/settings.md`, { setting })
}

/** A setting in force: its text, and whether a flag, the environment or the default gave it. */
export interface SettingRow {
  readonly setting: string
  readonly value: string | null
  readonly from: 'flag' | 'environment' | 'default'
  readonly about: string
}

/** Every setting of the environment with what gave it; `flags` win, by the name of the setting. Of a credential only that it is set. */
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
