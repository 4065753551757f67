import { describe, expect, test } from 'vitest'
import type { PageRef } from '../../activities/fetch/feeds.ts'
import { type GatherInput, gather, reportedFailures } from '../../workflows/orchestrations/gather.ts'

const feeds = { kind: 'live' } as const
const page = (key: string, upstream: string, requests = 1, perLoad = 24): PageRef => ({
  ...{ feed: `feed-of-${upstream}`, upstream, key, requests, perLoad },
})
const start = (pages: readonly PageRef[], batches: readonly string[] = []): GatherInput => ({
  ...{ run: 'r', feeds, pages, batches, round: 0 },
})

/** A host over activities that answer immediately; `leads` are the pages that the load of a batch leads to. */
function hostOf(leads: (batch: string) => PageRef[] = () => [], failing: (key: string) => boolean = () => false) {
  const fetched: string[] = []
  const loads: string[][] = []
  const children: GatherInput[] = []
  const side = new Map<string, number>()
  let mostAtOnce = 0
  const host = {
    activities: {
      fetch: async ({ page: key, at }: { page: string; at: number }) => {
        fetched.push(`${key} ${at}`)
        if (failing(key)) throw Object.assign(new Error('refused'), { name: 'UpstreamError', code: 'UPSTREAM_RESTING' })
        return { batch: `${key} ${at}`, failed: [], ms: 1 }
      },
      load: async ({ batches }: { batches: string[] }) => {
        loads.push(batches)
        const counts = { recordings: batches.length, loaded: batches.length, refused: 0, rejected: 0 }
        return { ...counts, changed: true, feeds: [], next: batches.flatMap(leads) }
      },
    },
    windows: { fetch: 64, upstream: 16, render: 1 },
    now: () => 0,
    log: { info: () => undefined, warn: () => undefined },
    child: async (part: typeof gather, input: GatherInput) => {
      children.push(input)
      const { upstream } = input.pages[0]!
      side.set(upstream, (side.get(upstream) ?? 0) + 1)
      mostAtOnce = Math.max(mostAtOnce, side.get(upstream)!)
      const result = await part(host as never, input)
      side.set(upstream, side.get(upstream)! - 1)
      return result
    },
  }
  const run = (input: GatherInput) => gather(host as never, input)
  return { run, fetched, loads, children, mostAtOnce: () => mostAtOnce }
}

describe('gathering', () => {
  test('fetches each request of a page and loads as many together as their feeds allow', async () => {
    const { run, fetched, loads, children } = hostOf()
    const result = await run(start([page('a', 'sec', 30, 240), page('b', 'fred', 22)], ['from the folder']))
    expect([fetched.length, new Set(fetched).size, children.length]).toEqual([52, 52, 0])
    // a batch and 22 requests of 24, and 30 of 240: 1/24 + 30/240 + 20/24 = 1
    expect(loads.map((load) => load.length)).toEqual([51, 2])
    expect(result).toMatchObject({ totals: { recordings: 53 }, changed: true, failures: [], unlisted: 0 })
  })

  test('deals more requests than one history takes to children, of one upstream one after the other', async () => {
    const { run, fetched, children, mostAtOnce } = hostOf()
    const pages = Array.from({ length: 400 }, (_, at) => page(`p${at}`, at < 300 ? 'sec' : 'dart', 50))
    const result = await run(start(pages))
    expect([fetched.length, new Set(fetched).size]).toEqual([20_000, 20_000])
    const sizes = children.map((child) => child.pages.reduce((sum, { requests }) => sum + requests, 0))
    expect([sizes.length, Math.max(...sizes)]).toEqual([14, 1_500])
    expect(children.every((child) => new Set(child.pages.map(({ upstream }) => upstream)).size === 1)).toBe(true)
    expect(mostAtOnce()).toBe(1)
    expect(result.totals.recordings).toBe(20_000)
    expect(result.feeds.map(({ feed, requests }) => [feed, requests])).toEqual([
      ['feed-of-dart', 5_000],
      ['feed-of-sec', 15_000],
    ])
  })

  test('names at most 400 pages to a child', async () => {
    const { run, children, fetched } = hostOf()
    await run(start(Array.from({ length: 1_700 }, (_, at) => page(`p${at}`, 'sec'))))
    expect(children.map((child) => child.pages.length)).toEqual([400, 400, 400, 400, 100])
    expect(fetched).toHaveLength(1_700)
  })

  test('follows what bodies lead to, each page once, and beyond its budget in children', async () => {
    const { run, children, fetched } = hostOf((batch) =>
      batch.startsWith('list') ? [page('same', 'sec', 1), page(`docs of ${batch}`, 'sec', 600, 240)] : [],
    )
    await run(start([page('list', 'sec', 3)]))
    expect([fetched.length, new Set(fetched).size]).toEqual([1_804, 1_804])
    expect(children.map(({ round }) => round)).toEqual([1, 1])
  })

  test('names the first 300 failures and the first of each feed, and counts the rest, those of children too', async () => {
    const { run } = hostOf(undefined, (key) => key.startsWith('down'))
    const result = await run(start([page('down', 'dart', 900), page('down too', 'sec', 900), page('up', 'fred')]))
    expect([result.failures.length, result.unlisted, result.totals.recordings]).toEqual([301, 1_499, 1])
    expect(reportedFailures(result).at(-1)).toMatchObject({
      code: 'MORE_FAILURES',
      message: expect.stringContaining('1499 more requests'),
    })
    expect(result.feeds.map(({ failures }) => failures)).toEqual([900, 0, 900])
  })

  test('feeds that lead on forever end the run', async () => {
    let pages = 0
    const { run } = hostOf((batch) => (batch.endsWith(' 0') ? [page(`on ${pages++}`, 'sec', 1_600)] : []))
    await expect(run(start([page('first', 'sec')]))).rejects.toMatchObject({ code: 'FEEDS_LEAD_ON' })
  })
})
