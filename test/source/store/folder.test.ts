import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderBlobs } from '../../../pipeline/source/store/folder.ts'

let scratch: string
let next = 0
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'folder-blobs-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const freshRoot = () => join(scratch, String(next++))
const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString())
const namesBelow = async (root: string) => (await readdir(root, { recursive: true })).sort()

describe('a folder of blobs', () => {
  test('gives back what was put and nothing for what was not', async () => {
    const blobs = folderBlobs(freshRoot())
    expect(await blobs.get('a/b')).toBeNull()
    expect(await blobs.has('a/b')).toBe(false)
    expect(await blobs.list('a/')).toEqual([])
    await blobs.put('a/b', Buffer.from('one'))
    await blobs.put('a/b', Buffer.from('two'))
    await blobs.put('a/c/d', Buffer.alloc(0))
    await blobs.put('ab/x', Buffer.from('beside'))
    expect(text(await blobs.get('a/b'))).toBe('two')
    expect(text(await blobs.get('a/c/d'))).toBe('')
    expect(await blobs.has('a/b')).toBe(true)
    expect(await blobs.has('a/c')).toBe(false)
    expect(await blobs.get('a/c')).toBeNull()
    expect(await blobs.get('a/b/under-a-file')).toBeNull()
    expect(await blobs.list('a/')).toEqual(['a/b', 'a/c/d'])
    await blobs.remove('a/b')
    await blobs.remove('a/b')
    expect(await blobs.list('a/')).toEqual(['a/c/d'])
  })

  test('a range is read as far as the blob goes', async () => {
    const blobs = folderBlobs(freshRoot())
    await blobs.put('a/b', Buffer.from('0123456789'))
    expect(text(await blobs.get('a/b', { offset: 3, length: 4 }))).toBe('3456')
    expect(text(await blobs.get('a/b', { offset: 8, length: 4 }))).toBe('89')
    expect(text(await blobs.get('a/b', { offset: 20, length: 4 }))).toBe('')
    expect(await blobs.get('a/c', { offset: 0, length: 1 })).toBeNull()
  })

  test('lists in code-unit order', async () => {
    const blobs = folderBlobs(freshRoot())
    for (const key of ['p/b', 'p/B', 'p/a-1', 'p/a/1', 'p/a.1']) await blobs.put(key, Buffer.from(key))
    expect(await blobs.list('p/')).toEqual(['p/B', 'p/a-1', 'p/a.1', 'p/a/1', 'p/b'])
  })

  test.each([
    '',
    '/',
    '/etc/passwd',
    '../x',
    'a/../../x',
    'a/./b',
    'a//b',
    'a/',
    'a\\b',
    'a\0b',
    'a b',
    'é',
    '~x',
    'a/~b',
    'x'.repeat(201),
  ])('refuses the key %j in every method', async (key) => {
    const root = freshRoot()
    const blobs = folderBlobs(root)
    const bytes = Buffer.from('x')
    const calls = [
      async () => blobs.get(key),
      async () => blobs.put(key, bytes),
      async () => blobs.has(key),
      async () => blobs.remove(key),
      async () => blobs.swap(key, null, bytes),
      async () => blobs.list(key.endsWith('/') ? `${key}/` : key),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'InputError' })
    await expect(stat(root)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a key that cannot lie beside the others is refused and leaves nothing', async () => {
    const root = freshRoot()
    const blobs = folderBlobs(root)
    await blobs.put('a', Buffer.from('file'))
    await blobs.put('d/e', Buffer.from('file'))
    await expect(blobs.put('a/b', Buffer.from('x'))).rejects.toMatchObject({ code: 'KEY_NOT_USABLE' })
    await expect(blobs.put('d', Buffer.from('x'))).rejects.toMatchObject({ code: 'KEY_NOT_USABLE' })
    expect(await namesBelow(root)).toEqual(['a', 'd', 'd/e'])
  })

  test('a folder removed under it is made again', async () => {
    const root = freshRoot()
    const blobs = folderBlobs(root)
    await blobs.put('a/b/c', Buffer.from('one'))
    await rm(root, { recursive: true })
    await blobs.put('a/b/c', Buffer.from('two'))
    expect(text(await blobs.get('a/b/c'))).toBe('two')
  })

  test('the same folder is one store, by whatever path it is asked for', () => {
    const root = freshRoot()
    expect(folderBlobs(`${root}/x/..`)).toBe(folderBlobs(root))
  })

  test('readers see old or new bytes, whole, while a key is replaced', async () => {
    const blobs = folderBlobs(freshRoot())
    const versions = [Buffer.alloc(300_000, 'a'), Buffer.alloc(200_000, 'b')]
    await blobs.put('k', versions[0]!)
    let writing = true
    let reads = 0
    const read = async () => {
      while (writing) {
        const bytes = await blobs.get('k')
        expect(versions.some((version) => version.equals(bytes!))).toBe(true)
        reads++
      }
    }
    const write = async () => {
      for (let round = 0; round < 60; round++) await blobs.put('k', versions[round % 2]!)
      writing = false
    }
    await Promise.all([write(), read(), read()])
    expect(reads).toBeGreaterThan(20)
  })
})

