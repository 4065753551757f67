import { existsSync } from 'node:fs'
import { homeAt } from '../activities/home.ts'
import { BriefingError, InputError, NotFoundError } from '../pipeline/errors.ts'
import { openMarket } from '../pipeline/warehouse/analysts/market.ts'
import { storeFeedsKind } from '../pipeline/warehouse/load/recordings.ts'
import { isCurrentSchema, type Store, storeOutdated } from '../pipeline/warehouse/store.ts'
import { homeOf } from './home-folder.ts'
import type { Settings } from './settings.ts'

/**
 * The home whose copy for analysts a command reads. With a bucket only the home of a writer has one that belongs to it: any other would answer
 * from rows that are not those of the bucket. Throws `InputError` NOT_THE_WRITER there.
 */
export function analystCopyHome(settings: Pick<Settings, 'home' | 'store'>, options: { home?: string | undefined }): string {
  const folder = homeOf(settings, options)
  if (settings.store !== null && !existsSync(`${homeAt(folder).store}.writer`))
    throw new InputError(
      'NOT_THE_WRITER',
      'this command reads the copy of the warehouse, which is in the home of the writer; run it there, or unset BRIEFING_STORE to read a home that belongs to no bucket',
    )
  return folder
}

/**
 * Looks something up in the analysts' copy of a home. A copy of another version answers what its tables hold; throws `UnavailableError`
 * STORE_OUTDATED where they hold less.
 */
export async function queryAnalystCopy<T>(home: string, look: (store: Store) => Promise<T>): Promise<T> {
  const store = await openMarket(homeAt(home).market)
  try {
    return await look(store)
  } catch (error) {
    if (error instanceof BriefingError || (await isCurrentSchema(store).catch(() => false))) throw error
    throw storeOutdated(error)
  } finally {
    await store.close()
  }
}

/** The same; `otherwise` where nothing is loaded yet. */
export function queryIfLoaded<T>(home: string, otherwise: T, look: (store: Store) => Promise<T>): Promise<T> {
  return queryAnalystCopy(home, look).catch((error: unknown) => {
    if (error instanceof NotFoundError) return otherwise
    throw error
  })
}

/** Whether the rows of a store are invented. */
export const isSampleStore = async (store: Store) => (await storeFeedsKind(store)) === 'sample'
