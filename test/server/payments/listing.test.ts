import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import {
  type DiscoveryExtension,
  isValidRouteTemplate,
  sanitizeResourceServiceMetadata,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from '@x402/extensions/bazaar'
import { describe, expect, test } from 'vitest'
import { exits } from '../../../cli/exit.ts'
import { printListingVerdicts } from '../../../cli/payments/listing.ts'
import { networks } from '../../../data/networks.ts'
import { prices } from '../../../data/prices.ts'
import { priceOf } from '../../../server/access/price.ts'
import { callOfferOf } from '../../../server/answers/offer.ts'
import { contentTypes } from '../../../server/http/formats.ts'
import type { Operation } from '../../../server/openapi/operation.ts'
import { operations } from '../../../server/openapi/operations.ts'
import { parametersOf } from '../../../server/openapi/parameters.ts'
import { httpFacilitator, listingVerdict } from '../../../server/payments/facilitator.ts'
import { Quotes } from '../../../server/payments/quotes.ts'
import { run } from '../../cli/command.ts'
import { closedAfter } from '../../closed-after.ts'
import { openSampleShop } from '../sample-shop.ts'
import { payer, quoteIn, x402Header, x402Payload } from './signing.ts'
import { terms } from './terms.ts'

const shop = closedAfter(await openSampleShop())

const priced = operations.filter(({ price }) => price !== null)

/** A request for the example of an operation. */
function targetOf(operation: Operation): string {
  const taken = parametersOf(operation) as unknown as {
    name: string
    in: string
    required?: boolean
    schema: { example: string }
  }[]
  const example = (name: string) => encodeURIComponent(taken.find((each) => each.name === name)!.schema.example)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => example(name))
  const needed = taken.filter((each) => each.required && each.in === 'query').map(({ name }) => `${name}=${example(name)}`)
  return needed.length === 0 ? path : `${path}?${needed.join('&')}`
}

const sizeOf = (headers: Readonly<Record<string, unknown>>) =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + Buffer.byteLength(String(value)) + 4, 32)

/** Default size of the buffer of usual proxies for the whole head of an answer, less what a proxy adds. */
const mostBytes = 8_000

describe.each(priced.map((operation) => [operation.path, operation] as const))('the quote of %s', (_, operation) => {
  const target = targetOf(operation)

  test('is listed by a facilitator: every check of the library for bazaar passes', async () => {
    const { status, headers, text } = await shop.get(target)
    expect([target, status]).toEqual([target, 402])
    const { resource, extensions } = quoteIn(headers) as never as {
      resource: { url: string; description: string; serviceName: string; tags: string[]; iconUrl: string }
      extensions: { bazaar: DiscoveryExtension & { routeTemplate?: string } }
    }
    const { bazaar } = extensions
    expect(validateDiscoveryExtension(bazaar)).toEqual({ valid: true })
    expect(validateDiscoveryExtensionSpec(bazaar as never)).toEqual({ valid: true })
    const { serviceName, tags, iconUrl } = resource
    expect(sanitizeResourceServiceMetadata(resource)).toEqual({ serviceName, tags, iconUrl })
    expect([...resource.description].length).toBeLessThanOrEqual(480)
    expect(bazaar.info.input).toMatchObject({ type: 'http', method: 'GET' })
    expect(bazaar.info.output).toMatchObject({ type: 'json', example: expect.any(Object) })
    expect(Object.keys((bazaar.info.output as { example: object }).example).length).toBeGreaterThan(2)
    expect(bazaar.schema.properties).toMatchObject({ input: expect.any(Object), output: expect.any(Object) })
    const named = operation.path.replace(/\{(\w+)\}/g, ':$1')
    expect(bazaar.routeTemplate).toBe(operation.path.includes('{') ? named : undefined)
    if (bazaar.routeTemplate !== undefined) expect(isValidRouteTemplate(bazaar.routeTemplate)).toBe(true)
    expect(JSON.parse(text).extensions).toEqual(extensions)
  })

  test('fits with all its headers into the buffer of a proxy, on every network there is', async () => {
    const { headers } = await shop.get(target)
    const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
    const quotes = new Quotes({ ...terms, networks: networks.map((network) => ({ network, payTo })) }, Date.now)
    const solana = networks.filter(({ kind }) => kind === 'solana').map(({ id }) => [id as string, networks[2].asset] as const)
    quotes.setFeePayers(new Map(solana))
    const { description } = quoteIn(headers).resource as { description: string }
    const wanted = { name: description.split(':')[0]!, price: operation.price! }
    const { headers: made } = quotes.headers(callOfferOf(wanted as never, operation, target, contentTypes.markdown))
    const whole = {
      ...headers,
      ...Object.fromEntries(made.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), made[at + 1]]] : []))),
    }
    expect([target, Math.max(mostBytes, sizeOf(whole), sizeOf(headers))]).toEqual([target, mostBytes])
    // what a buyer sends back with the payment: the offer it takes, its resource and extensions, and some 600 characters more
    const { accepts, ...repeated } = quoteIn(headers)
    const sent = Buffer.from(JSON.stringify({ ...repeated, accepted: accepts[0] })).toString('base64').length + 800
    expect([target, Math.max(mostBytes, sent)]).toEqual([target, mostBytes])
  })
})

