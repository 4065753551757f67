import { InputError } from '../../pipeline/errors.ts'

export type HostKind = 'in-process' | 'temporal'

type Environment = Readonly<Record<string, string | undefined>>

/** Settings by any of which an operator says that there is a Temporal server. */
const temporalSettings = ['TEMPORAL_ADDRESS', 'TEMPORAL_PROFILE', 'TEMPORAL_CONFIG_FILE'] as const

/**
 * Which host runs orchestrations: `--host`, else `BRIEFING_HOST`, else Temporal where it is configured, else this process. Chosen once and
 * never fallen back from. An empty variable counts as unset.
 * @throws InputError `HOST_UNKNOWN`
 */
export function selectHost(flag: string | undefined, env: Environment): HostKind {
  const chosen =
    flag !== undefined
      ? { value: flag, by: '--host' }
      : env['BRIEFING_HOST']
        ? { value: env['BRIEFING_HOST'], by: 'BRIEFING_HOST' }
        : null
  if (chosen === null) return temporalSettings.some((name) => env[name]) ? 'temporal' : 'in-process'
  if (chosen.value === 'in-process' || chosen.value === 'temporal') return chosen.value
  throw new InputError('HOST_UNKNOWN', `${chosen.by} is "${chosen.value}"; set it to in-process or temporal`, {
    setting: chosen.by,
  })
}
