import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import type { Version } from '../../pipeline/companies/figures/version.ts'
import { type View, viewOf } from '../../pipeline/companies/figures/view.ts'
import { esefIndex } from '../../pipeline/source/feeds/esef-index.ts'
import { esefReport } from '../../pipeline/source/feeds/esef-report.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { deadlineOf } from '../../pipeline/time/deadline.ts'
import { versionsOf } from '../../pipeline/warehouse/companies/company-versions.ts'
import { issuersOf } from '../../pipeline/warehouse/companies/issuers.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import type { Issuer } from '../../pipeline/warehouse/tables/company.ts'
import { companyNamed } from '../../server/news/company.ts'
import { recordingOf } from '../recorded.ts'
import { recordedCompanies, withoutCompanies } from '../recorded-companies.ts'
import { figureOf } from './loaded.ts'
import { handRead, storeOf, strangeAfter } from './markets.ts'

const kainos = 'eu:213800H2PQMIF3OVZY47'
const address = 'https://filings.xbrl.org/213800H2PQMIF3OVZY47/2022-03-31/ESEF/GB/0/x.json'
const answers = recordedCompanies(/filings\.xbrl\.org\/api\/filings/)

/** The line of a hand-read fact, by how its reader named it. */
const lineOf = {
  revenue: 'revenue',
  'operating profit': 'operating_income',
  profit: 'net_income',
  assets: 'total_assets',
  liabilities: 'total_liabilities',
  equity: 'equity',
  'operating cash flow': 'operating_cash_flow',
  'basic EPS': 'eps_basic',
} as const

