import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** The address a request came from, as limits and the audit log count it. */
export type CallerAddress = (req: Pick<IncomingMessage, 'headers' | 'socket'>) => string

/**
 * Reads it from the connection, and where that is one of the proxies from X-Forwarded-For. Each proxy adds at the end of that header who
 * connected to it, so what counts is the last address that is not a proxy: everything before it is the word of a caller.
 *
 * @param proxies addresses, or networks such as `10.0.0.0/8`; empty where nobody's word is taken
 */
export function callerAddressBy(proxies: readonly string[]): CallerAddress {
  const trusted = new BlockList()
  for (const proxy of proxies) {
    const [address, bits] = proxy.split('/') as [string, string?]
    const family = familyOf(address)
    if (bits === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(bits), family)
  }
  const isProxy = (address: string) => isIP(address) !== 0 && trusted.check(address, familyOf(address))
  return ({ headers, socket }) => {
    let caller = plain(socket.remoteAddress ?? '')
    if (!isProxy(caller)) return caller
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    while (isProxy(caller)) {
      const before = plain((forwarded.pop() ?? '').trim())
      if (isIP(before) === 0) break
      caller = before
    }
    return caller
  }
}

/** Whether a text is the address of a proxy, or a network of them. */
export function isProxyRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** An IPv4 address as such, where a socket of both families writes it in IPv6. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')
