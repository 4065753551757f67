import { describe, expect, test } from 'vitest'
import { tally, tortureDocument, tortureSubmissions } from './mutations.ts'
import { documents } from './recorded.ts'

const count = process.env['TORTURE'] === '1' ? 2_000 : 20

describe(`${count} seeded mutations of each recorded excerpt`, () => {
  const result = tally()

  test.each(documents.map((row, index) => [row.file, row, index] as const))(
    '%s',
    (_, row, index) => tortureDocument(row, count, 7_000 + index, result),
    600_000,
  )

  test('totals survive, are held, or are gone; none is wrong', () => {
    expect(result.runs).toBe(documents.length * count)
    expect(result.runs).toBe(result.refused + result.none + result.held + result.same + result.carried)
    expect(Math.min(result.refused, result.none, result.held, result.same)).toBeGreaterThan(0)
    console.info(`mutated documents: ${JSON.stringify(result)}`)
  })

  test('the index of filings', () => {
    const index = tally()
    tortureSubmissions(count, 9_000, index)
    console.info(`mutated indexes: ${JSON.stringify(index)}`)
  })
})
