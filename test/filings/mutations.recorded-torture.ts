import { describe, test } from 'vitest'
import { tally, tortureDocument, tortureSubmissions } from './mutations.ts'
import { documents } from './recorded.ts'

const count = 2_000

describe(`${count} mutations of each recorded excerpt`, () => {
  test('current reports', () => {
    const result = tally()
    for (const [index, row] of documents.entries()) tortureDocument(row, count, 70_000 + index, result)
    console.info(`mutated documents: ${JSON.stringify(result)}`)
  })

  test('the index of filings', () => {
    const result = tally()
    tortureSubmissions(count, 90_000, result)
    console.info(`mutated indexes: ${JSON.stringify(result)}`)
  })
})
