import { AwsClient } from 'aws4fetch'
import { describe, expect, test } from 'vitest'
import { s3Servers } from '../../scripts/object-store.ts'
import { startBucket } from '../store/bucket.ts'

for (const which of s3Servers) {
  const bucket = await startBucket(which)
  describe.skipIf(bucket === null)(`${which}, as an S3 server for tests`, () => {
    const at = (path: string) => `${bucket!.server.endpoint}/${bucket!.server.bucket}/${path}`
    const call = (path: string, method: string, headers: Record<string, string> = {}, body?: string) =>
      new AwsClient({
        ...{ accessKeyId: bucket!.env.AWS_ACCESS_KEY_ID, secretAccessKey: bucket!.env.AWS_SECRET_ACCESS_KEY },
        ...{ region: bucket!.env.AWS_REGION, service: 's3', retries: 0 },
      }).fetch(at(path), { method, headers, ...(body === undefined ? {} : { body }) })

    test('stores nothing but what is put, and heeds conditions', async () => {
      expect(await (await call('?list-type=2', 'GET')).text()).not.toContain('<Key>')
      const first = await call('a', 'PUT', { 'if-none-match': '*' }, 'one')
      const again = await call('a', 'PUT', { 'if-none-match': '*' }, 'two')
      const swapped = await call('a', 'PUT', { 'if-match': first.headers.get('etag')! }, 'three')
      const late = await call('a', 'PUT', { 'if-match': first.headers.get('etag')! }, 'four')
      expect([first, again, swapped, late].map(({ status }) => status)).toEqual([200, 412, 200, 412])
      expect(await (await call('a', 'GET')).text()).toBe('three')
    })

    test('rejects credentials that are not its own', async () => {
      const wrong = new AwsClient({
        accessKeyId: 'test',
        secretAccessKey: 'wrong',
        region: 'us-east-1',
        service: 's3',
        retries: 0,
      })
      expect((await wrong.fetch(at('a'))).status).toBe(403)
    })

    test.skipIf(!bucket?.server.own)('comes back after a crash with what it stored', async () => {
      await call('kept', 'PUT', {}, 'kept')
      await bucket!.server.crash()
      await expect(call('kept', 'GET')).rejects.toThrow()
      await bucket!.server.restart()
      expect(await (await call('kept', 'GET')).text()).toBe('kept')
    })
  })
}
