import type { Log } from '../workflows/host.ts'

/** One line on a terminal that says what a long command is doing. Elsewhere all of it does nothing and the log speaks. */
export interface Progress {
  /** What is being done now and, where it is known, how far: `at('loading recordings', 25, 300)`. Cheap: call it as often as you like. */
  at(what: string, done?: number, of?: number): void
  /** The log while the line stands: warnings go above it; what it tells itself is left out. */
  log(log: Log): Log
  /** Takes the line away. Call it in a `finally`. */
  end(): void
}

/** Where the line is drawn: standard error, so that standard output stays the command's own. */
interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Nothing is drawn for what is done before. */
const quietMs = 2_000
const drawMs = 250
const eraseLine = '\r\x1b[2K'

const silent: Progress = { at: () => undefined, log: (log) => log, end: () => undefined }

/** A progress line of a command, which stands from its third second on; none where standard error is no terminal, or with `--json`. */
export function openProgress(json: boolean | undefined, terminal: Terminal = process.stderr): Progress {
  if (json || !terminal.isTTY) return silent
  const began = Date.now()
  let what = ''
  let drawn = false
  const erase = () => {
    if (drawn) terminal.write(eraseLine)
    drawn = false
  }
  const draw = () => {
    const passed = Date.now() - began
    if (what === '' || passed < quietMs) return
    const line = `${what} (${Math.floor(passed / 1_000)} s)`
    terminal.write(`${eraseLine}${line.slice(0, (terminal.columns || 80) - 1)}`)
    drawn = true
  }
  const timer = setInterval(draw, drawMs)
  timer.unref()
  return {
    at: (text, done, total) => {
      what = done === undefined ? text : total === undefined ? `${text}: ${done}` : `${text}: ${done} of ${total}`
    },
    log: (log) => ({
      info: () => undefined,
      warn: (message, facts) => {
        erase()
        log.warn(message, facts)
      },
    }),
    end: () => {
      clearInterval(timer)
      erase()
    },
  }
}
