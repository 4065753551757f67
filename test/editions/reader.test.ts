import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PackedBytes } from '../../pipeline/editions/edition.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { type EditionReader, openReader } from '../../pipeline/editions/reader.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { artifact, hashOf, publication, wholeEdition } from './documents.ts'

async function open(blobs: Blobs) {
  const lines: { message: string; facts: Record<string, unknown> | undefined }[] = []
  const note = (message: string, facts?: Record<string, unknown>) => void lines.push({ message, facts })
  const warned = () => lines.filter(({ message }) => message.includes('cannot be loaded'))
  const reader = await openReader(blobs, { pollMs: 5, log: { info: note, warn: note } })
  onTestFinished(() => reader.close())
  return { reader, warned }
}

const day = (version: string, asOf = '2026-07-22') => [
  artifact('briefing/a', version, { asOf }),
  artifact(`archive/${asOf}/a`, version, { asOf }),
]
const adopted = (reader: EditionReader, sequence: number) =>
  vi.waitFor(() => expect(reader.current()?.manifest.sequence).toBe(sequence), { timeout: 120_000, interval: 2 })

describe('the reader', () => {
  test('starts with no edition and adopts the first', async () => {
    const blobs = memoryBlobs()
    const { reader, warned } = await open(blobs)
    expect(reader.current()).toBeNull()
    const seen: number[] = []
    reader.onAdopt((view) => seen.push(view.manifest.sequence))
    await publish(blobs, publication(day('one')))
    await adopted(reader, 1)
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(seen).toEqual([1])
    expect(warned()).toEqual([])
  })

  test("holds today's documents in every coding", async () => {
    const blobs = memoryBlobs()
    const tiny = { ...artifact('metric/m', 'one'), formats: { 'latest.md': Buffer.from('tiny') } }
    await publish(blobs, publication([...day('one'), tiny]))
    const { reader } = await open(blobs)
    const view = reader.current()!
    const stored = view.resident('briefing/a', 'json')!
    expect(hashOf(stored.plain)).toBe(stored.hash)
    expect([brotliDecompressSync(stored.br!), gunzipSync(stored.gz!)]).toEqual([stored.plain, stored.plain])
    expect(stored.entry).toBe(view.entries.get('briefing/a'))
    expect(view.resident('metric/m', 'latest.md')).toMatchObject({ plain: Buffer.from('tiny'), br: null, gz: null })
    expect([view.resident('metric/m', 'json'), view.resident('briefing/none', 'json')]).toEqual([null, null])
    expect([...view.entries.keys()]).toEqual(['briefing/a', 'metric/m'])
  })

  test('holds no bytes of a packed kind, reads them when asked for, and knows when they are gone or altered', async () => {
    const blobs = memoryBlobs()
    const histories = ['vix', 'rrp'].map((metric) => artifact(`history/${metric}`, 'one'))
    await publish(blobs, publication([...day('one'), ...histories]))
    const { reader } = await open(blobs)
    const first = reader.current()!
    expect([...first.entries.keys()]).toEqual(['briefing/a'])
    expect(first.resident('history/vix', 'json')).toBeNull()
    expect(first.packedEntry('history/vix')?.facts['title']).toBe('history/vix')
    const stored = (await first.packed('history/vix', 'json'))!
    expect([hashOf(stored.plain), JSON.parse(stored.plain.toString()).version]).toEqual([stored.hash, 'one'])
    expect(await first.packed('history/none', 'json')).toBeNull()

    // one changes, the other goes: what stands in the pack of the edition before stays there
    const later = { removed: ['history/rrp'], publishedAt: '2026-07-22T13:00:00Z' }
    await publish(blobs, publication([artifact('history/vix', 'two')], later))
    await adopted(reader, 2)
    const second = reader.current()!
    const { version } = JSON.parse((await second.packed('history/vix', 'json'))!.plain.toString())
    expect([second.packedEntry('history/rrp'), version]).toEqual([null, 'two'])
    expect(second.resident('briefing/a', 'json')).not.toBeNull()
    await prune(blobs, { now: Date.parse('2026-07-23T00:00:00Z') })
    const { pack } = second.packedEntry('history/vix')!.formats.json!.packed!
    await blobs.put(`artifacts/pack/${pack}.pack`, Buffer.from('altered'))
    const other = await open(otherProcess(blobs))
    await expect(other.reader.current()!.packed('history/vix', 'json')).rejects.toMatchObject({ code: 'EDITION_DAMAGED' })
  })

  test('reads past days on demand: the newest revision, and null for what is not on record', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(day('old', '2026-05-30'), { asOf: '2026-05-30' }))
    await publish(blobs, publication(day('one')))
    const amended = { current: false, revisionNote: 'amended' }
    for (let revision = 2; revision <= 11; revision++)
      await publish(blobs, publication([artifact('archive/2026-07-22/a', `rev${revision}`)], amended))
    const { reader } = await open(blobs)
    const view = reader.current()!
    expect((await view.archived('2026-05-30', 'a', 'json'))?.plain.toString()).toContain('"version":"old"')
    const newest = await view.archived('2026-07-22', 'a', 'json')
    expect(newest?.plain.toString()).toContain('"version":"rev11"')
    expect(newest).toMatchObject({
      place: 'archive/2026-07-22/a/r11',
      br: null,
      gz: null,
      entry: { facts: { revision: 11, revision_note: 'amended' } },
    })
    expect(await view.archived('2026-07-21', 'a', 'json')).toBeNull()
    expect(await view.archived('2026-07-22', 'b', 'json')).toBeNull()
    expect(await view.archived('2026-07-22', 'a', 'latest.md')).toBeNull()
    expect(await view.archived('nonsense', '../a', 'json')).toBeNull()
    expect([view.days('a'), view.days('b')]).toEqual([{ first: '2026-05-30', last: '2026-07-22' }, null])
  })

  test('a past day whose bytes are wrong is an error, never served and never "not on record"', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication([...day('one'), artifact('archive/2026-07-21/b', 'one')]))
    const { reader } = await open(blobs)
    const { packed } = (await wholeEdition(blobs))!.entries.get('archive/2026-07-21/b')!.formats.json!
    const pack = `artifacts/pack/${packed!.pack}.pack`
    const whole = blobs.files.get(pack)!
    for (const wrong of [whole.subarray(0, packed!.offset + packed!.length - 1), whole.toReversed()]) {
      blobs.files.set(pack, wrong)
      await expect(reader.current()!.archived('2026-07-21', 'b', 'json')).rejects.toMatchObject({
        name: 'UnavailableError',
        code: 'EDITION_DAMAGED',
      })
    }
    blobs.files.delete(pack)
    await expect(reader.current()!.archived('2026-07-21', 'b', 'json')).rejects.toMatchObject({ code: 'EDITION_DAMAGED' })
  })

  test('keeps the past days asked for last in memory, up to 32 MB', async () => {
    const blobs = memoryBlobs()
    const large = (index: number) => ({
      ...artifact(`archive/2026-06-0${index}/a`, 'x'),
      formats: { json: Buffer.alloc(8_000_000, index) },
    })
    await publish(blobs, publication([1, 2, 3, 4, 5].map(large)))
    let reads = 0
    const get: Blobs['get'] = (key, range) => {
      if (key.startsWith('artifacts/pack/')) reads++
      return blobs.get(key, range)
    }
    const { reader } = await open({ ...otherProcess(blobs), get })
    const view = reader.current()!
    const read = async (index: number) => {
      const before = reads
      expect((await view.archived(`2026-06-0${index}`, 'a', 'json'))?.plain[0]).toBe(index)
      return reads - before
    }
    const counts: number[] = []
    for (const index of [1, 2, 3, 4, 1, 5, 1, 2]) counts.push(await read(index))
    expect(counts).toEqual([1, 1, 1, 1, 0, 1, 0, 1])
  })

  test('a view stays what it was after the next is adopted', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(day('one')))
    const { reader } = await open(blobs)
    const held = reader.current()!
    await publish(blobs, publication(day('two')))
    await adopted(reader, 2)
    expect(held.manifest.sequence).toBe(1)
    expect(held.resident('briefing/a', 'json')?.plain.toString()).toContain('"version":"one"')
    expect((await held.archived('2026-07-22', 'a', 'json'))?.place).toBe('archive/2026-07-22/a')
    expect((await reader.current()!.archived('2026-07-22', 'a', 'json'))?.place).toBe('archive/2026-07-22/a/r2')
  })

  test('carries over what did not change and reads only the rest', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication([...day('one'), artifact('briefing/b', 'one'), artifact('archive/2026-06-01/b', 'one')]))
    let reads: string[] = []
    const get: Blobs['get'] = (key, range) => {
      reads.push(key)
      return blobs.get(key, range)
    }
    const counted: Blobs = { ...otherProcess(blobs), get }
    const { reader } = await open(counted)
    const before = reader.current()!.resident('briefing/b', 'md')!
    const packOf = (place: string) => `artifacts/pack/${reader.current()!.entries.get(place)!.formats.md!.packed!.pack}.pack`
    const first = packOf('briefing/a')
    // documents next to each other in a pack are read in one call
    expect(reads.filter((key) => key === first)).toHaveLength(1)
    reads = []
    await publish(blobs, publication([artifact('briefing/a', 'two')]))
    await adopted(reader, 2)
    expect(reads.filter((key) => [first, packOf('briefing/a')].includes(key))).toHaveLength(1)
    expect(reads.filter((key) => key.startsWith('artifacts/shard/'))).toHaveLength(1)
    const after = reader.current()!.resident('briefing/b', 'md')!
    expect(after.plain).toBe(before.plain)
    expect(after.br).toBe(before.br)
  })

  test.each([
    ['a pack is missing', () => null],
    ['a document is altered', (pack: Buffer, { offset }: PackedBytes) => pack.fill('x', offset, offset + 1)],
    [
      'a coding unpacks to something else',
      (pack: Buffer, { offset, length }: PackedBytes) => {
        pack.set([0x0b, 0x01, 0x80, 0x61, 0x62, 0x03], offset + length)
        return pack
      },
    ],
    ['a pack is truncated', (pack: Buffer) => pack.subarray(0, -1)],
  ])('keeps the old edition while %s, says so once, and adopts when it is mended', async (_, fault) => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(day('one')))
    const { reader, warned } = await open(blobs)
    const document = artifact('briefing/a', 'two')
    const twin = memoryBlobs(new Map(blobs.files))
    await publish(twin, publication([document]))
    const packed = (await wholeEdition(twin))!.entries.get('briefing/a')!.formats.json!.packed!
    const key = `artifacts/pack/${packed.pack}.pack`
    const wrong = memoryBlobs(new Map(twin.files))
    const bytes = fault(Buffer.from(twin.files.get(key)!), packed)
    if (bytes === null) wrong.files.delete(key)
    else wrong.files.set(key, bytes)
    let faulty = true
    const get = blobs.get
    blobs.get = (asked, range) => (faulty && asked === key ? wrong : { get }).get(asked, range)
    await publish({ ...otherProcess(blobs), get }, publication([document]))
    await vi.waitFor(() => expect(warned()).toHaveLength(1), { timeout: 120_000, interval: 2 })
    await new Promise((resolve) => setTimeout(resolve, 60))
    const { edition, sequence } = reader.current()!.manifest
    expect([sequence, warned()]).toMatchObject([1, [{ facts: { code: 'EDITION_DAMAGED', serving: edition } }]])
    faulty = false
    await adopted(reader, 2)
  })

  test('opens without an edition when the one that stands does not load, and takes the next', async () => {
    const blobs = memoryBlobs()
    const { shards } = await publish(blobs, publication(day('one')))
    const shard = `artifacts/shard/${shards['current']}.json`
    const bytes = blobs.files.get(shard)!
    blobs.files.delete(shard)
    const { reader, warned } = await open(blobs)
    expect(reader.current()).toBeNull()
    expect(warned()).toHaveLength(1)
    blobs.files.set(shard, bytes)
    await publish(blobs, publication(day('two')))
    await adopted(reader, 2)
  })

  test('a store that fails to answer is reported once and outlived', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(day('one')))
    let failing = false
    const get: Blobs['get'] = async (key, range) => {
      if (failing) throw new Error('EIO: /secret/path')
      return blobs.get(key, range)
    }
    const { reader, warned } = await open({ ...otherProcess(blobs), get })
    failing = true
    await vi.waitFor(() => expect(warned()).toHaveLength(1), { timeout: 120_000, interval: 2 })
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect([warned().length, reader.current()?.manifest.sequence]).toEqual([1, 1])
    expect(JSON.stringify(warned())).not.toContain('secret')
    failing = false
    await publish(blobs, publication(day('two')))
    await adopted(reader, 2)
  })

  test('a failing listener stops neither the others nor the following', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(day('one')))
    const { reader } = await open(blobs)
    const seen: number[] = []
    reader.onAdopt(() => {
      throw new Error('mine')
    })
    reader.onAdopt((view) => seen.push(view.manifest.sequence))
    await publish(blobs, publication(day('two')))
    await vi.waitFor(() => expect(seen).toEqual([1, 2]), { timeout: 120_000, interval: 2 })
  })

  test('closed, it follows no more and keeps what it has', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication(day('one')))
    const { reader } = await open(blobs)
    reader.close()
    await publish(blobs, publication(day('two')))
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(reader.current()?.manifest.sequence).toBe(1)
  })
})

test('a page of a past day is sent as the gzip that stands in its pack', async () => {
  const blobs = memoryBlobs()
  const past = artifact('archive/2026-07-20/a', 'one')
  const html = Buffer.from('<p>past</p>'.repeat(200))
  await publish(blobs, publication([{ ...past, formats: { ...past.formats, html } }]))
  const { reader } = await open(blobs)
  const found = (await reader.current()!.archived('2026-07-20', 'a', 'html'))!
  expect([found.plain, found.hash, gunzipSync(found.gz!)]).toEqual([html, hashOf(html), html])
})
