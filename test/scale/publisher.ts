/** Publishes one small document after another onto the bucket of BRIEFING_STORE: places `p<name>-0`, `p<name>-1`, …; prints how often it failed. */

import { sha256 } from '../../pipeline/editions/edition-files.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { s3Blobs } from '../../pipeline/store/s3.ts'
import { s3Place } from '../../pipeline/store/s3-place.ts'

const [name = '', count = '1'] = process.argv.slice(2)
const { BRIEFING_STORE = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env
const blobs = s3Blobs(s3Place(BRIEFING_STORE)!, { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY })
const failures: string[] = []

for (let at = 0; at < Number(count); at++) {
  const body = Buffer.from(JSON.stringify({ name, at }))
  const content = sha256(body)
  const artifact = {
    ...{ place: `metric/p${name}-${at}`, as_of: '2026-11-20', computed_at: '2026-11-20T01:00:00Z' },
    ...{ fingerprint: `sha256:${content}`, content, formats: { json: body }, facts: {} },
  }
  const publication = {
    artifacts: [artifact],
    asOf: '2026-11-20',
    sample: true,
    publishedAt: '2026-11-20T01:00:00Z',
    current: true,
  }
  await publish(blobs, publication).catch((error: Error & { code?: string }) => failures.push(error.code ?? error.message))
}
process.stdout.write(JSON.stringify(failures))
await blobs.close()
