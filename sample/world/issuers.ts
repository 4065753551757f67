/** Invented companies: who they are, how they buy, what their reports say beside bitcoin, and what third parties publish of them. */

/** One that is registered with the SEC. */
export interface Registrant {
  readonly cik: string
  readonly ticker: string
  readonly name: string
  /** As its filings' covers say. */
  readonly registrant: string
  readonly state: readonly [name: string, code: string]
  readonly fileNumber: string
  readonly ein: string
  readonly street: string
  readonly city: string
  readonly zip: string
  readonly phone: string
  readonly exchange: string
}

/** One that reports to the SEC what it holds in bitcoin. */
export interface Issuer extends Registrant {
  readonly shortName: string
  readonly signer: readonly [name: string, title: string]
  /**
   * The Monday of its first report, of `opening` coins; from then on it reports every few weeks without end, spending about `weeklyUsd` a
   * week.
   */
  readonly firstReport: string
  readonly opening: { readonly bitcoin: number; readonly costUsd: number }
  readonly weeklyUsd: number
  /** In which unit its later tables print the aggregate purchase price, and with how many decimals. */
  readonly aggregate: { readonly unit: 'millions' | 'billions'; readonly decimals: number }
  /** `domestic`: 10-Q, 10-K and 8-K; `foreign`: reports on form 6-K alone, which tell no total. */
  readonly files: 'domestic' | 'foreign'
  /** Sends 8-Ks; one that does not says what it holds in its periodic reports alone. */
  readonly currentReports: boolean
  /** Balance sheet day of its last periodic report; null where they go on. */
  readonly lastPeriod: string | null
  /** US dollars of its at-the-market programme, whose sales it reports in their own table, before the one on bitcoin; 0 for none. */
  readonly atTheMarketUsd: number
  /** What its periodic reports say; null where it files none. */
  readonly report: IssuerReport | null
}

/** Amounts in US dollars. */
export interface IssuerReport {
  /** Coins at every balance sheet day, or those of the newest current report before it. */
  readonly bitcoin: number | 'as reported'
  readonly shares: number
  readonly notes: readonly Note[]
  readonly preferred: { readonly member: string; readonly shares: number; readonly preference: number } | null
  readonly cash: number
  /** Assets beside bitcoin and cash. */
  readonly otherAssets: number
}

interface Note {
  readonly member: string
  readonly title: string
  readonly principal: number
  readonly coupon: number
  readonly maturity: string
}

export const samplePurpose = 'SAMPLE DATA: an invented filing of an invented company. It was never filed with anyone.'

export const inventedIds = (digit: number) => ({
  cik: `000990000${digit}`,
  fileNumber: `001-9900${digit}`,
  ein: `99-000000${digit}`,
  zip: `0000${digit}`,
  phone: `(555) 010-000${digit}`,
})
const note = (member: string, title: string, principal: number, coupon: number, maturity: string): Note => ({
  member,
  title,
  principal,
  coupon,
  maturity,
})
/** Reports what it holds in its periodic reports. */
const quiet = {
  firstReport: '2025-01-06',
  weeklyUsd: 0,
  aggregate: { unit: 'millions', decimals: 1 },
  files: 'domestic',
  currentReports: false,
  lastPeriod: null,
  atTheMarketUsd: 0,
  report: null,
} as const
const plain = { notes: [], preferred: null } as const

