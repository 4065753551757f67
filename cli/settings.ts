import { resolve } from 'node:path'
import { upstreams } from '../data/upstreams.ts'
import { InputError } from '../pipeline/errors.ts'

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const
const hosts = ['in-process', 'temporal'] as const

/** How a setting reads its text: the value, or null where it is not what `shouldBe` says. */
interface Setting<T> {
  readonly default: string
  readonly about: string
  readonly shouldBe: string
  read(text: string): T | null
}

const text = { shouldBe: 'a text', read: (text: string): string | null => text }
const oneOf = <T extends string>(words: readonly T[]) => ({
  shouldBe: `one of ${words.join(', ')}`,
  read: (text: string): T | null => words.find((word) => word === text) ?? null,
})
const whole = (least: number, most: number) => ({
  shouldBe: `a whole number from ${least} to ${most}`,
  read: (text: string): number | null =>
    /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : null,
})

const upstreamIds = upstreams.map(({ id }) => id as string)
const upstreamList = {
  shouldBe: `a list of ${upstreamIds.join(', ')}, comma separated`,
  read: (text: string): ReadonlySet<string> | null => {
    const ids = text.split(',').filter((id) => id !== '')
    return ids.every((id) => upstreamIds.includes(id)) ? new Set(ids) : null
  },
}

/** Everything that may be set from the environment, read once and passed down. Flags of a command win. */
const settings = {
  BRIEFING_HOME: { default: 'var', about: 'Folder that holds everything that is written.', ...text },
  BRIEFING_PORT: { default: '8402', about: 'Port of the server; 0 takes a free one.', ...whole(0, 65_535) },
  BRIEFING_ADDRESS: { default: '127.0.0.1', about: 'Address the server listens on.', ...text },
  BRIEFING_HOST: { default: '', about: 'in-process or temporal; by the Temporal settings when unset.', ...oneOf(['', ...hosts]) },
  BRIEFING_FEEDS: { default: 'sample', about: 'sample, live, or recorded:FOLDER.', ...text },
  BRIEFING_LICENCES: { default: '', about: 'Upstreams whose licence to sell you hold, comma separated.', ...upstreamList },
  BRIEFING_LOG: { default: 'info', about: 'silent, error, warn, info or debug.', ...oneOf(logLevels) },
}

export interface Settings {
  readonly home: string
  readonly port: number
  readonly address: string
  readonly host: string | undefined
  readonly feeds: string
  /** Upstreams whose licence to sell what rests on them the operator says to hold. */
  readonly licences: ReadonlySet<string>
  readonly logLevel: (typeof logLevels)[number]
  /** Credentials of upstreams that are set, by setting name. */
  readonly credentials: ReadonlyMap<string, string>
}

type Environment = Readonly<Record<string, string | undefined>>

function settingOf<T>(name: string, setting: Setting<T>, env: Environment): T {
  const value = setting.read(env[name] || setting.default)
  if (value === null)
    throw new InputError(
      'SETTING',
      `${name} should be ${setting.shouldBe} (${setting.about.toLowerCase().replace(/\.$/, '')}); see docs/running.md`,
      { setting: name },
    )
  return value
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
    host: settingOf('BRIEFING_HOST', settings.BRIEFING_HOST, env) || undefined,
    feeds: settingOf('BRIEFING_FEEDS', settings.BRIEFING_FEEDS, env),
    licences: settingOf('BRIEFING_LICENCES', settings.BRIEFING_LICENCES, env),
    logLevel: settingOf('BRIEFING_LOG', settings.BRIEFING_LOG, env),
    credentials,
  }
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
  const own = Object.entries(settings).map(([setting, { default: standard, about }]) => ({
    setting,
    value: flags[setting] ?? (env[setting] || standard),
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
