import { createHash, randomUUID } from 'node:crypto'
import { NotFoundError } from '../pipeline/errors.ts'
import type { Recording } from '../pipeline/recordings/recording.ts'
import type { Blobs, Sweep } from '../pipeline/store/blobs.ts'

/**
 * What activities of a run hand each other when it is too large for a payload: content-addressed JSON below `work/<run>/`. A run's own is
 * removed when it ends, however it ends; what a killed run left, by the next one.
 */
const prefix = 'work/'

/** A name for a run, which begins with its time. */
export function newRunId(clock: number): string {
  return `${new Date(clock).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)}-${randomUUID()}`
}

export function putWork(blobs: Blobs, run: string, value: unknown): Promise<string> {
  return putWorkText(blobs, run, JSON.stringify(value))
}

/** @param text JSON */
export async function putWorkText(blobs: Blobs, run: string, text: string): Promise<string> {
  const bytes = Buffer.from(text)
  const key = `${prefix}${run}/${createHash('sha256').update(bytes).digest('hex')}.json`
  if (!(await blobs.has(key))) await blobs.put(key, bytes)
  return key
}

export async function getWork<T>(blobs: Blobs, key: string): Promise<T> {
  const bytes = await blobs.get(key)
  if (bytes === null)
    throw new NotFoundError(
      'WORK_GONE',
      'the output of an earlier step of this run is not in the store of this worker; if several workers serve the installation, give all of them the same BRIEFING_STORE, then run "briefing refresh" again',
      { key },
    )
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as T
}

/** The newest recording of an address. */
export type EarlierRecording = Pick<Recording, 'id' | 'at'>
const besidePage = (page: string): string => page.replace(/\.json$/, '.earlier.json')

/** Stores the newest recordings of a page’s addresses in a separate blob: the page stays the same, whatever has been recorded since. */
export async function putEarlierRecordings(
  blobs: Blobs,
  page: string,
  earlier: Readonly<Record<string, EarlierRecording>>,
): Promise<void> {
  if (Object.keys(earlier).length > 0) await blobs.put(besidePage(page), Buffer.from(JSON.stringify(earlier)))
}

export async function getEarlierRecordings(blobs: Blobs, page: string): Promise<Readonly<Record<string, EarlierRecording>>> {
  const bytes = await blobs.get(besidePage(page))
  return bytes === null ? {} : JSON.parse(Buffer.from(bytes).toString('utf8'))
}

/** Returns what the first attempt of a step made under this name, so that a retry gets the same value. */
export async function idempotentStepResult<T>(blobs: Blobs, run: string, name: string, make: () => Promise<T>): Promise<T> {
  const key = `${prefix}${run}/${createHash('sha256').update(name).digest('hex')}.kept.json`
  const kept = await blobs.get(key)
  if (kept !== null) return JSON.parse(Buffer.from(kept).toString('utf8')) as T
  const made = await make()
  await blobs.put(key, Buffer.from(JSON.stringify(made)))
  return made
}

/** The runs that have work. */
export async function runsWithWork(blobs: Pick<Blobs, 'list'>): Promise<string[]> {
  return [...new Set((await blobs.list(prefix)).map((key) => key.split('/')[1]!))]
}

/** Removes the work of a run; nothing where there is none. */
export async function clearWork(blobs: Pick<Sweep, 'clear'>, run: string): Promise<void> {
  await blobs.clear(`${prefix}${run}/`)
}

/** Cuts a list into pages of at most `size`. */
export function splitIntoPages<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
