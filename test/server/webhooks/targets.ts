import strangeAddresses from './strange-addresses.json' with { type: 'json' }

/**
 * Targets that nothing may be sent to: every class of address that is not public, in every spelling a URL has for it, and URLs that are none
 * of ours to use.
 */

/** An address of each class. */
const ipv4 = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.254', '100.64.0.1', '100.127.255.254', '127.0.0.1', '127.255.255.254'],
  ...['169.254.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.254', '192.0.0.1', '192.0.0.170', '192.0.2.1', '192.88.99.1'],
  ...['192.168.0.1', '192.168.255.254', '198.18.0.1', '198.19.255.254', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ...['239.255.255.255', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
]
const ipv6 = [
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '0:0:0:0:0:ffff:7f00:1', '::127.0.0.1', '::7f00:1', '::ffff:8.8.8.8'],
  ...['::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '100::1', '2001::1', '2001:0:4136:e378::1'],
  ...[
    '2001:10::1',
    '2001:20::1',
    '2001:1ff::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
  ],
  ...['fd00:ec2::254', 'fe80::1', 'febf::1', 'fec0::1', 'feff::1', 'ff02::1', 'ff0e::1', '4000::1', '::8.8.8.8'],
]

const bytesOf = (address: string) => address.split('.').map(Number)
const wholeOf = (address: string) => bytesOf(address).reduce((whole, byte) => whole * 256 + byte, 0)
const fullWidth = (text: string) => text.replace(/[0-9.]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0))

/** Spellings of an IPv4 address that a parser of URLs takes for it. */
const spellings: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => String(wholeOf(address)),
  (address) => `0x${wholeOf(address).toString(16)}`,
  (address) =>
    bytesOf(address)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  (address) =>
    bytesOf(address)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
  (address) => {
    const [a, b, c, d] = bytesOf(address) as [number, number, number, number]
    return `${a}.${(b * 256 + c) * 256 + d}`
  },
  (address) => fullWidth(address),
  (address) => address.replaceAll('.', '。'),
  (address) => `${address}.`,
  (address) => address.replaceAll('.', '%2e'),
]

const strange = [...strangeAddresses, `https://example.com/${'a'.repeat(1_000)}`]

/** Every target, over 300. */
export const targets: readonly string[] = [
  ...ipv4.flatMap((address) => spellings.map((spelling) => `https://${spelling(address)}/`)),
  ...ipv6.flatMap((address) => [`https://[${address}]/`, `https://[${address.toUpperCase()}]:8443/`]),
  ...strange,
]

/** What a name server may answer, of which nothing may be connected to: private alone, mixed with public ones, in either family. */
export const answers: readonly (readonly string[])[] = [
  ...ipv4.flatMap((address) => [[address], ['93.184.215.14', address], [address, '2606:4700::1']]),
  ...ipv6.map((address) => ['93.184.215.14', address]),
  ...[['not an address'], ['127.0.0.1\u0000'], ['fe80::1%eth0'], ['']],
]
