import { createHmac, hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const bodyLength = 30
const tailLength = 6
/** What a key of any prefix looks like: prefix, mode, 30 random characters, 6 of checksum. */
const form = /^([a-z][a-z0-9]{1,7}_(?:live|test)_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/

/** Characters of a key that are kept to tell it from others. */
const shownLength = 12

/** A new key: `<prefix>_<live|test>_`, 30 random characters of base 62, and the CRC-32 of all before it in six more. Stored is its hash: it has 178 random bits, so one round is enough. */
export function newKey(prefix: string, mode: 'live' | 'test', random: (below: number) => number = randomInt) {
  const body = `${prefix}_${mode}_${Array.from({ length: bodyLength }, () => alphabet[random(alphabet.length)]).join('')}`
  const key = body + checksum(body)
  return { key, hash: secretHash(key), prefix: key.slice(0, shownLength) }
}

/**
 * What `newKey` draws from for a key that can be computed again: the digits of HMAC-SHA-`bits` of a purpose, the lowest first. 30 of base 62
 * need 179 bits, so with 256 none is likelier than another by 2^-77.
 */
export function hmacDraw(secret: string, purpose: string, bits: 256 | 512): (below: number) => number {
  let rest = BigInt(`0x${createHmac(`sha${bits}`, secret).update(purpose).digest('hex')}`)
  return (below) => {
    const digit = Number(rest % BigInt(below))
    rest /= BigInt(below)
    return digit
  }
}

/** Whether a text has the form of a key and its checksum fits: a typing error is reported without a look into the store. */
export function isWellFormedKey(text: string): boolean {
  const [, body, tail] = form.exec(text) ?? []
  return body !== undefined && checksum(body) === tail
}

/** SHA-256 in hex of a key. Looking one up by its hash leaks nothing of it in the time it takes. */
export function secretHash(key: string): string {
  return hash('sha256', key)
}

function checksum(text: string): string {
  let rest = crc32(text)
  let tail = ''
  for (let i = 0; i < tailLength; i++) {
    tail = alphabet[rest % alphabet.length] + tail
    rest = Math.floor(rest / alphabet.length)
  }
  return tail
}
