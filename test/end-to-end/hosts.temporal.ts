import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createActivities } from '../../activities/index.ts'
import { concurrency, policies } from '../../activities/policies.ts'
import { readRun, runIds } from '../../activities/runs.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import type { RefreshInput, RefreshResult } from '../../workflows/orchestrations/refresh.ts'
import { startWorkers, type Workers } from '../../workflows/worker.ts'
import { replayFolder, withoutRecorded } from '../recorded.ts'
import { bundled } from '../temporal/bundled.ts'
import { serverOrNull } from '../temporal/server.ts'
import { depsOf, quiet, refreshHome, smallRun, temporaryHome } from './home.ts'
import { hashesOf, rowsOf } from './tree.ts'

/** The runs of a home and what they did with each feed, but for ids and times. */
async function runsOf(folder: string): Promise<unknown> {
  const blobs = folderBlobs(folder)
  const runs = await Promise.all((await runIds(blobs)).map((id) => readRun(blobs, id)))
  return runs.map((run) => {
    const { id: _, began_at, ended_at, seconds, by_feed, ...rest } = run!
    return { ...rest, by_feed: by_feed.map(({ seconds: __, ...feed }) => feed) }
  })
}

const server = await serverOrNull()
const installation = `refresh-${randomUUID()}`

describe.skipIf(server === null)('the same refresh on both hosts', () => {
  afterAll(async () => {
    await server!.stop()
  })

  async function onTemporal(folder: string, input: RefreshInput, now: number): Promise<RefreshResult> {
    const env = { ...process.env, TEMPORAL_ADDRESS: server!.address }
    const deps = depsOf(folder)
    const workers: Workers = await startWorkers({
      activities: createActivities(deps),
      policies,
      concurrency,
      env,
      log: quiet,
      installation,
      bundle: await bundled(),
    })
    const host: TemporalHost = await temporalHost({ env, log: quiet, installation })
    try {
      return await host.run<RefreshInput, RefreshResult>({ workflow: 'refresh', id: `refresh-${randomUUID()}`, input, now })
    } finally {
      await host.close()
      workers.stop()
      await workers.done
      await deps.close()
    }
  }

  test.each([
    ['sample feeds', smallRun(), false],
    [
      'real recordings',
      {
        feeds: { kind: 'recorded', folder: withoutRecorded ? '' : replayFolder() },
        only: [],
        asOf: '2026-07-23',
        now: Date.parse('2026-07-23T23:59:59Z'),
      },
      withoutRecorded,
    ],
  ] as const)('%s: byte-identical artifacts and the same rows', async (_, { now, ...input }, skip) => {
    if (skip) return console.warn('skipped: the folder ../shared/feeds is absent')
    const one = await temporaryHome()
    const two = await temporaryHome()
    const here = await refreshHome(one.folder, { ...input, only: [...input.only], now })
    const there = await onTemporal(two.folder, input, now)
    expect(there).toEqual(here)
    expect(await hashesOf(join(two.folder, 'artifacts'))).toEqual(await hashesOf(join(one.folder, 'artifacts')))
    expect(await rowsOf(join(two.folder, 'store.duckdb'))).toEqual(await rowsOf(join(one.folder, 'store.duckdb')))
    const runs = await runsOf(two.folder)
    expect(runs).toMatchObject([{ kind: 'refresh', edition: here.edition, recordings: here.recordings }])
    expect(runs).toEqual(await runsOf(one.folder))
    await one.remove()
    await two.remove()
  })
})
