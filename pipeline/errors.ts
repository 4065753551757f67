/**
 * The four ways something from outside can fail, named for what the caller can do about it. Only an `UpstreamError` is worth a retry;
 * the host matches on `name`, so the names survive a process boundary. `code` is stable and never carries a secret, a path or a stack.
 */
export type ErrorFacts = Readonly<Record<string, string | number | boolean | null | undefined>>

export abstract class BriefingError extends Error {
  abstract readonly retryable: boolean
  readonly code: string
  readonly facts: ErrorFacts

  constructor(code: string, message: string, facts: ErrorFacts = {}, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.facts = facts
  }
}

/** The other side failed or asked us to wait: try again, not before `retryAfterMs` where it said so. */
export class UpstreamError extends BriefingError {
  override readonly name = 'UpstreamError'
  readonly retryable = true
  readonly retryAfterMs: number | undefined

  constructor(code: string, message: string, facts: ErrorFacts = {}, retryAfterMs?: number, cause?: unknown) {
    super(code, message, facts, cause)
    this.retryAfterMs = retryAfterMs
  }
}

/** What was asked for does not exist there. */
export class NotFoundError extends BriefingError {
  override readonly name = 'NotFoundError'
  readonly retryable = false
}

/** A body that is not what its feed promises: keep the recording, hold it for review, load nothing of it. */
export class ParseError extends BriefingError {
  override readonly name = 'ParseError'
  readonly retryable = false
}

/** Wrong use: a setting, an argument, a query parameter. */
export class InputError extends BriefingError {
  override readonly name = 'InputError'
  readonly retryable = false
}

/** Something configured cannot be reached or is held by somebody else (exit code 69). */
export class UnavailableError extends BriefingError {
  override readonly name = 'UnavailableError'
  readonly retryable = false
}

/** Code and message of what was thrown, as runs and logs record it; an error without a code has its name as one. */
export function codeAndMessage(error: unknown): { readonly code: string; readonly message: string } {
  const { name, message, code = name } = error as Error & { code?: string }
  return { code, message }
}
