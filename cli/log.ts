import { pino, stdTimeFunctions } from 'pino'
import type { Log } from '../activities/activity.ts'
import { hideSecretsIn } from '../server/http/hide-secrets.ts'
import { logFile } from '../server/http/log-file.ts'
import { terminalLog } from './log-line.ts'

/**
 * The pipeline's log on standard error, so that standard output stays the command's own: lines for a person on a terminal, elsewhere one
 * JSON object a line, as the server writes it.
 */
export function pipelineLog(level: string): Log {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['api_key', '*.api_key', 'authorization', '*.authorization'],
    },
    process.stderr.isTTY ? terminalLog : logFile(2, { sync: true }),
  )
  return {
    info: (message, facts) => logger.info(hideSecretsIn(facts ?? {}), message),
    warn: (message, facts) => logger.warn(hideSecretsIn(facts ?? {}), message),
  }
}
