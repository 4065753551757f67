/**
 * One raw response, kept for ever under the sha-256 of its body. Everything downstream of it is a function of (body, Recording).
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
  /** Made by the sample transport: everything that rests on it says SAMPLE DATA. */
  readonly sample: boolean
}
