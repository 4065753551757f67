import { describe, expect, test, vi } from 'vitest'
import { InputError } from '../../pipeline/errors.ts'
import { boundedBlobs, type ReadLane } from '../../pipeline/store/bounded.ts'
import { faultyBlobs } from './faulty.ts'
import { memoryBlobs } from './memory.ts'

const asked: ReadLane = { ms: 300, tries: 2, isAsked: true }
const behind: ReadLane = { ms: 120, tries: 1 }
const textOf = (bytes: Uint8Array | null) => Buffer.from(bytes!).toString()
const unreachable = { name: 'UnavailableError', code: 'STORE_UNREACHABLE' }

async function opened(now?: () => number) {
  const store = faultyBlobs(memoryBlobs())
  for (let at = 0; at < 100; at++) await store.blobs.put(`k/${at}`, Buffer.from(String(at)))
  return { store, lanes: boundedBlobs(store.blobs, now) }
}

describe('a bounded store', () => {
  test('reads at most 32 at the same time, and leaves 8 of them to callers', async () => {
    const { store, lanes } = await opened()
    const patient = { ms: 60_000, tries: 1 }
    store.answers = 'hangs'
    const loading = Array.from({ length: 50 }, (_, at) => lanes(patient).get(`k/${at}`))
    await vi.waitFor(() => expect(store.hanging()).toBe(24))
    const waiting = Array.from({ length: 50 }, (_, at) => lanes({ ...patient, isAsked: true }).get(`k/${at}`))
    await vi.waitFor(() => expect(store.hanging()).toBe(32))
    store.answers = 'well'
    expect((await Promise.all([...loading, ...waiting])).map(textOf)).toEqual(
      [...Array(50).keys(), ...Array(50).keys()].map(String),
    )
  })

  test('abandons a read that hangs, tells the store by the signal, and tries once more', async () => {
    const signals: AbortSignal[] = []
    const get = (_key: string, _range: unknown, signal?: AbortSignal) => {
      signals.push(signal!)
      return new Promise<never>(() => {})
    }
    const lanes = boundedBlobs({ ...memoryBlobs(), get: get as never })
    await expect(lanes(asked).get('k/1')).rejects.toMatchObject(unreachable)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('a read that failed once succeeds', async () => {
    const blobs = memoryBlobs()
    await blobs.put('k/1', Buffer.from('one'))
    let calls = 0
    const get: typeof blobs.get = async (key, range) => {
      calls += 1
      if (calls === 1) throw new Error('reset')
      return blobs.get(key, range)
    }
    expect(textOf(await boundedBlobs({ ...blobs, get })(asked).get('k/1'))).toBe('one')
    expect(calls).toBe(2)
  })

  test('refuses callers without a try while the store is silent, and asks it again after a second or once another read succeeds', async () => {
    let now = 0
    const { store, lanes } = await opened(() => now)
    store.answers = 'fails'
    await expect(lanes(asked).get('k/1')).rejects.toMatchObject(unreachable)
    const tried = store.reads.length
    await expect(lanes(asked).get('k/2')).rejects.toMatchObject(unreachable)
    expect(store.reads.length).toBe(tried)
    store.answers = 'well'
    await expect(lanes(asked).get('k/2')).rejects.toMatchObject(unreachable)
    now += 1_000
    expect(textOf(await lanes(asked).get('k/2'))).toBe('2')
    store.answers = 'fails'
    await expect(lanes(asked).get('k/1')).rejects.toMatchObject(unreachable)
    store.answers = 'well'
    expect(textOf(await lanes(behind).get('k/3'))).toBe('3')
    expect(textOf(await lanes(asked).get('k/4'))).toBe('4')
  })

  test('a caller who finds every turn taken is refused in time', async () => {
    const { store, lanes } = await opened()
    store.answers = 'hangs'
    const patient = Array.from({ length: 32 }, (_, at) => lanes({ ms: 60_000, tries: 1, isAsked: true }).get(`k/${at}`))
    await expect(lanes(asked).get('k/50')).rejects.toMatchObject({
      ...unreachable,
      facts: { reason: 'too many reads wait for it' },
    })
    store.answers = 'well'
    await Promise.all(patient)
    expect(textOf(await lanes({ ms: 60_000, tries: 1 }).get('k/50'))).toBe('50')
  })

  test('a wrong key is not counted as trouble of the store', async () => {
    let calls = 0
    const get = async () => {
      calls += 1
      throw new InputError('BAD_KEY', 'wrong')
    }
    await expect(boundedBlobs({ ...memoryBlobs(), get })(asked).get('../x')).rejects.toMatchObject({ code: 'BAD_KEY' })
    expect(calls).toBe(1)
  })
})
