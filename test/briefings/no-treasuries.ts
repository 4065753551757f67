import type { TreasuryList } from '../../pipeline/documents/treasury-list.ts'

/** Of a day on which nothing of the treasuries is known. */
export const noTreasuries: TreasuryList = {
  as_of: '2026-11-20',
  sample: false,
  holdings: [],
  total_btc_exact: 0,
  financing: { companies_with_filed_financing: 0 },
  mnav: { companies_with_mnav: 0 },
  withheld: [],
  notices: [],
}
