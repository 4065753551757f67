import { companyMarkets } from '../../data/companies/markets.ts'
import { addressOf, companyKind, type DirectoryRow, type StoredCompany } from '../documents/company/company.ts'
import type { Entry } from './edition.ts'
import type { NewEvent } from './events.ts'
import type { Placement } from './merge.ts'

const folder = `${companyKind.folder}/`
const rowOf = ({ facts }: Pick<Entry, 'facts'>): DirectoryRow => JSON.parse(String(facts['row']))

/**
 * Companies whose newest period with figures is a later one than in the edition that stands. One that was not covered there has no event: all its
 * periods are new.
 *
 * @param packed entries of the edition that stands, by place
 */
export function figuresUpdated(packed: ReadonlyMap<string, Entry>, added: readonly Placement[], publishedAt: string): NewEvent[] {
  return added
    .filter(({ place }) => place.startsWith(folder))
    .sort((a, b) => (a.place < b.place ? -1 : 1))
    .flatMap((placement): NewEvent[] => {
      const entry = packed.get(placement.place)
      const before = entry === undefined ? null : rowOf(entry).latest_period
      const row = rowOf(placement)
      const { company, latest_period: newest } = row
      if (before === null || newest === null || newest.end <= before.end) return []
      const { blocks }: StoredCompany = JSON.parse(Buffer.from(placement.artifact.formats.json!).toString('utf8'))
      const address = addressOf(row)
      return [
        {
          type: 'company.figures_updated',
          tier: companyMarkets.find(({ market }) => company.startsWith(`${market}:`))!.tier,
          company: address,
          issuer: company,
          period: newest.label,
          period_end: newest.end,
          happened_at: blocks.header!.latest_filing.filed,
          known_at: publishedAt,
          rule: '/docs/methodology#changes',
          document: `/api/companies/${address}/numbers`,
        },
      ]
    })
}
