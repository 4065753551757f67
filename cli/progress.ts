import type { Log } from '../activities/activity.ts'

/** A line on a terminal that shows what a long command is doing. Without a terminal it does nothing, and the log reports progress. */
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

/** A progress line of a command, which stands from its third second on; none where standard error is not a terminal, or with `--json`. */
export function openProgress(json: boolean | undefined, on: Screen = screen): Progress {
  if (json || !on.terminal.isTTY) return silent
  const began = Date.now()
  let what = ''
  const draw = () => {
    const passed = Date.now() - began
    if (what === '' || passed < quietMs) return
    on.draw(`${what} (${Math.floor(passed / 1_000)} s)`)
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
      on.clear()
    },
  }
}

/** Where a progress line is drawn: standard error, so that standard output stays the command's own. */
export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** A terminal that a progress line and other lines share: whatever else is printed goes above the line. */
export interface Screen {
  readonly terminal: Terminal
  /** Draws the progress line, over the one that is there. */
  draw(line: string): void
  /** Takes the progress line away, so that the next text begins on an empty line. */
  clear(): void
  /** Writes whole lines above the progress line, which is drawn again the next time it changes. */
  above(lines: string): void
}

const eraseLine = '\r\x1b[2K'

export function openScreen(terminal: Terminal): Screen {
  let drawn = false
  const clear = () => {
    if (drawn) terminal.write(eraseLine)
    drawn = false
  }
  return {
    terminal,
    draw: (line) => {
      terminal.write(`${eraseLine}${line.slice(0, (terminal.columns || 80) - 1)}`)
      drawn = true
    },
    clear,
    above: (lines) => {
      clear()
      terminal.write(lines)
    },
  }
}

/** The terminal of this process. */
export const screen = openScreen(process.stderr)

/** Prints lines for the person at the terminal on standard output, above the progress line. */
export function printAboveProgress(lines: readonly string[]): void {
  screen.clear()
  process.stdout.write(`${lines.join('\n')}\n`)
}
