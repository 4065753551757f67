import { describe, expect, test } from 'vitest'
import { report, spansOf } from '../../../filings/passages.ts'
import { coin, day, fact, fairValue, read, units } from './facts.ts'
import { readPeriodicReport } from './judged.ts'

describe('the reports of a filer nobody compared by hand', () => {
  test.each<[string, ReturnType<typeof units>[]]>([
    ['a count alone', [units(1_000, { of: coin })]],
    ['a count and total assets', [units(1_000, { of: coin }), fact('us-gaap:Assets', 5e8)]],
  ])('%s is held, and nothing says that it is wrong', (_, facts) => {
    const { count } = read(facts)
    expect(count?.status).toBe('held')
    expect(count?.check.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['corroboration'])
  })

  test('with no price of the day the fair value bears nothing out', () => {
    const { count } = read([units(1_000, { of: coin }), fairValue(1e8, { of: coin })], { priceAt: () => null })
    expect(count?.check.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['corroboration'])
  })

  test('a fair value bears a count out, and speaks against another', () => {
    expect(read([units(1_000, { of: coin }), fairValue(1e8, { of: coin })]).count?.status).toBe('served')
    const wrong = read([units(900, { of: coin }), fairValue(1e8, { of: coin })]).count
    expect(wrong?.check.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['fair value'])
  })
})

test('what its cost alone bears out is served of a filer that was compared, and held of any other', () => {
  const sentence =
    'As of June 30, 2025, the Company held 1,000 bitcoins that were acquired at an aggregate purchase price of $80.0 million and an average purchase price of $80,000 per bitcoin.'
  const countOf = (cik: string) => {
    const facts = [fact('dei:DocumentType', '10-Q'), fact('dei:DocumentPeriodEndDate', day)].map((one) => ({
      ...one,
      context: { ...one.context, entity: cik },
    }))
    const filing = {
      form: '10-Q',
      accession: 'x',
      filed: '2025-08-01',
      url: 'https://www.sec.gov/',
      knownAt: '2025-08-01T00:00:00Z',
    }
    const spans = spansOf(report(`<p>${sentence}</p>`, 'FORM 10-Q'), 'x', `us:${cik}`)
    return readPeriodicReport({ facts, texts: [], unread: [] }, spans, filing, {
      priceAt: () => 107_000,
      classes: null,
      verdicts: new Map(),
    }).count
  }
  expect(countOf('0001050446')).toMatchObject({ value: '1000', status: 'served' })
  const other = countOf('0001507605')
  expect(other).toMatchObject({ value: '1000', status: 'held' })
  expect(other?.check.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['corroboration'])
})
