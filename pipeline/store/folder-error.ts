import { BriefingError, InputError, UnavailableError } from '../errors.ts'

export function errnoOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'UNKNOWN'
}

/** The system's refusal of a write, in our words. The system's own message carries the path, so it is not kept as the cause. */
export function writeError(error: unknown): BriefingError {
  if (error instanceof BriefingError) return error
  const reason = errnoOf(error)
  if (['ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY', 'ENAMETOOLONG'].includes(reason)) {
    return new InputError(
      'KEY_NOT_USABLE',
      'This blob key cannot be a file beside the keys already stored. Choose another key.',
      {
        reason,
      },
    )
  }
  const next =
    reason === 'ENOSPC' || reason === 'EDQUOT'
      ? 'Free some space on its disk, then run the same command again.'
      : 'Make the folder given by --home writable, then run the same command again.'
  return new UnavailableError('STORE_NOT_WRITABLE', `The blob store refused a write (${reason}); what it held stands. ${next}`, {
    reason,
  })
}

export function readError(error: unknown): BriefingError {
  if (error instanceof BriefingError) return error
  const reason = errnoOf(error)
  return new UnavailableError(
    'STORE_NOT_READABLE',
    `The blob store refused a read (${reason}). Make the folder given by --home readable, then try again.`,
    { reason },
  )
}
