import type { Artifact } from '../../pipeline/editions/edition.ts'
import { manifestNamedBy } from '../../pipeline/editions/edition-files.ts'
import { type LoadedEdition, loadEdition } from '../../pipeline/editions/edition-view.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'

/** What a step took: calls of the store, bytes put, and processor time of this process in milliseconds. */
export interface Taken {
  readonly calls: number
  readonly bytes: number
  readonly cpuMs: number
}

/** A store in memory that counts its calls, and editions published to it a quarter of an hour apart. */
export function countedEditions() {
  const files = new Map<string, Uint8Array>()
  let calls = 0
  let bytes = 0
  const counted = <Result>(result: Result): Promise<Result> => {
    calls++
    return Promise.resolve(result)
  }
  const same = (a: Uint8Array | null, b: Uint8Array | null) => (a === null || b === null ? a === b : Buffer.compare(a, b) === 0)
  // another object each time: to what remembers by store object, each step is another process
  const store = (): Blobs => ({
    get: (key, range) => counted(files.get(key)?.subarray(range?.offset, range && range.offset + range.length) ?? null),
    put: (key, body) => {
      bytes += body.length
      files.set(key, body)
      return counted(undefined)
    },
    has: (key) => counted(files.has(key)),
    list: (prefix) => {
      const keys = [...files.keys()].filter((key) => key.startsWith(prefix)).sort()
      // S3 gives 1,000 a call
      calls += Math.floor(keys.length / 1_000)
      return counted(keys)
    },
    remove: (key) => {
      files.delete(key)
      return counted(undefined)
    },
    swap: (key, expected, next) => {
      const stands = same(files.get(key) ?? null, expected)
      if (stands) files.set(key, next)
      return counted(stands)
    },
  })
  async function taken<Result>(work: () => Promise<Result>): Promise<Taken & { result: Result }> {
    ;[calls, bytes] = [0, 0]
    const before = process.cpuUsage()
    const result = await work()
    const { user, system } = process.cpuUsage(before)
    return { calls, bytes, cpuMs: (user + system) / 1_000, result }
  }
  let edition = 0
  const timeOf = (nth: number) => Date.parse('2026-11-20T12:00:00Z') + nth * 900_000
  return {
    files,
    objects: () => files.size,
    publish: (artifacts: readonly Artifact[], removed: readonly string[] = []) =>
      taken(() => {
        const publishedAt = new Date(timeOf(edition++)).toISOString()
        return publish(store(), { artifacts, removed, asOf: '2026-11-20', sample: true, publishedAt, current: true })
      }),
    prune: () => taken(() => prune(store(), { now: timeOf(edition) })),
    adopt: (before: LoadedEdition | null) =>
      taken(async () => {
        const blobs = store()
        const pointer = (await blobs.get('artifacts/current'))!
        return loadEdition(blobs, manifestNamedBy(pointer), before)
      }),
  }
}
