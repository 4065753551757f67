import { expect, test } from 'vitest'
import { spend } from './spending.ts'

test('1 USD under 200 simultaneous calls of two processes and 20 kills: 50 answers, nothing more and nothing less', async () => {
  const spent = await spend(200, 20, 11)
  console.log(spent)
  expect(spent).toEqual({ served: 50, refused: 150, odd: [], kills: 20, left: 0, charged: 1_000_000 })
}, 600_000)
