import type { Log } from '../workflows/host.ts'
import { screen as ownScreen, type Screen } from './screen.ts'

/** One line on a terminal that says what a long command is doing. Elsewhere all of it does nothing and the log speaks. */
export interface Progress {
  /** What is being done now and, where it is known, how far: `at('loading recordings', 25, 300)`. Cheap: call it as often as you like. */
  at(what: string, done?: number, of?: number): void
  /** The log while the line stands: its own progress reports are omitted. */
  log(log: Log): Log
  /** Takes the line away. Call it in a `finally`. */
  end(): void
}

/** Nothing is drawn for what is done before. */
const quietMs = 2_000
const drawMs = 250

const silent: Progress = { at: () => undefined, log: (log) => log, end: () => undefined }

/** A progress line of a command, which stands from its third second on; none where standard error is no terminal, or with `--json`. */
export function openProgress(json: boolean | undefined, screen: Screen = ownScreen): Progress {
  if (json || !screen.terminal.isTTY) return silent
  const began = Date.now()
  let what = ''
  const draw = () => {
    const passed = Date.now() - began
    if (what === '' || passed < quietMs) return
    screen.draw(`${what} (${Math.floor(passed / 1_000)} s)`)
  }
  const timer = setInterval(draw, drawMs)
  timer.unref()
  return {
    at: (text, done, total) => {
      what = done === undefined ? text : total === undefined ? `${text}: ${done}` : `${text}: ${done} of ${total}`
    },
    log: ({ warn }) => ({ info: () => undefined, warn }),
    end: () => {
      clearInterval(timer)
      screen.clear()
    },
  }
}
