import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { publish } from '../../pipeline/editions/publish.ts'
import { type AdoptedSequence, type EditionReader, openReader, type ReaderOptions } from '../../pipeline/editions/reader.ts'
import { boundedBlobs } from '../../pipeline/store/bounded.ts'
import { cachedBlobs, openDiskCache } from '../../pipeline/store/cached.ts'
import { folderOfTests } from '../closed-after.ts'
import { type Faulty, faultyBlobs } from '../store/faulty.ts'
import { memoryBlobs } from '../store/memory.ts'
import { artifact, publication } from './documents.ts'

/** A store with an edition, its faults, and readers of it that give up soon. */
async function published() {
  const memory = memoryBlobs()
  await publish(memory, publication(day('one')))
  const store = faultyBlobs(memory)
  return { memory, store }
}

const day = (version: string) => [artifact('briefing/a', version), artifact('history/vix', version)]

async function follow({ blobs }: Pick<Faulty, 'blobs'>, options: Partial<ReaderOptions> = {}) {
  const lines: { message: string; facts?: Record<string, unknown> }[] = []
  const note = (message: string, facts: Record<string, unknown> = {}) => void lines.push({ message, facts })
  const lanes = boundedBlobs(blobs)
  const ways = { pointer: lanes({ ms: 20, tries: 1 }), asked: lanes({ ms: 40, tries: 2, isAsked: true }) }
  const loading = lanes({ ms: 200, tries: 2 })
  const reader = await openReader(loading, { pollMs: 5, log: { info: () => undefined, warn: note }, ways, ...options })
  onTestFinished(() => reader.close())
  return { reader, lines }
}

const serves = (reader: EditionReader, sequence: number) =>
  vi.waitFor(() => expect(reader.current()?.manifest.sequence).toBe(sequence), { interval: 2, timeout: 30_000 })
const refuses = (reader: EditionReader, refused: unknown) =>
  vi.waitFor(() => expect(reader.reading().refused).toEqual(refused), { interval: 2, timeout: 30_000 })

describe('a reader of a store that may be far away', () => {
  test.each(['hangs', 'fails'] as const)(
    'serves the previous edition while the store %s, warns once, and adopts when it is back',
    async (how) => {
      const { memory, store } = await published()
      const { reader, lines } = await follow(store)
      store.answers = how
      await publish(memory, publication(day('two')))
      await vi.waitFor(() => expect(reader.reading().unreadMs).toBeGreaterThan(200))
      expect([reader.current()?.manifest.sequence, lines.length]).toEqual([1, 1])
      expect(lines[0]).toMatchObject({ facts: { code: 'STORE_UNREACHABLE', serving: reader.current()?.manifest.edition } })
      await expect(reader.current()!.packed('history/vix', 'json')).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
      expect(reader.current()!.resident('briefing/a', 'json')).not.toBeNull()
      store.answers = 'well'
      await serves(reader, 2)
      await vi.waitFor(() => expect(reader.reading().unreadMs).toBeLessThan(200), { interval: 2, timeout: 30_000 })
      expect(lines.length).toBe(1)
    },
  )

  test('a store that hangs at the start is a reader without an edition, until it answers', async () => {
    const { store } = await published()
    store.answers = 'hangs'
    const { reader } = await follow(store)
    expect([reader.current(), reader.reading()]).toEqual([null, { unreadMs: null, refused: null }])
    store.answers = 'well'
    await serves(reader, 1)
  })

  test('a pointer that is damaged leaves the previous edition, and is read', async () => {
    const { memory, store } = await published()
    const { reader, lines } = await follow(store)
    await memory.put('artifacts/current', Buffer.from('artifacts/mani'))
    await vi.waitFor(() => expect(lines.length).toBe(1))
    await new Promise((resolve) => setTimeout(resolve, 60))
    await vi.waitFor(() => expect(reader.reading().unreadMs).toBeLessThan(1_000), { interval: 2, timeout: 30_000 })
    expect([lines.length, reader.current()?.manifest.sequence]).toEqual([1, 1])
  })

  test('bytes of a cache that are wrong are read past it, of today and when asked for', async () => {
    const { memory, store } = await published()
    const cache = await openDiskCache({ within: await folderOfTests(), warn: () => undefined })
    // a part that was altered on its way: nobody but the reader knows
    const isPack = (key: string) => key.startsWith('artifacts/pack/') || key.startsWith('artifacts/blob/')
    let altering = true
    const get: typeof store.blobs.get = async (key, range) => {
      const bytes = await memory.get(key, range)
      return altering && bytes !== null && isPack(key) && range ? Buffer.from(bytes).fill(0, 0, 4) : bytes
    }
    const { blobs, past } = cachedBlobs({ ...memory, get }, cache)
    const options = { ways: { asked: blobs, past: { loading: past, asked: past } } }
    const reader = await openReader(blobs, { pollMs: 5, log: { info: () => undefined, warn: () => undefined }, ...options })
    onTestFinished(() => reader.close())
    altering = false
    await serves(reader, 1)
    altering = true
    await expect(reader.current()!.packed('history/vix', 'json')).rejects.toMatchObject({ code: 'EDITION_DAMAGED' })
    altering = false
    expect((await reader.current()!.packed('history/vix', 'json'))?.plain.toString()).toContain('"version":"one"')
  })
})

