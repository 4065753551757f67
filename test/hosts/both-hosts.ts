import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createActivities } from '../../activities/index.ts'
import { concurrency, policies } from '../../activities/policies.ts'
import { readRun, runIds } from '../../activities/runs/runs.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import type { TemporalServer } from '../../scripts/temporal-server.ts'
import { type TemporalHost, temporalHost } from '../../workflows/hosts/temporal.ts'
import type { RefreshInput, RefreshResult } from '../../workflows/orchestrations/refresh.ts'
import { startWorkers, type Workers } from '../../workflows/worker.ts'
import { depsOf, quiet, refreshHome, temporaryHome } from '../end-to-end/home.ts'
import { hashesOf, rowsOf } from '../end-to-end/tree.ts'
import { bundled } from '../temporal/bundled.ts'

/** The runs of a home and what they did with each feed, but for ids and times. */
async function runsOf(folder: string): Promise<unknown> {
  const blobs = folderBlobs(folder)
  const runs = await Promise.all((await runIds(blobs)).map((id) => readRun(blobs, id)))
  return runs.map((run) => {
    const { id: _, began_at, ended_at, seconds, by_feed, ...rest } = run!
    return { ...rest, by_feed: by_feed.map(({ seconds: __, ...feed }) => feed) }
  })
}

const installation = `refresh-${randomUUID()}`

async function onTemporal(server: TemporalServer, folder: string, input: RefreshInput, now: number): Promise<RefreshResult> {
  const env = { ...process.env, TEMPORAL_ADDRESS: server.address }
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

/** Expects the same run in this process and on Temporal to leave byte-identical artifacts and the same rows. */
export async function expectSameOnBothHosts(
  server: TemporalServer,
  { now, ...input }: Pick<RefreshInput, 'feeds' | 'only'> & { readonly asOf: string; readonly now: number },
): Promise<void> {
  const one = await temporaryHome()
  const two = await temporaryHome()
  const here = await refreshHome(one.folder, { ...input, only: [...input.only], now })
  const there = await onTemporal(server, two.folder, input, now)
  expect(there).toEqual(here)
  expect(await hashesOf(join(two.folder, 'artifacts'))).toEqual(await hashesOf(join(one.folder, 'artifacts')))
  expect(await rowsOf(join(two.folder, 'store.duckdb'))).toEqual(await rowsOf(join(one.folder, 'store.duckdb')))
  const runs = await runsOf(two.folder)
  expect(runs).toMatchObject([{ kind: 'refresh', edition: here.edition, recordings: here.recordings }])
  expect(runs).toEqual(await runsOf(one.folder))
  await one.remove()
  await two.remove()
}
