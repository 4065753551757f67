import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import type { Transport } from '../../pipeline/http/request.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { refresh } from '../../workflows/orchestrations/refresh.ts'
import { doubledIn } from './doubled.ts'
import { depsOf, quiet, refreshHome, temporaryHome } from './home.ts'

const now = Date.parse('2026-11-20T22:00:00Z')
const only = ['coinmetrics-api', 'fred-api']
const input = { feeds: { kind: 'sample' }, only, asOf: '2026-11-20' } as const

/** The sample feeds, and the addresses they were asked for. */
function counting(asked: string[]) {
  return (at: number): Transport => {
    const transport = sampleTransport({ now: at })
    return {
      name: 'sample',
      fetch: (request, signal) => {
        asked.push(request.url)
        return transport.fetch(request, signal)
      },
    }
  }
}

describe('a refresh that is broken off while it loads', () => {
  let home: Awaited<ReturnType<typeof temporaryHome>>
  beforeAll(async () => {
    home = await temporaryHome()
  })
  afterAll(() => home?.remove())

  test('the next one asks whole only for what was not loaded, and loads no row twice', async () => {
    const first: string[] = []
    const deps = depsOf(home.folder, counting(first))
    const stop = new AbortController()
    const activities = createActivities(deps)
    let loads = 0
    const dying: typeof activities = {
      ...activities,
      load: async (input, context) => {
        if (++loads === 2) stop.abort()
        return activities.load(input, context)
      },
    }
    const host = { activities: dying, policies, nonRetryable, concurrency, now, log: quiet, signal: stop.signal }
    await expect(runInProcess(host, refresh, input)).rejects.toMatchObject({ name: 'CancelledError' })
    await deps.close()

    const second: string[] = []
    const result = await refreshHome(home.folder, { ...input, only: [...only], now: now + 60_000, transport: counting(second) })
    expect(result).toMatchObject({ failures: [], refused: 0 })
    const whole = (urls: readonly string[]) => urls.filter((url) => !/observation_start|start_time/.test(url))
    expect(whole(first)).toEqual(first)
    expect(second).toHaveLength(first.length)
    // six pages were loaded before the stop, and the six under way were let finish
    expect([6, 12]).toContain(second.length - whole(second).length)
    expect(whole(second).filter((url) => !first.includes(url))).toEqual([])
    expect(await doubledIn(home.folder)).toEqual([])
  })
})
