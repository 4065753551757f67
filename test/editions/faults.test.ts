import { describe, expect, test } from 'vitest'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { UnavailableError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { artifact, publication, wholeEdition } from './documents.ts'

type Method = keyof Blobs

/** Fails from the nth call on, as a full disk does: before the call does its work, or after it (a flush that fails once the name is there). */
function failing(
  blobs: Blobs,
  nth: number,
  when: 'before' | 'after',
  methods: readonly Method[],
): { blobs: Blobs; failed: () => boolean } {
  let calls = 0
  let failed = false
  const guard = <Arguments extends unknown[], Result>(method: Method, call: (...given: Arguments) => Promise<Result>) => {
    return async (...given: Arguments): Promise<Result> => {
      const fails = methods.includes(method) && ++calls >= nth
      failed ||= fails
      const full = () => new UnavailableError('STORE_NOT_WRITABLE', 'full', { reason: 'ENOSPC' })
      if (fails && when === 'before') throw full()
      const result = await call(...given)
      if (fails) throw full()
      return result
    }
  }
  const plain = otherProcess(blobs)
  return {
    failed: () => failed,
    blobs: {
      get: guard('get', plain.get),
      put: guard('put', plain.put),
      has: guard('has', plain.has),
      list: guard('list', plain.list),
      remove: guard('remove', plain.remove),
      swap: guard('swap', plain.swap),
    },
  }
}

const writes: readonly Method[] = ['put', 'swap', 'remove']
const everything: readonly Method[] = [...writes, 'get', 'list', 'has']
const first = [artifact('briefing/a', 'one'), artifact('metric/m', 'one'), artifact('archive/2026-07-21/a', 'one')]
const second = [artifact('briefing/a', 'two'), artifact('metric/n', 'two'), artifact('archive/2026-07-21/a', 'two')]

describe.each(['before', 'after'] as const)('a store that fails %s doing its work', (when) => {
  test.each([
    ['any write', writes],
    ['any call', everything],
  ])('at %s of a publish leaves the old edition or the new one, and the next publish succeeds', async (_, methods) => {
    const seen = { old: 0, new: 0 }
    for (let nth = 1; ; nth++) {
      const blobs = memoryBlobs()
      await publish(blobs, publication(first))
      const faulty = failing(blobs, nth, when, methods)
      const failure = await publish(faulty.blobs, publication(second)).then(
        () => null,
        (error: unknown) => error,
      )
      const edition = (await wholeEdition(blobs))!
      const state = edition.entries.get('briefing/a')?.facts['state']
      seen[state === 'one' ? 'old' : 'new']++
      expect(edition.entries.get('metric/n')?.facts['state']).toBe(state === 'one' ? undefined : 'two')
      if (failure === null) expect(state).toBe('two')
      else expect(failure).toMatchObject({ name: 'UnavailableError', code: 'STORE_NOT_WRITABLE' })

      await publish(blobs, publication(second))
      const mended = (await wholeEdition(blobs))!
      expect(mended.manifest.sequence).toBe(2)
      expect(mended.entries.get('metric/n')?.facts['state']).toBe('two')
      if (!faulty.failed()) break
    }
    expect(seen.old).toBeGreaterThan(methods === writes ? 5 : 10)
    expect(seen.new).toBe(when === 'before' ? 1 : 2)
  })

  test('at any call of a prune leaves every kept edition whole', async () => {
    for (let nth = 1; ; nth++) {
      const blobs = memoryBlobs()
      for (const version of ['v1', 'v2', 'v3', 'v4', 'v5'])
        await publish(blobs, publication([artifact('briefing/a', version), artifact('metric/m', 'same')]))
      const faulty = failing(blobs, nth, when, everything)
      const retention = { keepEditions: 2, keepMs: 0, now: Date.parse('2026-07-23T00:00:00Z') }
      await prune(faulty.blobs, retention).catch((error: unknown) => expect(error).toMatchObject({ code: 'STORE_NOT_WRITABLE' }))
      expect((await wholeEdition(blobs))!.entries.get('briefing/a')?.facts['state']).toBe('v5')
      await prune(blobs, retention)
      expect([...blobs.files.keys()].filter((key) => /manifest|shard/.test(key))).toHaveLength(4)
      expect((await wholeEdition(blobs))!.entries.size).toBe(2)
      if (!faulty.failed()) break
    }
  })
})
