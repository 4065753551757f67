import { inventedIds, type Registrant } from './issuers.ts'

/** An invented company without bitcoin that files whole financial statements. Amounts in US dollars, days YYYY-MM-DD. */
export interface Reporter extends Registrant {
  readonly sic: string
  readonly sicDescription: string
  readonly ownerOrg: string
  readonly category: string
  /** MMDD; one that ends on a weekday ends near it. */
  readonly fiscalYearEnd: string
  readonly formerNames: readonly { readonly name: string; readonly from: string; readonly to: string }[]
  /** `weeks`: 12, 12, 12 and 16 or 17 weeks to the Saturday nearest to 31 August; `months`: calendar quarters. */
  readonly fiscal: 'weeks' | 'months'
  /** The first fiscal year of which it files reports; they compare it with the previous one. */
  readonly firstYear: number
  /** Revenue per week at the start, and costs as a share of revenue. */
  readonly weeklyRevenue: number
  readonly costShare: number
  /** Shares outstanding at the start, counted as today. */
  readonly shares: number
  /** Classes of common stock on the cover; the SEC's company facts have no count of several. */
  readonly classes: number
  /** Its parts, with their share of revenue; the first has what is left. */
  readonly segments: readonly { readonly name: string; readonly share: number }[]
  readonly split: { readonly day: string; readonly ratio: number } | null
  readonly restatement: Restatement | null
  /** Fiscal year whose annual report is filed late, after a notice (NT 10-K), and the days it takes. */
  readonly late: { readonly year: number; readonly days: number } | null
  /** The last fiscal year whose reports state gross profit; null if all do. */
  readonly grossProfitUntil: number | null
  /** Current reports other than results. */
  readonly events: readonly { readonly day: string; readonly items: string }[]
}

/** The error of an annual report that an amendment (10-K/A) corrects. */
interface Restatement {
  readonly year: number
  readonly day: string
  /** Inventory counted twice at the end of the year. */
  readonly inventory: number
  /** Purchases of equipment reported as operating payments. */
  readonly equipment: number
}

/** What most have: one class of shares, and no split, restatement or event. */
export const plainReporter = {
  ownerOrg: '04 Manufacturing',
  formerNames: [],
  classes: 1,
  split: null,
  restatement: null,
  late: null,
  grossProfitUntil: null,
  events: [],
} as const

export const reporters: readonly Reporter[] = [
  {
    ...plainReporter,
    ...inventedIds(6),
    ticker: 'MZPX',
    name: 'Marzipan Sample Foods Inc',
    registrant: 'MARZIPAN SAMPLE FOODS INC',
    state: ['Delaware', 'DE'],
    street: '6 Almond Mockup Street',
    city: 'Sampleton',
    exchange: 'NYSE',
    sic: '2060',
    sicDescription: 'Sugar & Confectionery Products',
    category: 'Large accelerated filer',
    fiscalYearEnd: '0831',
    formerNames: [{ name: 'ALMOND MOCKUP INC', from: '2018-06-04T04:00:00.000Z', to: '2019-03-01T05:00:00.000Z' }],
    fiscal: 'weeks',
    segments: [
      { name: 'Confectionery', share: 0.62 },
      { name: 'Ingredients', share: 0.38 },
    ],
    firstYear: 2020,
    weeklyRevenue: 41_000_000,
    costShare: 0.61,
    shares: 62_000_000,
    classes: 2,
    split: { day: '2024-01-16', ratio: 3 },
    restatement: { year: 2024, day: '2024-12-13', inventory: 23_400_000, equipment: 9_700_000 },
    late: { year: 2025, days: 97 },
    grossProfitUntil: 2024,
    events: [
      { day: '2024-01-16', items: '3.03,5.03' },
      { day: '2024-11-18', items: '4.02' },
    ],
  },
  {
    ...plainReporter,
    ...inventedIds(7),
    ticker: 'PLFX',
    name: 'Plainfield Specimen Tools Corp',
    registrant: 'PLAINFIELD SPECIMEN TOOLS CORP',
    state: ['Ohio', 'OH'],
    street: '7 Specimen Works',
    city: 'Plainfield Example',
    exchange: 'Nasdaq',
    sic: '3420',
    sicDescription: 'Cutlery, Handtools & General Hardware',
    category: 'Accelerated filer',
    fiscalYearEnd: '1231',
    fiscal: 'months',
    segments: [
      { name: 'Hand Tools', share: 0.7 },
      { name: 'Cutlery', share: 0.3 },
    ],
    firstYear: 2019,
    weeklyRevenue: 9_200_000,
    costShare: 0.57,
    shares: 15_500_000,
  },
]

export const reporterOf = (cik: string): Reporter | undefined => reporters.find((reporter) => reporter.cik === cik)
