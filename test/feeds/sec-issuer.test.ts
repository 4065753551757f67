import { describe, expect, test } from 'vitest'
import { issuerRow } from '../../pipeline/feeds/sec-issuer.ts'

const body = (more: object) => ({ name: ' Example Corp ', sic: '3571', ...more })
const issuer = (more: object) => issuerRow(body(more), '0000320193')!

describe('an index of filings says who the filer is', () => {
  test('all that it leaves out or leaves empty is null', () => {
    const bare = {
      ...{ company: 'us:0000320193', told_by: 'filer', name: 'Example Corp', former_names: [] },
      ...{ country: null, industry_code: null, industry: null },
      ...{ fiscal_year_end: null, filer_class: null, tickers: [], exchanges: [], lei: null },
    }
    const empty = { sicDescription: '', category: '', fiscalYearEnd: '', stateOfIncorporation: '', lei: '' }
    expect(issuer({ sic: '', ...empty, tickers: [], exchanges: [], formerNames: [] })).toEqual(bare)
    expect(issuer({ sic: null, tickers: null, exchanges: null, formerNames: null, addresses: null })).toEqual(bare)
    expect(issuerRow({ name: 'Strategy Inc' }, '0001050446')).toBeNull()
  })

  test.each<[string, object, string | null]>([
    ['a state', { stateOfIncorporation: 'CA', stateOfIncorporationDescription: 'CA' }, 'United States'],
    ['another country', { stateOfIncorporation: 'E9', stateOfIncorporationDescription: 'Cayman Islands' }, 'Cayman Islands'],
    ['unknown', { stateOfIncorporation: 'XX', stateOfIncorporationDescription: 'Unknown' }, null],
    [
      'that of its business',
      {
        stateOfIncorporation: null,
        addresses: { business: { stateOrCountry: 'X0', stateOrCountryDescription: 'United Kingdom' } },
      },
      'United Kingdom',
    ],
  ])('country: %s', (_, page, country) => expect(issuer(page).country).toBe(country))

  test('a ticker without an exchange keeps its place', () => {
    expect(issuer({ tickers: ['AAAA', 'AAAAW'], exchanges: [null, 'OTC'] }).exchanges).toEqual([null, 'OTC'])
  })

  test.each([
    ['0229', '02-29'],
    ['1331', null],
    ['229', null],
  ])('fiscal year end %s', (fiscalYearEnd, end) => expect(issuer({ fiscalYearEnd }).fiscal_year_end).toBe(end))
})
