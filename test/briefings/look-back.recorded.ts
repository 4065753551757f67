import { describe, expect, test } from 'vitest'
import { lookBack } from './look-back.ts'
import { recordedKnown } from './recorded-known.ts'

describe('readings of past days from real recordings', () => {
  test('use no number that was not known by the end of their day', async () => {
    const { readings, numbers, faults } = lookBack(await recordedKnown(), 160, 20, '2018-01-01', '2026-07-22')
    expect(faults).toEqual([])
    expect(readings).toBeGreaterThanOrEqual(160)
    expect(numbers).toBeGreaterThan(readings)
  })
})
