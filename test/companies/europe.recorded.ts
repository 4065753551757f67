import { describe, expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'
import { composeCompany } from '../../pipeline/companies/compose.ts'
import { viewOf } from '../../pipeline/companies/figures/view.ts'
import { esefIndex } from '../../pipeline/feeds/esef-index.ts'
import { esefReport } from '../../pipeline/feeds/esef-report.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { recordedCompanies } from '../recorded-companies.ts'
import { recordingOf } from '../recording-of.ts'
import { kainos } from './european.ts'
import { figureOf } from './loaded.ts'
import { companiesIn, handRead, mutations, storeOf, strangeAfter } from './markets.ts'

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

const { store } = await storeOf(/filings\.xbrl\.org\/[0-9A-Z]{20}\//)
const companies = await companiesIn(store)
await store.close()
const versions = companies.versions.get(kainos)!
const issuer = companies.issuers.find(({ company }) => company === kainos)!
const view = viewOf(versions, shapeOf(issuer), dayNumber('2024-12-31')!)

describe('companies in the UK and Europe', () => {
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
        expect(strangeAfter(recorded, isIndex ? 5 : mutations(60)), recorded.url).toEqual([])
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
