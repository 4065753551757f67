import { randomUUID } from 'node:crypto'
import type { FeedRequest, Transport } from '../pipeline/source/http/request.ts'
import { type RecordingStore, recordingStore } from '../pipeline/source/recordings/store.ts'
import { type FolderBlobs, folderBlobs } from '../pipeline/source/store/folder.ts'
import { makeFolder } from '../pipeline/source/store/make-folder.ts'
import { openStore, type Store } from '../pipeline/warehouse/store.ts'
import type { RunHost } from '../pipeline/warehouse/tables/run.ts'
import type { AlertChannel } from './alerts.ts'
import type { FeedsMode } from './feeds.ts'
import type { Home } from './home.ts'

/** What the activities need from outside. Made once a process; `close` lets go of everything. */
export interface Deps {
  readonly home: Home
  readonly blobs: FolderBlobs
  readonly recordings: RecordingStore
  /** Credentials that are set, by setting name. */
  readonly credentials: ReadonlySet<string>
  /** Upstreams for which the operator declares a licence to sell. */
  readonly licences: ReadonlySet<string>
  transport(feeds: FeedsMode, now: number): Promise<Transport>
  /** The warehouse, opened when first asked for. */
  store(): Promise<Store>
  /** Wall clock in milliseconds: only for telling how old a stored file is, and when a run began and ended. */
  readonly clock: () => number
  /** Hash of this program: what another one composed does not stand. */
  readonly program: string
  /** What calls the activities of this process. */
  readonly host: RunHost
  /** Who is told when a run or a feed begins to fail or recovers. */
  readonly alerts: readonly AlertChannel[]
  /** Breaks off the query that the warehouse is at, if it is open. */
  interrupt(): void
  /** Lets go of the warehouse until it is asked for again, so that another process may have it. */
  release(): Promise<void>
  close(): Promise<void>
}

/** In-process, without licences and alerts, and a program unlike any other, unless given. */
export interface DepsOptions
  extends Pick<Deps, 'home' | 'credentials' | 'transport' | 'clock'>,
    Partial<Pick<Deps, 'licences' | 'host' | 'alerts' | 'program'>> {
  readonly onClose?: () => Promise<void>
}

export function createDeps({ onClose, ...options }: DepsOptions): Deps {
  const blobs = folderBlobs(options.home.folder)
  let store: Promise<Store> | null = null
  const release = async (): Promise<void> => {
    const open = store
    store = null
    if (open) await (await open).close()
  }
  return {
    ...{ licences: new Set<string>(), host: 'in-process', alerts: [], program: randomUUID() },
    ...options,
    blobs,
    recordings: recordingStore(blobs),
    store: () => {
      store ??= Promise.resolve()
        .then(() => makeFolder(options.home.folder))
        .then(() => openStore(options.home.store))
        .catch((error) => {
          store = null
          throw error
        })
      return store
    },
    interrupt: () => void store?.then(({ connection }) => connection.interrupt()).catch(() => undefined),
    release,
    close: async () => {
      await release()
      await onClose?.()
    },
  }
}

/** A page of requests to one feed, as it travels through the blob store. */
export interface Page {
  readonly requests: readonly FeedRequest[]
}
