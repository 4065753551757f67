import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callerAddressBy, isProxyRange } from '../../../server/http/caller-address.ts'
import ranges from './caller-address.json' with { type: 'json' }

const from = (proxies: readonly string[], remoteAddress: string | undefined, forwarded?: string | string[]) => {
  const headers = (forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) as IncomingHttpHeaders
  return callerAddressBy(proxies)({ headers, socket: { remoteAddress } as Socket })
}

describe('the address of a caller', () => {
  test.each([
    ['of a connection that is no proxy, whatever it says', ['10.0.0.1'], '203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['as the proxy wrote it', ['127.0.0.1'], '127.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['not as the caller wrote it before the proxy', ['127.0.0.1'], '127.0.0.1', '1.2.3.4, 198.51.100.1', '198.51.100.1'],
    ['through two proxies', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '1.2.3.4, 198.51.100.1, 10.9.9.9', '198.51.100.1'],
    ['of IPv6, and of IPv4 in its form', ['::1', '2001:db8::/32'], '::1', '2001:4860::5, 2001:db8::9', '2001:4860::5'],
    ['where a socket of both families has IPv4', ['127.0.0.1'], '::ffff:127.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['where the proxy says nothing', ['127.0.0.1'], '127.0.0.1', undefined, '127.0.0.1'],
    ['where the proxy says no address', ['127.0.0.1'], '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
    ['where all are proxies', ['127.0.0.1', '10.0.0.0/8'], '127.0.0.1', '10.1.1.1', '10.1.1.1'],
    ['where the caller has left', [], undefined, '198.51.100.1', ''],
  ] as const)('%s', (_, proxies, socket, forwarded, address) => expect(from(proxies, socket, forwarded)).toBe(address))

  test('is never one that stands before the last that is no proxy', () => {
    const caller = fc.ipV4().filter((address) => !address.startsWith('127.'))
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.ipV4(), fc.string())), caller, (forged, address) => {
        expect(from(['127.0.0.1'], '127.0.0.1', [forged.join(','), address])).toBe(address)
        expect(from([], address, forged.join(','))).toBe(address)
      }),
    )
  })
})

test.each(ranges as [string, boolean][])('%s is a proxy or a network of them: %s', (text, is) =>
  expect(isProxyRange(text)).toBe(is),
)
