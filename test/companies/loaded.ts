import type { Version } from '../../pipeline/companies/figures/version.ts'
import { filerOfFacts, secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { versionsOf } from '../../pipeline/warehouse/company-versions.ts'
import { load } from '../../pipeline/warehouse/load.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { recordingOf } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'

export const companyBodies = recordedCompanies(/\/companyfacts\/CIK\d{10}\.json$/)

interface Body {
  readonly url: string
  /** RFC 3339 */
  readonly at: string
  readonly body: Uint8Array
}

/** Every version of the lines of each recorded company, by issuer id, as loading their bodies gives them. */
export async function loadedCompanies(bodies: readonly Body[] = companyBodies): Promise<ReadonlyMap<string, readonly Version[]>> {
  const store = await openStore(':memory:')
  const loads = bodies.map(({ url, at, body }) => ({
    recording: recordingOf(url, body, at),
    feed: secCompanyfacts.id,
    parsed: { bulk: secCompanyfacts, body: async () => body },
  }))
  await load(store, loads, () => [])
  const versions = await versionsOf(
    store,
    bodies.map(({ url }) => filerOfFacts(url)!),
  )
  store.close()
  return versions
}
