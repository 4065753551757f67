import { spawn } from 'node:child_process'
import { UnavailableError } from '../../pipeline/errors.ts'
import { systemTimer, type Timer } from '../../pipeline/http/timer.ts'
import type { Alert } from './alerts.ts'

/** A program that is run for each alert. */
export interface AlertCommand {
  readonly program: string
  /** All of its environment, apart from the members of the alert. */
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds it may take. Default 10,000. */
  readonly timeoutMs?: number
  readonly timer?: Pick<Timer, 'after'>
}

/**
 * Runs the program without a shell and without arguments: the alert as JSON on standard input, and its event, run and text in the
 * environment. It sees no setting and no credential of ours. Rejects with an `UnavailableError` ALERT_COMMAND if it cannot be started,
 * ends with another code than 0, or takes too long, and is killed then with what it started.
 */
export function runAlertCommand(command: AlertCommand, alert: Alert): Promise<void> {
  const { program, env, timeoutMs = 10_000, timer = systemTimer } = command
  return new Promise((resolve, reject) => {
    const failed = (why: string) => reject(new UnavailableError('ALERT_COMMAND', `the alert command ${why}`))
    const child = spawn(program, [], {
      // a separate process group: what it starts is killed with it
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...env, ALERT_EVENT: alert.event, ALERT_RUN: alert.run, ALERT_TEXT: alert.text },
    })
    const callOff = timer.after(timeoutMs, () => {
      failed(`took longer than ${timeoutMs / 1_000} s and was killed`)
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // it ended a moment ago
      }
    })
    child.once('error', (error: NodeJS.ErrnoException) => {
      callOff()
      failed(`could not be started (${error.code ?? error.name})`)
    })
    child.once('exit', (code, signal) => {
      callOff()
      if (code === 0) resolve()
      else failed(code === null ? `was ended by ${signal}` : `ended with code ${code}`)
    })
    // a program that does not read what it is given has not failed
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${JSON.stringify(alert)}\n`)
  })
}
