import { expect, test } from 'vitest'
import { Refusal } from '../../../server/http/errors.ts'
import { PaymentThrottle } from '../../../server/payments/payment-throttle.ts'
import senders from './admission.json' with { type: 'json' }

/** An admission whose clock stands still until somebody waits, and how long each waited. */
function opened() {
  let now = 1_000_000
  const waits: number[] = []
  const admission = new PaymentThrottle({
    now: () => now,
    async wait(ms) {
      waits.push(ms)
    },
  })
  const send = (address: string, good = false) =>
    admission
      .enter(
        address,
        async () => {
          if (!good) throw new Error('bad')
          return 'taken'
        },
        (error) => (error as Error).message === 'bad',
      )
      .catch((error: unknown) => (error instanceof Refusal ? error.code : (error as Error).message))
  return {
    send,
    waits,
    pass(ms: number) {
      now += ms
    },
  }
}

test('lets good ones in at once, however many', async () => {
  const { send, waits } = opened()
  for (let i = 0; i < 5_000; i++) expect(await send('192.0.2.1', true)).toBe('taken')
  expect(waits).toEqual([])
})

test('looks at 200 bad ones of an address at once, then at 50 a second, and refuses who would wait longer than two seconds', async () => {
  const { send, waits, pass } = opened()
  for (let i = 0; i < 201; i++) expect(await send('192.0.2.1')).toBe('bad')
  expect(waits).toEqual([])
  for (let i = 0; i < 100; i++) expect(await send('192.0.2.1')).toBe('bad')
  expect(waits).toEqual(Array.from({ length: 100 }, (_, i) => 20 * (i + 1)))
  expect(await send('192.0.2.1')).toBe('PAYMENT_BUSY')
  expect(await send('192.0.2.1', true)).toBe('PAYMENT_BUSY')
  expect(waits.slice(100)).toEqual([1_000, 1_000])
  // others are not concerned
  expect(await send('192.0.2.2', true)).toBe('taken')
  pass(100)
  expect(await send('192.0.2.1', true)).toBe('taken')
  expect(waits.at(-1)).toBe(1_920)
  pass(60_000)
  expect(await send('192.0.2.1')).toBe('bad')
  expect(waits).toHaveLength(103)
})

test.each(senders as [string, string, boolean][])('%s and %s are one sender: %s', async (one, other, same) => {
  const { send, waits } = opened()
  for (let i = 0; i < 202; i++) await send(one)
  waits.length = 0
  await send(other)
  expect(waits.length > 0).toBe(same)
})

test('has a thousand at once and refuses the next', async () => {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const admission = new PaymentThrottle({ now: () => 0, wait: async () => {} })
  const inside = Array.from({ length: 1_000 }, (_, i) =>
    admission.enter(
      `192.0.2.${i}`,
      () => gate,
      () => false,
    ),
  )
  await expect(
    admission.enter(
      '198.51.100.1',
      async () => {},
      () => false,
    ),
  ).rejects.toMatchObject({ code: 'PAYMENT_BUSY', status: 503 })
  release()
  await Promise.all(inside)
  await expect(
    admission.enter(
      '198.51.100.1',
      async () => 'in',
      () => false,
    ),
  ).resolves.toBe('in')
})

test('forgets addresses that owe nothing before those that do', async () => {
  const { send, waits, pass } = opened()
  for (let i = 0; i < 9_999; i++) await send(`10.0.${i >> 8}.${i & 255}`)
  pass(1_000)
  for (let i = 0; i < 202; i++) await send('192.0.2.1')
  await send('192.0.2.2')
  waits.length = 0
  await send('192.0.2.1')
  expect(waits).toEqual([40])
})