describe('an edition older than one that was served', () => {
  /** What servers share. */
  function shared(): AdoptedSequence & { kept: number | null; isGone: boolean } {
    const state = {
      kept: null as number | null,
      isGone: false,
      async read() {
        if (state.isGone) throw new Error('gone')
        return state.kept
      },
      async write(sequence: number, instead: number | null) {
        if (state.isGone) throw new Error('gone')
        if (state.kept === instead) state.kept = sequence
      },
    }
    return state
  }

  /** Three editions, and the store as it was after the first. */
  async function restored(newest: AdoptedSequence) {
    const { memory, store } = await published()
    const older = Buffer.from((await memory.get('artifacts/current'))!)
    const { reader, lines } = await follow(store, { newest })
    for (const [at, version] of ['two', 'three'].entries()) {
      await publish(memory, publication(day(version)))
      await serves(reader, at + 2)
    }
    const newer = Buffer.from((await memory.get('artifacts/current'))!)
    await memory.put('artifacts/current', older)
    return { memory, store, reader, lines, older, newer }
  }

  test('is refused with one warning, also after a restart, until the newer one is back', async () => {
    const newest = shared()
    const { memory, store, reader, lines, newer } = await restored(newest)
    await refuses(reader, { sequence: 1, served: 3 })
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(lines).toEqual([
      {
        message: 'the published edition cannot be loaded; the previous edition is served',
        facts: { code: 'EDITION_OLDER', sequence: 1, served: 3, serving: reader.current()!.manifest.edition },
      },
    ])
    const again = await follow(store, { newest })
    expect([again.reader.current(), again.reader.reading().refused]).toEqual([null, { sequence: 1, served: 3 }])
    await memory.put('artifacts/current', newer)
    await serves(again.reader, 3)
    await refuses(reader, null)
  })

  test('is served where an operator accepts it, then by every other server too; going back once more is refused', async () => {
    const newest = shared()
    const { memory, store, reader, older } = await restored(newest)
    await refuses(reader, { sequence: 1, served: 3 })
    const accepting = await follow(store, { newest, acceptOlder: true })
    expect([accepting.reader.current()?.manifest.sequence, newest.kept]).toEqual([1, 1])
    await serves(reader, 1)
    await publish(memory, publication(day('other')))
    for (const each of [reader, accepting.reader]) await serves(each, 2)
    await vi.waitFor(() => expect(newest.kept).toBe(2))
    await memory.put('artifacts/current', older)
    for (const each of [reader, accepting.reader]) await refuses(each, { sequence: 1, served: 2 })
  })

  test('is refused by what this server served itself while the shared state does not answer', async () => {
    const newest = shared()
    newest.isGone = true
    const { reader, lines } = await restored(newest)
    await refuses(reader, { sequence: 1, served: 3 })
    expect(lines.filter(({ message }) => message.includes('was not stored')).length).toBe(3)
    newest.isGone = false
    newest.kept = 2
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(reader.reading().refused).toEqual({ sequence: 1, served: 3 })
  })

  test('is adopted where nobody keeps what was served: a home is what its operator makes it', async () => {
    const { memory, store } = await published()
    const older = Buffer.from((await memory.get('artifacts/current'))!)
    const { reader } = await follow(store)
    await publish(memory, publication(day('two')))
    await serves(reader, 2)
    await memory.put('artifacts/current', older)
    await serves(reader, 1)
  })
})
