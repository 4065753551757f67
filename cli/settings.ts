import { resolve } from 'node:path'
import { z } from 'zod'
import { upstreams } from '../data/upstreams.ts'
import { InputError } from '../pipeline/errors.ts'

const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

/** Everything that may be set from the environment, read once and passed down. Flags of a command win. */
const schema = z.object({
  BRIEFING_HOME: z.string().min(1).default('var').describe('Folder that holds everything that is written.'),
  BRIEFING_PORT: z.coerce.number().int().min(0).max(65_535).default(8402).describe('Port of the server; 0 takes a free one.'),
  BRIEFING_ADDRESS: z.string().min(1).default('127.0.0.1').describe('Address the server listens on.'),
  BRIEFING_HOST: z
    .enum(['in-process', 'temporal'])
    .optional()
    .describe('Where orchestrations run; default by the Temporal settings.'),
  BRIEFING_FEEDS: z.string().default('sample').describe('sample, live, or recorded:FOLDER.'),
  BRIEFING_REFRESH_MINUTES: z.coerce
    .number()
    .min(1)
    .max(1_440)
    .default(60)
    .describe('Minutes between refreshes of "briefing start".'),
  BRIEFING_LOG: z.enum(logLevels).default('info').describe('Least level that is logged.'),
})

export interface Settings {
  readonly home: string
  readonly port: number
  readonly address: string
  readonly host: string | undefined
  readonly feeds: string
  readonly refreshMinutes: number
  readonly logLevel: (typeof logLevels)[number]
  /** Credentials of upstreams that are set, by setting name. */
  readonly credentials: ReadonlyMap<string, string>
}

/** Reads the settings from an environment. Throws `InputError` SETTING naming the setting and what is wrong with it, never its value. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = schema.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')))
  if (!read.success) {
    const [issue] = read.error.issues
    throw new InputError('SETTING', `${issue?.path.join('.')}: ${issue?.message}; see "briefing --help"`)
  }
  const credentials = new Map<string, string>()
  for (const { credential } of upstreams) {
    const value = credential ? env[credential.setting] : undefined
    if (credential && value) credentials.set(credential.setting, value)
  }
  return {
    home: resolve(read.data.BRIEFING_HOME),
    port: read.data.BRIEFING_PORT,
    address: read.data.BRIEFING_ADDRESS,
    host: read.data.BRIEFING_HOST,
    feeds: read.data.BRIEFING_FEEDS,
    refreshMinutes: read.data.BRIEFING_REFRESH_MINUTES,
    logLevel: read.data.BRIEFING_LOG,
    credentials,
  }
}
