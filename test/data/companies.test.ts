import { describe, expect, test } from 'vitest'
import { companies, rosterOf } from '../../data/companies.ts'
import { issuers } from '../../sample/world/issuers.ts'
import truth from '../truth/treasuries.json' with { type: 'json' }

const real = rosterOf(false)
const invented = rosterOf(true)
const american = real.filter(({ market }) => market === 'us')
const japanese = real.filter(({ market }) => market === 'jp')

describe('the roster', () => {
  test('has at least 40 real companies, of all three kinds', () => {
    expect(real.length).toBeGreaterThanOrEqual(40)
    for (const kind of [american.filter(({ foreign }) => !foreign), american.filter(({ foreign }) => foreign), japanese])
      expect(kind.length).toBeGreaterThanOrEqual(10)
  })

  test.each(companies)('$ticker is spelt as an address takes it and tells what to review', (company) => {
    expect(company.ticker).toMatch(/^[A-Za-z0-9.-]{1,10}$/)
    expect(company.country).toMatch(/^[A-Z]{2}$/)
    expect(company.review.length).toBeGreaterThan(10)
    expect(company.series).toBe(company.market === 'us' ? `${company.ticker}.bitcoin` : null)
    expect(company.id).toMatch(/^(?:us:\d{10}|jp:E\d{5})$/)
    expect(company.id).toBe(`${company.market}:${company.code}`)
  })

  test('is reviewed where somebody read a count in recorded filings of that kind by hand', () => {
    const kindOf = (form: string) => (/^(?:8|6)-K/.test(form) ? 'current' : 'periodic')
    const read = truth.filings.flatMap(({ cik, form, values }) =>
      'cik' in values || cik === undefined || values.btc_count?.value == null ? [] : `${cik} ${kindOf(form)}`,
    )
    const said = american.flatMap(({ code, reviewed }) => reviewed.map((kind) => `${code} ${kind}`))
    expect(said.toSorted()).toEqual([...new Set(read)].toSorted())
  })

  test('behind every invented company of the SEC stands a programme of filings', () => {
    const programmes = issuers.map(({ cik }) => cik)
    expect(programmes.toSorted()).toEqual(invented.flatMap(({ market, code }) => (market === 'us' ? code : [])).toSorted())
  })

  test('calls invented companies by codes nobody has', () => {
    for (const { code } of invented) expect(code).toMatch(/^(00099|E999)/)
  })

  test('shares trade at the price after a split from the day of it on at the latest', () => {
    const splits = companies.flatMap((company) => company.splits)
    expect(splits.length).toBeGreaterThan(5)
    for (const { day, session } of splits) expect(session <= day).toBe(true)
  })
})
