import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Blobs, Sweep } from '../../pipeline/store/blobs.ts'

const text = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString())

/**
 * Swaps one cell from several clients that each append their name to what they read, through whatever faults there are: no name is in the cell
 * twice, each swap that was true is in it, and none that was false. Gives how many were true.
 */
export async function contendedSwaps(clients: readonly Blobs[], rounds: number, reader: Blobs): Promise<number> {
  const claims = new Map<string, boolean | 'unknown'>()
  const swaps = async (blobs: Blobs, client: number) => {
    for (let round = 0; round < rounds; round++) {
      const name = `${client}.${round}`
      const before = await blobs.get('cell')
      const won = await blobs
        .swap('cell', before, Buffer.from(`${text(before) ?? ''}|${name}`))
        .catch((error: { code?: string }) => {
          if (error.code !== 'SWAP_UNKNOWN') throw error
          return 'unknown' as const
        })
      claims.set(name, won)
    }
  }
  await Promise.all(clients.map(swaps))
  const chain = text(await reader.get('cell'))!
    .split('|')
    .slice(1)
  expect(new Set(chain).size).toBe(chain.length)
  for (const [name, claim] of claims) if (claim !== 'unknown') expect([name, chain.includes(name)]).toEqual([name, claim])
  return [...claims.values()].filter((claim) => claim === true).length
}

export interface ContractOptions {
  /** Stores of the same bytes, as separate processes have them. */
  readonly clients?: number
  readonly rounds?: number
  /** Of a service that may not answer in time while 40 callers write one key: such a swap is unknown. */
  readonly mayBeUnknown?: boolean
}

/**
 * What every store promises, tested on stores that `open` makes: each call of `open` with another name gives an empty one, with the same name
 * the same bytes through another client.
 */
