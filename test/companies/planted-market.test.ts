import { expect, test, vi } from 'vitest'
import { composeCompanyBatches } from '../../activities/compute/companies.ts'
import { statementFigure } from '../../pipeline/documents/company/statements.ts'
import type { RowFeed } from '../../pipeline/feeds/feed.ts'
import type { StatementFactRow } from '../../pipeline/tables/company.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { loadOf } from '../load-of.ts'

/** A sixth market: its row, with concepts that no other market has. */
const planted = vi.hoisted(() => ({
  market: 'zz',
  title: 'Planted',
  timeZone: 'UTC',
  tier: 'pro',
  upstream: 'xbrl-index',
  number: 'lei',
  tags: {
    revenue: ['zz:Sales'],
    net_income: ['zz:Profit'],
    total_assets: ['zz:Assets'],
    total_liabilities: ['zz:Debts'],
    equity_with_minorities: ['zz:Owned'],
  },
  standards: [['', 'Planted GAAP']],
  report: 'https://example.com/{number}/{filing}',
}))

vi.mock('../../data/companies/markets.ts', async (original) => {
  const module = await original<typeof import('../../data/companies/markets.ts')>()
  const markets = [...module.companyMarkets, planted]
  const companyMarketOf = ({ company }: { company: string }) => markets.find(({ market }) => company.startsWith(`${market}:`))
  return { ...module, companyMarkets: markets, companyMarketOf }
})

/** Its feed: a report is a list of amounts. */
const feed: RowFeed = {
  ...{ id: 'planted', upstream: 'xbrl-index', title: 'Planted', needs: null, plan: () => [] },
  match: ({ host }) => host === 'planted.example',
  parse: (body) => {
    const { filing, filed, end, amounts } = JSON.parse(Buffer.from(body).toString()) as Report
    const company = 'zz:7'
    const rows = Object.entries(amounts).map(
      ([name, value]): StatementFactRow => ({
        ...{ company, filing, scope: 'consolidated', concept: `zz:${name}`, label: null, unit: 'EUR', to_day: end },
        from_day: name === 'Sales' || name === 'Profit' ? `${end.slice(0, 4)}-01-01` : null,
        ...{ end_year: null, end_quarter: null, months_back: null, months: null, value: String(value) },
        ...{ form: 'annual report', filed, basis: 'filed' },
      }),
    )
    const issuer = {
      ...{
        company,
        told_by: 'filer' as const,
        name: 'Planted plc',
        former_names: [],
        country: null,
        industry_code: null,
        industry: null,
      },
      ...{ fiscal_year_end: '12-31', filer_class: null, tickers: [], exchanges: [], lei: null },
    }
    return { rows: { statement_fact: rows, issuer: [issuer] }, rejected: [], next: [] }
  },
}

interface Report {
  readonly filing: string
  readonly filed: string
  readonly end: string
  readonly amounts: Readonly<Record<string, number>>
}

test('a sixth market is a row with its concepts and a feed: its company is derived and composed', async () => {
  const reports: Report[] = [
    { filing: 'A', filed: '2025-03-01', end: '2024-12-31', amounts: { Sales: 90, Profit: 9, Assets: 70, Debts: 40, Owned: 30 } },
    {
      filing: 'B',
      filed: '2026-03-01',
      end: '2025-12-31',
      amounts: { Sales: 100, Profit: 10, Assets: 80, Debts: 45, Owned: 35 },
    },
  ]
  const store = await openStore(':memory:')
  const loads = reports.map((report) =>
    loadOf(`https://planted.example/${report.filing}`, JSON.stringify(report), `${report.filed}T12:00:00Z`, feed),
  )
  await load(store, loads, () => [])
  const options = { asOf: dayNumber('2026-06-30')!, sample: false }
  const { batches } = await composeCompanyBatches(store, new Map(), options, new AbortController().signal)
  const composed = []
  for await (const { briefings } of batches) composed.push(...briefings)
  expect(composed.map(({ name, market, row }) => [name, market, row.why['company']])).toEqual([['Planted plc', 'zz', undefined]])
  const { numbers, header } = composed[0]!.blocks
  const known = numbers!.periods.map(({ id }) => [id, statementFigure(numbers!, 'revenue', id)] as const)
  expect(known.map(([id, figure]) => [id, figure!.value, figure!.knownSince])).toEqual([
    ['FY2025', 100, '2026-03-01'],
    ['FY2024', 90, '2025-03-01'],
  ])
  expect(numbers!.accounting_standard).toBe('Planted GAAP')
  expect(header!.latest_filing.url).toBe('https://example.com/7/B')
  store.close()
})
