import { expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { raw } from '../fixture.ts'
import { openSampleShop } from '../sample-shop.ts'

const shop = closedAfter(await openSampleShop())
const { port } = shop
const { keys } = shop.holders
const path = '/api/btc'
const sent = async (...headers: string[]) => {
  const lines = [`GET ${path} HTTP/1.1`, 'Host: a', ...headers, 'Connection: close', '', '']
  const { status, headers: answered, body } = await raw(port, lines.join('\r\n'), 20_000, 15_000)
  return { status, plan: answered['x-service-tier'], body }
}

const empty = [
  'Authorization:',
  'Authorization:  \t ',
  'X-API-Key:',
  'PAYMENT-SIGNATURE:',
  'X-PAYMENT: ',
  'X-API-Key: ,',
  'X-PAYMENT: , ',
]
const alone = ['Authorization: Bearer', 'Authorization: Basic ', 'Authorization: Payment']

test.each([...empty, ...alone])('%j with a good key counts as absent', async (header) => {
  const key = header.startsWith('X-API-Key') ? `Authorization: Bearer ${keys.pro}` : `X-API-Key: ${keys.pro}`
  for (const headers of [
    [header, key],
    [key, header],
  ])
    expect(await sent(...headers)).toMatchObject({ status: 200, plan: 'pro' })
})

test.each([
  ['X-API-Key', `X-API-Key: ${'KEY'}`],
  ['Authorization', `Authorization: Bearer ${'KEY'}`],
])('an empty %s before or after a good one counts as absent', async (name, good) => {
  const key = good.replace('KEY', keys.pro!)
  for (const headers of [
    [`${name}:`, key],
    [key, `${name}:`],
    [`${name}:`, key, `${name}: `],
  ])
    expect(await sent(...headers)).toMatchObject({ status: 200, plan: 'pro' })
})

test.each(empty)('%j alone is not a credential: what the call costs is quoted', async (header) => {
  expect((await sent(header)).status).toBe(402)
})

test.each(empty.filter((each) => !each.includes('PAYMENT')))('%j beside a payment leaves the payment', async (header) => {
  const { 'payment-signature': payment } = (await shop.credential(path, 11)) as Record<string, string>
  expect(await sent(header, `PAYMENT-SIGNATURE: ${payment}`)).toMatchObject({ status: 200, plan: 'paid' })
})

test('a scheme without a key alone has that reason, and two keys stay two keys', async () => {
  for (const header of ['Authorization: Bearer', 'Authorization: Bearer  '])
    expect(JSON.parse((await sent(header)).body)).toMatchObject({
      error: 'KEY_INVALID',
      message: expect.stringContaining('The key is empty'),
    })
  expect((await sent(`Authorization: Bearer ${keys.pro}`, `X-API-Key: ${keys.free}`)).status).toBe(401)
})
