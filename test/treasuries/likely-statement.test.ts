import { expect, test } from 'vitest'
import { likelyStatements } from '../../pipeline/treasuries/likely-statement.ts'
import { report, spansOf } from '../filings/passages.ts'
import { filer, readAlone } from './holdings.ts'

const likely = (text: string) =>
  likelyStatements(spansOf(report(`<p>${text}</p>`), 'x', filer)).map(({ coins, asOf }) => [coins, asOf])

// what is read in which words, and in which not: wordings.tsv
test('the count a filing most likely states is held for a person, in these words', () => {
  expect(
    readAlone('192,000 bitcoin holdings at a total cost of $6.01 billion, as of February 5, 2024', '2024-02-06'),
  ).toMatchObject([
    { value: '192000', asOf: '2024-02-05', status: 'held', reason: expect.stringContaining('its words are not known') },
  ])
})

test('without the day of the filing what is held now has no day', () => {
  expect(likely('We currently hold 4,443 bitcoins at an average price of $88,914.')).toEqual([])
})

test('none where the text tells what another one stated, or corrects it', () => {
  expect(
    likely('The report stated that the Company currently holds 118 Bitcoin as of June 30, 2025, the correct number is 291.'),
  ).toEqual([])
})
