/** The network around an address that a single party may well have whole: the /24 of IPv4, the /48 of IPv6. */
export function widerNetwork(address: string): string {
  const own = network(address)
  return own.includes(':') ? own.split(':').slice(0, 3).join(':') : own.split('.').slice(0, 3).join('.')
}

/** An IPv4 address, or the /64 that an IPv6 address lies in: whoever has one of its addresses has all of them. */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped !== null) return mapped[1]!
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...rest]
    .slice(0, 4)
    .map((each) => parseInt(each, 16))
    .join(':')
}
