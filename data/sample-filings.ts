/**
 * The invented companies of the sample feeds as their filings describe them, and how they buy. `cik` joins `data/companies.ts`.
 *
 * The programme begins with `opening` coins and reports for the first time on the Monday `firstReport`; from then on it reports every few
 * weeks without end, spending about `weeklyUsd` a week.
 */
export interface SampleProgramme {
  readonly cik: string
  readonly registrant: string
  readonly shortName: string
  readonly state: string
  readonly stateCode: string
  readonly fileNumber: string
  readonly ein: string
  readonly street: string
  readonly city: string
  readonly zip: string
  readonly phone: string
  readonly exchange: string
  readonly signer: readonly [name: string, title: string]
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
  /** US dollars of its at-the-market programme, whose sales it reports in a table of their own, before the one on bitcoin; 0 for none. */
  readonly atTheMarketUsd: number
}

export const samplePurpose = 'SAMPLE DATA: an invented filing of an invented company. It was never filed with anyone.'

export const sampleProgrammes = [
  {
    cik: '0009900001',
    registrant: 'HARBOUR EXAMPLE HOLDINGS INC',
    shortName: 'Harbour Example',
    state: 'Delaware',
    stateCode: 'DE',
    fileNumber: '001-99001',
    ein: '99-0000001',
    street: '1 Example Quay',
    city: 'Sampleton',
    zip: '00001',
    phone: '(555) 010-0001',
    exchange: 'Nasdaq',
    signer: ['A. Specimen', 'Chief Financial Officer'],
    firstReport: '2021-11-01',
    opening: { bitcoin: 24_180, costUsd: 702_600_000 },
    weeklyUsd: 9_500_000,
    aggregate: { unit: 'billions', decimals: 3 },
    files: 'domestic',
    currentReports: true,
    lastPeriod: null,
    atTheMarketUsd: 3_000_000_000,
  },
  {
    cik: '0009900002',
    registrant: 'LANTERN SPECIMEN CORP',
    shortName: 'Lantern Specimen',
    state: 'Nevada',
    stateCode: 'NV',
    fileNumber: '001-99002',
    ein: '99-0000002',
    street: '22 Placeholder Road',
    city: 'Mock Springs',
    zip: '00002',
    phone: '(555) 010-0002',
    exchange: 'NYSE American',
    signer: ['B. Placeholder', 'General Counsel and Secretary'],
    firstReport: '2021-11-15',
    opening: { bitcoin: 1_240, costUsd: 41_900_000 },
    weeklyUsd: 1_100_000,
    aggregate: { unit: 'millions', decimals: 1 },
    files: 'domestic',
    currentReports: true,
    lastPeriod: null,
    atTheMarketUsd: 250_000_000,
  },
  {
    cik: '0009900003',
    registrant: 'SABLE SAMPLE MINING INC',
    shortName: 'Sable Sample',
    state: 'Texas',
    stateCode: 'TX',
    fileNumber: '001-99003',
    ein: '99-0000003',
    street: '3 Mock Shaft Way',
    city: 'Example Flats',
    zip: '00003',
    phone: '(555) 010-0003',
    exchange: 'Nasdaq',
    signer: ['C. Mockup', 'Chief Financial Officer'],
    firstReport: '2025-01-06',
    opening: { bitcoin: 3_120, costUsd: 118_000_000 },
    weeklyUsd: 0,
    aggregate: { unit: 'millions', decimals: 1 },
    files: 'domestic',
    currentReports: false,
    lastPeriod: '2025-12-31',
    atTheMarketUsd: 0,
  },
  {
    cik: '0009900004',
    registrant: 'DRIFTWOOD FICTIONAL GROUP INC',
    shortName: 'Driftwood Fictional',
    state: 'Delaware',
    stateCode: 'DE',
    fileNumber: '001-99004',
    ein: '99-0000004',
    street: '4 Tideline Avenue',
    city: 'Fictional Harbor',
    zip: '00004',
    phone: '(555) 010-0004',
    exchange: 'NYSE',
    signer: ['D. Fiction', 'Chief Accounting Officer'],
    firstReport: '2025-01-06',
    opening: { bitcoin: 12_480, costUsd: 571_000_000 },
    weeklyUsd: 0,
    aggregate: { unit: 'millions', decimals: 1 },
    files: 'domestic',
    currentReports: false,
    lastPeriod: null,
    atTheMarketUsd: 0,
  },
  {
    cik: '0009900005',
    registrant: 'QUARTZ PLACEHOLDER PLC',
    shortName: 'Quartz Placeholder',
    state: 'England and Wales',
    stateCode: 'X0',
    fileNumber: '001-99005',
    ein: '00-0000000',
    street: '5 Specimen Lane',
    city: 'Mockchester',
    zip: 'ZZ1 1ZZ',
    phone: '+44 20 7946 0005',
    exchange: 'Nasdaq',
    signer: ['E. Sample', 'Chief Executive Officer'],
    firstReport: '2025-01-06',
    opening: { bitcoin: 1_900, costUsd: 92_000_000 },
    weeklyUsd: 0,
    aggregate: { unit: 'millions', decimals: 1 },
    files: 'foreign',
    currentReports: false,
    lastPeriod: null,
    atTheMarketUsd: 0,
  },
] as const satisfies readonly SampleProgramme[]
