import { randomUUID } from 'node:crypto'
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Schedule, schedules } from '../../data/schedules.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { nextDueAfter } from '../../pipeline/time/schedule.ts'
import { scheduleStates } from '../../workflows/hosts/schedule-states.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import { applySchedules } from '../../workflows/hosts/temporal-schedules.ts'
import { lineLog } from '../hosts/line-log.ts'
import { serverOrNull } from './server.ts'

const server = await serverOrNull()
const rows: readonly Schedule[] = schedules
const ids = rows.map(({ id }) => id)
/** New York changes its clocks on 2027-03-14. */
const springChange = { from: Date.parse('2027-03-10T00:00:00Z'), to: Date.parse('2027-03-20T00:00:00Z') }
const none = { created: [], updated: [], unchanged: [], removed: [] }

describe.skipIf(server === null)('schedules on a Temporal server', () => {
  const installation = `test-${randomUUID()}`
  const feeds = { kind: 'sample' } as const
  let host: TemporalHost
  const apply = (schedules: readonly Schedule[], dryRun = false) =>
    applySchedules(host.client, { schedules, feeds, installation, dryRun })
  const described = (id: string) => host.client.schedule.getHandle(`${installation}.${id}`).describe()
  const listed = async () => {
    const found: string[] = []
    for await (const { scheduleId } of host.client.schedule.list())
      if (scheduleId.startsWith(`${installation}.`)) found.push(scheduleId.slice(installation.length + 1))
    return found.toSorted()
  }

  beforeAll(async () => {
    host = await temporalHost({ env: { ...process.env, TEMPORAL_ADDRESS: server!.address }, log: lineLog([]), installation })
  })
  afterAll(async () => {
    await apply([])
    await host.close()
    await server!.stop()
  })

  test('a dry run says what it would make and makes nothing; an apply makes it; the next changes nothing', async () => {
    expect(await apply(rows, true)).toEqual({ ...none, created: ids })
    expect(await apply(rows, true)).toEqual({ ...none, created: ids })
    expect(await apply(rows)).toEqual({ ...none, created: ids })
    expect(await apply(rows)).toEqual({ ...none, unchanged: ids })
    await expect.poll(listed).toEqual(ids.toSorted())
  })

  test.each(rows)('$id runs what its row says, as its row says', async (row) => {
    const { action, policies, spec } = await described(row.id)
    expect(action).toMatchObject({ workflowType: row.runs.orchestration, taskQueue: `${installation}.workflow` })
    const read = { feeds, only: 'feeds' in row.runs ? row.runs.feeds : [], asOf: null, market: 'later', trigger: row.id }
    expect(action.args).toEqual([row.runs.orchestration === 'refresh' ? read : {}])
    expect(policies.overlap).toBe(row.overlap === 'skip' ? 'SKIP' : 'BUFFER_ONE')
    expect(policies.catchupWindow).toBe(row.catchUpMinutes * 60_000)
    expect(spec.jitter ?? 0).toBe(row.jitterMinutes * 60_000)
    if ('zone' in row.when) expect(spec.timezone).toBe(row.when.zone)
  })

  test('both schedulers know the same due times, over a change of the clocks', async () => {
    const exact = rows.map((row) => ({ ...row, jitterMinutes: 0 }))
    await apply(exact)
    for (const row of exact) {
      const { info } = await described(row.id)
      expect(info.nextActionTimes.length).toBeGreaterThanOrEqual(5)
      let from = info.nextActionTimes[0]!.getTime() - 1
      for (const time of info.nextActionTimes) {
        from = nextDueAfter(row.when, from)!
        expect(`${row.id} ${isoTime(from)}`).toBe(`${row.id} ${isoTime(time.getTime())}`)
      }
      const { startTime } = await host.client.workflowService.listScheduleMatchingTimes({
        namespace: host.namespace,
        scheduleId: `${installation}.${row.id}`,
        startTime: msToTs(springChange.from),
        endTime: msToTs(springChange.to),
      })
      const ours: number[] = []
      for (let at = nextDueAfter(row.when, springChange.from)!; at <= springChange.to; at = nextDueAfter(row.when, at)!)
        ours.push(at)
      expect(startTime!.map(tsToMs)).toEqual(ours)
    }
  })

  test('a row that changed is updated; that its schedule is paused, and the note on it, stay', async () => {
    await apply(rows)
    const handle = host.client.schedule.getHandle(`${installation}.h41`)
    await handle.pause('until the upstream is back')
    const changed = rows.map((row) => (row.id === 'h41' ? { ...row, catchUpMinutes: 77 } : row))
    expect(await apply(changed, true)).toEqual({ ...none, updated: ['h41'], unchanged: ids.filter((id) => id !== 'h41') })
    expect(await apply(changed)).toEqual({ ...none, updated: ['h41'], unchanged: ids.filter((id) => id !== 'h41') })
    const { policies, state } = await described('h41')
    expect(policies.catchupWindow).toBe(77 * 60_000)
    expect(state).toMatchObject({ paused: true, note: 'until the upstream is back' })
    expect(await apply(changed)).toEqual({ ...none, unchanged: ids })
  })

  test('a list says what is missing, paused, edited on the server, in no row, and how the last run ended', async () => {
    const states = () => scheduleStates(host.client, { schedules: rows, feeds, installation })
    const one = async (id: string) => (await states()).find((each) => each.id === id)
    await apply(rows)
    const [paused, edited, missing, started] = ids as [string, string, string, string]
    const usual = { state: 'active', differs: [], note: null }
    for (const each of await states()) if (each.id !== 'h41') expect(each).toMatchObject(usual)
    const handle = (id: string) => host.client.schedule.getHandle(`${installation}.${id}`)
    await handle(paused).pause('until Monday')
    expect(await one(paused)).toMatchObject({ state: 'paused', note: 'until Monday', next: null, differs: [] })
    await handle(edited).update((current) => ({ ...current, spec: { ...current.spec, jitter: 7_000, timezone: 'Asia/Tokyo' } }))
    expect((await one(edited))?.differs).toEqual(['time zone', 'jitter'])
    await handle(edited).update((current) => ({ ...current, spec: { intervals: [{ every: '3 days' }] } }))
    expect((await one(edited))?.differs).toContain('times')
    await handle(missing).delete()
    expect(await one(missing)).toMatchObject({ state: 'missing', differs: [], next: null })
    await handle(started).trigger()
    await expect.poll(async () => (await one(started))?.last?.result).toBe('RUNNING')
    await host.client.workflow
      .getHandle((await handle(started).describe()).info.recentActions.at(-1)!.action.workflow.workflowId)
      .terminate()
    expect((await one(started))?.last?.result).toBe('TERMINATED')
    await expect
      .poll(async () => (await scheduleStates(host.client, { schedules: [], feeds, installation })).map(({ state }) => state))
      .toContain('unknown')
    await apply([])
    await apply(rows)
  })

  test('what no row names is removed, and only where it is ours', async () => {
    const other = `${installation}-other`
    await applySchedules(host.client, { schedules: rows.slice(0, 1), feeds, installation: other })
    const byHand = `${installation}.by-hand`
    await host.client.schedule.create({
      scheduleId: byHand,
      spec: { intervals: [{ every: '1 day' }] },
      state: { paused: true },
      action: { type: 'startWorkflow', workflowType: 'market', taskQueue: `${installation}.workflow`, args: [{}] },
    })
    await apply(rows)
    await expect.poll(listed).toEqual([...ids, 'by-hand'].toSorted())
    const fewer = rows.filter(({ id }) => id !== 'h10')
    const kept = fewer.map(({ id }) => id)
    expect(await apply(fewer, true)).toMatchObject({ removed: ['h10'], created: [] })
    expect(await apply(fewer)).toMatchObject({ removed: ['h10'], created: [] })
    await expect.poll(listed).toEqual([...kept, 'by-hand'].toSorted())
    expect(await apply(fewer)).toMatchObject({ removed: [], created: [], updated: [], unchanged: kept })
    expect((await host.client.schedule.getHandle(`${other}.${ids[0]}`).describe()).scheduleId).toBe(`${other}.${ids[0]}`)
    await host.client.schedule.getHandle(byHand).delete()
    await applySchedules(host.client, { schedules: [], feeds, installation: other })
  })
})
