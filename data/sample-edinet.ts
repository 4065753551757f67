/**
 * What the invented Japanese company says in its reports at EDINET. `edinet` joins `data/companies.ts`; amounts in thousands of yen, which
 * its sheets are kept in.
 */
export interface SampleJapaneseReporter {
  readonly edinet: string
  readonly securityCode: string
  readonly corporateNumber: string
  readonly name: string
  readonly englishName: string
  /** First balance sheet day of a year; the half-years between them follow. */
  readonly firstYearEnd: string
  readonly bitcoin: number
  /** Part of them that is pledged. */
  readonly pledged: number
  /** Shares issued today, and those the company holds itself. */
  readonly issued: number
  readonly treasury: number
  readonly cash: number
  readonly otherAssets: number
  readonly shortTermLoans: number
  /** Long-term loans by year: due within one, two, ... five years, and later. */
  readonly longTermLoans: readonly [number, number, number, number, number, number]
  readonly bonds: { readonly name: string; readonly schedule: readonly [number, number, number, number, number, number] }
  readonly otherLiabilities: number
}

export const sampleJapaneseReporters = [
  {
    edinet: 'E99901',
    securityCode: '99010',
    corporateNumber: '9999901099901',
    name: '雲見本株式会社（SAMPLE DATA）',
    englishName: 'Kumo Mihon KK (SAMPLE DATA)',
    firstYearEnd: '2023-12-31',
    bitcoin: 2_150,
    pledged: 30,
    issued: 180_000_000,
    treasury: 620_000,
    cash: 3_410_520,
    otherAssets: 2_204_180,
    shortTermLoans: 1_550_000,
    longTermLoans: [159_884, 120_004, 83_314, 40_000, 0, 0],
    bonds: { name: '第３回無担保普通社債', schedule: [1_750_000, 0, 1_500_000, 0, 0, 0] },
    otherLiabilities: 812_400,
  },
] as const satisfies readonly SampleJapaneseReporter[]
