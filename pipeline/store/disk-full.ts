import { UnavailableError } from '../errors.ts'
import { diskSpaceAt, isSpaceLow, megabytes, type Space } from './space.ts'

/** Throws an `UnavailableError` DISK_FULL unless `bytes` more fit on the disk of `folder` without its reserve. */
export async function needSpace(folder: string, bytes = 0): Promise<void> {
  const space = await diskSpaceAt(folder)
  if (space !== null && isSpaceLow({ ...space, free: space.free - bytes })) throw diskFullError(space, bytes)
}

/** The refusal of a write for which there is no room. */
export function diskFullError(space: Space | null, bytes = 0, cause?: unknown): UnavailableError {
  if (space === null)
    return new UnavailableError(
      'DISK_FULL',
      'The disk is full. Existing data is intact. Free some space, then run the same command again.',
      {},
      cause,
    )
  const { free, reserve } = space
  // what was freed in the meantime is not enough, or the write would have gone through
  const needed = Math.max(reserve + bytes - free, reserve)
  return new UnavailableError(
    'DISK_FULL',
    `The disk has ${megabytes(free)} free, and ${megabytes(reserve)} are kept free for keys and payments. Existing data is intact. Free another ${megabytes(needed)}, then run the same command again.`,
    { free, reserve, needed },
    cause,
  )
}

/** Whether a write failed for want of room: by the system's code, or by what the warehouse makes of it, which has no code. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string') return ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'DISK_FULL'].includes(code)
  return /No space left on device|Disk quota exceeded|max_temp_directory_size/.test(error.message)
}
