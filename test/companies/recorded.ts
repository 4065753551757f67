import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Version } from '../../pipeline/companies/figures/version.ts'
import { openStore, type Store } from '../../pipeline/warehouse/store.ts'
import { onceARun } from '../once-a-run.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { loadCompanies, versionsIn } from './loaded.ts'

export const companyBodies = recordedCompanies(/\/companyfacts\/CIK\d{10}\.json$/)

/** The store of the recorded companies: a copy for each caller of one that is loaded once a run. */
export async function recordedStore(): Promise<Store> {
  const loaded = await onceARun('recorded-companies', async (folder) => {
    const path = join(folder, 'store.duckdb')
    const store = await openStore(path)
    await loadCompanies(store, companyBodies, recordedCompanies(/\/submissions\/CIK\d{10}\.json$/))
    await store.close()
    return path
  })
  const copy = join(inject('runFolder'), `companies-${randomUUID()}.duckdb`)
  await copyFile(loaded, copy)
  return openStore(copy)
}

let versions: Promise<ReadonlyMap<string, readonly Version[]>> | undefined

/** Every version of the lines of each recorded company, by issuer id, read once for the files that share a process. */
export function recordedVersions(): Promise<ReadonlyMap<string, readonly Version[]>> {
  versions ??= recordedStore().then(async (store) => {
    const all = await versionsIn(store, companyBodies)
    await store.close()
    return all
  })
  return versions
}
