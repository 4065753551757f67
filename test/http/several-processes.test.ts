import { setMaxListeners } from 'node:events'
import { describe, expect, test } from 'vitest'
import { tokenBucket } from '../../pipeline/http/bucket.ts'
import { liveTransport } from '../../pipeline/http/live.ts'
import { upstreamRestStore } from '../../pipeline/http/rests.ts'
import { memoryBlobs } from '../store/memory.ts'
import { fakeTimer, mostWithin } from './fake-timer.ts'
import { closeAfterTest, openOrigin } from './origin.ts'

const never = new AbortController().signal
setMaxListeners(0, never)
const noon = Date.parse('2026-11-21T12:00:00Z')
const request = { feed: 'fred-graph', upstream: 'fred', url: 'https://fred.stlouisfed.org/graph/fredgraph.csv?id=VIXCLS' }

/** Two processes that ask the same origin through one store; `answers` counts the requests that arrive. */
async function two(status: number, headers: Record<string, string> = {}, counted = Promise.resolve()) {
  const answers: string[] = []
  const origin = await openOrigin((arrived, response) => {
    answers.push(arrived.path)
    response.writeHead(answers.length === 1 ? status : 200, headers).end('DATE,VIXCLS\n')
  })
  closeAfterTest(origin)
  const blobs = memoryBlobs()
  const transport = (clock: () => number) => {
    const shared = { processes: () => 2, counted, rests: upstreamRestStore(blobs) }
    const live = liveTransport({ credentials: new Map(), clock, shared, rewrite: origin.rewrite })
    closeAfterTest(live)
    return live
  }
  return { answers, blobs, transport }
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(() => 'answered').catch((error: { code: string }) => error.code)

describe('processes that ask the same upstream', () => {
  test.each([
    [403, {}],
    [429, { 'retry-after': '900' }],
  ])('after HTTP %i to one of them the other sends nothing, and neither does the next', async (status, headers) => {
    const { answers, blobs, transport } = await two(status, headers)
    const first = transport(() => noon)
    expect(await codeOf(first.fetch(request, never))).not.toBe('answered')
    await first.close()
    expect(await blobs.list('resting/')).toEqual(['resting/fred'])
    const { until, reason } = JSON.parse(Buffer.from((await blobs.get('resting/fred'))!).toString())
    expect([until > noon, reason]).toEqual([true, expect.stringContaining(`HTTP ${status}`)])
    expect(await codeOf(transport(() => noon + 1_000).fetch(request, never))).toBe('UPSTREAM_RESTING')
    expect(answers).toHaveLength(1)
    expect(await codeOf(transport(() => until + 1).fetch(request, never))).toBe('answered')
  })

  test('a key that is refused rests one process alone: a corrected one works immediately', async () => {
    const { blobs, transport } = await two(401)
    const first = transport(() => noon)
    expect(await codeOf(first.fetch(request, never))).not.toBe('answered')
    await first.close()
    expect(await blobs.list('resting/')).toEqual([])
  })

  test('nothing is sent before the processes are counted', async () => {
    let count = (): void => undefined
    const counted = new Promise<void>((resolve) => {
      count = resolve
    })
    const { answers, transport } = await two(200, {}, counted)
    const answer = codeOf(transport(() => noon).fetch(request, never))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(answers).toEqual([])
    count()
    expect(await answer).toBe('answered')
  })

  test.each([
    [8, 4, 8, 1_000],
    [1, 4, 12, 10_000],
    [8, 1, 8, 1_000],
  ])('%d per second over %i processes: at most %i in any %i ms, from the first', async (perSecond, processes, most, span) => {
    const timer = fakeTimer()
    const times: number[] = []
    for (let process = 0; process < processes; process++) {
      const bucket = tokenBucket({ perSecond, burst: 1, concurrency: 1_000, sharedBy: () => processes }, timer)
      for (let at = 0; at < 200; at++)
        void bucket.acquire(never).then((giveBack) => {
          times.push(timer.now())
          giveBack()
        })
    }
    await timer.drain(50_000)
    expect(times).toHaveLength(200 * processes)
    expect(mostWithin(times, span - 0.001)).toBeLessThanOrEqual(most)
    const seconds = (Math.max(...times) - Math.min(...times)) / 1_000
    expect(times.length / seconds).toBeGreaterThan(perSecond * 0.98)
  })

  test('a rest is read again after a moment, the longer one stays, and what cannot be read counts as none', async () => {
    const blobs = memoryBlobs()
    let now = 0
    const [one, other] = [upstreamRestStore(blobs, { now: () => now }), upstreamRestStore(blobs, { now: () => now })]
    expect(await other.of('sec')).toBeNull()
    await one.keep('sec', { until: 500, reason: 'refuses our requests' })
    await one.keep('sec', { until: 400, reason: 'a shorter one' })
    expect(await other.of('sec')).toBeNull()
    now = 4_000
    expect(await other.of('sec')).toEqual({ until: 500, reason: 'refuses our requests' })
    const away = { get: () => Promise.reject(new Error('away')), swap: () => Promise.reject(new Error('away')) }
    const lost = upstreamRestStore(away, { now: () => now })
    await lost.keep('sec', { until: 1, reason: 'x' })
    expect(await lost.of('sec')).toBeNull()
  })
})
