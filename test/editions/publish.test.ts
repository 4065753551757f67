import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { kinds } from '../../pipeline/documents/index.ts'
import type { Artifact } from '../../pipeline/editions/edition.ts'
import { withoutUnplaceable } from '../../pipeline/editions/merge.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { memoryBlobs, otherProcess } from '../store/memory.ts'
import { artifact, hashOf, publication, wholeEdition } from './documents.ts'

const places = async (blobs: Blobs) => [...(await wholeEdition(blobs))!.entries.keys()].sort()
const text = (blobs: { files: Map<string, Uint8Array> }, key: string) => {
  const bytes = blobs.files.get(key)
  return bytes === undefined ? null : Buffer.from(bytes).toString()
}

describe('the first edition', () => {
  test('is whole, numbered 1 and named by what it holds', async () => {
    const blobs = memoryBlobs()
    const manifest = await publish(blobs, publication([artifact('briefing/a', 'one'), artifact('archive/2026-07-22/a', 'one')]))
    const edition = (await wholeEdition(blobs))!
    expect(edition.manifest).toEqual(manifest)
    expect(manifest).toMatchObject({
      sequence: 1,
      previous: null,
      as_of: '2026-07-22',
      sample: true,
      published_at: '2026-07-22T12:00:00Z',
    })
    expect(Object.keys(manifest.shards).sort()).toEqual(['archive-2026-07', 'current'])
    expect(edition.entries.get('briefing/a')).toMatchObject({ facts: { title: 'briefing/a', content: hashOf('briefing/aone') } })

    const { edition: id, ...head } = manifest
    const inOrder = (value: unknown): string =>
      typeof value === 'object' && value !== null
        ? `{${Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, member]) => `${JSON.stringify(key)}:${inOrder(member)}`)
            .join(',')}}`
        : JSON.stringify(value)
    expect(id).toBe(hashOf(inOrder(head)).slice(0, 16))
  })

  test('whose pack was lost has the bytes of each document again once it is published again', async () => {
    const blobs = memoryBlobs()
    const both = [artifact('briefing/a', 'one'), artifact('briefing/b', 'one')]
    await publish(blobs, publication(both))
    const [pack] = await blobs.list('artifacts/pack/')
    await blobs.remove(pack!)
    await publish(blobs, publication([both[0]!]))
    expect(await places(blobs)).toEqual(['briefing/a'])
    await publish(blobs, publication(both))
    expect(await places(blobs)).toEqual(['briefing/a', 'briefing/b'])
    const packs = [...(await wholeEdition(blobs))!.entries.values()].flatMap(({ formats }) => Object.values(formats))
    for (const { packed } of packs) expect(await blobs.has(`artifacts/pack/${packed!.pack}.pack`)).toBe(true)
  })

  test("compresses today's documents where it saves a tenth, and of past days the pages alone", async () => {
    const blobs = memoryBlobs()
    const noise: Artifact = {
      ...artifact('briefing/noise', 'x'),
      formats: { json: randomBytes(4_000), md: Buffer.from('short') },
    }
    const past = artifact('archive/2026-07-21/b', 'one')
    const page = { ...past, formats: { ...past.formats, html: Buffer.from('<p>one</p>'.repeat(400)) } }
    await publish(blobs, publication([artifact('briefing/a', 'one'), page, noise]))
    const { entries } = (await wholeEdition(blobs))!
    expect(entries.get('briefing/a')?.formats.md).toMatchObject({ br: true, gz: true })
    expect(entries.get('briefing/noise')?.formats).toMatchObject({ json: { br: false, gz: false }, md: { br: false, gz: false } })
    expect(entries.get('archive/2026-07-21/b')?.formats).toMatchObject({
      md: { br: false, gz: false },
      html: { br: false, gz: true },
    })
    // one of today and one of the month
    expect(await blobs.list('artifacts/pack/')).toHaveLength(2)
  })

  test('the bytes of today and of the archive may be the same object', async () => {
    const blobs = memoryBlobs()
    const today = artifact('briefing/a', 'one')
    await publish(blobs, publication([{ ...today, place: 'archive/2026-07-22/a' }, today]))
    const { entries } = (await wholeEdition(blobs))!
    expect(entries.get('briefing/a')?.formats.json).toMatchObject({ br: true, gz: true })
    expect(entries.get('archive/2026-07-22/a')?.formats.json).toMatchObject({ br: false, gz: false })
  })

  test('is not made of nothing', async () => {
    await expect(publish(memoryBlobs(), publication([]))).rejects.toMatchObject({ code: 'NOTHING_TO_PUBLISH' })
  })

  test('is the same, byte for byte, on two hosts that gathered it in another order', async () => {
    const documents = Array.from({ length: 12 }, (_, index) =>
      artifact(index % 3 ? `metric/m${index}` : `archive/2026-0${1 + (index % 5)}-11/b`, 'one'),
    )
    const turned = documents
      .toReversed()
      .map((document) => ({ ...document, facts: Object.fromEntries(Object.entries(document.facts).reverse()) }))
    const [one, other] = [memoryBlobs(), memoryBlobs()]
    await publish(one, publication(documents))
    await publish(other, publication(turned))
    await publish(one, publication([artifact('metric/m1', 'two')]))
    await publish(other, publication([artifact('metric/m1', 'two')]))
    expect(new Map([...one.files].sort())).toEqual(new Map([...other.files].sort()))
  })
})

