import type { DocumentSet } from '../../filings/document-set.ts'
import type { ShareClassRow } from '../../tables/company-document.ts'
import { readCoverShares, shareClassOf } from '../markets/sec-shares.ts'

const reports = /^(?:10-[KQ]T?|20-F|40-F)(?:\/A)?$/

/** Shares outstanding by class, from the cover of a report; none where the cover contradicts itself. */
export function shareClassesIn({ company, accession: filing, form, facts }: DocumentSet): ShareClassRow[] {
  if (!reports.test(form)) return []
  const { value: classes } = readCoverShares({ all: facts })
  const symbols = new Map(
    facts.flatMap((fact) =>
      fact.concept === 'dei:TradingSymbol' && fact.value ? [[shareClassOf(fact), fact.value.trim().toUpperCase()]] : [],
    ),
  )
  return (classes ?? []).map(({ name, shares, asOf }) => ({
    ...{ company, filing, form, class: name, shares: String(shares), as_of: asOf },
    ...{ ticker: symbols.get(name) ?? null, place: 'cover' },
  }))
}
