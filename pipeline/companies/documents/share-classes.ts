import type { DocumentSet } from '../../filings/document-set.ts'
import type { ShareClassRow } from '../../warehouse/tables/company-document.ts'
import { readCoverShares } from '../markets/sec-shares.ts'

const reports = /^(?:10-[KQ]T?|20-F|40-F)(?:\/A)?$/

/** Shares outstanding by class, from the cover of a report; none where the cover contradicts itself. */
export function shareClassesIn({ company, accession: filing, form, facts }: DocumentSet): ShareClassRow[] {
  if (!reports.test(form)) return []
  const { value: classes } = readCoverShares({ all: facts })
  return (classes ?? []).map(({ name, shares, asOf }) => ({
    ...{ company, filing, form, class: name, shares: String(shares), as_of: asOf, place: 'cover' },
  }))
}
