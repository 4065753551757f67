import { test } from 'vitest'
import { sampleHome } from '../end-to-end/home.ts'
import { expectPlaces } from './explained.ts'

test('every metric of the sample feeds leads to the rows or columns that contain its numbers', async () => {
  await expectPlaces((await sampleHome()).folder, 400)
})
