import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { UnavailableError } from '../errors.ts'
import { sha256Hex } from '../recordings/recording.ts'
import { readFilePart } from '../store/analyst-files.ts'
import { type Blobs, trySwap } from '../store/blobs.ts'
import { readCell } from '../store/cell.ts'
import { needSpace } from '../store/disk-full.ts'
import { fencedEpochs, type Writer } from '../store/fence.ts'
import { inParallel } from '../store/pool.ts'
import { isoDay } from '../time/day.ts'
import { newestDay } from './load/recordings.ts'
import { type OwnWarehouse, schemaHash } from './store.ts'

/** The file of a warehouse as it was: what a writer on another machine begins with. */
const savedShape = z.object({
  /** Which store the warehouse belongs to, and the epoch of the writer that saved it. */
  origin: z.string(),
  epoch: z.int(),
  /** sha-256 (hex) of each part, in order. */
  parts: z.array(z.string()),
  bytes: z.int(),
  part_bytes: z.int(),
  /** Day of the newest recording in it (YYYY-MM-DD). */
  through: z.string().nullable(),
  made_of: z.string(),
})
type Saved = Readonly<z.infer<typeof savedShape>>

/** The cell `warehouse/<market>/current`: the newest snapshot and the previous one, whose parts are kept too. */
const shape = savedShape.extend({ previous: savedShape.nullable() })
export type Snapshot = Readonly<z.infer<typeof shape>>

const partBytes = 16 * 1_024 * 1_024
const atOnce = 4
const cellKey = (market: string): string => `warehouse/${market}/current`
const partPrefix = (market: string): string => `warehouse/${market}/part/`
const parse = (market: string, bytes: Uint8Array | null): Snapshot | null =>
  readCell(
    cellKey(market),
    bytes,
    shape,
    'remove it: the writer saves its warehouse again; if its home is lost, run "briefing rebuild"',
  )

/** The newest snapshot of a market; null before the first. Throws `UnavailableError` CELL_DAMAGED. */
export async function readSnapshot(blobs: Pick<Blobs, 'get'>, market: string): Promise<Snapshot | null> {
  return parse(market, await blobs.get(cellKey(market)))
}

/**
 * Saves the warehouse to the store, in parts named by their hash: parts that are there already are not sent again. The cell is changed
 * last, so that whoever takes a snapshot has a whole one. With `again` all parts are sent: what is there may be damaged. The whole file is
 * read and hashed, 0.7 s per GB: each run changes it, at least by its own rows.
 * @returns how many parts it has, and how many were sent
 * @throws UnavailableError WRITER_FENCED where a later writer has saved its own
 */
export async function saveSnapshot(
  store: OwnWarehouse,
  blobs: Blobs,
  writer: Writer & Pick<Saved, 'origin'>,
  { size = partBytes, again = false }: { readonly size?: number; readonly again?: boolean } = {},
): Promise<{ parts: number; sent: number }> {
  const { market, origin, epoch } = writer
  const newest = await newestDay(store)
  return store.asFile(async (file) => {
    const before = await readSnapshot(blobs, market)
    const there = new Set(again ? [] : [...(before?.parts ?? []), ...(before?.previous?.parts ?? [])])
    const { size: bytes } = await file.stat()
    const parts: string[] = []
    let sent = 0
    await inParallel(Array(Math.ceil(bytes / size)).keys(), atOnce, async (at) => {
      const part = await readFilePart(file, at * size, Math.min(size, bytes - at * size))
      parts[at] = sha256Hex(part)
      if (there.has(parts[at])) return
      await blobs.put(`${partPrefix(market)}${parts[at]}`, part)
      sent++
    })
    const through = newest === null ? null : isoDay(newest)
    const saved: Saved = { origin, epoch, parts, bytes, part_bytes: size, through, made_of: schemaHash() }
    const kept = await replaceCell(blobs, writer, saved)
    const named = new Set([...kept.parts, ...(kept.previous?.parts ?? [])])
    const unnamed = (await blobs.list(partPrefix(market))).filter((key) => !named.has(key.slice(partPrefix(market).length)))
    await inParallel(unnamed, atOnce, (key) => blobs.remove(key))
    return { parts: parts.length, sent }
  })
}

async function replaceCell(blobs: Blobs, writer: Writer, saved: Saved): Promise<Snapshot> {
  const key = cellKey(writer.market)
  for (;;) {
    const bytes = await blobs.get(key)
    const standing = parse(writer.market, bytes)
    if (standing !== null) fencedEpochs({ [writer.market]: standing.epoch }, writer)
    const { previous, ...before } = standing ?? { previous: null }
    // the same file again, such as after an answer that was lost: its copy would be no way back where its parts are damaged
    const isSame = standing !== null && standing.parts.join() === saved.parts.join()
    const next: Snapshot = { ...saved, previous: isSame || standing === null ? previous : (before as Saved) }
    if (await trySwap(blobs, key, bytes, Buffer.from(`${JSON.stringify(next)}\n`))) return next
  }
}

/**
 * Writes the file of a snapshot to `path`, each part checked by its hash; whatever was there is replaced when all parts are. From the
 * snapshot before where a part of the newest is missing or altered: recordings made since bring either up to date.
 * @returns which one was taken
 * @throws UnavailableError SNAPSHOT_DAMAGED where neither is whole; what is at `path` stays
 */
export async function restoreSnapshot(
  blobs: Pick<Blobs, 'get'>,
  market: string,
  { previous, ...newest }: Snapshot,
  path: string,
): Promise<'newest' | 'previous'> {
  if (await takeSaved(blobs, market, newest, path)) return 'newest'
  if (previous !== null && (await takeSaved(blobs, market, previous, path))) return 'previous'
  throw new UnavailableError(
    'SNAPSHOT_DAMAGED',
    'the saved warehouse in the store is damaged; run "briefing rebuild" to rebuild it from its recordings',
    { market, epoch: newest.epoch },
  )
}

async function takeSaved(blobs: Pick<Blobs, 'get'>, market: string, saved: Saved, path: string): Promise<boolean> {
  const fresh = `${path}.taken`
  await needSpace(dirname(path), saved.bytes)
  let isWhole = true
  const file = await open(fresh, 'w')
  try {
    await inParallel(saved.parts.entries(), atOnce, async ([at, hash]) => {
      if (!isWhole) return
      const part = await blobs.get(`${partPrefix(market)}${hash}`)
      if (part === null || sha256Hex(part) !== hash) isWhole = false
      else await file.write(part, 0, part.byteLength, at * saved.part_bytes)
    })
    isWhole &&= (await file.stat()).size === saved.bytes
    if (isWhole) await file.sync()
  } finally {
    await file.close()
  }
  if (!isWhole) {
    await rm(fresh, { force: true })
    return false
  }
  // the log of the file before: DuckDB would replay it into this one
  await rm(`${path}.wal`, { force: true })
  await rename(fresh, path)
  return true
}
