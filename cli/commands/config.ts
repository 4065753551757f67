import { resolve } from 'node:path'
import { selectHost } from '../../workflows/hosts/select.ts'
import { declare, feedsCliOption, home, hostCliOption, type ParsedOptions, portCliOption } from '../command.ts'
import { print, tableLines } from '../print.ts'
import { readSettings, type SettingRow, settingRows } from '../settings.ts'

const options = [home, feedsCliOption, hostCliOption, portCliOption] as const

type Environment = Readonly<Record<string, string | undefined>>

/** Temporal's own settings that hold no secret; of any other only that it is set is reported. */
const open = ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE']

type Flags = ParsedOptions<typeof options>

/** The settings in force, Temporal's included, secrets hidden. Throws `InputError` for one that is wrong. */
export function settingsInForce(env: Environment, flags: Flags): SettingRow[] {
  const given = Object.fromEntries(Object.entries(flags).map(([flag, text]) => [`BRIEFING_${flag.toUpperCase()}`, text]))
  readSettings({ ...env, ...given })
  const own = settingRows(env, given).map((row) => {
    if (row.setting === 'BRIEFING_HOME') return { ...row, value: resolve(row.value ?? '') }
    return row.setting === 'BRIEFING_HOST' ? { ...row, value: selectHost(flags.host, env) } : row
  })
  const names = [...new Set([...open, ...Object.keys(env).filter((name) => name.startsWith('TEMPORAL_') && env[name])])]
  const temporal = names.map((setting): SettingRow => {
    const value = env[setting] || null
    const from = value === null ? 'default' : 'environment'
    return { setting, value: value === null || open.includes(setting) ? value : 'set', from, about: 'Temporal.' }
  })
  return [...own, ...temporal]
}

/** `briefing config`: the settings in force and where each comes from. */
export const command = declare({
  options,
  examples: ['config', '--json config'],
  guide: 'docs/settings.md',
  action: async ({ global }, options) => {
    const env = process.env
    const rows = settingsInForce(env, options)
    const cells = rows.map(({ setting, value, from, about }) => [setting, value || 'unset', from, about])
    print(global, { settings: rows }, tableLines(['setting', 'value', 'from', 'what it sets'], cells))
  },
})
