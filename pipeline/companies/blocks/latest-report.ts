import type { DirectoryRow, StoredCompany } from '../../documents/company/company.ts'

/**
 * When the newest figures of the newest period became known: what a list says of a company without its briefing. Not the day of the newest filing,
 * which may restate an older period.
 */
export function latestReportOf({ header }: StoredCompany['blocks']): Pick<DirectoryRow, 'latest_report'> {
  const known = (header?.latest_period ?? []).map(({ figure: { knownSince, knownBasis } }) => ({
    known: knownSince,
    basis: knownBasis,
  }))
  const latest = known.sort((a, b) => (a.known < b.known ? -1 : 1)).at(-1)
  return latest === undefined ? {} : { latest_report: latest }
}
