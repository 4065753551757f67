import { randomFillSync } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { diskSpaceAt, isSpaceLow, type Space } from '../../pipeline/store/space.ts'
import type { ServerLog } from '../http/log.ts'
import { oneAtATime } from '../http/once.ts'

/** Between two looks: what needs a key or a payment fails for no longer. */
const everyMs = 1_000
const pieceBytes = 1_048_576
/** A reserve is set aside where as many times as much is free. */
export const roomToReserve = 3
const reserveIn = (home: string) => join(home, 'state.reserve')

/**
 * Deletes the reserve of a home whose disk is all but full, so that its state store can be written, and gives the room there is then. Others
 * than this program ask nobody before they fill a disk.
 */
export async function releaseDiskReserve(home: string): Promise<Space | null> {
  const space = await diskSpaceAt(home)
  if (space === null || space.free >= space.reserve / 4) return space
  await rm(reserveIn(home), { force: true })
  return diskSpaceAt(home)
}

/** Room on the disk of a home, and whether its reserve is set aside. */
export interface HomeSpace extends Space {
  readonly isReserved: boolean
}

/** Takes the reserve of a home where there is none and room to spare, and tells whether it has one. */
async function takeReserve(home: string, { free, reserve }: Space): Promise<boolean> {
  const file = reserveIn(home)
  const taken = await stat(file).catch(() => null)
  if (taken?.size === reserve) return true
  if (free < roomToReserve * reserve) return false
  const written = await open(file, 'w', 0o600)
  try {
    // no zeros, which some file systems keep without taking room for them
    const piece = randomFillSync(Buffer.alloc(pieceBytes))
    for (let at = 0; at < reserve; at += pieceBytes) await written.write(piece, 0, Math.min(pieceBytes, reserve - at))
    await written.sync()
  } finally {
    await written.close()
  }
  return true
}

export interface DiskWatch {
  /** The room at the last look. */
  space(): HomeSpace | null
  close(): Promise<void>
}

/** Looks after the disk of a home: gives its reserve to the state store when it is full, takes one again later, and says so in the log. */
export async function watchDisk(home: string, log: Pick<ServerLog, 'info' | 'warn'>): Promise<DiskWatch> {
  const first = await releaseDiskReserve(home)
  let space: HomeSpace | null = first && { ...first, isReserved: true }
  let wasLow = false
  async function look(): Promise<void> {
    const room = await releaseDiskReserve(home)
    if (room === null) {
      space = null
      return
    }
    space = { ...room, isReserved: await takeReserve(home, room) }
    const low = isSpaceLow(room)
    if (low !== wasLow) {
      if (low) log.warn('the disk is nearly full: refreshes stop until some space is freed', { ...room })
      else log.info('the disk has room again', { ...room })
      wasLow = low
    }
  }
  const looking = oneAtATime(() => look().catch(() => undefined))
  const timer = setInterval(looking.run, everyMs)
  timer.unref()
  return {
    space: () => space,
    async close() {
      clearInterval(timer)
      await looking.ended()
    },
  }
}
