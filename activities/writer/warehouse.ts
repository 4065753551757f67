import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { currentManifest } from '../../pipeline/editions/on-record.ts'
import { BriefingError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { needSpace } from '../../pipeline/store/disk-full.ts'
import { dayOf } from '../../pipeline/time/day.ts'
import { readSnapshot, restoreSnapshot, saveSnapshot } from '../../pipeline/warehouse/snapshot.ts'
import { type OwnWarehouse, openStore } from '../../pipeline/warehouse/store.ts'
import type { Log } from '../activity.ts'
import type { Deps, SharedStore } from '../deps.ts'
import type { Home } from '../home.ts'
import { loadRecorded, unloadedRecordings } from './catch-up.ts'
import { type Lease, type LeaseOptions, openLease } from './lease.ts'

/** The market that the one warehouse of today has: all of them. */
export const warehouseMarket = 'all'

/** What a process says of itself as the writer of a store that other machines use too. */
export interface WriterOptions extends Pick<LeaseOptions, 'owner' | 'patient' | 'ttlMs' | 'beatMs'> {
  readonly log: Pick<Log, 'info' | 'warn'>
}

/** Which store the file of a warehouse belongs to, and which writer last had it: beside the file. */
interface Mark {
  readonly origin: string
  readonly epoch: number
}

const markOf = (path: string): string => `${path}.writer`

/**
 * The warehouse of a store that several machines share, for its one writer: takes the lease, the newest snapshot where the file here is
 * missing or another writer has gone on since, and loads the recordings made since. Whatever machine the writer starts on, it has all
 * rows that the last one had.
 * @throws UnavailableError WRITER_ELSEWHERE where another process is the writer, SNAPSHOT_DAMAGED
 */
export async function openWriterWarehouse(
  { home, blobs, recordings, clock }: Pick<Deps, 'home' | 'recordings' | 'clock'> & { readonly blobs: Blobs },
  { log, ...shared }: WriterOptions,
): Promise<{ store: OwnWarehouse; lease: Lease }> {
  const lease = await leaseOf(blobs, shared, log)
  try {
    await bringFile(home, blobs, lease, log)
    const store = await openStore(home.store)
    try {
      const since = await unloadedRecordings(store, recordings, dayOf(clock()))
      if (since.length > 0) {
        log.info('loading what was recorded since the warehouse was saved', { recordings: since.length })
        await loadRecorded({ blobs, recordings }, store, since, log, async () => {
          if (lease.lost.aborted) throw lease.lost.reason
          await needSpace(home.folder)
        })
      }
    } catch (error) {
      await store.close()
      throw error
    }
    return { store, lease }
  } catch (error) {
    await lease.close()
    throw lease.lost.aborted ? lease.lost.reason : error
  }
}

/** The lease of this process, above every epoch that the store carries. */
async function leaseOf(blobs: Blobs, shared: Omit<WriterOptions, 'log'>, log: WriterOptions['log']): Promise<Lease> {
  const clocks = { monotonic: () => performance.now(), wait, random: () => randomUUID() }
  const published = (await currentManifest(blobs))?.epochs?.[warehouseMarket] ?? 0
  const above = Math.max(published, (await readSnapshot(blobs, warehouseMarket))?.epoch ?? 0)
  const waiting: LeaseOptions['waiting'] = (holder, milliseconds) => {
    const until = new Date(Date.now() + milliseconds).toISOString()
    log.warn('another process is the writer; waiting until its lease is renewed or ends', { ...holder, until })
  }
  return openLease({ blobs, market: warehouseMarket, above, waiting, ...clocks, ...shared })
}

/**
 * Has `make` put a new warehouse into the home, and saves it as the one that every later writer begins with.
 * @throws UnavailableError WRITER_ELSEWHERE where another process is the writer; `make` was not called then
 */
export async function replaceSharedWarehouse<T>(
  { home, blobs }: Pick<Deps, 'home'> & { readonly blobs: Blobs },
  { onLost, log, ...shared }: WriterOptions & Pick<SharedStore, 'onLost'>,
  make: () => Promise<T>,
): Promise<T> {
  const lease = await leaseOf(blobs, shared, log)
  lease.lost.addEventListener('abort', () => onLost(lease.lost.reason as Error))
  try {
    // what recordings do not give back is taken over from the saved one, where that can be read
    await bringFile(home, blobs, lease, log).catch((error: unknown) => {
      if (!(error instanceof BriefingError) || error.code !== 'SNAPSHOT_DAMAGED') throw error
      log.warn(error.message)
    })
    const made = await make()
    await lease.confirm()
    await writeMark(home.store, { origin: lease.origin, epoch: lease.epoch })
    const store = await openStore(home.store)
    await saveSnapshot(store, blobs, lease, { again: true }).finally(() => store.close())
    return made
  } finally {
    await lease.close()
  }
}

/** Puts the right file into place: the own one where nobody else has written since, else the snapshot. */
async function bringFile({ store: path }: Home, blobs: Blobs, lease: Lease, log: Pick<Log, 'info' | 'warn'>): Promise<void> {
  const snapshot = await readSnapshot(blobs, lease.market)
  const mark = await readMark(path)
  const isThere = (await stat(path).catch(() => null)) !== null
  const isOfThisStore = mark?.origin === lease.origin
  // without a mark it is of a home that no other machine shared: what it has is where a new store begins
  // a lease is above every epoch the store has seen: a file of the same or a later one is ahead of a store restored from an older copy
  const isAhead = isOfThisStore && mark.epoch >= lease.epoch
  const isOwn = isThere && !isAhead && (mark === null ? snapshot === null : isOfThisStore && mark.epoch >= (snapshot?.epoch ?? 0))
  if (!isOwn) {
    if (isThere && !isOfThisStore) await setAside(path, 'belongs to another store', log)
    else if (isThere && isAhead) await setAside(path, 'is newer than the store, which was restored from an older copy,', log)
    if (snapshot !== null) {
      const taken = await restoreSnapshot(blobs, lease.market, snapshot, path)
      log.info('took the saved warehouse', { epoch: snapshot.epoch, bytes: snapshot.bytes, through: snapshot.through })
      if (taken === 'previous')
        log.warn('the newest saved warehouse is damaged; took the previous one', { epoch: snapshot.epoch })
    } else await removeFile(path)
  }
  await writeMark(path, { origin: lease.origin, epoch: lease.epoch })
}

/** A warehouse that does not belong to the store as it is may have what no other file has: it is renamed, not removed. */
async function setAside(path: string, why: string, log: Pick<Log, 'warn'>): Promise<void> {
  await rename(path, `${path}.other`)
  await rm(`${path}.wal`, { force: true })
  log.warn(`the warehouse in this home ${why} and was renamed; remove it if it is not needed`, {
    file: 'store.duckdb.other',
  })
}

async function removeFile(path: string): Promise<void> {
  for (const each of [path, `${path}.wal`]) await rm(each, { force: true })
}

async function readMark(path: string): Promise<Mark | null> {
  try {
    return JSON.parse(await readFile(markOf(path), 'utf8')) as Mark
  } catch {
    return null
  }
}

/** On disk before the first change under the epoch: a file that was changed says by whom. */
async function writeMark(path: string, mark: Mark): Promise<void> {
  const fresh = `${markOf(path)}.new`
  const file = await open(fresh, 'w')
  try {
    await file.writeFile(`${JSON.stringify(mark)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, markOf(path))
}

async function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  await after(milliseconds, undefined, { signal }).catch(() => undefined)
}