describe('swap', () => {
  test('replaces only what it was told to expect', async () => {
    const blobs = folderBlobs(freshRoot())
    expect(await blobs.swap('cell', Buffer.from('x'), Buffer.from('a'))).toBe(false)
    expect(await blobs.get('cell')).toBeNull()
    expect(await blobs.swap('cell', null, Buffer.from('a'))).toBe(true)
    expect(await blobs.swap('cell', null, Buffer.from('b'))).toBe(false)
    expect(await blobs.swap('cell', Buffer.from('ab'), Buffer.from('b'))).toBe(false)
    expect(text(await blobs.get('cell'))).toBe('a')
    expect(await blobs.swap('cell', Uint8Array.from(Buffer.from('a')), Buffer.from('b'))).toBe(true)
    expect(text(await blobs.get('cell'))).toBe('b')
  })

  test('of 40 at once exactly one wins, round after round', async () => {
    const root = freshRoot()
    let held: Uint8Array | null = null
    for (let round = 0; round < 10; round++) {
      const offers = Array.from({ length: 40 }, (_, index) => Buffer.from(`${round}.${index}`))
      const won = await Promise.all(offers.map((offer) => folderBlobs(root).swap('cell', held, offer)))
      expect(won.filter(Boolean)).toHaveLength(1)
      held = offers[won.indexOf(true)]!
      expect(text(await folderBlobs(root).get('cell'))).toBe(text(held))
    }
  })
})

describe('many puts together', () => {
  test('store what each was given', async () => {
    const key = fc.array(fc.stringMatching(/^[a-c]{1,2}$/), { minLength: 2, maxLength: 3 }).map((parts) => `${parts.join('/')}.x`)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(key, fc.uint8Array()), { selector: ([name]) => name, maxLength: 30 }),
        async (entries) => {
          const batched = folderBlobs(freshRoot())
          await Promise.all(entries.map(([name, bytes]) => batched.put(name, bytes)))
          expect(await batched.list('a/')).toEqual(
            entries
              .map(([name]) => name)
              .filter((name) => name.startsWith('a/'))
              .sort(),
          )
          for (const [name, bytes] of entries) expect(Buffer.from((await batched.get(name))!)).toEqual(Buffer.from(bytes))
        },
      ),
      { numRuns: 25 },
    )
  })
})

const refusing = '/sys/kernel'
const canRefuse = existsSync(refusing)
if (!canRefuse)
  console.log(`skipped: a store that cannot be written (${refusing}, where nobody may make files, is not on this system)`)

describe('a store that cannot be written', () => {
  test.skipIf(!canRefuse)('says so by code, without a path, and goes on answering reads', async () => {
    const root = freshRoot()
    await symlink(refusing, root)
    const blobs = folderBlobs(root)
    const failure = await blobs.put('artifacts/x', Buffer.from('x')).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({ name: 'UnavailableError', code: 'STORE_NOT_WRITABLE' })
    expect(`${(failure as Error).message} ${JSON.stringify((failure as { facts: unknown }).facts)}`).not.toMatch(/\/sys|\/tmp/)
    expect((failure as Error).cause).toBeUndefined()
    await expect(blobs.swap('artifacts/x', null, Buffer.from('x'))).rejects.toMatchObject({ name: 'UnavailableError' })
    expect(await blobs.get('artifacts/x')).toBeNull()
  })
})

describe('what a killed writer left', () => {
  test('is no key and goes once it is old', async () => {
    const root = freshRoot()
    const blobs = folderBlobs(root)
    await blobs.put('a/b', Buffer.from('kept'))
    await writeFile(join(root, 'a', '~old'), 'half')
    await writeFile(join(root, 'a', '~new'), 'half')
    await utimes(join(root, 'a', '~old'), 1_000, 1_000)
    expect(await blobs.list('a/')).toEqual(['a/b'])
    expect(await blobs.removeUnfinished(Date.now() - 60_000)).toBe(1)
    expect(await namesBelow(root)).toEqual(['a', 'a/b', 'a/~new'])
  })
})
