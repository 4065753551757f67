import { test } from 'vitest'
import { recordedHome } from '../end-to-end/recorded-home.ts'
import { expectPlaces } from './explained.ts'

test('every metric of the recorded feeds leads to the rows or columns that contain its numbers', async () => {
  await expectPlaces((await recordedHome()).folder, 190)
})
