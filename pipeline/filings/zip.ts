import { inflateSync } from 'fflate'
import { ParseError } from '../errors.ts'
import { decodedText } from './text.ts'

/** What an archive may hold at most; more is refused before anything is unpacked. */
interface ZipLimits {
  readonly entries: number
  /** Bytes unpacked, of all entries together. */
  readonly bytes: number
  /** Unpacked over packed bytes, of one entry. */
  readonly ratio: number
}

interface Entry {
  readonly name: string
  readonly stored: boolean
  readonly crc: number
  readonly packed: Uint8Array
  readonly size: number
}

const endOfDirectory = 0x0605_4b50
const inDirectory = 0x0201_4b50
const beforeData = 0x0403_4b50
/** The directory's end has 22 bytes and a comment of at most this many. */
const longestComment = 65_535

/**
 * The files of a ZIP archive that `wanted` names, unpacked, in the order of its directory. `ParseError` for what is not a whole archive, for
 * one over the limits (judged by the directory, before unpacking), for an encrypted file, a packing other than deflate, a name that is
 * absolute, climbs (`..`) or appears twice, and for a file whose length or checksum is not the one stated.
 */
export function unzip(bytes: Uint8Array, limits: ZipLimits, wanted: (name: string) => boolean): Map<string, Uint8Array> {
  const entries = directoryOf(bytes, limits)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.bytes) throw refused('ZIP_TOO_LARGE', `it decompresses to ${total} bytes, over ${limits.bytes}`)
  const files = new Map<string, Uint8Array>()
  for (const entry of entries) if (wanted(entry.name)) files.set(entry.name, unpack(entry))
  return files
}

function directoryOf(bytes: Uint8Array, limits: ZipLimits): Entry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count !== view.getUint16(end + 8, true) || view.getUint16(end + 4, true) !== 0)
    throw refused('ZIP_DAMAGED', 'it is one part of a multi-part archive')
  if (count > limits.entries) throw refused('ZIP_TOO_LARGE', `it holds ${count} files, over ${limits.entries}`)
  const entries: Entry[] = []
  let at = view.getUint32(end + 16, true)
  for (let read = 0; read < count; read += 1) {
    if (at + 46 > end || view.getUint32(at, true) !== inDirectory) throw refused('ZIP_DAMAGED', 'its directory is truncated')
    const nameLength = view.getUint16(at + 28, true)
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > end) throw refused('ZIP_DAMAGED', 'its directory is truncated')
    const entry = entryAt(bytes, view, at, nameLength, end)
    if (entries.some(({ name }) => name === entry.name)) throw refused('ZIP_NAMES', 'it contains the same name twice')
    if (entry.size > limits.ratio * Math.max(1, entry.packed.byteLength))
      throw refused('ZIP_TOO_LARGE', `one of its files decompresses to more than ${limits.ratio} times its length`)
    entries.push(entry)
    at = next
  }
  if (at !== end) throw refused('ZIP_DAMAGED', 'its directory does not end where expected')
  return entries
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - 22 - longestComment)
  for (let at = view.byteLength - 22; at >= first; at -= 1)
    if (view.getUint32(at, true) === endOfDirectory && view.getUint16(at + 20, true) === view.byteLength - at - 22) return at
  throw refused('NOT_A_ZIP', 'it has no directory, or is truncated')
}

function entryAt(bytes: Uint8Array, view: DataView, at: number, nameLength: number, end: number): Entry {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  if ((flags & 1) !== 0) throw refused('ZIP_ENCRYPTED', 'one of its files is encrypted')
  if (method !== 0 && method !== 8) throw refused('ZIP_METHOD', `one of its files uses compression method ${method}`)
  const length = view.getUint32(at + 20, true)
  const local = view.getUint32(at + 42, true)
  if (local + 30 > end || view.getUint32(local, true) !== beforeData)
    throw refused('ZIP_DAMAGED', 'one of its files is not where expected')
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + length > end) throw refused('ZIP_DAMAGED', 'one of its files is truncated')
  const name = nameOf(bytes.subarray(at + 46, at + 46 + nameLength))
  return {
    name,
    stored: method === 0,
    crc: view.getUint32(at + 16, true),
    packed: bytes.subarray(start, start + length),
    size: view.getUint32(at + 24, true),
  }
}

function nameOf(bytes: Uint8Array): string {
  const name = decodedText(bytes, 'utf-8')
  if (name === null) throw refused('ZIP_NAMES', 'it contains a name that is not UTF-8')
  if (name === '' || /^[/\\]|^[A-Za-z]:|\\|\0|(?:^|\/)\.\.(?:\/|$)/u.test(name))
    throw refused('ZIP_NAMES', 'it contains a name that leads out of its folder')
  return name
}

function unpack({ name, stored, crc, packed, size }: Entry): Uint8Array {
  const file = stored ? packed : inflate(packed, size)
  if (file.byteLength !== size) throw refused('ZIP_DAMAGED', `${name.slice(-80)} has ${file.byteLength} bytes, not ${size}`)
  if (crcOf(file) !== crc) throw refused('ZIP_DAMAGED', `${name.slice(-80)} does not have its checksum`)
  return file
}

/** Into a buffer one byte longer than stated: the library never writes beyond it, and a longer file fills it. */
function inflate(packed: Uint8Array, size: number): Uint8Array {
  let file: Uint8Array
  try {
    file = inflateSync(packed, { out: new Uint8Array(size + 1) })
  } catch {
    throw refused('ZIP_DAMAGED', 'one of its files cannot be decompressed')
  }
  if (file.byteLength > size) throw refused('ZIP_TOO_LARGE', 'one of its files is longer than stated')
  return file
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 as ZIP has it. */
function crcOf(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8)
  return (crc ^ 0xffff_ffff) >>> 0
}

/** The error for a body that is not the archive, package or workbook it should be. */
export const rejectedBodyError = (what: string) => (code: string, why: string) =>
  new ParseError(code, `The ${what} is rejected: ${why}; inspect the recording`)
const refused = rejectedBodyError('archive')
