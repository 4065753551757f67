import { describe, expect, test } from 'vitest'
import { shapeOf } from '../../data/companies/shapes.ts'
import { secSubmissions } from '../../pipeline/feeds/sec-submissions.ts'
import { bytesOf } from '../filings/recorded.ts'
import { recordedFilesIn } from '../recorded.ts'
import { flattened } from '../rows.ts'

describe('recorded bodies', () => {
  const files = recordedFilesIn('sec/submissions')
  const parsedOf = (cik: string) => {
    const file = files.find((name) => name.includes(`/${cik}_`))!
    const url = `https://data.sec.gov/submissions/${cik}.json`
    const recording = { id: 'r', url, at: '2026-07-02T16:00:00Z', status: 200, headers: {}, sha256: '', bytes: 0, sample: false }
    return flattened(secSubmissions.parse(bytesOf(file), recording))
  }

  test('Apple: who it is and its news; no filings, and nothing to ask', () => {
    const { issuer, news_record, periodic_filing, filing, next, rejected } = parsedOf('CIK0000320193')
    expect(issuer).toEqual([
      {
        company: 'us:0000320193',
        told_by: 'filer',
        name: 'Apple Inc.',
        former_names: [
          { name: 'APPLE INC', from: '2007-01-10', to: '2019-08-05' },
          { name: 'APPLE COMPUTER INC', from: '1994-01-26', to: '2007-01-04' },
          { name: 'APPLE COMPUTER INC/ FA', from: '1997-07-28', to: '1997-07-28' },
        ],
        country: 'United States',
        industry_code: '3571',
        industry: 'Electronic Computers',
        fiscal_year_end: '09-26',
        filer_class: 'Large accelerated filer',
        tickers: ['AAPL'],
        exchanges: ['Nasdaq'],
        lei: null,
      },
    ])
    expect([filing, next, rejected]).toEqual([[], [], []])
    expect(news_record.length).toBeGreaterThan(50)
    const forms = periodic_filing.map(({ form }) => form)
    // ten notices that situations follow from among them
    expect([forms.length, forms.filter((form) => form === '10-K').length]).toEqual([54, 11])
    expect(periodic_filing[0]).toEqual({
      ...{ filing: '0000320193-26-000006', company: 'us:0000320193', form: '10-Q', filed: '2026-01-30', period: '2025-12-27' },
      document_url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/aapl-20251227.htm',
      about: true,
      index_url: 'https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm',
    })
  })

  test.each([
    ['CIK0001336917', { tickers: ['UAA', 'UA'], exchanges: ['NYSE', 'NYSE'], fiscal_year_end: '03-31', former_names: [] }],
    ['CIK0001677077', { filer_class: 'Emerging growth company', fiscal_year_end: '04-30' }],
    ['CIK0000749647', { filer_class: 'Non-accelerated filer, Smaller reporting company' }],
    ['CIK0001731289', { tickers: [], exchanges: [], name: 'Nikola Corp' }],
    ['CIK0001050446', { industry_code: '6199', fiscal_year_end: '06-30' }],
    ['CIK0000895419', { fiscal_year_end: '06-29' }],
  ])('%s', (cik, expected) => expect(parsedOf(cik).issuer).toEqual([expect.objectContaining(expected)]))

  test('each names its industry, and none of these files the statements of a bank, insurer, broker or trust', () => {
    const issuers = files.flatMap((file) => {
      const [, cik] = /\/(CIK\d{10})_/u.exec(file) ?? []
      return cik === undefined ? [] : parsedOf(cik).issuer
    })
    expect(issuers.length).toBeGreaterThan(12)
    expect(new Set(issuers.map(({ company, industry_code: industryCode }) => shapeOf({ company, industryCode })))).toEqual(
      new Set(['general']),
    )
    for (const { industry, industry_code: sic, company } of issuers) expect([industry, sic], company).not.toContain(null)
  })
})