export const issuers: readonly Issuer[] = [
  {
    ...quiet,
    ...inventedIds(1),
    ticker: 'HRBX',
    name: 'Harbour Example Holdings',
    registrant: 'HARBOUR EXAMPLE HOLDINGS INC',
    shortName: 'Harbour Example',
    state: ['Delaware', 'DE'],
    street: '1 Example Quay',
    city: 'Sampleton',
    exchange: 'Nasdaq',
    signer: ['A. Specimen', 'Chief Financial Officer'],
    firstReport: '2021-11-01',
    opening: { bitcoin: 24_180, costUsd: 702_600_000 },
    weeklyUsd: 9_500_000,
    aggregate: { unit: 'billions', decimals: 3 },
    currentReports: true,
    atTheMarketUsd: 3_000_000_000,
    report: {
      bitcoin: 'as reported',
      shares: 36_400_000,
      notes: [
        note('ConvertibleNotesDue2029Member', '0.625% Convertible Senior Notes due 2029', 400_000_000, 0.625, '2029-03-15'),
        note('ConvertibleNotesDue2031Member', '2.25% Convertible Senior Notes due 2031', 250_000_000, 2.25, '2031-09-01'),
      ],
      preferred: { member: 'SeriesAPreferredStockMember', shares: 1_500_000, preference: 150_000_000 },
      cash: 61_400_000,
      otherAssets: 84_000_000,
    },
  },
  {
    ...quiet,
    ...inventedIds(2),
    ticker: 'LNTX',
    name: 'Lantern Specimen Corp',
    registrant: 'LANTERN SPECIMEN CORP',
    shortName: 'Lantern Specimen',
    state: ['Nevada', 'NV'],
    street: '22 Placeholder Road',
    city: 'Mock Springs',
    exchange: 'NYSE American',
    signer: ['B. Placeholder', 'General Counsel and Secretary'],
    firstReport: '2021-11-15',
    opening: { bitcoin: 1_240, costUsd: 41_900_000 },
    weeklyUsd: 1_100_000,
    currentReports: true,
    atTheMarketUsd: 250_000_000,
    report: { ...plain, bitcoin: 'as reported', shares: 58_900_000, cash: 12_300_000, otherAssets: 9_800_000 },
  },
  {
    ...quiet,
    ...inventedIds(3),
    ticker: 'SBLX',
    name: 'Sable Sample Mining Inc',
    registrant: 'SABLE SAMPLE MINING INC',
    shortName: 'Sable Sample',
    state: ['Texas', 'TX'],
    street: '3 Mock Shaft Way',
    city: 'Example Flats',
    exchange: 'Nasdaq',
    signer: ['C. Mockup', 'Chief Financial Officer'],
    opening: { bitcoin: 3_120, costUsd: 118_000_000 },
    lastPeriod: '2025-12-31',
    report: { ...plain, bitcoin: 3_120, shares: 30_100_000, cash: 8_200_000, otherAssets: 141_000_000 },
  },
  {
    ...quiet,
    ...inventedIds(4),
    ticker: 'DRFT',
    name: 'Driftwood Fictional Group',
    registrant: 'DRIFTWOOD FICTIONAL GROUP INC',
    shortName: 'Driftwood Fictional',
    state: ['Delaware', 'DE'],
    street: '4 Tideline Avenue',
    city: 'Fictional Harbor',
    exchange: 'NYSE',
    signer: ['D. Fiction', 'Chief Accounting Officer'],
    opening: { bitcoin: 12_480, costUsd: 571_000_000 },
    report: {
      bitcoin: 12_480,
      shares: 88_000_000,
      notes: [note('SeniorNotesDue2027Member', '7.50% Senior Notes due 2027', 120_000_000, 7.5, '2027-06-30')],
      preferred: null,
      cash: 20_500_000,
      otherAssets: 33_000_000,
    },
  },
  {
    ...quiet,
    ...inventedIds(5),
    ticker: 'QRTZ',
    name: 'Quartz Placeholder plc',
    registrant: 'QUARTZ PLACEHOLDER PLC',
    shortName: 'Quartz Placeholder',
    state: ['England and Wales', 'X0'],
    ein: '00-0000000',
    street: '5 Specimen Lane',
    city: 'Mockchester',
    zip: 'ZZ1 1ZZ',
    phone: '+44 20 7946 0005',
    exchange: 'Nasdaq',
    signer: ['E. Sample', 'Chief Executive Officer'],
    opening: { bitcoin: 1_900, costUsd: 92_000_000 },
    files: 'foreign',
  },
]

export const issuerOf = (cik: string): Issuer | undefined => issuers.find((issuer) => issuer.cik === cik)

/** Six years: due within one, two, ... five years, and later. */
type Schedule = readonly [number, number, number, number, number, number]

/** The one that reports in Japan; amounts in thousands of yen, which its sheets are kept in. */
export const japaneseIssuer = {
  edinet: 'E99901',
  ticker: '9901',
  securityCode: '99010',
  corporateNumber: '9999901099901',
  name: '雲見本株式会社（SAMPLE DATA）',
  englishName: 'Kumo Mihon KK (SAMPLE DATA)',
  /** First balance sheet day of a year; the half-years between them follow. */
  firstYearEnd: '2023-12-31',
  bitcoin: 2_150,
  /** Part of them that is pledged. */
  pledged: 30,
  /** Shares issued today, and those the company holds itself. */
  issued: 180_000_000,
  treasury: 620_000,
  cash: 3_410_520,
  otherAssets: 2_204_180,
  shortTermLoans: 1_550_000,
  longTermLoans: [159_884, 120_004, 83_314, 40_000, 0, 0] satisfies Schedule,
  bonds: { name: '第３回無担保普通社債', schedule: [1_750_000, 0, 1_500_000, 0, 0, 0] satisfies Schedule },
  otherLiabilities: 812_400,
}

/** The invented company that files in Korea, a bank. */
export const koreanFiler = { corp_cls: 'Y', corp_name: '견본구름(SAMPLE DATA)', corp_code: '99990001', stock_code: '999001' }