describe('the next edition', () => {
  test('is not made when nothing changed, and the earlier artifact stands', async () => {
    const blobs = memoryBlobs()
    const first = await publish(blobs, publication([artifact('briefing/a', 'one'), artifact('metric/m', 'one')]))
    const before = new Map(blobs.files)
    const later = { publishedAt: '2026-07-22T15:00:00Z' }
    const recomputed = {
      ...artifact('briefing/a', 'one', { computedAt: '2026-07-22T15:00:00Z' }),
      formats: { json: Buffer.from('{}'), md: Buffer.from('other bytes') },
    }
    expect(await publish(blobs, publication([recomputed], later))).toEqual(first)
    expect(await publish(blobs, publication([], { ...later, removed: ['metric/never-was'] }))).toEqual(first)
    expect(blobs.files).toEqual(before)
  })

  test('keeps what was not published again and rewrites only the shards it touches', async () => {
    const blobs = memoryBlobs()
    const first = await publish(
      blobs,
      publication([
        artifact('briefing/a', 'one'),
        artifact('briefing/b', 'one'),
        artifact('archive/2026-05-02/a', 'one'),
        artifact('archive/2026-06-02/a', 'one'),
      ]),
    )
    const second = await publish(blobs, publication([artifact('briefing/a', 'two'), artifact('archive/2026-06-03/a', 'two')]))
    expect(second).toMatchObject({ sequence: 2 })
    expect(text(blobs, `artifacts/manifest/${second.previous}.json`)).toContain(first.edition)
    expect(second.shards['archive-2026-05']).toBe(first.shards['archive-2026-05'])
    expect(second.shards['archive-2026-06']).not.toBe(first.shards['archive-2026-06'])
    const edition = (await wholeEdition(blobs))!
    const states = ['a', 'b'].map((id) => edition.entries.get(`briefing/${id}`)?.facts['state'])
    expect([edition.entries.size, ...states]).toEqual([5, 'two', 'one'])
  })

  test('is made when a document gets a format it did not have', async () => {
    const blobs = memoryBlobs()
    const document = artifact('metric/m', 'one')
    await publish(blobs, publication([document]))
    const formats = { ...document.formats, 'latest.md': Buffer.from('# m') }
    const second = await publish(blobs, publication([{ ...document, formats }]))
    expect(second.sequence).toBe(2)
    expect((await wholeEdition(blobs))!.bytes.get('metric/m latest.md')?.toString()).toBe('# m')
  })

  test('drops what was removed', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication([artifact('briefing/a', 'one'), artifact('metric/m', 'one')]))
    await publish(blobs, publication([], { removed: ['metric/m'] }))
    expect(await places(blobs)).toEqual(['briefing/a'])
    const empty = await publish(blobs, publication([], { removed: ['briefing/a'] }))
    expect(empty.shards).toEqual({})
  })

  test.each([
    ['the caller says so', { current: false }],
    ['its day is before that of the edition that stands', { asOf: '2026-07-20' }],
  ])('writes the archive only when %s', async (_, more) => {
    const blobs = memoryBlobs()
    await publish(blobs, publication([artifact('briefing/a', 'one'), artifact('metric/m', 'one')]))
    const older = ['briefing/a', 'archive/2026-07-20/a'].map((place) => artifact(place, 'older'))
    const second = await publish(blobs, publication(older, { ...more, removed: ['metric/m'] }))
    expect(second.as_of).toBe('2026-07-22')
    const { entries } = (await wholeEdition(blobs))!
    const states = ['briefing/a', 'archive/2026-07-20/a'].map((place) => entries.get(place)?.facts['state'])
    expect([entries.has('metric/m'), ...states]).toEqual([true, 'one', 'older'])
  })

  test('a backfill before the first refresh does not fix the day', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication([artifact('archive/2026-07-25/a', 'one')], { asOf: '2026-07-25', current: false }))
    const second = await publish(blobs, publication([artifact('briefing/a', 'one')]))
    expect(second.as_of).toBe('2026-07-22')
    expect(await places(blobs)).toEqual(['archive/2026-07-25/a', 'briefing/a'])
  })

  test('never holds sample and real documents together', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication([artifact('briefing/a', 'one')]))
    const before = new Map(blobs.files)
    await expect(publish(blobs, publication([artifact('briefing/b', 'one')], { sample: false }))).rejects.toMatchObject({
      name: 'InputError',
      code: 'SAMPLE_AND_REAL_MIXED',
    })
    expect(blobs.files).toEqual(before)
  })
})

