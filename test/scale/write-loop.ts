/**
 * Takes the lease of a bucket and publishes editions one after the other until it is killed or replaced. Prints the epoch, then the id of
 * each edition that was published, and at last why it ended.
 *
 *   node test/scale/write-loop.js ADDRESS OWNER TTL_MS
 */
import { writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openLease } from '../../activities/writer/lease.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { s3Place } from '../../pipeline/store/s3-place.ts'
import { artifact, publication } from '../editions/documents.ts'

const [, , address, owner, ttl] = process.argv
const blobs = s3Blobs(s3Place(address!)!, {
  accessKeyId: process.env['AWS_ACCESS_KEY_ID']!,
  secretAccessKey: process.env['AWS_SECRET_ACCESS_KEY']!,
})
const end = (error: unknown): never => {
  const { code, message } = error as { code?: string; message: string }
  writeSync(1, `ended ${code}: ${message}\n`)
  process.exit(69)
}
const lease = await openLease({
  blobs,
  market: 'all',
  owner: owner!,
  monotonic: () => performance.now(),
  wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).then(undefined, () => undefined),
  random: () => crypto.randomUUID(),
  ttlMs: Number(ttl),
  beatMs: Number(ttl) / 6,
}).catch(end)
writeSync(1, `writer ${lease.epoch}\n`)
for (let version = 1; ; version++) {
  const documents = [artifact(`briefing/${owner}`, `v${version}`, { lines: 1 })]
  const more = { publishedAt: new Date().toISOString(), writer: { market: lease.market, epoch: lease.epoch } }
  const { edition } = await publish(blobs, publication(documents, more)).catch(end)
  writeSync(1, `published ${edition}\n`)
  await wait(50)
}
