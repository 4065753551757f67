import { BriefingError } from '../pipeline/errors.ts'
import { diskFull, isDiskFull } from '../pipeline/source/store/disk-full.ts'
import { hideSecrets } from '../server/http/hide-secrets.ts'
import { withoutSecrets } from './settings.ts'

/**
 * Exit codes: fine; wrong use; data trouble (something is stale, held or missing); something configured is unreachable or held; an error
 * that nobody foresaw.
 */
export const exits = { fine: 0, wrongUse: 1, dataTrouble: 2, unreachable: 69, unexpected: 70 } as const

/** Errors of our own that are not a `BriefingError`: a run that was stopped, or took too long. */
const known: readonly string[] = ['AbortError', 'CancelledError', 'TimeoutError']

/** The exit code an error ends a command with. */
export function exitFor(error: unknown): number {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InputError') return exits.wrongUse
  if (isDiskFull(error)) return exits.dataTrouble
  if (name === 'UnavailableError') return exits.unreachable
  return error instanceof BriefingError || known.includes(name) ? exits.dataTrouble : exits.unexpected
}

/** One line for a person: what is wrong and the next thing to do, without any key or password that was typed, is set or comes from a library. */
export function sentence(error: unknown): string {
  return hideSecrets(withoutSecrets(plainSentence(error), process.env))
}

function plainSentence(error: unknown): string {
  if (isDiskFull(error) && !(error instanceof BriefingError)) return plainSentence(diskFull(null))
  if (error instanceof BriefingError) return `${error.code}: ${error.message}`
  const next =
    exitFor(error) === exits.unexpected ? '; this was not expected: run "briefing doctor", and report it if it comes again' : ''
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
    return `${code}: ${error.message}${next}`
  }
  return `${String(error)}${next}`
}
