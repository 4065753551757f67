import type { Log } from '../../activities/activity.ts'
import type { Line } from './contract.ts'

/** A log kept as lines. */
export function lineLog(lines: Line[]): Log {
  return {
    info: (message, facts) => lines.push({ level: 'info', message, facts }),
    warn: (message, facts) => lines.push({ level: 'warn', message, facts }),
  }
}
