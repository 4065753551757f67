/** One thing looked at. `next` is what to do about it. An `outside` that fails is unreachable rather than wrong. */
export interface Finding {
  readonly check: string
  readonly level: 'OK' | 'WARN' | 'FAIL'
  readonly detail: string
  readonly next: string | null
  readonly outside?: true
}
