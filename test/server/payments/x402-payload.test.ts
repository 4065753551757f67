import { isPaymentPayloadV2 } from '@x402/core/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isX402Payload } from '../../../server/payments/x402-payload.ts'

const whole = {
  x402Version: 2,
  resource: {
    url: 'https://briefings.example/api/btc',
    description: 'Bitcoin',
    mimeType: 'application/json',
    serviceName: 'briefings',
    tags: ['btc', 'daily'],
    iconUrl: 'https://briefings.example/icon.svg',
  },
  accepted: {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '20000',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: '0x000000000000000000000000000000000000bEEF',
    maxTimeoutSeconds: 300,
    extra: { name: 'USD Coin', version: '2' },
  },
  payload: { signature: '0x', authorization: {} },
  extensions: {},
}

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([name, each]) => pathsOf(each, [...path, name]))]
}

/** The same with another value at a path, or without one where that is undefined. */
function altered(value: unknown, [name, ...rest]: Path, to: unknown): unknown {
  if (name === undefined) return to
  const copy = structuredClone(value) as Record<string | number, unknown>
  const made = altered(copy[name], rest, to)
  if (made === undefined) delete copy[name]
  else copy[name] = made
  return copy
}

const values = fc.oneof(
  fc.constantFrom(
    undefined,
    null,
    '',
    'a',
    ':',
    'a:b',
    'é',
    'x'.repeat(33),
    0,
    -1,
    1.5,
    2,
    [],
    ['a', ''],
    Array(6).fill('a'),
    {},
  ),
  fc.string(),
  fc.jsonValue({ maxDepth: 2 }),
)

test('the form of a payload is what the official schema says, whatever is altered in it', () => {
  expect(isX402Payload(whole)).toBe(true)
  let refused = 0
  fc.assert(
    fc.property(fc.constantFrom(...pathsOf(whole)), values, (path, to) => {
      const value = altered(whole, path, to)
      const official = isPaymentPayloadV2(value)
      expect(isX402Payload(value)).toBe(official)
      if (!official) refused++
    }),
    { numRuns: 3_000 },
  )
  expect(refused).toBeGreaterThan(300)
})
