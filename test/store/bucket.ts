import { randomUUID } from 'node:crypto'
import { afterAll } from 'vitest'
import { type ObjectStore, objectStore, type S3Server, storeAddress } from '../../scripts/object-store.ts'
import { foundOrNull } from '../required.ts'

export interface Bucket {
  readonly server: ObjectStore
  /** An empty part of the bucket, as BRIEFING_STORE takes it. */
  readonly address: string
  /** Credentials by the names that settings read. */
  readonly env: Readonly<Record<'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_REGION', string>>
}

const servers = new Map<S3Server, Promise<ObjectStore | null>>()

/**
 * A fresh, empty prefix of a bucket on the S3 server of this file of tests: its first call, at the top of the file, starts the server,
 * which stops after the last test. Null, having printed why, where there is none; with REQUIRE_S3=1 that is a failure. What a server at
 * S3_ENDPOINT stores stays there.
 */
export async function startBucket(which: S3Server = 'seaweedfs'): Promise<Bucket | null> {
  // versitygw is built only on request, so only its own variable makes its absence a failure
  const variable = which === 'seaweedfs' ? 'REQUIRE_S3' : 'BUILD_VERSITYGW'
  let starting = servers.get(which)
  if (starting === undefined) {
    starting = foundOrNull(`S3 (${which})`, variable, () => objectStore(process.env, undefined, which))
    servers.set(which, starting)
    afterAll(async () => {
      servers.delete(which)
      await (await starting)?.stop()
    })
  }
  const server = await starting
  return server && bucketOn(server)
}

/** A fresh, empty prefix of the bucket of a server. */
export function bucketOn(server: ObjectStore): Bucket {
  return {
    server,
    address: storeAddress(server, `test-${randomUUID()}`),
    env: {
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
      AWS_REGION: server.region,
    },
  }
}
