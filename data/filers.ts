/**
 * Companies whose filings we read. `series` is the id their filed Bitcoin total has in the table `observation`. The invented ones exist
 * in sample data only, the real ones everywhere else.
 */
export interface Filer {
  readonly cik: string
  readonly ticker: string
  readonly name: string
  readonly series: string
  readonly sample: boolean
}

export const filers = [
  { cik: '0001050446', ticker: 'MSTR', name: 'Strategy', series: 'MSTR.bitcoin', sample: false },
  { cik: '0009900001', ticker: 'HRBX', name: 'Harbour Example Holdings', series: 'HRBX.bitcoin', sample: true },
  { cik: '0009900002', ticker: 'LNTX', name: 'Lantern Specimen Corp', series: 'LNTX.bitcoin', sample: true },
] as const satisfies readonly Filer[]
