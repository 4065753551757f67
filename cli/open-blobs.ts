import type { Blobs, Sweep } from '../pipeline/store/blobs.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import type { S3Blobs } from '../pipeline/store/s3.ts'
import { homeOf, needHome } from './home-folder.ts'
import type { Settings } from './settings.ts'

type StoreSettings = Pick<Settings, 'store'>

/** By their addresses. */
const buckets = new Map<string, Promise<S3Blobs>>()

/**
 * The bucket of BRIEFING_STORE; null where none is set. Each is connected when first asked for, once a process. Throws where it does not
 * exist or cannot be reached; its client is loaded only then.
 */
export async function openBucket({ store }: StoreSettings): Promise<S3Blobs | null> {
  if (store === null) return null
  const address = JSON.stringify(store.place)
  const known = buckets.get(address)
  if (known !== undefined) return known
  const connecting = connect(store)
  buckets.set(address, connecting)
  connecting.catch(() => buckets.delete(address))
  return connecting
}

async function connect({ place, credentials }: NonNullable<Settings['store']>): Promise<S3Blobs> {
  const { s3Blobs } = await import('../pipeline/store/s3.ts')
  const bucket = s3Blobs(place, credentials)
  await bucket.reach()
  return bucket
}

/** Where everything that is shared is read and written: the bucket of BRIEFING_STORE, else the folder of the home. */
export async function openBlobs(settings: StoreSettings, home: string): Promise<Blobs & Sweep> {
  return (await openBucket(settings)) ?? folderBlobs(home)
}

/** What a command reads from: the bucket, or a folder that is a home. Throws `InputError` NO_HOME for a folder that is not one. */
export async function readHome(
  settings: StoreSettings & Pick<Settings, 'home'>,
  options: { home?: string | undefined },
): Promise<{ home: string; blobs: Blobs & Sweep }> {
  const home = homeOf(settings, options)
  if (settings.store === null) await needHome(home)
  return { home, blobs: await openBlobs(settings, home) }
}
