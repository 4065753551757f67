import { expect, test } from 'vitest'
import { qualityText } from '../../pipeline/render/wording.ts'
import { textFaults } from '../plain-sentences.ts'

const quality = { status: 'good', coverage_90d: 1, gaps: 0, age_days: 1, disagreement: null, notes: [] } as const

test('what is to be known of the data is sentences, each with one stop', () => {
  const text = qualityText({
    ...quality,
    disagreement: 'Kraken: 99 on 2026-07-22, 1 % below 100.',
    notes: ['The hash rate is an estimate.', 'No value for 2026-07-15.'],
  })
  expect(text).toBe(
    'good, coverage 1, gaps 0, age 1 day; sources disagree: Kraken: 99 on 2026-07-22, 1 % below 100. The hash rate is an estimate. No value for 2026-07-15.',
  )
  expect(textFaults(text)).toEqual([])
  expect(textFaults('stops twice.. here, age 1 days, 30 a hour, Use ; that')).toHaveLength(5)
})
