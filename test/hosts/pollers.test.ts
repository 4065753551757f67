import { hostname } from 'node:os'
import { describe, expect, test } from 'vitest'
import { identityWith, installationOf, otherHomeError, pollerOfOtherStore } from '../../workflows/hosts/pollers.ts'
import { memoryBlobs } from '../store/memory.ts'

const mine = '11111111-0000-4000-8000-000000000000'
const other = '22222222-0000-4000-8000-000000000000'
const now = Date.parse('2026-11-20T22:00:00Z')
const secondsAgo = (identity: string, seconds: number) => ({ identity, at: now - seconds * 1_000 })

describe('the live worker of another store', () => {
  test('is named by process, machine and store', () => {
    expect(pollerOfOtherStore([secondsAgo(identityWith(other), 1)], mine, now)).toEqual({
      ...{ pid: process.pid, host: hostname(), store: other, goneInMs: 74_000 },
    })
  })

  test('is not one of the same store, one that names none, or one that has not asked for longer than a poll takes', () => {
    const pollers = [
      secondsAgo(identityWith(mine), 1),
      secondsAgo(`4711@${hostname()}`, 1),
      secondsAgo('', 1),
      secondsAgo(identityWith(other), 75),
    ]
    expect(pollerOfOtherStore(pollers, mine, now)).toBeNull()
    expect(pollerOfOtherStore([...pollers, secondsAgo(identityWith(other), 74)], mine, now)).toMatchObject({ goneInMs: 1_000 })
  })

  test('is one whose server has a clock ahead of ours, and the wait it names stays within a poll', async () => {
    const seconds = now / 1_000 + 600
    const pollers = [{ identity: `9@b store:${other}`, lastAccessTime: { seconds, nanos: 0 } }]
    const server = { namespace: 'default', workflowService: { describeTaskQueue: async () => ({ pollers }) } }
    const error = await otherHomeError(server as never, 'market-briefing', mine, now)
    expect(error).toMatchObject({ code: 'OTHER_HOME', facts: { store: mine, other, host: 'b', pid: 9 } })
    expect(error!.message).toBe(
      `installation market-briefing is served by process 9 on b from home 22222222, and this worker on ${hostname()} has home 11111111; ` +
        'give both the same BRIEFING_STORE, or one of them another BRIEFING_INSTALLATION, or, if that process has ended, retry in 75 s',
    )
  })
})

test('a store gets one id, however many ask first, and keeps it when the installation is renamed', async () => {
  const blobs = memoryBlobs()
  const asked = await Promise.all(['a', 'a', 'a'].map((name) => installationOf(blobs, name)))
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  expect(await installationOf(blobs, 'b')).toEqual(asked[0])
  expect((await installationOf(memoryBlobs(), 'a')).id).not.toBe(asked[0]!.id)
})
