import { describe, expect, test } from 'vitest'
import { lookBack } from './look-back.ts'
import { recordedKnown } from './recorded-known.ts'

describe('10,000 readings of past days from real recordings', () => {
  test('use no number that was not known by the end of their day', async () => {
    const { readings, numbers, faults } = lookBack(await recordedKnown(), 10_000, 21, '2012-01-01', '2026-07-22')
    console.info(`look-ahead: ${readings} readings, ${numbers} numbers, ${faults.length} faults`)
    expect(faults).toEqual([])
  })
})
