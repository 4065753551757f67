import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { storeContract } from './contract.ts'
import { memoryBlobs } from './memory.ts'

let scratch: string
let next = 0
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'folder-blobs-'))
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

const freshRoot = () => join(scratch, String(next++))
const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString())
const namesBelow = async (root: string) => (await readdir(root, { recursive: true })).sort()

describe('blobs in memory', () => {
  const stores = new Map<string, ReturnType<typeof memoryBlobs>>()
  storeContract((name) => stores.get(name) ?? stores.set(name, memoryBlobs()).get(name)!)
})

describe('a folder of blobs', () => {
  storeContract((name) => folderBlobs(join(scratch, name)))

  test('a key that cannot lie beside the others is refused and leaves nothing', async () => {
    const root = freshRoot()
    const blobs = folderBlobs(root)
    await blobs.put('a', Buffer.from('file'))
    await blobs.put('d/e', Buffer.from('file'))
    await expect(blobs.put('a/b', Buffer.from('x'))).rejects.toMatchObject({ code: 'KEY_NOT_USABLE' })
    await expect(blobs.put('d', Buffer.from('x'))).rejects.toMatchObject({ code: 'KEY_NOT_USABLE' })
    expect(await namesBelow(root)).toEqual(['a', 'd', 'd/e'])
  })

  test('a removed folder is created again', async () => {
    const root = freshRoot()
    const blobs = folderBlobs(root)
    await blobs.put('a/b/c', Buffer.from('one'))
    await rm(root, { recursive: true })
    await blobs.put('a/b/c', Buffer.from('two'))
    expect(text(await blobs.get('a/b/c'))).toBe('two')
  })

  test('a prefix is cleared while somebody writes below it', async () => {
    const root = freshRoot()
    const blobs = folderBlobs(root)
    for (let round = 0; round < 10; round++) {
      const old = Array.from({ length: 40 }, (_, i) => `w/a/old${i}`)
      await Promise.all(old.map((key) => blobs.put(key, Buffer.from('x'))))
      let isCleared = false
      const writing = (async () => {
        for (let i = 0; !isCleared; i++) await writeFile(join(root, `w/a/new${i}`), 'x').catch(() => undefined)
      })()
      await blobs.clear('w/a/').finally(() => {
        isCleared = true
      })
      await writing
      expect((await blobs.list('w/a/')).filter((key) => key.includes('old'))).toEqual([])
    }
  })

  test('the same folder is one store, by whatever path it is asked for', () => {
    const root = freshRoot()
    expect(folderBlobs(`${root}/x/..`)).toBe(folderBlobs(root))
  })

  test('a key that is refused makes no folder', async () => {
    const root = freshRoot()
    await expect(folderBlobs(root).put('../x', Buffer.from('x'))).rejects.toMatchObject({ name: 'InputError' })
    await expect(stat(root)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

const refusing = '/sys/kernel'
const canRefuse = existsSync(refusing)
if (!canRefuse)
  console.log(`skipped: a store that cannot be written (${refusing}, where nobody may make files, is not on this system)`)

describe('a store that cannot be written', () => {
  test.skipIf(!canRefuse)('says so by code, without a path, and still answers reads', async () => {
    const root = freshRoot()
    await symlink(refusing, root)
    const blobs = folderBlobs(root)
    const failure = await blobs.put('artifacts/x', Buffer.from('x')).catch((error: unknown) => error)
    expect(failure).toMatchObject({ name: 'UnavailableError', code: 'STORE_NOT_WRITABLE' })
    expect((failure as Error).cause).toBeUndefined()
    expect(`${(failure as Error).message} ${JSON.stringify((failure as { facts: unknown }).facts)}`).not.toMatch(/\/sys|\/tmp/)
    await expect(blobs.swap('artifacts/x', null, Buffer.from('x'))).rejects.toMatchObject({ name: 'UnavailableError' })
    expect(await blobs.get('artifacts/x')).toBeNull()
  })
})

describe('what a killed writer left', () => {
  test('is not a key and is removed once it is old', async () => {
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