describe('the extensions that a buyer repeats', () => {
  const path = '/api/metrics/vix?format=json'
  const paid = async (change: (extensions: object) => unknown, buyer: number) => {
    const quote = quoteIn((await shop.get(path)).headers)
    const payload = await x402Payload(payer(buyer), quote)
    const { extensions } = quote as never as { extensions: object }
    const answer = await shop.get(path, { headers: x402Header({ ...payload, extensions: change(extensions) } as never) })
    return { status: answer.status, ours: extensions, seen: shop.facilitator.seen.at(-1)!.extensions }
  }

  test('reach the facilitator as they were quoted', async () => {
    const { status, ours, seen } = await paid((extensions) => extensions, 901)
    expect([status, seen]).toEqual([200, ours])
  })

  test.each([
    ['none', () => undefined, false],
    ['no object', () => 'bazaar', false],
    ['a list', () => [1], false],
    ['one that is not ours', () => ({ other: { info: 'x'.repeat(2_000) } }), false],
    [
      'ours with another route',
      () => ({ bazaar: { info: {}, schema: { $ref: 'https://evil.example' }, routeTemplate: '/evil' } }),
      true,
    ],
    ['ours that is not an object', () => ({ bazaar: null }), true],
  ])('%s: the payment is the same, and none of their bytes is passed on', async (_, change, isRepeated) => {
    const { status, ours, seen } = await paid(change, 902)
    expect([status, seen]).toEqual([200, isRepeated ? ours : undefined])
  })
})

test('prices agree in the quote, the description and the catalogues, to the base unit', async () => {
  const described = JSON.parse((await shop.get('/api/openapi/spec.json')).text).paths
  const listed = new Map<string, string>()
  const { companies } = JSON.parse((await shop.get('/api/briefings')).text)
  listed.set(targetOf(operationNamed('getCompany')), companies.price.base_units)
  listed.set(targetOf(operationNamed('getCompanyBlock')), companies.price_block.base_units)
  for (const [catalogue, member] of [
    ['/api/briefings', 'briefings'],
    ['/api/metrics', 'metrics'],
  ] as const)
    for (const { path, price } of JSON.parse((await shop.get(catalogue)).text)[member]) listed.set(path, price.base_units)
  let compared = 0
  for (const operation of priced) {
    const target = targetOf(operation)
    const { accepts } = quoteIn((await shop.get(target)).headers)
    const [amount] = accepts.map((each) => each.amount)
    const { price, offers } = described[operation.path].get['x-payment-info']
    const [least, most] = price.mode === 'fixed' ? [price.amount, price.amount] : [price.min, price.max]
    expect([target, Number(amount)]).toEqual([
      target,
      Math.min(Math.max(Number(amount), Number(units(least))), Number(units(most))),
    ])
    if (price.mode === 'fixed')
      expect([target, amount, offers[0].amount]).toEqual([target, units(price.amount), units(price.amount)])
    if (listed.has(target)) compared += Number(listed.get(target) === amount)
  }
  expect(compared).toBe(priced.filter((operation) => listed.has(targetOf(operation))).length)
  expect(compared).toBeGreaterThan(30)
})

const operationNamed = (id: string) => operations.find((each) => each.id === id)!
const units = (usd: string) => priceOf(usd).base_units

describe('what a facilitator says of a listing', () => {
  const header = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

  test.each([
    ['none', null, null],
    ['success', header({ bazaar: { status: 'success' } }), { status: 'success', reason: null }],
    [
      'a reason',
      header({ bazaar: { status: 'rejected', rejectedReason: 'invalid\u001b[31m schema' } }),
      { status: 'rejected', reason: 'invalid [31m schema' },
    ],
    ['another word', header({ bazaar: { status: 'maybe' } }), null],
    ['no object', header('success'), null],
    ['no JSON', 'success', null],
    ['too much', header({ bazaar: { status: 'success', more: 'x'.repeat(5_000) } }), null],
  ])('%s is read, and nothing else is believed', (_, text, verdict) => {
    expect(listingVerdict(text)).toEqual(verdict)
  })

  test('comes over HTTP with a settlement, and what the buyer repeated goes there', async () => {
    const seen: { paymentPayload: { extensions?: object } }[] = []
    const other = createServer(async (req, res) => {
      seen.push(JSON.parse(String(await req.toArray())))
      res.setHeader('EXTENSION-RESPONSES', header({ bazaar: { status: 'processing' } }))
      res.end(JSON.stringify({ success: true, transaction: '0x1', network: 'eip155:84532' }))
    })
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const { accepts, extensions } = quoteIn((await shop.get('/api/metrics/vix')).headers) as never as {
      accepts: [PaymentRequirements]
      extensions: Record<string, unknown>
    }
    const payload: PaymentPayload = { x402Version: 2, accepted: accepts[0], payload: {}, extensions }
    const settled = await httpFacilitator({ url: `http://127.0.0.1:${port}`, token: null }).settle(payload, accepts[0])
    other.close()
    expect(settled).toMatchObject({ success: true, listing: { status: 'processing', reason: null } })
    expect(seen[0]!.paymentPayload.extensions).toEqual(extensions)
  })

  test('is kept with the payment, and shown by route', async () => {
    const path = '/api/metrics/vix?format=json'
    const shown = async () => {
      const { printed, code } = await run<{ routes: { route: string }[] }>((global) =>
        printListingVerdicts(shop.holders.state, global),
      )
      const { routes } = printed
      return { code, count: routes.length, row: routes.find(({ route }) => route === '/api/metrics/{metric}') }
    }
    expect(await shown()).toMatchObject({
      code: exits.fine,
      count: priced.length,
      row: { verdict: null, reason: null, at: null },
    })
    shop.facilitator.verdicts.push({ status: 'success', reason: null }, { status: 'rejected', reason: 'invalid schema' })
    for (const buyer of [903, 904]) expect((await shop.buy(path, buyer)).status).toBe(200)
    const row = { verdict: 'rejected', reason: 'invalid schema', at: expect.stringMatching(/^20/), usd: prices.metric }
    expect(await shown()).toMatchObject({ code: exits.dataTrouble, row })
  })
})