describe('the archive', () => {
  test('keeps what was first published; other content is a numbered revision with a note', async () => {
    const blobs = memoryBlobs()
    const day = (version: string, revisionNote?: string | null) =>
      publish(blobs, publication([artifact('archive/2026-07-22/a', version)], revisionNote === undefined ? {} : { revisionNote }))
    await day('one')
    expect((await day('one')).sequence).toBe(1)
    expect((await day('two', 'a filing was amended')).sequence).toBe(2)
    expect((await day('two', 'again')).sequence).toBe(2)
    expect((await day('not to be written', null)).sequence).toBe(2)
    expect((await day('three')).sequence).toBe(3)
    expect((await day('one', 'as at first')).sequence).toBe(4)
    const { entries, bytes } = (await wholeEdition(blobs))!
    const seen = [...entries].map(([place, { facts }]) => [place, facts['state'], facts['revision'], facts['revision_note']])
    expect(seen.sort()).toEqual([
      ['archive/2026-07-22/a', 'one', undefined, undefined],
      ['archive/2026-07-22/a/r2', 'two', 2, 'a filing was amended'],
      ['archive/2026-07-22/a/r3', 'three', 3, 'Recomputed at 2026-07-22T12:00:00Z.'],
      ['archive/2026-07-22/a/r4', 'one', 4, 'as at first'],
    ])
    expect(bytes.get('archive/2026-07-22/a json')?.toString()).toContain('"version":"one"')
  })

  test.each([
    ['BAD_PLACE', publication([artifact('archive/2026-07-22/a/r2', 'x')])],
    ['BAD_PLACE', publication([artifact('archive/2026-07/a', 'x')])],
    ['BAD_PLACE', publication([artifact('briefing/../a', 'x')])],
    ['BAD_PLACE', publication([artifact('briefing', 'x')])],
    ['PLACE_TWICE', publication([artifact('briefing/a', 'x'), artifact('briefing/a', 'y')])],
    ['PLACE_TWICE', publication([artifact('briefing/a', 'x')], { removed: ['briefing/a'] })],
    ['ARCHIVE_IS_FROZEN', publication([], { removed: ['archive/2026-07-22/a'] })],
    ['RESERVED_FACT', publication([{ ...artifact('briefing/a', 'x'), facts: { content: 'mine' } }])],
    ['BAD_FACT', publication([{ ...artifact('briefing/a', 'x'), facts: { confidence: Number.NaN } }])],
    ['BAD_FORMATS', publication([{ ...artifact('briefing/a', 'x'), formats: {} }])],
    ['BAD_TIME', publication([artifact('briefing/a', 'x')], { publishedAt: '2026-07-22 12:00' })],
    ['BAD_TIME', publication([artifact('briefing/a', 'x')], { asOf: '22.07.2026' })],
  ])('%s is refused before anything is stored', async (code, wrong) => {
    const blobs = memoryBlobs()
    await expect(publish(blobs, wrong)).rejects.toMatchObject({ name: 'InputError', code })
    expect(blobs.files.size).toBe(0)
  })
})

