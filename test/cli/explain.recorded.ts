import { test } from 'vitest'
import { recordedHome } from '../end-to-end/recorded-home.ts'
import { expectExplained } from './explained.ts'

test('readings from the recorded feeds end at bytes with the recorded sha-256, in which each value stands', async () => {
  await expectExplained((await recordedHome()).folder, ['2026-07-23', '2026-01-20'])
})
