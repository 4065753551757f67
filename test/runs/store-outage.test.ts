import { expect, test } from 'vitest'
import type { ActivityContext } from '../../activities/activity.ts'
import { storeOutagePatienceMs, withStoreOutageRetry } from '../../activities/store-outage.ts'
import { UnavailableError } from '../../pipeline/errors.ts'

const away = (code = 'STORE_UNREACHABLE') => new UnavailableError(code, 'the store did not answer')

/** An activity that fails with these errors in turn, before a store that answers from `backAt` on. */
function world(errors: readonly Error[], backAt: number) {
  let now = 0
  const seen: { at: number; resume: unknown }[] = []
  const warned: string[] = []
  const looks: number[] = []
  const stop = new AbortController()
  const blobs = {
    async has() {
      looks.push(now)
      if (now < backAt) throw away()
      return true
    },
  }
  const timing = {
    monotonic: () => now,
    wait: async (milliseconds: number) => {
      now += milliseconds
    },
  }
  const load = async (input: string, { heartbeat, resume }: ActivityContext) => {
    seen.push({ at: now, resume })
    heartbeat({ done: seen.length })
    const error = errors[seen.length - 1]
    if (error) throw error
    return `${input} done`
  }
  const context: ActivityContext = {
    ...{ signal: stop.signal, attempt: 1, resume: undefined, heartbeat: () => {} },
    log: { info: () => {}, warn: (message) => warned.push(message) },
  }
  return { run: () => withStoreOutageRetry(blobs, { load }, timing).load('page', context), seen, warned, looks, stop }
}

test('an activity whose store is away waits for it and then starts again from where it was', async () => {
  const { run, seen, warned, looks } = world([away(), away('SWAP_UNKNOWN')], 30_000)
  expect(await run()).toBe('page done')
  expect(seen.map(({ resume }) => resume)).toEqual([undefined, { done: 1 }, { done: 2 }])
  expect(seen[1]!.at).toBeGreaterThanOrEqual(30_000)
  expect(warned).toHaveLength(2)
  expect(looks.length).toBeLessThan(12)
})

test('a store that stays away fails it after some minutes, however often it answers in between', async () => {
  const { run, seen, looks } = world([away()], Number.POSITIVE_INFINITY)
  await expect(run()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
  expect(seen).toHaveLength(1)
  expect(looks.at(-1)).toBeLessThanOrEqual(storeOutagePatienceMs)
  expect(looks.at(-1)).toBeGreaterThan(storeOutagePatienceMs / 2)
  const flapping = world(Array.from({ length: 10_000 }, away.bind(null, 'STORE_UNREACHABLE')), 0)
  await expect(flapping.run()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
  expect(flapping.seen.at(-1)!.at).toBeLessThanOrEqual(storeOutagePatienceMs)
})

test.each(['STORE_REFUSED', 'WRITER_LOST', 'WRITER_FENCED'])('%s is not waited for', async (code) => {
  const { run, seen, looks } = world([away(code)], 0)
  await expect(run()).rejects.toMatchObject({ code })
  expect([seen.length, looks.length]).toEqual([1, 0])
})

test('a run that was stopped waits no longer', async () => {
  const { run, stop, looks } = world([away()], Number.POSITIVE_INFINITY)
  stop.abort()
  await expect(run()).rejects.toMatchObject({ code: 'STORE_UNREACHABLE' })
  expect(looks).toEqual([])
})