test('a document whose id names no place, or that of another one, is left out by name and all others are published', () => {
  const open = kinds.filter(({ stamped, only }) => stamped && only === undefined)
  const named = (id: string, ids: readonly string[]) => ids.map((each) => ({ document: { [id]: each } }))
  const ids = ['a:1', 'M&M', '株/..']
  const placed = withoutUnplaceable(Object.fromEntries(open.map(({ kind, id }) => [kind, named(id, [...ids, '..', '', 'a:1'])])))
  expect(placed.documents).toEqual(Object.fromEntries(open.map(({ kind, id }) => [kind, named(id, ids)])))
  expect(placed.absent.map(({ place }) => place)).toEqual(
    open.flatMap(({ folder }) => ['..', '', 'a:1'].map((id) => `${folder}/${id}`)),
  )
})

describe('two publishers', () => {
  test('the second merges onto the first and neither is lost', async () => {
    const blobs = memoryBlobs()
    await publish(blobs, publication([artifact('briefing/a', 'one')]))
    let rivals = 3
    const raced: Blobs = {
      ...otherProcess(blobs),
      swap: async (key, expected, bytes) => {
        const added = () => [artifact(`metric/rival${rivals}`, 'one'), artifact('briefing/b', `rival${rivals}`)]
        if (rivals-- > 0) await publish(otherProcess(blobs), publication(added()))
        return blobs.swap(key, expected, bytes)
      },
    }
    const manifest = await publish(raced, publication([artifact('briefing/a', 'two')]))
    expect(manifest.sequence).toBe(5)
    const { entries } = (await wholeEdition(blobs))!
    expect([...entries.keys()].sort()).toEqual(['briefing/a', 'briefing/b', 'metric/rival0', 'metric/rival1', 'metric/rival2'])
    expect(entries.get('briefing/a')?.facts['state']).toBe('two')
  })

  test('one that is never first gives up and says so', async () => {
    const blobs = memoryBlobs()
    let tries = 0
    const losing: Blobs = { ...otherProcess(blobs), swap: async () => ++tries < 0 }
    const lost = publish(losing, publication([artifact('briefing/a', 'one')]))
    await expect(lost).rejects.toMatchObject({ name: 'UnavailableError', code: 'PUBLISH_CONTENDED' })
    expect(tries).toBe(100)
  })

  test('a damaged edition is not built upon', async () => {
    const blobs = memoryBlobs()
    const { shards } = await publish(blobs, publication([artifact('briefing/a', 'one')]))
    blobs.files.set(`artifacts/shard/${shards['current']}.json`, Buffer.from('[]'))
    await expect(publish(blobs, publication([artifact('briefing/a', 'two')]))).rejects.toMatchObject({ code: 'EDITION_DAMAGED' })
    blobs.files.set('artifacts/current', Buffer.from('elsewhere'))
    await expect(publish(blobs, publication([artifact('briefing/a', 'two')]))).rejects.toMatchObject({ code: 'EDITION_DAMAGED' })
  })
})
