import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { homeAt } from '../../activities/home.ts'
import { currentKey, manifestNamedBy, readEditionFile } from '../../pipeline/editions/edition-files.ts'
import { filesOfEdition } from '../../pipeline/editions/on-record.ts'
import { openReader } from '../../pipeline/editions/reader.ts'
import { BriefingError } from '../../pipeline/errors.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { diskSpaceAt, isSpaceLow, megabytes, type Space } from '../../pipeline/store/space.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'

/** Below this a refresh may not fit. */
const leastFreeBytes = 1_000_000_000
/** Recordings that are read and hashed. */
const sampled = 50

/** One thing looked at. `next` is what to do about it. An `outside` that fails is unreachable rather than wrong. */
export interface Finding {
  readonly check: string
  readonly level: 'OK' | 'WARN' | 'FAIL'
  readonly detail: string
  readonly next: string | null
  readonly outside?: true
}

/** A finding that is fine, one to look at and one that is wrong; `next` is what to do about it. */
export const ok = (check: string, detail: string): Finding => ({ check, level: 'OK', detail, next: null })
export const warnFinding = (check: string, detail: string, next: string): Finding => ({ check, level: 'WARN', detail, next })
export const failFinding = (check: string, detail: string, next: string): Finding => ({ check, level: 'FAIL', detail, next })

/** What a look at one thing finds; an error of ours is a finding too, so that the other things are looked at all the same. */
export async function runCheck(check: string, look: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await look()].flat()
  } catch (error) {
    if (!(error instanceof BriefingError)) throw error
    const finding = failFinding(check, error.code, error.message)
    return [error.code === 'STORE_HELD' ? { ...finding, outside: true } : finding]
  }
}

/** Whether the home can be written, and how much room is left. */
export async function checkHome(folder: string): Promise<Finding[]> {
  if (!existsSync(folder)) return [warnFinding('home', 'does not exist yet', 'run "briefing refresh" to create it')]
  const probe = join(folder, `.doctor-${process.pid}`)
  const findings: Finding[] = []
  try {
    await writeFile(probe, '')
    await rm(probe)
    findings.push(ok('home', 'writable'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    findings.push(failFinding('home', `cannot be written (${code})`, 'correct its owner, or choose another --home'))
  }
  const space = await diskSpaceAt(folder)
  return space === null ? findings : [...findings, roomOn(space)]
}

function roomOn(space: Space): Finding {
  const room = `${megabytes(space.free)} free`
  const next = 'free some disk space: a full disk stops refreshes; published documents, keys and payments stay available'
  if (isSpaceLow(space))
    return failFinding('disk', `${room}, less than the ${megabytes(space.reserve)} kept for keys and payments`, next)
  return space.free >= leastFreeBytes ? ok('disk', room) : warnFinding('disk', room, next)
}

/** Whether the warehouse opens, or who holds it: a running pipeline is not a fault. */
export async function checkWarehouse(folder: string): Promise<Finding> {
  const path = homeAt(folder).store
  if (!existsSync(path)) return warnFinding('store', 'does not exist yet', 'run "briefing refresh"')
  try {
    await (await openStore(path)).close()
    return ok('store', 'opens; no other process is using it')
  } catch (error) {
    if (!(error instanceof BriefingError)) throw error
    const { pid } = error.facts
    if (error.code !== 'STORE_HELD') return failFinding('store', error.code, error.message)
    return ok(
      'store',
      `in use by ${pid === null ? 'a process of another user or container' : `process ${pid}, a running pipeline`}`,
    )
  }
}

/** Reads and hashes recordings spread over the whole time, the newest among them. */
export async function checkRecordings(folder: string, blobs: Blobs = folderBlobs(folder)): Promise<Finding> {
  const kept = recordingStore(blobs)
  const all = await kept.list()
  if (all.length === 0) return warnFinding('recordings', 'none yet', 'run "briefing refresh"')
  const step = Math.max(1, all.length / sampled)
  const some = Array.from({ length: Math.min(all.length, sampled) }, (_, i) => all[all.length - 1 - Math.floor(i * step)]!)
  const damaged: string[] = []
  for (const { id, at } of some) {
    try {
      const recording = await kept.get(id, at)
      if (recording === null) damaged.push(id)
      else await kept.body(recording)
    } catch (error) {
      if (!(error instanceof BriefingError)) throw error
      damaged.push(id)
    }
  }
  const looked = `${some.length} of ${all.length} read`
  if (damaged.length === 0) return ok('recordings', `${looked}, every sha-256 matches`)
  const names = damaged.map((id) => id.slice(0, 12)).join(', ')
  const next = 'restore recordings/ from a backup, then run "briefing rebuild"'
  return failFinding('recordings', `${looked}, ${damaged.length} missing or altered: ${names}`, next)
}

/** Loads the current edition as a server does, and reads the files it does not load, its past days; every hash checked. */
export async function checkEdition(folder: string, blobs: Blobs = folderBlobs(folder)): Promise<Finding> {
  const faults: string[] = []
  const log = {
    info: () => undefined,
    warn: (_: string, facts?: Record<string, unknown>) => faults.push(String(facts?.['code'] ?? 'unknown')),
  }
  const reader = await openReader(blobs, { pollMs: 60_000, log })
  const view = reader.current()
  reader.close()
  const lost = view ? await lostFiles(blobs) : []
  if (lost.length > 0) {
    const names = lost.slice(0, 3).map((key) => key.slice('artifacts/'.length).slice(0, 20))
    const what = `${lost.length} files of past days or packed documents are missing or altered: ${names.join(', ')}`
    return failFinding('edition', what, 'restore artifacts/ from a backup')
  }
  if (view)
    return ok('edition', `${view.manifest.edition} as of ${view.manifest.as_of}, ${view.entries.size} documents, complete`)
  if (faults.length > 0) return failFinding('edition', `cannot be loaded (${faults.join(', ')})`, 'run "briefing refresh"')
  return warnFinding('edition', 'none published yet', 'run "briefing refresh"')
}

/** Keys of the files of the current edition that are missing or altered. */
async function lostFiles(blobs: Blobs): Promise<string[]> {
  const pointer = await blobs.get(currentKey)
  if (pointer === null) return []
  const lost: string[] = []
  for (const [key, sum] of await filesOfEdition(blobs, manifestNamedBy(pointer)))
    await readEditionFile(blobs, key, sum).catch((error: unknown) => {
      if (!(error instanceof BriefingError)) throw error
      lost.push(key)
    })
  return lost
}
