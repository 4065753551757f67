import { dayNumber } from '../../pipeline/time/day.ts'
import type { FiledCount, KnownCompany, PeriodicReport, WitnessCount } from '../../pipeline/treasuries/known.ts'
import type { Column } from '../../pipeline/values/column.ts'

/** Invented facts of a company for tests; each test changes what it is about. */
export const filing = {
  form: '10-Q',
  accession: '0009900009-26-000009',
  filed: '2026-11-05',
  url: 'https://www.sec.gov/Archives/edgar/data/9900009/000990000926000009/x.htm',
  knownAt: '2026-11-05T21:00:00Z',
}

export function count(value: number, asOf: string, more: Partial<FiledCount> = {}): FiledCount {
  return {
    filing: {
      ...filing,
      form: '8-K',
      filed: asOf,
      knownAt: `${asOf}T13:00:00Z`,
      accession: `0009900009-26-${asOf.slice(5).replace('-', '')}00`,
    },
    value,
    asOf,
    how: 'table',
    place: 'table 1, row 2, column 3',
    status: 'served',
    checks: [{ name: 'price', passed: true, detail: 'borne out' }],
    ...more,
  }
}

export function witness(btc: number, readOn = '2026-11-19', more: Partial<WitnessCount> = {}): WitnessCount {
  return {
    provider: 'coingecko',
    name: 'CoinGecko',
    url: 'https://x.example',
    btc,
    readOn,
    knownAt: `${readOn}T12:00:00Z`,
    ...more,
  }
}

export function report(more: Partial<PeriodicReport> = {}): PeriodicReport {
  return {
    filing,
    periodEnd: '2026-09-30',
    currency: 'USD',
    btc: { value: 10_000, basis: 'tag' },
    btcFairValue: 800_000_000,
    btcCost: 700_000_000,
    debt: [{ name: '0% notes due 2029', principal: 300_000_000, couponPercent: 0, maturity: '2029-03-01', put: null }],
    preferred: [{ name: 'Series A', shares: 1_000_000, liquidationPreference: 100_000_000 }],
    maturities: [{ label: 'next twelve months', to: '2027-09-30', amount: 0 }],
    dueWithin24Months: 5_000_000,
    cash: 50_000_000,
    totalAssets: 1_000_000_000,
    coverShares: [
      { name: 'Class A', shares: 9_000_000, asOf: '2026-10-30' },
      { name: 'Class B', shares: 1_000_000, asOf: '2026-10-30' },
    ],
    ...more,
  }
}

export function company(more: Partial<KnownCompany> = {}): KnownCompany {
  return {
    ticker: 'TEST',
    name: 'Test Company',
    market: 'us',
    foreign: false,
    programs: false,
    splits: [],
    classes: ['Class A', 'Class B'],
    counts: [],
    witnesses: [],
    report: null,
    heldReport: null,
    laterFinancing: [],
    closes: null,
    thirdPartyMnav: null,
    ...more,
  }
}

/** A series of values by day, each known at the end of its day. */
export function column(series: string, unit: string, values: Readonly<Record<string, number>>): Column {
  const days = Object.keys(values)
    .map((day) => dayNumber(day)!)
    .sort((a, b) => a - b)
  return {
    series,
    unit,
    period: Int32Array.from(days),
    value: Float64Array.from(Object.values(values)),
    known: Float64Array.from(days, (day) => (day + 1) * 86_400_000 - 1_000),
    basis: Uint8Array.from(days, () => 1),
  }
}

export const asOf = dayNumber('2026-11-20')!
