import { BriefingError } from '../pipeline/errors.ts'
import { hideSecrets } from '../server/http/hide-secrets.ts'

/** Exit codes: fine; wrong use; data trouble (something is stale, held or missing); something configured is unreachable or held. */
export const exits = { fine: 0, wrongUse: 1, dataTrouble: 2, unreachable: 69 } as const

/** The exit code an error ends a command with. */
export function exitFor(error: unknown): number {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InputError') return exits.wrongUse
  if (name === 'UnavailableError') return exits.unreachable
  return exits.dataTrouble
}

/** One line for a person: what is wrong and the next thing to do, without any key or password that was typed or comes from a library. */
export function sentence(error: unknown): string {
  return hideSecrets(plainSentence(error))
}

function plainSentence(error: unknown): string {
  if (error instanceof BriefingError) return `${error.code}: ${error.message}`
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
    return `${code}: ${error.message}`
  }
  return String(error)
}
