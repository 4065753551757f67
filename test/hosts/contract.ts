import { describe, expect, test } from 'vitest'
import { maxPayloadBytes, type Orchestration } from '../../workflows/host.ts'
import { type ContractActivities, type contractActivities, type ErrorKind, errorOfKind } from './activities.ts'
import * as orchestrations from './orchestrations.ts'
import { caught } from './orchestrations.ts'

export interface Line {
  readonly level: 'info' | 'warn'
  readonly message: string
  readonly facts: Record<string, unknown> | undefined
}

/** A host under test. */
export interface Harness {
  readonly seen: Omit<ReturnType<typeof contractActivities>, 'activities'>
  /** Everything logged so far. */
  readonly lines: readonly Line[]
  run<I, O>(
    orchestration: Orchestration<ContractActivities, I, O>,
    input: I,
    options?: { readonly now?: number; readonly signal?: AbortSignal },
  ): Promise<O>
}

/** What an orchestration may rely on, whichever host runs it. */
export function hostContract(host: string, harness: () => Harness): void {
  let count = 0
  const key = () => `${host}-${++count}`
  const run: Harness['run'] = (...given) => harness().run(...given)
  const calls: Harness['seen']['calls'] = (...given) => harness().seen.calls(...given)
  const stopped = (at: string) => harness().seen.stopped(at)
  const failure = (work: Promise<unknown>) => work.then(() => expect.unreachable('it should have failed'), caught)

  describe(`${host}: attempts`, () => {
    test('tries again after an upstream failure, until it succeeds', async () => {
      const at = key()
      expect(await run(orchestrations.callFlaky, { key: at, failures: 2, kind: 'upstream' })).toEqual({ attempt: 3 })
      expect(calls('flaky', at).map(({ attempt }) => attempt)).toEqual([1, 2, 3])
    })

    test('gives up after the attempts of its policy, with the last error', async () => {
      const at = key()
      const error = await failure(run(orchestrations.callFlaky, { key: at, failures: 99, kind: 'upstream' }))
      expect(error).toEqual(caught(errorOfKind('upstream')))
      expect(calls('flaky', at)).toHaveLength(3)
    })

    test.each<ErrorKind>(['not-found', 'parse', 'input', 'unavailable', 'bug'])('fails at once: %s', async (kind) => {
      const at = key()
      const error = await failure(run(orchestrations.callFlaky, { key: at, failures: 99, kind }))
      expect(error).toEqual(caught(errorOfKind(kind)))
      expect(calls('flaky', at)).toHaveLength(1)
    })

    test('waits as long as the upstream asks', async () => {
      const at = key()
      await run(orchestrations.callFlaky, { key: at, failures: 1, kind: 'upstream', retryAfterMs: 700 })
      const [first, second] = calls('flaky', at)
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(695)
    })

    test('does not hold the run for an upstream that asks for an hour', async () => {
      const at = key()
      const error = await failure(
        run(orchestrations.callFlaky, { key: at, failures: 1, kind: 'upstream', retryAfterMs: 3_600_000 }),
      )
      expect(error.name).toBe('UpstreamError')
      expect(calls('flaky', at)).toHaveLength(1)
    })

    test('goes on from the last heartbeat of the attempt before', async () => {
      expect(await run(orchestrations.callResuming, { key: key() })).toEqual({
        resumedAt: { at: 3, since: '1970-01-01T00:00:00.000Z' },
      })
    })

    test('stops an attempt at its time limit and tries again', async () => {
      const at = key()
      expect(await run(orchestrations.callLate, { key: at, lates: 1 })).toEqual({ attempt: 2 })
      expect(stopped(at)).toBe(1)
    })

    test('says that the time limit was the reason', async () => {
      const error = await failure(run(orchestrations.callLate, { key: key(), lates: 99 }))
      expect(error).toMatchObject({
        name: 'TimeoutError',
        code: 'ACTIVITY_TIMED_OUT',
        message: 'activity late did not finish in 300 ms; run it again',
      })
    })
  })

  describe(`${host}: errors`, () => {
    test.each<ErrorKind>(['upstream', 'not-found', 'parse', 'input', 'unavailable', 'bug'])(
      'an orchestration catches name, code, message and facts of: %s',
      async (kind) => {
        expect(await run(orchestrations.catchFlaky, { key: key(), kind })).toEqual(crossedByJson(caught(errorOfKind(kind))))
      },
    )

    test('a bug in the orchestration ends the run', async () => {
      expect(await failure(run(orchestrations.breakDown, {}))).toMatchObject({
        name: 'TypeError',
        message: 'a bug in the orchestration',
      })
    })

    test('the first failure stops what runs beside it, and nothing runs on afterwards', async () => {
      const at = key()
      const error = await failure(run(orchestrations.failBeside, { key: at }))
      const after = calls('echo', `${at}-after`)
      expect([error.name, calls('endless', at).length, stopped(at), after]).toEqual(['ParseError', 1, 1, []])
    })
  })

  describe(`${host}: cancelling`, () => {
    test('reaches a running activity', async () => {
      const at = key()
      const stop = new AbortController()
      const ending = failure(run(orchestrations.waitForEver, { key: at }, { signal: stop.signal }))
      await until(() => calls('endless', at).length === 1)
      stop.abort()
      expect(await ending).toMatchObject({ name: 'CancelledError', code: 'CANCELLED' })
      expect([stopped(at), calls('endless', at).length]).toEqual([1, 1])
    })

    test('leaves an activity whose policy says so to run to its end', async () => {
      const at = key()
      const stop = new AbortController()
      const ending = failure(run(orchestrations.keepEnd, { key: at }, { signal: stop.signal }))
      await until(() => calls('endless', at).length === 1)
      stop.abort()
      expect(await ending).toMatchObject({ name: 'CancelledError', code: 'CANCELLED' })
      const kept = () => harness().lines.filter(({ message }) => message === `kept ${at}`)
      await until(() => kept().length > 0)
      expect(kept().map(({ facts }) => facts?.['figure'])).toEqual(['CancelledError'])
    })
  })

  describe(`${host}: what crosses`, () => {
    test('is JSON: dates are strings, what is undefined is gone, what JSON would lose is refused', async () => {
      const at = key()
      const { seen, keys, refused } = await run(orchestrations.sendShapes, { key: at })
      expect(seen).toStrictEqual({ day: '2026-11-20T00:00:00.000Z', list: [1, null, null, 'x'], deep: { a: [{ b: true }] } })
      expect(keys).toEqual(['key', 'value'])
      expect(refused.map(({ name, code }) => `${name} ${code}`)).toEqual(new Array(4).fill('InputError PAYLOAD_NOT_JSON'))
      expect(calls('echo', `${at}-bad`)).toEqual([])
    })

    test('has no member for what is undefined', async () => {
      expect(await run(orchestrations.sendNothing, { key: key() })).toEqual(['key'])
    })

    test('is refused over the limit on the way in, before the activity is called', async () => {
      const at = key()
      expect(await run(orchestrations.sendText, { key: at, length: maxPayloadBytes })).toMatchObject({
        name: 'InputError',
        code: 'PAYLOAD_TOO_LARGE',
      })
      expect(calls('echo', at)).toEqual([])
      expect(await run(orchestrations.sendText, { key: at, length: maxPayloadBytes - 100 })).toEqual({
        length: maxPayloadBytes - 100,
      })
    })

    test('is refused over the limit on the way out, without another attempt', async () => {
      const at = key()
      expect(await run(orchestrations.receive, { key: at, what: 'large' })).toMatchObject({
        name: 'InputError',
        code: 'PAYLOAD_TOO_LARGE',
        facts: { bytes: maxPayloadBytes + 2, limit: maxPayloadBytes },
      })
      expect(calls('produce', at)).toHaveLength(1)
      expect(await run(orchestrations.receive, { key: at, what: 'fits' })).toEqual({ length: maxPayloadBytes - 2 })
      expect(await run(orchestrations.receive, { key: at, what: 'bigint' })).toMatchObject({ code: 'PAYLOAD_NOT_JSON' })
    })

    test('holds for the input and the result of a run', async () => {
      const tooLarge = { name: 'InputError', code: 'PAYLOAD_TOO_LARGE' }
      expect(await failure(run(orchestrations.returnLarge, { length: maxPayloadBytes }))).toMatchObject(tooLarge)
      const input = { key: 'x'.repeat(maxPayloadBytes) }
      expect(await failure(run(orchestrations.sendNothing, input))).toMatchObject(tooLarge)
    })
  })

  describe(`${host}: flow`, () => {
    test('a window of 4 over 50 pages, two steps a page', async () => {
      const at = key()
      const { order, rows } = await run(orchestrations.pageThrough, { key: at, pages: 50, window: 4 })
      expect({ order, rows }).toEqual({ order: [...Array(50).keys()], rows: (49 * 50) / 2 })
      const { seen } = harness()
      expect([seen.calls('fetchPage', at).length, seen.calls('loadPage', at).length]).toEqual([50, 50])
      expect(seen.mostAtOnce('fetch')).toBeGreaterThan(1)
      expect(seen.mostAtOnce('fetch')).toBeLessThanOrEqual(4)
      expect(seen.mostAtOnce('load')).toBe(1)
    })

    test('the time is the time of the run', async () => {
      const now = Date.UTC(2026, 6, 23, 23, 59, 59)
      expect(await run(orchestrations.readClock, { key: key() }, { now })).toEqual([now, now])
    })

    test('log lines of orchestration and activity come out once, with their facts', async () => {
      const at = key()
      await run(orchestrations.speak, { key: at })
      const mine = () => harness().lines.filter(({ message }) => message.endsWith(at))
      await until(() => mine().length >= 3)
      expect(mine().map(({ level, message, facts }) => [level, message, facts?.['figure']])).toEqual([
        ['info', `orchestration says ${at}`, 5],
        ['warn', `orchestration warns ${at}`, 6],
        ['info', `activity says ${at}`, 7],
      ])
    })
  })
}

function crossedByJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

export async function until(holds: () => boolean): Promise<void> {
  for (const end = performance.now() + 120_000; !holds(); ) {
    if (performance.now() > end) throw new Error('it never came to that')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