describe.skipIf(withoutCompanies)('companies in the UK and Europe', () => {
  let store: Store
  let versions: readonly Version[]
  let issuer: Issuer
  let view: View

  beforeAll(async () => {
    ;({ store } = await storeOf(/filings\.xbrl\.org\/[0-9A-Z]{20}\//))
    versions = (await versionsOf(store, [kainos])).get(kainos)!
    ;[issuer] = (await issuersOf(store, [kainos])) as [Issuer]
    view = viewOf(versions, shapeOf(issuer), dayNumber('2024-12-31')!)
  }, 60_000)
  afterAll(() => store?.close())

  test('every statement and known date that was read by hand is served', () => {
    const facts = handRead.filter(
      ({ market, kind }) => market === 'UK / Europe' && (kind === 'statement' || kind === 'known_date'),
    )
    expect(facts.map(({ id }) => id)).toContain('KNOS-09')
    for (const { id, kind, line, value, knownSince } of facts) {
      const figure = figureOf(view, kind === 'known_date' ? 'revenue' : lineOf[line as keyof typeof lineOf], 'FY2022')
      if (kind === 'known_date') expect([isoDay(figure!.known), figure!.basis], id).toEqual([knownSince, 'deadline'])
      else expect(figure?.value, id).toBeCloseTo(Number(value) * (line === 'basic EPS' ? 1 : 1e6), 3)
    }
  })

  test('figures are known from the deadline on', () => {
    expect(viewOf(versions, 'general', dayNumber('2022-07-31')!).years).toEqual([])
    expect(viewOf(versions, 'general', dayNumber('2022-08-01')!).years.map(({ label }) => label)).toEqual(['FY2022', 'FY2021'])
  })

  test('the balance sheet adds up, and the company is covered under its name', () => {
    const [assets, debts, equity] = (['total_assets', 'total_liabilities', 'equity_with_minorities'] as const).map(
      (line) => figureOf(view, line, 'FY2022')?.value,
    )
    expect([assets, debts, equity]).toEqual([207_222e3, 99_532e3, 107_690e3])
    const { name, blocks, row } = composeCompany(issuer, versions, dayNumber('2024-12-31')!)
    expect([name, row.why['company']]).toEqual(['Kainos Group plc', undefined])
    expect(blocks.header!.identity).toMatchObject({ lei: kainos.slice(3), country: 'United Kingdom', currency: 'GBP' })
    expect(blocks.header!.latest_filing.url).toBe('https://filings.xbrl.org/213800H2PQMIF3OVZY47/2022-03-31/ESEF/GB/0')
  })

  test('mutated bodies are refused, or give what they spell', () => {
    for (const recorded of recordedCompanies(/filings\.xbrl\.org/)) {
      const isIndex = recorded.url.includes('/api/')
      if (!isIndex || Buffer.from(recorded.body).includes('"data"'))
        expect(strangeAfter(recorded, isIndex ? 5 : 60), recorded.url).toEqual([])
    }
  })

  test('every recorded answer of the index leads to reports, or says why there is none', () => {
    for (const { url, at, body } of answers) {
      const read = () => esefIndex.parse(body, recordingOf(url, body, at))
      const { data } = JSON.parse(Buffer.from(body).toString()) as { data?: readonly unknown[] }
      if (data === undefined) expect(read, url).toThrow(/the answer has no list of filings: .+; check/)
      else {
        const { next, rejected } = read()
        expect(next.length + rejected.length, url).toBe(data.length)
        for (const lead of next) expect(esefReport.match(new URL(lead.url)), lead.url).toBe(true)
      }
    }
    const czechia = answers.find(({ url }) => url.endsWith('filter%5Bperiod_end%5D=2020-12-31'))!
    const { rejected } = esefIndex.parse(czechia.body, recordingOf(czechia.url, czechia.body, czechia.at))
    expect(rejected.map(({ reason }) => reason)).toContain('the index could not convert the report')
  })
})

/** A report with these facts: concept, period, unit, value and more of each. */
function read(facts: readonly (readonly [concept: string, period: string, unit: string, value: string, more?: object])[]) {
  const namespaces = {
    i: 'http://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
    c: 'http://www.xbrl.org/2003/iso4217',
    x: 'http://www.xbrl.org/2003/instance',
    s: 'http://standards.iso.org/iso/17442',
    own: 'http://example.com/own',
  }
  const all = facts.map(([concept, period, unit, value, more = {}], at) => {
    const { decimals, ...dimensions } = more as { readonly decimals?: number }
    return [`f${at}`, { value, decimals, dimensions: { concept, entity: 's:213800H2PQMIF3OVZY47', period, unit, ...dimensions } }]
  })
  const body = Buffer.from(JSON.stringify({ documentInfo: { namespaces }, facts: Object.fromEntries(all) }))
  const { rows, rejected } = esefReport.parse(body, recordingOf(address, body, '2022-08-03T00:00:00Z'))
  const amounts = (rows.statement_fact ?? []).map((row) => [row.concept, row.from_day, row.to_day, row.unit, row.value])
  return { amounts, rejected, issuer: rows.issuer![0]! }
}

test('companies of India and Europe are asked for by their ISIN and their LEI', () => {
  const companies = [kainos, 'in:INE002A01018', 'us:0000320193'].map((company) => ({ company, codes: [] }))
  const addresses = ['213800H2PQMIF3OVZY47', 'INE002A01018', '320193', 'INE002A01026']
  expect(addresses.map((address) => companyNamed({ companies }, address)?.company)).toEqual([
    ...companies.map(({ company }) => company),
    undefined,
  ])
})

describe('reports in xBRL-JSON', () => {
  const year = '2021-04-01T00:00:00/2022-04-01T00:00:00'
  const end = '2022-04-01T00:00:00'

  test('prefixes are those of the document; ends are midnights; minus zero is zero', () => {
    const { amounts } = read([
      ['i:Revenue', year, 'c:GBP', '5.5E3'],
      ['i:Assets', end, 'c:GBP', '-0'],
      ['i:BasicEarningsLossPerShare', year, 'c:GBP/x:shares', '0.29'],
      ['i:WeightedAverageShares', year, 'x:shares', '7'],
    ])
    expect(amounts).toEqual([
      ['ifrs-full:Revenue', '2021-04-01', '2022-03-31', 'GBP', '5500'],
      ['ifrs-full:Assets', null, '2022-03-31', 'GBP', '0'],
      ['ifrs-full:BasicEarningsLossPerShare', '2021-04-01', '2022-03-31', 'GBP/shares', '0.29'],
      ['ifrs-full:WeightedAverageShares', '2021-04-01', '2022-03-31', 'shares', '7'],
    ])
  })

  test('parts, other entities and concepts of the issuer are left out', () => {
    const { amounts, rejected } = read([
      ['i:Equity', end, 'c:GBP', '1', { 'i:ComponentsOfEquityAxis': 'i:IssuedCapitalMember' }],
      ['i:Assets', end, 'c:GBP', '1', { entity: 's:213800H2PQMIF3OVZY40' }],
      ['own:Revenue', year, 'c:GBP', '1'],
      ['c:Revenue', year, 'c:GBP', '1'],
    ])
    expect(amounts).toEqual([])
    expect(rejected.map(({ rule }) => rule)).toEqual(['no-statements'])
  })

  test('of an amount and the same one rounded the finer one counts; of two that differ none does', () => {
    const { amounts, rejected } = read([
      ['i:Assets', end, 'c:GBP', '207000000', { decimals: -6 }],
      ['i:Assets', end, 'c:GBP', '207222000', { decimals: -3 }],
      ['i:Liabilities', end, 'c:GBP', '99000000', { decimals: -3 }],
      ['i:Liabilities', end, 'c:GBP', '99532000', { decimals: -3 }],
    ])
    expect(amounts).toEqual([['ifrs-full:Assets', null, '2022-03-31', 'GBP', '207222000']])
    expect(rejected.map(({ rule }) => rule)).toEqual(['two-amounts'])
  })

  test('the form of the statements follows from what they state', () => {
    const deposits = ['i:DepositsFromCustomers', end, 'c:GBP', '1'] as const
    expect(shapeOf({ company: kainos, industryCode: read([deposits]).issuer.industry_code })).toBe('bank')
    const both = read([deposits, ['i:CurrentAssets', end, 'c:GBP', '1']]).issuer
    expect(shapeOf({ company: kainos, industryCode: both.industry_code })).toBe('general')
    const insurer = read([['i:InsuranceRevenue', year, 'c:GBP', '1']]).issuer
    expect(shapeOf({ company: kainos, industryCode: insurer.industry_code })).toBe('insurer')
  })

  test('deadlines are put off to a weekday, and months end with months', () => {
    expect(deadlineOf('eu', 'annual report', '2022-03-31')).toBe('2022-08-01')
    expect(deadlineOf('eu', 'annual report', '2023-02-28')).toBe('2023-06-30')
    expect(deadlineOf('eu', 'annual report', '2023-06-15')).toBe('2023-10-16')
    expect(deadlineOf('in', 'quarterly results', '2024-12-31')).toBe('2025-02-14')
    expect(deadlineOf('us', 'annual report', '2023-06-30')).toBeNull()
  })
})
