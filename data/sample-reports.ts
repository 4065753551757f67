/**
 * What the periodic reports of the invented companies say beside their bitcoin. `cik` joins `data/companies.ts`; amounts in US dollars.
 */
export interface SampleReport {
  readonly cik: string
  /** Coins at every balance sheet day, or those of the newest current report before it. */
  readonly bitcoin: number | 'as reported'
  readonly shares: number
  readonly notes: readonly {
    readonly member: string
    readonly title: string
    readonly principal: number
    readonly coupon: number
    readonly maturity: string
  }[]
  readonly preferred: { readonly member: string; readonly shares: number; readonly preference: number } | null
  readonly cash: number
  /** Assets beside bitcoin and cash. */
  readonly otherAssets: number
}

export const sampleReports = [
  {
    cik: '0009900001',
    bitcoin: 'as reported',
    shares: 36_400_000,
    notes: [
      {
        member: 'ConvertibleNotesDue2029Member',
        title: '0.625% Convertible Senior Notes due 2029',
        principal: 400_000_000,
        coupon: 0.625,
        maturity: '2029-03-15',
      },
      {
        member: 'ConvertibleNotesDue2031Member',
        title: '2.25% Convertible Senior Notes due 2031',
        principal: 250_000_000,
        coupon: 2.25,
        maturity: '2031-09-01',
      },
    ],
    preferred: { member: 'SeriesAPreferredStockMember', shares: 1_500_000, preference: 150_000_000 },
    cash: 61_400_000,
    otherAssets: 84_000_000,
  },
  {
    cik: '0009900002',
    bitcoin: 'as reported',
    shares: 58_900_000,
    notes: [],
    preferred: null,
    cash: 12_300_000,
    otherAssets: 9_800_000,
  },
  {
    cik: '0009900003',
    bitcoin: 3_120,
    shares: 30_100_000,
    notes: [],
    preferred: null,
    cash: 8_200_000,
    otherAssets: 141_000_000,
  },
  {
    cik: '0009900004',
    bitcoin: 12_480,
    shares: 88_000_000,
    notes: [
      {
        member: 'SeniorNotesDue2027Member',
        title: '7.50% Senior Notes due 2027',
        principal: 120_000_000,
        coupon: 7.5,
        maturity: '2027-06-30',
      },
    ],
    preferred: null,
    cash: 20_500_000,
    otherAssets: 33_000_000,
  },
] as const satisfies readonly SampleReport[]
