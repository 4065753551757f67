import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Room on the disk of a folder, in bytes. */
export interface Space {
  readonly free: number
  /** Left free by everything but the state store, so that keys and payments are served while a refresh cannot go on. */
  readonly reserve: number
}

/** The usual reserve; on a disk below 256 MB it is a sixteenth of the disk. */
const mostReserved = 16 * 1_048_576
const shareReserved = 16

/**
 * Room on the disk of `folder`, or of the nearest folder above it that exists. Null where the system does not say, as some network file
 * systems do not: what it does not say cannot stop a run.
 */
export async function diskSpaceAt(folder: string): Promise<Space | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder)
    if (blocks === 0) return null
    return { free: bavail * bsize, reserve: Math.min(mostReserved, Math.floor((blocks * bsize) / shareReserved)) }
  } catch (error) {
    const above = dirname(resolve(folder))
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && above !== folder ? diskSpaceAt(above) : null
  }
}

/** True where nothing but the state store may take more room. */
export const isSpaceLow = ({ free, reserve }: Space): boolean => free < reserve

/** `0.4 MB` or `1,204 MB`. */
export function megabytes(bytes: number): string {
  const whole = bytes >= 10 * 1_048_576
  const count = bytes / 1_048_576
  return `${count.toLocaleString('en-US', { maximumFractionDigits: whole ? 0 : 1, minimumFractionDigits: whole ? 0 : 1 })} MB`
}
