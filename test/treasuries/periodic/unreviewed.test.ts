import { expect, test } from 'vitest'
import { report, spansOf } from '../../filings/passages.ts'
import { day, fact, filing } from './facts.ts'
import { readPeriodicReport } from './judged.ts'

test('what its cost alone confirms is served of a filer that was compared, and held of any other', () => {
  const sentence =
    'As of June 30, 2025, the Company held 1,000 bitcoins that were acquired at an aggregate purchase price of $80.0 million and an average purchase price of $80,000 per bitcoin.'
  const countOf = (cik: string) => {
    const facts = [fact('dei:DocumentType', '10-Q'), fact('dei:DocumentPeriodEndDate', day)].map((one) => ({
      ...one,
      context: { ...one.context, entity: cik },
    }))
    const spans = spansOf(report(`<p>${sentence}</p>`, 'FORM 10-Q'), 'x', `us:${cik}`)
    return readPeriodicReport({ facts, texts: [], unread: [] }, spans, filing, () => 107_000).count
  }
  expect(countOf('0001050446')).toMatchObject({ value: '1000', status: 'served' })
  const other = countOf('0001507605')
  expect(other).toMatchObject({ value: '1000', status: 'held' })
  expect(other?.check.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['corroboration'])
})
