import type { LineId } from '../../data/companies/lines.ts'
import type { Figure, Version } from '../../pipeline/companies/figures/version.ts'
import type { View } from '../../pipeline/companies/figures/view.ts'
import { filerOfFacts, secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { companyVersions } from '../../pipeline/warehouse/company-versions.ts'
import { load } from '../../pipeline/warehouse/load.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { recordingOf } from '../recorded.ts'
import { recordedCompanies } from '../recorded-companies.ts'

export const companyBodies = recordedCompanies(/\/companyfacts\/CIK\d{10}\.json$/)

/** Every version of the lines of each company, by issuer id, as loading bodies of the SEC gives them: the recorded ones where left out. */
export async function loadedCompanies(bodies = companyBodies): Promise<ReadonlyMap<string, readonly Version[]>> {
  const store = await openStore(':memory:')
  const loads = bodies.map(({ url, at, body }) => ({
    recording: recordingOf(url, body, at),
    feed: secCompanyfacts.id,
    parsed: { bulk: secCompanyfacts, body: async () => body },
  }))
  await load(store, loads, () => [])
  const versions = new Map<string, readonly Version[]>()
  for (const { url } of bodies) versions.set(filerOfFacts(url)!, await companyVersions(store, filerOfFacts(url)!))
  store.close()
  return versions
}

/** The figure of a line in the period of that label. */
export function figureOf(view: View, line: LineId, label: string): Figure | null {
  const period = [...view.years, ...view.quarters].find((each) => each.label === label)
  return period === undefined ? null : view.figure(line, period)
}
