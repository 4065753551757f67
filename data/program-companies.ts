/**
 * Tickers of the companies whose 8-Ks are followed between their periodic reports: what is left of their at-the-market programs, and the
 * counts of bitcoins they state since. One real company, which tells both every week, and one invented for the sample feeds.
 */
export const programCompanies: readonly string[] = ['MSTR', 'LNTX']
