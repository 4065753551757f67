import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KeyDirectory } from '../../../server/access/directory.ts'
import type { KeyHolder } from '../../../server/state/accounts.ts'
import { isWellFormedKey, newKey, secretHash } from '../../../server/state/key.ts'

describe('a key', () => {
  test('has prefix, mode, 30 random characters and a checksum, and only its hash is to be stored', () => {
    const { key, hash, prefix } = newKey('mb', 'live')
    expect(key).toMatch(/^mb_live_[0-9A-Za-z]{36}$/)
    expect([hash, prefix]).toEqual([secretHash(key), key.slice(0, 12)])
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(isWellFormedKey(key)).toBe(true)
  })

  test('of 20,000 no two are alike', () => {
    expect(new Set(Array.from({ length: 20_000 }, () => newKey('mb', 'test').key)).size).toBe(20_000)
  })

  test('any one character changed is noticed by the form alone', () => {
    const { key } = newKey('mb', 'live')
    fc.assert(
      fc.property(fc.nat({ max: key.length - 1 }), fc.constantFrom(...'0aZ_-é'), (at, character) => {
        fc.pre(key[at] !== character)
        expect(isWellFormedKey(key.slice(0, at) + character + key.slice(at + 1))).toBe(false)
      }),
      { numRuns: 500, seed: 1 },
    )
  })
})

const holder: KeyHolder = {
  key: 'key_1',
  account: 'acct_1',
  scope: 'account',
  plan: 'pro',
  perHour: 1,
  perDay: 1,
  expiresAt: null,
  suspended: false,
}

function directory() {
  const { key } = newKey('mb', 'live')
  const facts = { reads: 0, now: 0, holder: holder as KeyHolder | null, fails: false }
  const kept: [string, number][] = []
  const keys = new KeyDirectory({
    async holder(hash) {
      facts.reads++
      if (facts.fails) throw new Error('unreachable')
      return hash === secretHash(key) ? facts.holder : null
    },
    async storeUses(uses) {
      if (facts.fails) throw new Error('unreachable')
      kept.push(...uses)
    },
    now: () => facts.now,
  })
  return { key, facts, keys, kept }
}

describe('the directory', () => {
  test('reads the store once a second for a key, however many ask at once, and never for what cannot be one', async () => {
    const { key, facts, keys } = directory()
    expect(await Promise.all([keys.find(key), keys.find(key), keys.find(key)])).toEqual([holder, holder, holder])
    facts.now = 999
    expect([await keys.find(key), facts.reads]).toEqual([holder, 1])
    for (let i = 0; i < 10_000; i++) {
      const lookalike = `${newKey('mb', 'live').key.slice(0, -6)}${'abcdef'}`
      expect(await keys.find(lookalike)).toBeNull()
    }
    expect(facts.reads).toBe(1)
    await keys.end()
  })

  test('remembers no failure', async () => {
    const { key, facts, keys } = directory()
    facts.fails = true
    await expect(keys.find(key)).rejects.toThrow('unreachable')
    facts.fails = false
    expect(await keys.find(key)).toEqual(holder)
    await keys.end()
  })

  test('stores the last use of a key, and tries again where that fails', async () => {
    const { key, facts, keys, kept } = directory()
    facts.now = 7
    await keys.find(key)
    facts.now = 9
    await keys.find(key)
    expect(kept).toEqual([])
    facts.fails = true
    await keys.end()
    expect(kept).toEqual([])
    facts.fails = false
    await keys.end()
    await keys.end()
    expect(kept).toEqual([['key_1', 9]])
  })
})
