import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../end-to-end/tree.ts'
import { startBucket } from '../store/bucket.ts'
import { type Machine, machines } from './machine.ts'

const bucket = await startBucket()

describe.skipIf(bucket === null)('a rebuild on a machine that has nothing', () => {
  let cluster: Awaited<ReturnType<typeof machines>>
  beforeAll(async () => {
    cluster = await machines({ ...bucket!.env, BRIEFING_FEEDS: 'sample' })
  })
  afterAll(() => cluster?.close())

  test('makes the home from the recordings of the bucket, with the rows of the machine that loaded them', async () => {
    const shared = { BRIEFING_STORE: bucket!.address }
    const day = ['--as-of', '2026-11-20', '--now', '2026-11-20T22:00:00Z']
    // few feeds publish, and leave other metrics without data
    const first = await cluster.run(['refresh', '--only', 'mempool-hashrate,coinmetrics-csv', ...day], shared, [0, 2])
    const second = await cluster.run(['rebuild'], shared)
    expect(second.output()).toMatch(/(?:^|\n)([1-9]\d*) of \1 recordings loaded, 0 refused/)
    const rowsAt = ({ folder }: Machine) => rowsOf(join(folder, 'home', 'store.duckdb'))
    expect(await rowsAt(second)).toEqual(await rowsAt(first))
  })

  test('says what it needs where there are no recordings, and makes nothing', async () => {
    const alone = await cluster.run(['rebuild'], {}, [1])
    expect(alone.output()).toContain(
      `${alone.folder}/home does not exist. A rebuild needs recordings: choose the home that has them`,
    )
    expect(await alone.files()).toEqual([])
  })
})
