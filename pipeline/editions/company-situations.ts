import { companyMarketOf } from '../../data/companies/markets.ts'
import { situationById } from '../../data/companies/situations.ts'
import { addressOf, companyKind, type DirectoryRow } from '../documents/company/company.ts'
import type { Entry } from './edition.ts'
import type { NewEvent } from './events.ts'
import type { Placement } from './merge.ts'

const folder = `${companyKind.folder}/`
const rowOf = ({ facts }: Pick<Entry, 'facts'>): DirectoryRow => JSON.parse(String(facts['row']))

/**
 * Situations of companies that are on and were not in the edition that stands, and began on its day or later: what older filings that were read
 * since tell is past. A company without situations in that edition has no event.
 *
 * @param packed entries of the edition that stands, by place
 */
export function situationsChanged(
  packed: ReadonlyMap<string, Entry>,
  added: readonly Placement[],
  publishedAt: string,
): NewEvent[] {
  return added
    .filter(({ place }) => place.startsWith(folder))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .flatMap((placement): NewEvent[] => {
      const entry = packed.get(placement.place)
      const before = entry === undefined ? undefined : rowOf(entry).on
      if (entry === undefined || before === undefined) return []
      const row = rowOf(placement)
      const address = addressOf(row)
      const turnedOn = [...new Set(row.on ?? [])].map((each) => each.split(' ') as [situation: string, since: string])
      return turnedOn
        .filter(([situation, since]) => since >= entry.as_of && !before.includes(`${situation} ${since}`))
        .map(([situation, since]) => ({
          type: 'company.situation_changed',
          tier: companyMarketOf(row).tier,
          company: address,
          issuer: row.company,
          situation,
          severity: situationById.get(situation)!.severity,
          happened_at: since,
          known_at: publishedAt,
          rule: '/docs/methodology#changes',
          document: `/api/companies/${address}/situations`,
        }))
    })
}
