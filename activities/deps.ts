import { randomUUID } from 'node:crypto'
import type { FeedRequest, Transport } from '../pipeline/http/request.ts'
import { type RecordingStore, recordingStore } from '../pipeline/recordings/store.ts'
import type { Blobs, Sweep } from '../pipeline/store/blobs.ts'
import type { Writer } from '../pipeline/store/fence.ts'
import { folderBlobs } from '../pipeline/store/folder.ts'
import { makeFolder } from '../pipeline/store/make-folder.ts'
import type { RunHost } from '../pipeline/tables/run.ts'
import type { OwnWarehouse } from '../pipeline/warehouse/store.ts'
import type { FeedsMode } from './fetch/feeds.ts'
import type { Home } from './home.ts'
import type { AlertChannel } from './runs/alerts.ts'
import type { Lease } from './writer/lease.ts'

/** What the activities need from outside. Made once a process; `close` lets go of everything. */
export interface Deps {
  readonly home: Home
  readonly blobs: Blobs & Sweep
  readonly recordings: RecordingStore
  /** Credentials that are set, by setting name. */
  readonly credentials: ReadonlySet<string>
  /** Upstreams for which the operator declares a licence to sell. */
  readonly licences: ReadonlySet<string>
  transport(feeds: FeedsMode, now: number): Promise<Transport>
  /** The warehouse, opened when first asked for. */
  store(): Promise<OwnWarehouse>
  /** Wall clock in milliseconds: only for telling how old a stored file is, and when a run began and ended. */
  readonly clock: () => number
  /** Hash of this program: what another one composed does not stand. */
  readonly program: string
  /** What calls the activities of this process. */
  readonly host: RunHost
  /** Who is notified when a run or a feed begins to fail or recovers. */
  readonly alerts: readonly AlertChannel[]
  /** Breaks off the query that the warehouse is at, if it is open. */
  interrupt(): void
  /**
   * Who this process is where several machines share the store, made sure of in the store: whatever it is handed to is refused once
   * another process has taken over. Undefined where nobody shares the store, and before the warehouse was asked for.
   */
  writer(): Promise<Writer | undefined>
  /** Saves the warehouse for the next writer, where several machines share the store. */
  save(): Promise<void>
  /** Lets go of the warehouse until it is asked for again, so that another process may have it. */
  release(): Promise<void>
  close(): Promise<void>
}

/** What fetching and rendering need: the blob store and the upstreams, never the warehouse. */
export type DepsWithoutWarehouse = Omit<Deps, 'store'>

/** A store that other machines use too. */
export interface SharedStore {
  /** Takes the lease and has the warehouse of the store: `openWriterWarehouse`. */
  open(
    parts: Pick<Deps, 'home' | 'blobs' | 'recordings' | 'clock'>,
  ): Promise<{ readonly store: OwnWarehouse; readonly lease: Lease }>
  /** Called when this process is no longer the writer, with the error it should end with. */
  onLost(error: Error): void
}

/** In-process, with the home for a store, without licences and alerts, and a program unlike any other, unless given. */
export interface DepsOptions
  extends Pick<Deps, 'home' | 'credentials' | 'transport' | 'clock'>,
    Partial<Pick<Deps, 'blobs' | 'licences' | 'host' | 'alerts' | 'program'>> {
  readonly onClose?: () => Promise<void>
  /** Where other machines use the store too. */
  readonly shared?: SharedStore | null
}

export function createDeps({ onClose, shared = null, ...options }: DepsOptions): Deps {
  const blobs = options.blobs ?? folderBlobs(options.home.folder)
  const recordings = recordingStore(blobs)
  let opened: Promise<{ store: OwnWarehouse; lease: Lease | null }> | null = null
  let lost: Error | null = null
  const release = async (): Promise<void> => {
    const open = opened
    opened = null
    if (!open) return
    const { store, lease } = await open
    await store.close()
    await lease?.close()
  }
  const interrupt = () => void opened?.then(({ store }) => store.connection.interrupt()).catch(() => undefined)
  const open = async () => {
    await makeFolder(options.home.folder)
    // DuckDB is loaded where a warehouse is opened: a process that only fetches or renders has none
    if (shared === null) {
      const { openStore } = await import('../pipeline/warehouse/store.ts')
      return { store: await openStore(options.home.store), lease: null }
    }
    const { store, lease } = await shared.open({ ...options, blobs, recordings })
    lease.lost.addEventListener('abort', () => {
      lost = lease.lost.reason as Error
      interrupt()
      release().catch(() => undefined)
      shared.onLost(lost)
    })
    return { store, lease }
  }
  const has = () => {
    // a process that lost the lease must start again before it can write
    if (lost !== null) throw lost
    opened ??= open().catch((error) => {
      opened = null
      throw error
    })
    return opened
  }
  return {
    ...{ licences: new Set<string>(), host: 'in-process' as const, alerts: [], program: randomUUID() },
    ...options,
    blobs,
    recordings,
    store: async () => (await has()).store,
    async writer() {
      if (lost !== null) throw lost
      const lease = (await opened?.catch(() => null))?.lease
      if (!lease) return undefined
      await lease.confirm()
      return { market: lease.market, epoch: lease.epoch }
    },
    async save() {
      const { store, lease } = await has()
      if (lease === null) return
      await lease.confirm()
      const { saveSnapshot } = await import('../pipeline/warehouse/snapshot.ts')
      await saveSnapshot(store, blobs, lease)
    },
    interrupt,
    release,
    close: async () => {
      await release()
      await onClose?.()
    },
  }
}

/** A page of requests to one feed, as it travels through the blob store. */
export interface FeedRequestPage {
  readonly requests: readonly FeedRequest[]
}
