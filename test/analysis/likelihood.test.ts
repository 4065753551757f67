import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { probabilityText } from '../../pipeline/analysis/probability.ts'

describe('a probability in words', () => {
  test('has its percent and its 80% range', () => {
    expect(probabilityText(0.68, 70)).toBe('68% (80% range 61 to 75)')
    expect(probabilityText(0.5, 20)).toBe('50% (80% range 36 to 64)')
  })

  test('lies within its range, which stays between 0 and 100 and narrows with more windows', () => {
    const bounds = (text: string) =>
      /^(\d+)% \(80% range (\d+) to (\d+)\)$/.exec(text)!.slice(1).map(Number) as [number, number, number]
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 10, max: 2_000, noNaN: true }),
        (share, windows) => {
          const [percent, low, high] = bounds(probabilityText(share, windows))
          expect(0 <= low && low <= percent && percent <= high && high <= 100).toBe(true)
          const [, lowOfMore, highOfMore] = bounds(probabilityText(share, 4 * windows))
          expect(highOfMore - lowOfMore).toBeLessThanOrEqual(high - low + 1)
        },
      ),
      { seed: 4, numRuns: 300 },
    )
  })
})
