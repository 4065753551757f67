import { homeAt } from '../activities/home.ts'
import { BriefingError, NotFoundError } from '../pipeline/errors.ts'
import { openMarket } from '../pipeline/warehouse/market.ts'
import { isOfThisVersion, type Store, storeOutdated } from '../pipeline/warehouse/store.ts'

/**
 * Looks something up in the analysts' copy of a home. A copy of another version answers what its tables hold; throws `UnavailableError`
 * STORE_OUTDATED where they hold less.
 */
export async function fromMarket<T>(home: string, look: (store: Store) => Promise<T>): Promise<T> {
  const store = await openMarket(homeAt(home).market)
  try {
    return await look(store)
  } catch (error) {
    if (error instanceof BriefingError || (await isOfThisVersion(store).catch(() => false))) throw error
    throw storeOutdated(error)
  } finally {
    await store.close()
  }
}

/** The same; `otherwise` where nothing is loaded yet. */
export function ifLoaded<T>(home: string, otherwise: T, look: (store: Store) => Promise<T>): Promise<T> {
  return fromMarket(home, look).catch((error: unknown) => {
    if (error instanceof NotFoundError) return otherwise
    throw error
  })
}
