import { describe, expect, test } from 'vitest'
import { readReport, recordedReport } from './recorded.ts'

/** In millions of dollars, read by hand in the notes named. */
const filings = [
  // Note 6: 2016 and 2020 notes of 12,000, and beside them commercial paper of 2.3 billion, to a tenth only
  ['companies/googl_10k_2025-02-05.html', null],
  // Note 6: its total of 14,746 has finance leases in it
  ['companies/inline/goog_10k_2023-12-31.html.gz', null],
  // Note 10: notes of August 2022, May 2023 and August 2024
  ['companies/inline/meta_10k_2024-12-31.html.gz', [10_000, 8_500, 10_500]],
  ['companies/inline/meta_10q_2023-06-30.html.gz', [2_750, 3_000, 2_750, 1_500, 1_500, 1_000, 1_750, 2_500, 1_750]],
  // term loans of its French subsidiary
  ['companies/inline/gme_10k_2024-02-03.html.gz', [28.5]],
  // 106,629 carried; commercial paper is stated at about 10 billion only
  ['companies/inline/aapl_10k_2024-09-28.html.gz', null],
  // instruments of 7.7 million, of which a table of maturities has 7.3
  ['companies/inline/muln_10q_2023-06-30.html.gz', null],
  ['companies/inline/shop_10k_2025-12-31.html.gz', []],
] as const

describe('debt at principal, and preferred stock, of recorded reports of other companies', () => {
  test.each(filings)('%s', (file, debt) => {
    const { report } = readReport(recordedReport(`sec/filings/${file}`))
    expect(report?.debt?.map(({ principal }) => principal / 1e6) ?? null).toEqual(debt)
  })

  test.each([
    ['companies/inline/meta_10k_2024-12-31.html.gz', []],
    ['companies/inline/aapl_10k_2024-09-28.html.gz', []],
    ['companies/googl_10k_2025-02-05.html', []],
    // convertible preferred stock of 781 million at book, no count and no preference
    ['companies/pg_10q_2025-04-24.html', null],
    // redeemable interests of others stand beside equity
    ['companies/inline/adm_10k_2025-12-31.html.gz', null],
  ] as const)('%s has preferred stock %j', (file, classes) => {
    expect(readReport(recordedReport(`sec/filings/${file}`)).report?.preferred).toEqual(classes)
  })
})
