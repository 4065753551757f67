import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Why an address is refused. Each is a sentence for the caller, which ends with what to do. */
export const addressFaultTexts = {
  form: 'The address is not an https URL. Write it as https://HOST/PATH, without spaces and of at most 1,000 characters.',
  scheme: 'The address does not begin with https. Events are sent over https only.',
  userinfo: 'The address has a user name or a password. Put a secret into the path, or verify the signature.',
  port: 'The address has a port that is not served. Use 443 or 8443.',
  name: 'The name in the address is of one machine or one network. Use a public name.',
  network: 'The address leads into a private or reserved network, or to this server. Use a public address.',
  unresolved: 'The name in the address cannot be resolved. Correct it, or retry when its DNS answers.',
} as const
export type AddressFault = keyof typeof addressFaultTexts

/** An address that events may be sent to cannot be used. Nothing was connected. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly fault: AddressFault

  constructor(fault: AddressFault) {
    super(addressFaultTexts[fault])
    this.fault = fault
  }
}

/** What the guard works with. */
export interface GuardOptions {
  /** For development: http, any port, and addresses of this machine and its networks too. */
  readonly local: boolean
  /** Every IP address of a name. Rejects where it has none. */
  resolve(name: string): Promise<readonly string[]>
}

const longest = 1_000
const ports: readonly string[] = ['', '8443']
/** Names that never lead to a public address (RFC 6761, 6762, 8375, and what clouds call their own machines). */
const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa|localdomain|test|invalid|onion)$/

/** Reads an address that somebody registers. Throws `AddressRefused`. */
export function readAddress(text: string, { local }: Pick<GuardOptions, 'local'>): URL {
  // a browser's parser takes tabs, line breaks and backslashes out or for slashes: no address needs them
  if (text.length > longest || !/^https?:\/\/[^\s\\\p{C}]+$/iu.test(text) || !URL.canParse(text)) throw new AddressRefused('form')
  const url = new URL(text)
  url.hash = ''
  if (url.protocol !== 'https:' && !local) throw new AddressRefused('scheme')
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text)) throw new AddressRefused('userinfo')
  if (!local && !ports.includes(url.port)) throw new AddressRefused('port')
  const name = url.hostname.replace(/\.+$/, '').toLowerCase()
  if (!local && literalOf(url) === null && (!name.includes('.') || localNames.test(name))) throw new AddressRefused('name')
  return url
}

/**
 * The IP address to connect to: one of a name's, when each of them is public. Whoever answers for the name cannot lead the connection
 * elsewhere after that: there is no second look. Throws `AddressRefused`.
 */
export async function checkedAddress(url: URL, { local, resolve }: GuardOptions): Promise<string> {
  const literal = literalOf(url)
  const addresses = literal === null ? await resolved(url.hostname, resolve) : [literal]
  if (!local) {
    const own = ownAddresses()
    if (!addresses.every((address) => isPublic(address) && !own.has(ipaddr.process(address).toNormalizedString())))
      throw new AddressRefused('network')
  }
  return addresses.find((address) => ipaddr.IPv4.isValid(address)) ?? addresses[0]!
}

async function resolved(name: string, resolve: GuardOptions['resolve']): Promise<readonly string[]> {
  const addresses = await resolve(name).catch(() => [])
  if (addresses.length === 0) throw new AddressRefused('unresolved')
  return addresses
}

/** The IP address in a URL, which has normalised its spelling; null where it has a name. */
function literalOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(bare) ? bare : null
}

/** What the library takes for ordinary addresses: all of IPv6 that is not given out to networks, and the machine a cloud asks its hosts. */
const globalIpv6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]
const cloudHost = '168.63.129.16'

/** Whether an address is one of the public internet. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv6' ? (parsed as ipaddr.IPv6).match(globalIpv6) : parsed.toString() !== cloudHost
}

/** The addresses of this machine. */
function ownAddresses(): ReadonlySet<string> {
  const all = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return new Set(all.map(({ address }) => ipaddr.process(address.split('%')[0]!).toNormalizedString()))
}
