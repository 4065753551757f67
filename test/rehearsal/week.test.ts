import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault } from '../../bench/rehearsal/faults.ts'
import {
  eventsOnce,
  faultsNamed,
  limitsKept,
  mostWithin,
  nobodyWaits,
  nothingElseLate,
  schedulesKept,
} from '../../bench/rehearsal/verdicts.ts'
import { type Rehearsed, rehearse } from '../../bench/rehearsal/week.ts'
import { schedules } from '../../data/schedules.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { writeCursor } from '../../workflows/scheduler.ts'
import { quiet, temporaryHome } from '../end-to-end/home.ts'

const from = Date.parse('2026-10-29T14:20:00Z')
const until = Date.parse('2026-10-29T15:50:00Z')
const rows = schedules.filter(({ id }) => ['network-now', 'sec-newest', 'market'].includes(id))
const fault = (id: string, of: RegExp, does: Fault['does'], shows: Fault['shows']): Fault => ({
  ...{ id, of, does, shows, from },
  until: Date.parse('2026-10-29T15:05:00Z'),
})
const tooMany = '<html><title>SEC.gov | Request Rate Threshold Exceeded</title>Too many requests</html>'
const faults = [
  fault('cut', /^mempool /, { kind: 'cut' }, [{ in: 'alert', subject: 'upstream mempool', says: /could not be reached/ }]),
  fault('refused', /coingecko-global/, { kind: 'refusal', status: 429, headers: { 'retry-after': '90' }, body: '' }, [
    { in: 'alert', subject: 'upstream coingecko', says: /UPSTREAM_REFUSED .*HTTP 429/ },
    { in: 'status', feed: 'coingecko-global', says: /HTTP 429/ },
  ]),
  fault('refused in words', /^sec /, { kind: 'refusal', status: 200, body: tooMany }, [
    { in: 'alert', subject: 'upstream sec', says: /UPSTREAM_REFUSED .*HTTP 200.*Too many requests"/ },
  ]),
  { ...fault('moved', /coingecko-markets/, { kind: 'moved' }, [{ in: 'nothing' }]), until },
]

describe('ninety minutes of three schedules on an accelerated clock', () => {
  let seen: Rehearsed
  let remove: () => Promise<void>
  beforeAll(async () => {
    const home = await temporaryHome()
    remove = home.remove
    await writeCursor(folderBlobs(home.folder), 'sample', new Map(rows.map(({ id }) => [id, from])))
    seen = await rehearse({ home: home.folder, from, until, faults, schedules: rows, log: quiet })
  })
  afterAll(() => remove())

  /** Without briefings that are judged by feeds of other schedules: they are refused from the first edition on. */
  const judged = (): Rehearsed => ({
    ...seen,
    looks: seen.looks.map((look) => ({
      ...look,
      words: new Map([...look.words].filter(([place]) => !['briefing/btc.full', 'briefing/cross.regime'].includes(place))),
    })),
  })
  const failing = (verdicts: readonly { claim: string; holds: boolean; evidence: string }[]) =>
    verdicts.filter(({ holds }) => !holds)

  test('due times lead to runs, limits are kept, and each fault is named', () => {
    expect(
      failing([schedulesKept(rows, seen, from, until), nobodyWaits(seen), limitsKept(seen), nothingElseLate(faults, judged())]),
    ).toEqual([])
    expect(failing(faultsNamed(faults, seen, new Set()))).toEqual([])
    expect(seen.upstreams.strange).toEqual([])
    expect([...seen.upstreams.statuses.keys()].sort()).toEqual([200, 302, 304, 429])
    expect(seen.runs.findLast(({ trigger }) => trigger === 'sec-newest')!.bytes).toBe(0)
    expect(seen.looks.length).toBeGreaterThan(1)
  })

  test('a run left out, one too many, a request too many, and an event twice or lost are noticed', () => {
    const without = { ...seen, runs: seen.runs.slice(1) }
    const doubled = { ...seen, runs: seen.runs.flatMap((run) => [run, run]) }
    expect(schedulesKept(rows, without, from, until).evidence).toMatch(/did not run/)
    expect(schedulesKept(rows, doubled, from, until).evidence).toMatch(/without being due/)
    const { traffic } = seen.upstreams
    const twice = new Map(
      [...traffic].map(([id, each]) => [id, { ...each, arrivals: each.arrivals.flatMap((at) => [at, at, at]) }]),
    )
    expect(limitsKept({ ...seen, upstreams: { ...seen.upstreams, traffic: twice } }).evidence).toMatch(/was asked/)
    const hurried = new Map([...traffic].map(([id, each]) => [id, { ...each, early: each.arrivals }]))
    expect(limitsKept({ ...seen, upstreams: { ...seen.upstreams, traffic: hurried } }).evidence).toMatch(/before its rest/)
    const events = [1, 2].map((cursor) => ({ cursor, what: 'the same' }))
    expect(eventsOnce({ ...seen, events, received: [1, 1] }).map(({ evidence }) => evidence)).toEqual([
      'the same',
      'event 2 did not arrive: the same; event 1 arrived twice',
    ])
    expect(failing(faultsNamed(faults, { ...seen, alerts: [] }, new Set())).length).toBe(3)
  })
})

test('requests are counted in half-open spans', () => {
  expect(mostWithin([0, 500, 1_000, 1_400, 1_500], 1_000)).toBe(3)
})
