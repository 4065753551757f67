import { screen } from './progress.ts'

/** A line of a log, as it is written: one JSON object. */
type Line = Readonly<Record<string, unknown>> & { readonly time?: string; readonly level?: string; readonly msg?: string }

/** Characters that a terminal would obey instead of showing. */
const controls = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * A line of a log for a person: `13:54:46Z WARN  fetch failed, trying again: attempt 2, of 5`. The time of day is UTC. What is not a line of
 * the log is returned as it is. No character reaches the terminal that could move its cursor or recolour it.
 */
export function logLine(text: string): string {
  const line = parsed(text)
  if (line === null) return text.replace(controls, ' ')
  const { time = '', level = '', msg = '', ...facts } = line
  const what = msg === 'request' ? requestText(facts) : [msg, factsText(facts)].filter((part) => part !== '').join(': ')
  const word = level === 'info' ? 'info' : level.toUpperCase()
  return `${time.slice(11, 19)}Z ${word.padEnd(5)} ${what}`.replace(controls, ' ')
}

/** Where log lines go on a terminal: above the progress line, as text. */
export const terminalLog = { write: (line: string): void => screen.above(`${logLine(line.trimEnd())}\n`) }

function parsed(text: string): Line | null {
  if (!text.startsWith('{')) return null
  try {
    return JSON.parse(text) as Line
  } catch {
    return null
  }
}

function requestText({ method, path, status, bytes, ms, plan, error }: Line): string {
  const more = [plan, error].filter((part) => part !== undefined).map((part) => `, ${part}`)
  return `${method} ${path} ${status}, ${bytes} bytes, ${ms} ms${more.join('')}`
}

function factsText(facts: Line): string {
  return Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
    .join(', ')
}
