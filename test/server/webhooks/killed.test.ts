import { afterAll, beforeAll, expect, test } from 'vitest'
import { kinds } from '../../state/stores.ts'
import { sendWhileKilled } from './killed.ts'

const [, sqlite] = kinds[0]!
beforeAll(() => sqlite.begin())
afterAll(() => sqlite.end())

test('A-33: of processes that are killed while they send, every event arrives at every address at least once, under one id', async () => {
  const counted = await sendWhileKilled(await sqlite.place(), {
    events: 20,
    addresses: 3,
    kills: 4,
    speed: 20_000,
    patienceMs: 300_000,
  })
  expect(counted).toMatchObject({ taken: 60, strangeIds: 0, states: { delivered: 60 } })
  // some attempts failed, or the test would say nothing of the schedule
  expect(counted.attempts).toBeGreaterThan(70)
})
