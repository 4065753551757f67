import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { homeAt } from '../activities/home.ts'
import { currentKey } from '../pipeline/editions/edition-files.ts'
import { type EditionReader, openReader } from '../pipeline/editions/reader.ts'
import { InputError, UnavailableError } from '../pipeline/errors.ts'
import { openAnalystFile } from '../pipeline/store/analyst-files.ts'
import type { Blobs } from '../pipeline/store/blobs.ts'
import { type BlobsByLane, backgroundLane, boundedBlobs, callerLane, pollLane } from '../pipeline/store/bounded.ts'
import { cachedBlobs, openDiskCache } from '../pipeline/store/cached.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { openLocalFile } from '../server/files/opened-file.ts'
import type { AnalystFiles } from '../server/files/route.ts'
import { isEverywhere } from '../server/http/listen.ts'
import type { ServerLog } from '../server/http/log.ts'
import { adoptedSequenceStore } from '../server/state/newest-edition.ts'
import { needHome, statePlace } from './home-folder.ts'
import { openBlobs } from './open-blobs.ts'
import type { Settings } from './settings.ts'

/** What a server serves from: the folder of a home, or a bucket that it shares with other machines. */
export interface ServedStore {
  /** How it is named to the operator. */
  readonly name: string
  readonly reader: EditionReader
  /** For what is read on the way of a request. */
  readonly blobs: Blobs
  /** The home whose disk is to be watched; null where documents come from elsewhere. */
  readonly folder: string | null
  /** Opens a file of the analysts; null where there is none of that name. */
  readonly open: AnalystFiles['open']
}

interface ServedFrom {
  readonly settings: Pick<Settings, 'store' | 'stateUrl' | 'url' | 'address'>
  readonly home: string
  readonly log: ServerLog
  /** Folder for what is kept of a bucket on this machine; the system's for temporary files where left out. */
  readonly cache?: string | undefined
  readonly acceptOlder?: boolean | undefined
}

/**
 * Opens what a server serves. A server with a bucket and a shared state needs no home; any other needs one, since a mistyped folder would be
 * served as one in which nothing is published, forever. Throws `InputError` SETTING where servers share payments and do not know the
 * address that quotes name.
 */
export async function openServedStore({ settings, home, log, cache, acceptOlder = false }: ServedFrom): Promise<ServedStore> {
  const { store, stateUrl } = settings
  needAddress(settings)
  if (acceptOlder && store === null)
    throw new InputError('OPTION', '--accept-older is for a bucket: a home is served as it is. Omit it, or set BRIEFING_STORE')
  if (store === null) {
    await needHome(home)
    return openHome(home, log)
  }
  if (stateUrl === null) {
    await needHome(home, 'Set STATE_URL, with which a server of BRIEFING_STORE needs no home, or choose another with --home.')
    log.warn(
      'keys, limits and payments are in the home of this machine: another server of the same bucket does not know them, and would take a payment twice. Set STATE_URL before a second one starts',
      { setting: 'STATE_URL' },
    )
  }
  const bucket = await openBlobs(settings, home)
  const lanes = boundedBlobs(bucket)
  const name = `s3://${store.place.bucket}/${store.place.prefix}`
  return {
    name,
    reader: await openShareReader(lanes, {
      ...{ log, cache, acceptOlder },
      newest: adoptedSequenceStore(statePlace(settings, home), `${store.place.endpoint} ${name}`),
    }),
    blobs: lanes(callerLane),
    folder: null,
    open: (file) => openAnalystFile(lanes(callerLane), file),
  }
}

/** A pointer of a bucket is read as often: each look is a request that may be billed. */
const sharedPollMs = 2_000

interface ShareReaderOptions {
  readonly log: ServerLog
  readonly cache?: string | undefined
  readonly acceptOlder: boolean
  readonly newest: ReturnType<typeof adoptedSequenceStore>
}

/** Follows the editions of a store that may be far away, through a cache on this machine. */
async function openShareReader(lanes: BlobsByLane, { log, cache, ...options }: ShareReaderOptions): Promise<EditionReader> {
  const user = process.getuid?.() ?? 'user'
  const within = cache ?? join(tmpdir(), `market-briefing-${user}`)
  const disk = await openDiskCache({ within, warn: (message, facts) => log.warn(message, facts) })
  const [loading, asking] = [cachedBlobs(lanes(backgroundLane), disk), cachedBlobs(lanes(callerLane), disk)]
  const ways = { pointer: lanes(pollLane), asked: asking.blobs, past: { loading: loading.past, asked: asking.past } }
  return openReader(loading.blobs, { pollMs: sharedPollMs, log, ways, ...options })
}

async function openHome(home: string, log: ServerLog): Promise<ServedStore> {
  const { market, exports } = homeAt(home)
  const pathOf = (name: string) =>
    name === basename(market) ? market : /^[a-z_]+\.parquet$/.test(name) ? join(exports, name) : null
  const blobs = folderBlobs(home)
  return {
    name: home,
    reader: await openReader(blobs, { pollMs: 500, log }),
    blobs,
    folder: home,
    open: async (name) => {
      const path = pathOf(name)
      return path === null ? null : openLocalFile(path)
    },
  }
}

/** Servers that share payments sell at one address: a quote names it, and a payment for another one is refused. */
function needAddress({ store, stateUrl, url, address }: ServedFrom['settings']): void {
  if (stateUrl === null || url !== null || (store === null && !isEverywhere(address))) return
  const message =
    'BRIEFING_URL is missing: STATE_URL is set, and quotes of all its servers name the address; see docs/settings.md'
  throw new InputError('SETTING', message, { setting: 'BRIEFING_URL' })
}

/**
 * How far the first run is, where no edition is published. Throws where one is, which then only cannot be read: to list all recordings would
 * take minutes.
 */
export async function firstRunOf(blobs: Blobs) {
  if (await blobs.has(currentKey))
    throw new UnavailableError('EDITION_UNREAD', 'An edition is published and has not been read yet.')
  const { readFirstRun } = await import('../activities/runs/runs-state.ts')
  return readFirstRun(blobs)
}
