import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as rows from '../../data/companies.ts'
import { isUsdBalance, isWhole } from '../../pipeline/companies/fact.ts'
import type { Market } from '../../pipeline/companies/market.ts'
import * as registry from '../../pipeline/companies/markets/index.ts'
import type { RowFeed } from '../../pipeline/feeds/feed.ts'
import { asOfMoment, dayNumber } from '../../pipeline/time/day.ts'
import { recordingOf } from '../recording-of.ts'
import { fact } from '../treasuries/periodic/facts.ts'

/**
 * A market that does not exist, as an editor would add it: its tags, a feed and a company. Nothing else of the product is touched, from a
 * recorded body to the lines of its statements and a holding.
 */
const market: Market = {
  id: 'zz',
  upstream: 'sec',
  currency: 'USD',
  rate: null,
  namesFinancing: false,
  whyNoShareCount: null,
  citation: () => null,
  cover: { periodEnd: 'zz:PeriodEnd', form: 'zz:Form', entity: (code) => code },
  periodicForms: /^Yearly/u,
  needsAssets: () => true,
  tags: {
    total_assets: ['zz:AllAssets'],
    cash: ['zz:Coins', 'zz:Money'],
    debt: ['zz:Owed'],
    preferred_stock: ['zz:Preferred'],
    shares: ['zz:SharesOut'],
    digital_assets: ['zz:ChainAssets'],
    bitcoin_units: ['zz:ChainUnits'],
  },
  amounts: ({ facts }) => facts.filter((each) => isUsdBalance(each) && isWhole(each)),
}

const company: rows.Company = { ...rows.companies[0]!, id: 'zz:Z77', market: 'zz', code: 'Z77', ticker: 'ZZCO', series: null }
const url = 'https://filings.example/Z77/1'

/** Reports of the market: JSON of names and numbers of one day. */
const feed: RowFeed = {
  id: 'zz-reports',
  upstream: 'sec',
  title: 'Reports of the planted market',
  needs: null,
  match: (address) => address.href.startsWith('https://filings.example/'),
  plan: () => [],
  parse: (body) => {
    const { id, filed, day, tags } = JSON.parse(Buffer.from(body).toString()) as {
      id: string
      filed: string
      day: string
      tags: Record<string, number>
    }
    const on = { end: day }
    const facts = [
      fact('zz:PeriodEnd', day, on),
      fact('zz:Form', 'Yearly report', on),
      ...Object.entries(tags).map(([name, value]) =>
        fact(`zz:${name}`, value, {
          ...on,
          unit: name === 'ChainUnits' ? 'zz:coins' : name === 'SharesOut' ? 'zz:shares' : 'USD',
        }),
      ),
    ].map((each) => ({ ...each, context: { ...each.context, entity: 'Z77' } }))
    const filing = {
      accession: id,
      company: 'zz:Z77',
      form: 'Yearly report',
      filing_date: filed,
      report_date: day,
      items: '',
      url,
    }
    return {
      rows: { filing: [{ ...filing, accepted_at: `${filed}T09:00:00Z` }] },
      reports: [{ accession: id, company: 'zz:Z77', form: 'Yearly report', url, facts, texts: [], spans: [] }],
      rejected: [],
      next: [],
    }
  },
}

const body = Buffer.from(
  JSON.stringify({
    id: 'ZZ-1',
    filed: '2026-02-20',
    day: '2025-12-31',
    tags: {
      AllAssets: 500_000_000,
      Money: 20_000_000,
      Owed: 90_000_000,
      Preferred: 0,
      SharesOut: 7_000_000,
      ChainAssets: 90_000_000,
      ChainUnits: 1_000,
    },
  }),
)

beforeEach(() => {
  vi.resetModules()
  vi.doMock('../../data/companies.ts', () => ({
    ...rows,
    companies: [...rows.companies, company],
    companyById: (id: string) => (id === company.id ? company : rows.companyById(id)),
    rosterOf: (sample: boolean) => (sample ? rows.rosterOf(true) : [...rows.rosterOf(false), company]),
  }))
  vi.doMock('../../pipeline/companies/markets/index.ts', () => ({
    markets: [...registry.markets, market],
    marketOf: (of: { market: string }) => (of.market === 'zz' ? market : registry.marketOf(of)),
  }))
})
afterEach(() => {
  vi.doUnmock('../../data/companies.ts')
  vi.doUnmock('../../pipeline/companies/markets/index.ts')
})

test('a market is its tags, a feed and its companies: from a recorded body to statement lines and a holding', async () => {
  const { withStatementRows } = await import('../../pipeline/treasuries/report-rows.ts')
  const { extractTotals } = await import('../../pipeline/treasuries/extract-totals.ts')
  const { load } = await import('../../pipeline/warehouse/companies/load.ts')
  const { openStore, select } = await import('../../pipeline/warehouse/store.ts')
  const { reviewReportCounts } = await import('../../activities/load/report-figures.ts')
  const { readKnownVersions } = await import('../../activities/compute/known.ts')
  const { dayView } = await import('../../pipeline/days/point-in-time-days.ts')
  const store = await openStore(':memory:')
  try {
    const recording = recordingOf(url, body, '2026-02-21T00:00:00Z')
    const prices = recordingOf('https://prices.example/', 'prices', '2026-01-02T00:00:00Z')
    const sighting = [
      {
        series: 'btc.PriceUSD',
        period: dayNumber('2025-12-31')!,
        value: 90_500,
        seenAt: Date.parse('2026-01-02T00:00:00Z'),
        publishedAt: null,
      },
    ]
    await load(
      store,
      [
        { recording, feed: feed.id, parsed: withStatementRows(feed.parse(body, recording)) },
        { recording: prices, feed: 'coinmetrics-csv', parsed: { rows: { sighting }, rejected: [], next: [] } },
      ],
      extractTotals,
    )
    await reviewReportCounts(store)
    const lines = await select<{ line: string; value: number | null; concept: string }>(
      store,
      'SELECT line, CAST(value AS DOUBLE) AS value, concept FROM statement_line WHERE company = $1 ORDER BY seq',
      ['zz:Z77'],
    )
    expect(lines.map(({ line, value }) => [line, value])).toEqual([
      ['total_assets', 500_000_000],
      ['cash', 20_000_000],
      ['debt', 90_000_000],
      ['preferred_stock', 0],
      ['maturities', null],
      ['due_within_24_months', null],
      ['shares', 7_000_000],
    ])
    expect(lines[1]!.concept).toBe('zz:Coins zz:Money')
    expect(await select(store, "SELECT count(*)::INTEGER AS facts FROM fact WHERE company = 'zz:Z77'")).toEqual([{ facts: 9 }])
    const asOf = dayNumber('2026-03-01')!
    const { companies } = dayView(await readKnownVersions(store, asOf), asOf, asOfMoment(asOf)).treasuries()
    expect(companies.find(({ ticker }) => ticker === 'ZZCO')).toMatchObject({
      holding: { precision: 'exact', btc_exact: 1_000, as_of: '2025-12-31', reading: { how: 'tag' } },
      financing: { senior_claims_usd: 90_000_000, cash_usd: 20_000_000, missing: ['amount due within 24 months'] },
    })
  } finally {
    await store.close()
  }
})
