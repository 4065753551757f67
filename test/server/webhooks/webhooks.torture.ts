import { describe, expect, test } from 'vitest'
import { kinds } from '../../state/stores.ts'
import { sendWhileKilled } from './killed.ts'
import { acceptedTampered } from './tampering.ts'

test('A-32: of 1,000 messages of which one bit was changed none is accepted', () => {
  const counted = acceptedTampered(1_000)
  console.log(`A-32: ${counted.tried} changed, ${counted.accepted} accepted; ${counted.intact} intact ones accepted`)
  expect(counted).toEqual({ tried: 1_000, accepted: 0, intact: 1_000 })
})

describe.each(kinds)('on %s', (name, kind) => {
  test('A-33: 10,000 messages, receivers that fail, break off and are slow, 50 kills: every one arrives, under one id', async () => {
    await kind.begin()
    const counted = await sendWhileKilled(await kind.place(), {
      events: 500,
      addresses: 20,
      kills: 50,
      speed: 2_000,
      patienceMs: 3_000_000,
    })
    console.log(`A-33 on ${name}: ${JSON.stringify(counted)}`)
    await kind.end()
    expect(counted).toMatchObject({ taken: 10_000, strangeIds: 0, states: { delivered: 10_000 } })
  })
})
