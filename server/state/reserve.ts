import { randomFillSync } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLow, type Space, spaceAt } from '../../pipeline/source/store/space.ts'
import type { ServerLog } from '../http/log.ts'

/** Between two looks: what needs a key or a payment fails for no longer. */
const everyMs = 1_000
const pieceBytes = 1_048_576
const reserveIn = (home: string) => join(home, 'state.reserve')

/**
 * Deletes the reserve of a home whose disk is all but full, so that its state store can be written, and gives the room there is then. Others
 * than this program ask nobody before they fill a disk.
 */
export async function giveReserve(home: string): Promise<Space | null> {
  const space = await spaceAt(home)
  if (space === null || space.free >= space.reserve / 4) return space
  await rm(reserveIn(home), { force: true })
  return spaceAt(home)
}

/** Takes the reserve of a home where there is none and room to spare. */
async function takeReserve(home: string, { free, reserve }: Space): Promise<void> {
  const file = reserveIn(home)
  const taken = await stat(file).catch(() => null)
  if (free < 3 * reserve || taken?.size === reserve) return
  const written = await open(file, 'w', 0o600)
  try {
    // no zeros, which some file systems keep without taking room for them
    const piece = randomFillSync(Buffer.alloc(pieceBytes))
    for (let at = 0; at < reserve; at += pieceBytes) await written.write(piece, 0, Math.min(pieceBytes, reserve - at))
    await written.sync()
  } finally {
    await written.close()
  }
}

export interface DiskWatch {
  /** The room at the last look. */
  space(): Space | null
  close(): Promise<void>
}

/** Looks after the disk of a home: gives its reserve to the state store when it is full, takes one again later, and says so in the log. */
export async function watchDisk(home: string, log: Pick<ServerLog, 'info' | 'warn'>): Promise<DiskWatch> {
  let space = await giveReserve(home)
  let wasLow = false
  let looking: Promise<void> | null = null
  async function look(): Promise<void> {
    space = await giveReserve(home)
    if (space === null) return
    const low = isLow(space)
    if (low !== wasLow) {
      if (low) log.warn('the disk is nearly full: refreshes stop until some space is freed', { ...space })
      else log.info('the disk has room again', { ...space })
      wasLow = low
    }
    await takeReserve(home, space)
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch(() => undefined)
      .finally(() => {
        looking = null
      })
  }, everyMs)
  timer.unref()
  return {
    space: () => space,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}
