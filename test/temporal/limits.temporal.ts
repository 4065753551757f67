import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { PageRef } from '../../activities/fetch/feeds.ts'
import { until } from '../hosts/contract.ts'
import { fetchersOn, mostWithin } from './fetchers.ts'
import { serverOrNull } from './server.ts'

const server = await serverOrNull()

const page = (upstream: string, requests: number): PageRef => ({
  ...{ feed: `feed-of-${upstream}`, upstream, key: upstream, requests, perLoad: 24 },
})

describe.skipIf(server === null)('several workers that fetch', () => {
  test('keep to the limits of upstreams together, from the first second', async () => {
    const fetchers = await fetchersOn(server!, { count: 4, rates: { fast: 8, slow: 1 }, hold: 100 })
    try {
      await fetchers.gather('limits', [page('slow', 24), page('fast', 160)])
      const sent = fetchers.sent()
      const timesOf = (upstream: string) => sent.flatMap((each) => (each.upstream === upstream ? [each.at] : []))
      const [fast, slow] = [timesOf('fast'), timesOf('slow')]
      const perSecond = (times: readonly number[]) => ((times.length - 1) / (times.at(-1)! - times[0]!)) * 1_000
      console.log(
        `fast ${fast.length} at ${perSecond(fast).toFixed(2)} per second, most in any second ${mostWithin(fast, 1_000)}, in the first ${fast.filter((at) => at < fast[0]! + 1_000).length}; slow ${slow.length} at ${perSecond(slow).toFixed(2)} per second, most in any 10 seconds ${mostWithin(slow, 10_000)}; processes ${new Set(sent.map((each) => each.process)).size}`,
      )
      expect([fast.length, slow.length]).toEqual([160, 24])
      expect(mostWithin(fast, 1_000)).toBeLessThanOrEqual(10)
      expect(mostWithin(slow, 10_000)).toBeLessThanOrEqual(12)
    } finally {
      await fetchers.close()
    }
  })

  test('one of two is killed: each request is sent at most twice, and the run ends', async () => {
    const fetchers = await fetchersOn(server!, { count: 2, rates: { fast: 8 }, hold: 300 })
    try {
      const began = Date.now()
      const ending = fetchers.gather('killed', [page('fast', 80)])
      await until(() => fetchers.sent().length >= 20)
      const [first] = fetchers.processes
      first!.kill('SIGKILL')
      await once(first!, 'exit')
      expect(await ending).toMatchObject({ totals: { recordings: 80 }, failures: [] })
      const counts = new Map<string, number>()
      for (const { request } of fetchers.sent()) counts.set(request, (counts.get(request) ?? 0) + 1)
      const took = (Date.now() - began) / 1_000
      console.log(
        `80 requests in ${took.toFixed(1)} s with one worker killed (10 s undisturbed), ${[...counts.values()].filter((count) => count === 2).length} sent twice`,
      )
      expect([counts.size, Math.max(...counts.values())]).toEqual([80, expect.toBeOneOf([1, 2])])
    } finally {
      await fetchers.close()
    }
  })

  test('20,000 requests end, and no history has more than 12,000 events', async () => {
    const fetchers = await fetchersOn(server!, { count: 1, rates: {}, places: 32, isNoted: false })
    try {
      const pages = Array.from({ length: 400 }, (_, at) => ({ ...page(at < 300 ? 'fast' : 'slow', 50), key: `page-${at}` }))
      const began = Date.now()
      expect(await fetchers.gather('long', pages)).toMatchObject({ totals: { recordings: 20_000 }, failures: [], unlisted: 0 })
      const events: number[] = []
      for (let child = 0; child <= 14; child++) {
        events.push(await fetchers.eventsOf(child === 0 ? 'long' : `long/gather-${child}`))
      }
      console.log(
        `20,000 requests in ${Math.round((Date.now() - began) / 1_000)} s; events of the run ${events[0]}, of its ${events.length - 1} children at most ${Math.max(...events.slice(1))}`,
      )
      expect(Math.max(...events)).toBeLessThanOrEqual(12_000)
    } finally {
      await fetchers.close()
    }
  })
})
