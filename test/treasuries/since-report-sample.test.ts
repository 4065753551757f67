import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { treasuriesOn } from '../../pipeline/days/treasuries.ts'
import { treasuryKind } from '../../pipeline/documents/treasury.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { renderMarkdown } from '../../pipeline/render/markdown.ts'
import { asOfMoment, dayNumber } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { filedCounts, financingFilings, programPassages } from '../../pipeline/warehouse/companies/filings.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { filedReports } from '../../pipeline/warehouse/companies/reports.ts'
import type { Store } from '../../pipeline/warehouse/store.ts'
import { answerAt } from '../../sample/wire/index.ts'
import { issuerOf } from '../../sample/world/issuers.ts'
import { emptyStore } from '../empty-store.ts'
import { loadOf } from '../load-of.ts'

/** The invented filers' indexes and newest documents, read and loaded as a refresh would. */
const made = '2026-12-20T12:00:00Z'
const first = '2026-05-01'

let store: Store
let known: Omit<Parameters<typeof treasuriesOn>[0], 'asOf' | 'moment'>

function loadFrom(url: string) {
  const feed = feedFor(url)!
  return loadOf(url, answerAt({ feed: feed.id, upstream: feed.upstream, url }, Date.parse(made)).body, made, feed)
}

beforeAll(async () => {
  store = await emptyStore()
  const indexes = rosterOf(true)
    .filter(({ code }) => issuerOf(code) !== undefined)
    .map(({ code: cik }) => loadFrom(`https://data.sec.gov/submissions/CIK${cik}.json`))
  const filed = indexes.flatMap(({ parsed }) => parsed.rows.filing ?? [])
  const recent = new Set(filed.flatMap(({ url, filing_date }) => (filing_date >= first ? url : [])))
  const urls = new Set(indexes.flatMap(({ parsed }) => parsed.next.map(({ url }) => url)))
  const documents = [...urls].filter((url) => recent.has(url)).map(loadFrom)
  await load(store, [...indexes, ...documents], extractTotals)
  known = {
    sample: true,
    column: () => null,
    price: null,
    counts: await filedCounts(store, 'bitcoin-total'),
    reports: await filedReports(store),
    financingFilings: await financingFilings(store),
    programPassages: await programPassages(store),
  }
})
afterAll(() => store.close())

function companyOn(ticker: string, day: string) {
  const asOf = dayNumber(day)!
  return treasuriesOn({ ...known, asOf, moment: asOfMoment(asOf) }).companies.find((each) => each.ticker === ticker)!
}

describe('an invented company that is named', () => {
  test('shows what is left of each at-the-market program, with the 8-K, its day and its link', () => {
    const { atm_capacity } = companyOn('LNTX', '2026-11-20')
    const filing = {
      form: '8-K',
      accession: '0009900002-26-003200',
      filed: '2026-11-16',
      url: expect.stringContaining('sec.gov'),
    }
    expect(atm_capacity).toEqual([
      {
        program: 'LNTXP Stock',
        available_usd: 25_000_000,
        as_of: '2026-11-15',
        place: 'table 6, row 3, column 12',
        quote: 'As of November 15, 2026 | Available for Issuance and Sale (in millions) | LNTXP Stock | $ 25.0',
        filing,
      },
      expect.objectContaining({ program: 'LNTX Stock', available_usd: 242_000_000, as_of: '2026-11-15', filing }),
    ])
  })

  test('shows the counts that later 8-Ks state, newest first, and not the one filed on the day of the report before it', () => {
    const stated = (day: string) => companyOn('LNTX', day).btc_stated_since.map(({ as_of, filing }) => [as_of, filing.filed])
    expect(stated('2026-11-20')).toEqual([['2026-11-15', '2026-11-16']])
    expect(stated('2026-11-24')).toEqual([
      ['2026-11-22', '2026-11-23'],
      ['2026-11-15', '2026-11-16'],
    ])
  })

  test('figures of the periodic filing stay as they are: neither is added in', () => {
    const before = companyOn('LNTX', '2026-11-10').financing!
    const after = companyOn('LNTX', '2026-11-20').financing!
    expect(after.later_filings.map(({ accession }) => accession)).toEqual(['0009900002-26-003163'])
    expect({ ...after, later_filings: [], later_filings_count: 0 }).toEqual(before)
  })

  test('a filing accepted later is not seen on an earlier day', () => {
    const told = (day: string) => {
      const { atm_capacity, btc_stated_since, financing } = companyOn('LNTX', day)
      const filed = [...atm_capacity, ...btc_stated_since].map(({ filing }) => filing.filed)
      return [...filed, ...financing!.later_filings.map((filing) => filing.filed)]
    }
    for (const day of ['2026-08-07', '2026-11-09', '2026-11-11', '2026-11-12', '2026-11-15', '2026-11-16', '2026-11-20'])
      expect(told(day).filter((filed) => filed > day)).toEqual([])
    expect(companyOn('LNTX', '2026-11-11').financing!.later_filings).toEqual([])
    expect(companyOn('LNTX', '2026-11-12').financing!.later_filings).toHaveLength(1)
    expect(companyOn('LNTX', '2026-11-15').atm_capacity.map(({ as_of }) => as_of)).toEqual(['2026-11-08', '2026-11-08'])
  })

  test('Markdown shows all three with their links', () => {
    const text = renderMarkdown(treasuryKind, {
      ...companyOn('LNTX', '2026-11-20'),
      computed_at: '2026-11-20T23:59:59Z',
      fingerprint: 'sha256:0',
    })
    expect(text).toMatch(
      /## Later filings on financing\n\nNone of them.*\n\n.*\n.*\n.*8-K of 12 November\]\(https:.*2\.03 creation of a direct/,
    )
    expect(text).toMatch(
      /## Available under at-the-market programs[^#]*LNTX Stock\|242,000,000\|15 November\|\[8-K of 16 November\]/,
    )
    expect(text).toMatch(/## Counts stated since[^#]*15 November\|7,814 BTC\|\[8-K of 16 November\]/)
  })
})

test('atm_capacity and btc_stated_since are empty for every other company, whatever its 8-Ks say', () => {
  const passages = known.programPassages
  expect([...passages.keys()]).toEqual(['us:0009900002'])
  const asOf = dayNumber('2026-12-01')!
  const { companies } = treasuriesOn({
    ...known,
    programPassages: new Map(rosterOf(true).map(({ id }) => [id, passages.get('us:0009900002')!])),
    asOf,
    moment: asOfMoment(asOf),
  })
  expect(companies.filter(({ atm_capacity }) => atm_capacity.length > 0).map(({ ticker }) => ticker)).toEqual(['LNTX'])
  expect(companies.filter(({ btc_stated_since }) => btc_stated_since.length > 0).map(({ ticker }) => ticker)).toEqual(['LNTX'])
  const other = companies.find(({ ticker }) => ticker === 'HRBX')!
  expect(other.financing!.later_filings.map(({ items }) => items)).toEqual([['1.01', '2.03']])
  expect(known.counts.get('us:0009900001')!.some(({ filing }) => filing.filed === '2026-11-23')).toBe(true)
})
