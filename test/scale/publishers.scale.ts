import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { currentEntries } from '../../pipeline/editions/on-record.ts'
import { compiled } from '../compiled.ts'
import { type Bucket, startBucket } from '../store/bucket.ts'
import { addressThrough, faultProxy, noFaults } from './fault-proxy.ts'
import { blobsOf, chainIn, editionIn } from './installation.ts'

const first = await startBucket()
const run = promisify(execFile)
const publishers = ['a', 'b', 'c', 'd']
const each = 15

/** What went wrong in processes that all publish onto the bucket as it is at `address`. */
async function publishAll({ env }: Bucket, address: string): Promise<string[]> {
  const program = compiled('test/scale/publisher.ts')
  const ended = await Promise.all(
    publishers.map((name) =>
      run(process.execPath, [program, name, String(each)], {
        env: { PATH: process.env['PATH']!, ...env, BRIEFING_STORE: address },
      }),
    ),
  )
  return ended.flatMap(({ stdout }) => JSON.parse(stdout) as string[])
}

describe.skipIf(first === null)('four processes that publish onto one bucket at the same time', () => {
  test.each([
    { network: 'without faults', faults: noFaults },
    { network: 'through 5% of faults', faults: { busy: 0.05, lost: 0.05, cut: 0.05 } },
  ])('lose no edition, $network', async ({ faults }) => {
    const bucket = (await startBucket())!
    const proxy = await faultProxy(bucket.server.endpoint, faults)
    try {
      expect(await publishAll(bucket, addressThrough(bucket, proxy))).toEqual([])
      const blobs = blobsOf(bucket)
      const manifest = await editionIn(blobs)
      const places = [...(await currentEntries(blobs, manifest)).keys()]
      expect(places.filter((place) => place.startsWith('metric/p')).sort()).toEqual(
        publishers.flatMap((name) => Array.from({ length: each }, (_, at) => `metric/p${name}-${at}`)).sort(),
      )
      expect(manifest.sequence).toBe(publishers.length * each)
      expect(await chainIn(blobs)).toBe(publishers.length * each)
      if (faults !== noFaults) expect(proxy.counted.busy + proxy.counted.lost + proxy.counted.cut).toBeGreaterThan(0)
    } finally {
      await proxy.close()
    }
  })
})
