import { createHash } from 'node:crypto'
import type { Blobs } from '../pipeline/store/blobs.ts'

/** What activities hand each other when it is too large for a payload: content-addressed JSON below `work/`, removed after publishing. */
const prefix = 'work/'

export async function putWork(blobs: Blobs, value: unknown): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(value))
  const key = `${prefix}${createHash('sha256').update(bytes).digest('hex')}.json`
  if (!(await blobs.has(key))) await blobs.put(key, bytes)
  return key
}

export async function getWork<T>(blobs: Blobs, key: string): Promise<T> {
  const bytes = await blobs.get(key)
  if (bytes === null)
    throw Object.assign(new Error(`${key} is gone; run "briefing refresh" again`), { name: 'NotFoundError', code: 'WORK_GONE' })
  return JSON.parse(Buffer.from(bytes).toString('utf8')) as T
}

export async function clearWork(blobs: Blobs): Promise<void> {
  for (const key of await blobs.list(prefix)) await blobs.remove(key)
}

/** Cuts a list into pages of at most `size`. */
export function paged<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
