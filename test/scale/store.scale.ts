import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inParallel } from '../../pipeline/store/pool.ts'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { s3Servers } from '../../scripts/object-store.ts'
import { startBucket } from '../store/bucket.ts'
import { contendedSwaps, storeContract } from '../store/contract.ts'
import { type FaultProxy, faultProxy, noFaults } from './fault-proxy.ts'

/** Swaps through faults: some by day, a thousand at night. */
const rounds = Number(process.env['SWAP_ROUNDS'] ?? 12)

for (const which of s3Servers) {
  const bucket = await startBucket(which)
  describe.skipIf(bucket === null)(`blobs on ${which}`, () => {
    const open = (prefix: string, endpoint = bucket!.server.endpoint, name = bucket!.server.bucket) =>
      s3Blobs(
        { endpoint, region: bucket!.env.AWS_REGION, bucket: name, prefix: `${prefix}/` },
        { accessKeyId: bucket!.env.AWS_ACCESS_KEY_ID, secretAccessKey: bucket!.env.AWS_SECRET_ACCESS_KEY },
      )

    storeContract(open, { clients: 4, rounds: 5, mayBeUnknown: true })

    test('the service is fit, and a bucket that does not exist is refused before anything is put', async () => {
      await open(randomUUID()).prove()
      const missing = open(randomUUID(), bucket!.server.endpoint, 'not-a-bucket-of-ours')
      await expect(missing.prove()).rejects.toMatchObject({ code: 'STORE_MISSING' })
      await expect(missing.reach()).rejects.toMatchObject({ code: 'STORE_MISSING' })
    })

    test('a body of several parts, and a list of several pages', async () => {
      const blobs = open(randomUUID())
      const large = Buffer.alloc(40 * 1_048_576 + 5, 'abcdefg')
      await blobs.put('large', large)
      expect(large.equals((await blobs.get('large'))!)).toBe(true)
      const keys = Array.from({ length: 1_100 }, (_, at) => `p/${String(at).padStart(5, '0')}`)
      await inParallel(keys, 32, (key) => blobs.put(key, Buffer.from(key)))
      expect(await blobs.list('p/')).toEqual(keys)
      await blobs.clear('p/')
      expect(await blobs.list('p/')).toEqual([])
    })

    const through = async (work: (proxy: FaultProxy) => Promise<void>) => {
      const proxy = await faultProxy(bucket!.server.endpoint, noFaults)
      try {
        await work(proxy)
      } finally {
        await proxy.close()
      }
    }

    test('through a tenth of faults no body is wrong and none is lost', () =>
      through(async (proxy) => {
        const prefix = randomUUID()
        proxy.faults = { busy: 0.1, lost: 0.1, cut: 0.05 }
        const blobs = open(prefix, proxy.endpoint)
        const bodies = Array.from({ length: 120 }, (_, at) => Buffer.alloc(1 + at * 97, String(at)))
        const keyOf = (body: Buffer) => `body/${createHash('sha256').update(body).digest('hex')}`
        await inParallel(bodies, 16, (body) => blobs.put(keyOf(body), body))
        await inParallel(bodies, 16, async (body) => expect(body.equals((await blobs.get(keyOf(body)))!)).toBe(true))
        expect(await open(prefix).list('body/')).toEqual(bodies.map(keyOf).sort())
        expect(proxy.counted.busy + proxy.counted.lost + proxy.counted.cut).toBeGreaterThan(0)
      }))

    test('through a tenth of faults no swap that had its effect is reported as false', () =>
      through(async (proxy) => {
        const prefix = randomUUID()
        proxy.faults = { busy: 0.1, lost: 0.1, cut: 0.02 }
        const clients = Array.from({ length: 8 }, () => open(prefix, proxy.endpoint))
        expect(await contendedSwaps(clients, rounds, open(prefix))).toBeGreaterThan(0)
      }))
  })
}
