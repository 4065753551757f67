import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAccount, listAccounts } from '../../server/state/accounts.ts'
import { openState, type State } from '../../server/state/open.ts'
import { transferPlay } from '../../server/state/play.ts'
import { together } from '../../server/state/together.ts'

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 20))

/** A task a test ends, and how often it was begun. */
function held() {
  const ends: { resolve(): void; reject(error: Error): void }[] = []
  const run = vi.fn(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })))
  return { run, ends }
}

describe('one run for all who wait', () => {
  test('who comes while one runs waits for the next, with all others', async () => {
    const { run, ends } = held()
    const force = together(run)
    const done: string[] = []
    void force().then(() => done.push('first'))
    for (let i = 0; i < 100; i++) void force().then(() => done.push('later'))
    await soon()
    expect([run.mock.calls.length, done]).toEqual([1, []])
    ends[0]!.resolve()
    await soon()
    expect([run.mock.calls.length, done]).toEqual([2, ['first']])
    ends[1]!.resolve()
    await soon()
    expect([run.mock.calls.length, done.length]).toEqual([2, 101])
  })

  test('one that fails fails for those it was for', async () => {
    const { run, ends } = held()
    const force = together(run)
    const first = force()
    const second = force()
    ends[0]!.reject(new Error('disk'))
    await expect(first).rejects.toThrow('disk')
    ends[1]!.resolve()
    await second
  })
})

describe('an SQLite state store', () => {
  let folder: string
  let state: State
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'briefing-state-'))
    state = await openState(join(folder, 'state.sqlite'))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await state.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Holds up whatever is forced to disk. */
  async function disk() {
    const file = await open(join(folder, 'probe'), 'w')
    const { run, ends } = held()
    vi.spyOn(Object.getPrototypeOf(file), 'datasync').mockImplementation(run)
    await file.close()
    return { run, ends }
  }
  const told = (work: Promise<unknown>) => {
    const seen: string[] = []
    work.then(
      () => seen.push('done'),
      (error: Error) => seen.push(error.message),
    )
    return seen
  }

  test('tells of a write when it is on disk, and answers others meanwhile', async () => {
    const { run, ends } = await disk()
    const seen = told(createAccount(state, { name: 'a', plan: 'pro', now: 0 }))
    await soon()
    expect([seen, run.mock.calls.length]).toEqual([[], 1])
    expect((await listAccounts(state)).map(({ name }) => name)).toEqual(['a'])
    expect(run).toHaveBeenCalledTimes(1)
    while (seen.length === 0) {
      for (const { resolve } of ends.splice(0)) resolve()
      await soon()
    }
    expect(seen).toEqual(['done'])
  })

  test('the same of a transaction, once', async () => {
    const { run, ends } = await disk()
    const transfer = { payer: '0xa', nonce: '0x1', recipient: '0xb', amount: 1n, reference: '0x2' }
    const seen = told(transferPlay(state, transfer, 0))
    await soon()
    expect([seen, run.mock.calls.length]).toEqual([[], 1])
    ends[0]!.resolve()
    await soon()
    expect([seen, run.mock.calls.length]).toEqual([['done'], 1])
  })

  test('a write that cannot be forced to disk is not told as done', async () => {
    const { ends } = await disk()
    const transfer = { payer: '0xa', nonce: '0x1', recipient: '0xb', amount: 1n, reference: '0x2' }
    const seen = told(transferPlay(state, transfer, 0))
    await soon()
    ends[0]!.reject(new Error('disk'))
    await soon()
    expect(seen).toEqual(['disk'])
  })

  test('many writes at once wait for the disk together', async () => {
    const { run, ends } = await disk()
    const seen = Array.from({ length: 50 }, (_, at) =>
      told(transferPlay(state, { payer: `0x${at}`, nonce: '0x1', recipient: '0xb', amount: 1n, reference: '0x2' }, 0)),
    )
    for (let round = 0; round < 5; round++) {
      await soon()
      for (const { resolve } of ends.splice(0)) resolve()
    }
    await soon()
    expect(seen.flat()).toEqual(Array.from({ length: 50 }, () => 'done'))
    expect(run.mock.calls.length).toBeLessThan(6)
  })
})