export function storeContract(
  open: (name: string) => Blobs & Sweep,
  { clients = 1, rounds = 10, mayBeUnknown = false }: ContractOptions = {},
): void {
  const fresh = () => open(randomUUID())

  test('gives back what was put and nothing for what was not', async () => {
    const blobs = fresh()
    expect([await blobs.get('a/b'), await blobs.has('a/b'), await blobs.list('a/')]).toEqual([null, false, []])
    await blobs.put('a/b', Buffer.from('one'))
    await blobs.put('a/b', Buffer.from('two'))
    await blobs.put('a/c/d', Buffer.alloc(0))
    await blobs.put('ab/x', Buffer.from('beside'))
    expect([text(await blobs.get('a/b')), text(await blobs.get('a/c/d'))]).toEqual(['two', ''])
    expect([await blobs.has('a/b'), await blobs.has('a/c')]).toEqual([true, false])
    expect([await blobs.get('a/c'), await blobs.get('a/b/under-a-file')]).toEqual([null, null])
    expect(await blobs.list('a/')).toEqual(['a/b', 'a/c/d'])
    await blobs.remove('a/b')
    await blobs.remove('a/b')
    expect(await blobs.list('a/')).toEqual(['a/c/d'])
  })

  test('removes all below a prefix and nothing next to it', async () => {
    const blobs = fresh()
    for (const key of ['w/a/1', 'w/a/2/3', 'w/ab', 'v/a']) await blobs.put(key, Buffer.from(key))
    await blobs.clear('w/a/')
    await blobs.clear('w/a/')
    expect(await blobs.list('w/')).toEqual(['w/ab'])
    expect(await blobs.list('v/')).toEqual(['v/a'])
  })

  test('a range is read as far as the blob goes', async () => {
    const blobs = fresh()
    await blobs.put('a/b', Buffer.from('0123456789'))
    expect(text(await blobs.get('a/b', { offset: 3, length: 4 }))).toBe('3456')
    expect(text(await blobs.get('a/b', { offset: 8, length: 4 }))).toBe('89')
    expect(text(await blobs.get('a/b', { offset: 20, length: 4 }))).toBe('')
    expect(await blobs.get('a/c', { offset: 0, length: 1 })).toBeNull()
  })

  test('lists in code-unit order', async () => {
    const blobs = fresh()
    for (const key of ['p/b', 'p/B', 'p/a-1', 'p/c/1', 'p/a.1']) await blobs.put(key, Buffer.from(key))
    expect(await blobs.list('p/')).toEqual(['p/B', 'p/a-1', 'p/a.1', 'p/b', 'p/c/1'])
  })

  const unusable = ['', '/', '/etc/passwd', '../x', 'a/../../x', 'a/./b', 'a//b', 'a/', 'a\\b', 'a\0b', 'a b', 'é', '~x', 'a/~b']
  test.each([...unusable, 'x'.repeat(201)])('refuses the key %j in every method', async (key) => {
    const blobs = fresh()
    const bytes = Buffer.from('x')
    const calls = [
      async () => blobs.get(key),
      async () => blobs.put(key, bytes),
      async () => blobs.has(key),
      async () => blobs.remove(key),
      async () => blobs.swap(key, null, bytes),
      async () => blobs.list(key.endsWith('/') ? `${key}/` : key),
      async () => blobs.clear(key.endsWith('/') ? `${key}/` : key),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ name: 'InputError' })
  })

  test('readers see old or new bytes, whole, while a key is replaced', async () => {
    const blobs = fresh()
    const versions = [Buffer.alloc(300_000, 'a'), Buffer.alloc(200_000, 'b')]
    await blobs.put('k', versions[0]!)
    let writing = true
    let reads = 0
    const read = async () => {
      while (writing || reads < 20) {
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
  })

  test('stores what each of many puts was given', async () => {
    const key = fc.array(fc.stringMatching(/^[a-c]{1,2}$/), { minLength: 2, maxLength: 3 }).map((parts) => `${parts.join('/')}.x`)
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(key, fc.uint8Array()), { selector: ([name]) => name, maxLength: 30 }),
        async (entries) => {
          const blobs = fresh()
          await Promise.all(entries.map(([name, bytes]) => blobs.put(name, bytes)))
          const below = entries.map(([name]) => name).filter((name) => name.startsWith('a/'))
          expect(await blobs.list('a/')).toEqual(below.sort())
          for (const [name, bytes] of entries) expect(Buffer.from((await blobs.get(name))!)).toEqual(Buffer.from(bytes))
        },
      ),
      { numRuns: 25 },
    )
  })

  describe('swap', () => {
    test('replaces only what the caller expects', async () => {
      const blobs = fresh()
      expect(await blobs.swap('cell', Buffer.from('x'), Buffer.from('a'))).toBe(false)
      expect(await blobs.get('cell')).toBeNull()
      expect(await blobs.swap('cell', null, Buffer.from('a'))).toBe(true)
      expect(await blobs.swap('cell', null, Buffer.from('b'))).toBe(false)
      expect(await blobs.swap('cell', Buffer.from('ab'), Buffer.from('b'))).toBe(false)
      expect(text(await blobs.get('cell'))).toBe('a')
      expect(await blobs.swap('cell', Uint8Array.from(Buffer.from('a')), Buffer.from('b'))).toBe(true)
      expect(text(await blobs.get('cell'))).toBe('b')
    })

    test('of 40 callers exactly one wins, round after round', async () => {
      const name = randomUUID()
      const stores = Array.from({ length: clients }, () => open(name))
      let standing: Uint8Array | null = null
      for (let round = 0; round < rounds; round++) {
        const offers = Array.from({ length: 40 }, (_, index) => Buffer.from(`${round}.${index}`))
        const won = await Promise.all(
          offers.map((offer, at) =>
            stores[at % clients]!.swap('cell', standing, offer).catch((error: { code?: string }) => {
              if (!mayBeUnknown || error.code !== 'SWAP_UNKNOWN') throw error
              return 'unknown' as const
            }),
          ),
        )
        standing = await stores[0]!.get('cell')
        const winner = offers.findIndex((offer) => offer.equals(standing!))
        // a swap that lost is never true, and the one that won never false
        expect(won.filter((claim, at) => claim === true && at !== winner)).toEqual([])
        expect(mayBeUnknown ? [true, 'unknown'] : [true]).toContain(won[winner])
      }
    })
  })
}
