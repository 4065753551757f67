import { createHash } from 'node:crypto'
import { InputError } from '../errors.ts'

/**
 * One raw response, kept forever under the sha-256 of its body. Everything downstream of it is a function of (body, Recording).
 */
export interface Recording {
  /** sha-256 (hex) of `url`, `at` and `sha256` joined by newlines: the same answer at the same time is the same recording. */
  readonly id: string
  /** Without credentials. */
  readonly url: string
  /** When it was made, RFC 3339 UTC. A recording of which only the day is known was made at 23:59:59Z of that day. */
  readonly at: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Of the body, hex. */
  readonly sha256: string
  readonly bytes: number
  /** Made by the sample transport: everything that depends on it says SAMPLE DATA. */
  readonly sample: boolean
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The id of a recording, as `Recording` defines it. */
export function recordingId(url: string, at: string, sha256: string): string {
  return sha256Hex(`${url}\n${at}\n${sha256}`)
}

/** As `parseInstantMs`; InputError RECORDING_TIME for anything else. */
export function checkedInstant(at: string): number {
  const milliseconds = parseInstantMs(at)
  if (milliseconds !== null) return milliseconds
  const message = 'The time of a recording must be RFC 3339 in UTC, such as 2026-07-23T12:00:00Z.'
  throw new InputError('RECORDING_TIME', message, { at })
}

/** Milliseconds since 1970 UTC of an RFC 3339 time in UTC with at most three decimals; null for anything else, 30 February included. */
export function parseInstantMs(at: string): number | null {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?Z$/.exec(at)
  if (parts === null) return null
  const milliseconds = Date.parse(at)
  // Date.parse rolls a day over that its month does not have.
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 19) !== parts[1]) return null
  return milliseconds
}
