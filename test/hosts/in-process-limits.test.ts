import { describe, expect, test } from 'vitest'
import type { ActivityContext, ActivityMap } from '../../activities/activity.ts'
import type { Policy } from '../../activities/policies.ts'
import { UpstreamError } from '../../pipeline/errors.ts'
import type { Host } from '../../workflows/host.ts'
import { inProcessHost, runInProcess } from '../../workflows/hosts/in-process.ts'
import { fakeTimer } from '../http/fake-timer.ts'
import type { Line } from './contract.ts'
import { lineLog } from './line-log.ts'

const once = { attempts: 1, firstMs: 0, factor: 1, maxMs: 0 }
const writer: Policy = { queue: 'writer', startToCloseMs: 10_000, heartbeatMs: null, retry: once }

/** A host of one activity, `work`, whose time is the test's. */
function hostOf(
  work: (input: { n: number }, context: ActivityContext) => Promise<unknown>,
  policy: Partial<Policy> = {},
  places = 1,
) {
  const timer = fakeTimer()
  const lines: Line[] = []
  const options = {
    activities: { work } satisfies ActivityMap,
    policies: { work: { ...writer, ...policy } },
    nonRetryable: ['ParseError'],
    concurrency: { writer: places, fetch: 4, render: 2 },
    now: 0,
    log: lineLog(lines),
    timer,
  }
  return { timer, lines, options, host: inProcessHost(options) }
}

/** Lets everything go on that waits for no alarm. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const never = () => new Promise<never>(() => {})

describe('the in-process host', () => {
  test('warns of an activity that gives no sign of life, and again for as long as it gives none', async () => {
    let beat = () => {}
    const { timer, lines, host } = hostOf(
      async (_, context) => {
        beat = () => context.heartbeat(null)
        await never()
      },
      { heartbeatMs: 1_000, startToCloseMs: 60_000 },
    )
    void host.activities.work({ n: 1 })
    await settled()
    await timer.advance(900)
    beat()
    await timer.advance(900)
    expect(lines).toEqual([])
    await timer.advance(1_200)
    expect(lines.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      'warn: work has sent no heartbeat for 1000 ms',
      'warn: work has sent no heartbeat for 2000 ms',
    ])
    expect(lines[1]!.facts).toEqual({ activity: 'work', attempt: 1, silentMs: 2_000 })
  })

  test('keeps the place of an attempt that ignores its time limit: two writers never overlap', async () => {
    let finish = () => {}
    const began: number[] = []
    const { timer, host } = hostOf(({ n }, { signal }) => {
      began.push(n)
      return new Promise((resolve) => {
        finish = () => resolve(signal.aborted)
      })
    })
    const first = host.activities.work({ n: 1 }).catch((error: Error) => error.name)
    const second = host.activities.work({ n: 2 })
    await settled()
    await timer.advance(20_000)
    await settled()
    expect(began).toEqual([1])
    finish()
    expect(await first).toBe('TimeoutError')
    await settled()
    expect(began).toEqual([1, 2])
    finish()
    expect(await second).toBe(false)
  })

  test('gives its place to others while it waits to try again', async () => {
    const began: string[] = []
    const { timer, lines, host } = hostOf(
      async ({ n }, { attempt }) => {
        began.push(`${n}.${attempt}`)
        if (n === 1 && attempt === 1) throw new UpstreamError('BUSY', 'busy; wait', {}, 5_000)
        return n
      },
      { retry: { attempts: 2, firstMs: 10, factor: 1, maxMs: 10 } },
    )
    const both = Promise.all([host.activities.work({ n: 1 }), host.activities.work({ n: 2 })])
    await settled()
    await timer.advance(4_999)
    expect(began).toEqual(['1.1', '2.1'])
    await timer.advance(1)
    expect(await both).toEqual([1, 2])
    expect(began).toEqual(['1.1', '2.1', '1.2'])
    expect(lines).toEqual([
      {
        level: 'warn',
        message: 'work failed, trying again',
        facts: { activity: 'work', attempt: 1, of: 2, inMs: 5_000, error: 'UpstreamError', message: 'busy; wait', code: 'BUSY' },
      },
    ])
    expect(timer.pending).toBe(0)
  })

  test('gives each attempt the input as it was sent', async () => {
    const seen: number[] = []
    const { timer, host } = hostOf(
      async (input, { attempt }) => {
        seen.push(input.n)
        input.n += 1
        if (attempt < 3) throw new UpstreamError('BUSY', 'busy; wait')
      },
      { retry: { attempts: 3, firstMs: 10, factor: 1, maxMs: 10 } },
    )
    const work = host.activities.work({ n: 7 })
    await settled()
    await timer.drain(10)
    await work
    expect(seen).toEqual([7, 7, 7])
  })

  test('cancels what waits in line without ever starting it', async () => {
    const began: number[] = []
    const stop = new AbortController()
    const { options } = hostOf(async ({ n }, { signal }) => {
      began.push(n)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    })
    async function three(host: Host<typeof options.activities>, _: object): Promise<string[]> {
      const ends = await Promise.allSettled([1, 2, 3].map((n) => host.activities.work({ n })))
      return ends.map((end) => (end.status === 'rejected' ? end.reason.name : 'done'))
    }
    const run = runInProcess({ ...options, signal: stop.signal }, three, {})
    await settled()
    stop.abort()
    expect(await run).toEqual(['CancelledError', 'CancelledError', 'CancelledError'])
    expect(began).toEqual([1])
  })

  test('refuses everything after its signal', async () => {
    const began: number[] = []
    const { options } = hostOf(async ({ n }) => began.push(n))
    const work = async (host: Host<typeof options.activities>, _: object) => host.activities.work({ n: 1 })
    await expect(runInProcess({ ...options, signal: AbortSignal.abort() }, work, {})).rejects.toMatchObject({
      name: 'CancelledError',
    })
    expect(began).toEqual([])
  })

  test('a run ends only when what it left behind has let go', async () => {
    let finish = () => {}
    const { options } = hostOf(
      () =>
        new Promise((resolve) => {
          finish = () => resolve(1)
        }),
    )
    async function leave(host: Host<typeof options.activities>, _: object): Promise<string> {
      host.activities.work({ n: 1 }).catch(() => {})
      await settled()
      return 'left'
    }
    let ended = false
    const run = runInProcess(options, leave, {}).finally(() => {
      ended = true
    })
    for (let turn = 0; turn < 5; turn++) await settled()
    expect(ended).toBe(false)
    finish()
    expect(await run).toBe('left')
  })

  test('says which activity has no policy', () => {
    const { options } = hostOf(async () => 1)
    expect(() => inProcessHost({ ...options, policies: {} as typeof options.policies })).toThrow(
      expect.objectContaining({ code: 'POLICY_MISSING', message: expect.stringContaining('work') }),
    )
  })
})
