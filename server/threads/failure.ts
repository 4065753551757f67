/** An error as it crosses from one thread to another. */
export interface Failure {
  readonly name: string
  readonly message: string
  /** Such as SQLITE_BUSY; undefined where the error has none. */
  readonly code: unknown
}

export function failureOf(error: unknown): Failure {
  const { name, message, code } = error as Error & { code?: unknown }
  return { name, message, code }
}

export function errorOf({ name, message, code }: Failure): Error {
  return Object.assign(new Error(message), { name, code })
}
