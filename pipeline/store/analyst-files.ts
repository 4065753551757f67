import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { UnavailableError } from '../errors.ts'
import { type Blobs, trySwap } from './blobs.ts'

/** A file as parts of a store, and when it was written (milliseconds since 1970). */
export interface SharedFile {
  readonly bytes: number
  readonly modified: number
  /** Hashes (SHA-256, hex) of its parts, each of `partBytes` but the last. */
  readonly parts: readonly string[]
}

/** The files that are shared, by name, and the parts of those they replaced, which may still be read. */
interface SharedFiles {
  readonly files: Readonly<Record<string, SharedFile>>
  readonly replaced: readonly string[]
}

const currentKey = 'data/current'
const partKey = (hash: string): string => `data/part/${hash}`
const partBytes = 16 * 1024 ** 2
/** A caller of a file is sent as much with each read, so that no read takes long and none of it is kept. */
const pieceBytes = 1024 ** 2

const none: SharedFiles = { files: {}, replaced: [] }
const partsOf = ({ files }: SharedFiles) => Object.values(files).flatMap(({ parts }) => parts)

/**
 * Puts files of this machine into a store for servers that have none of its folders. Parts are named by their hash, so that only those that
 * changed are sent. What a file was before stays readable until the next time. A file that does not exist is left out.
 *
 * @param paths by name
 */
export async function shareFiles(blobs: Blobs, paths: Readonly<Record<string, string>>): Promise<void> {
  const before = await read(blobs)
  const known = new Set([...partsOf(before.found), ...before.found.replaced])
  const files: Record<string, SharedFile> = {}
  for (const [name, path] of Object.entries(paths)) {
    const file = await putFile(blobs, path, known)
    if (file !== null) files[name] = file
  }
  const kept = new Set(Object.values(files).flatMap(({ parts }) => parts))
  const replaced = [...new Set(partsOf(before.found))].filter((hash) => !kept.has(hash))
  const next: SharedFiles = { files, replaced }
  const bytes = Buffer.from(JSON.stringify(next))
  // whoever was first knows what of this is to be removed
  if (!(await trySwap(blobs, currentKey, before.bytes, bytes))) return
  for (const hash of before.found.replaced) if (!kept.has(hash) && !replaced.includes(hash)) await blobs.remove(partKey(hash))
}

async function read(blobs: Blobs): Promise<{ bytes: Uint8Array | null; found: SharedFiles }> {
  const bytes = await blobs.get(currentKey)
  return { bytes, found: bytes === null ? none : (JSON.parse(Buffer.from(bytes).toString('utf8')) as SharedFiles) }
}

async function putFile(blobs: Blobs, path: string, known: Set<string>): Promise<SharedFile | null> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (handle === null) return null
  try {
    const { size, mtimeMs } = await handle.stat()
    const parts: string[] = []
    for (let from = 0; from < size; from += partBytes) {
      const part = await readFilePart(handle, from, Math.min(partBytes, size - from))
      const hash = createHash('sha256').update(part).digest('hex')
      if (!known.has(hash)) await blobs.put(partKey(hash), part)
      known.add(hash)
      parts.push(hash)
    }
    return { bytes: size, modified: Math.floor(mtimeMs), parts }
  } finally {
    await handle.close()
  }
}

/**
 * A part of a file that is put into a store.
 * @throws UnavailableError FILE_CHANGED where the file ends before
 */
export async function readFilePart(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(length)
  for (let read = 0; read < length; ) {
    const { bytesRead } = await file.read(part, read, length - read, position + read)
    if (bytesRead === 0) throw new UnavailableError('FILE_CHANGED', 'A file was truncated while it was read.')
    read += bytesRead
  }
  return part
}

/** A file of a store, open: the same members as a file of this machine has for whoever serves it. */
export interface OpenAnalystFile {
  readonly size: number
  readonly etag: string
  readonly modifiedMs: number
  read(from: number, to: number): Promise<Readable>
  close(): Promise<void>
}

/** Opens a file that was shared; null where none of that name was. The entity tag is the same on every server. */
export async function openAnalystFile(blobs: Blobs, name: string): Promise<OpenAnalystFile | null> {
  const { files } = (await read(blobs)).found
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (file === undefined) return null
  const sum = createHash('sha256').update(file.parts.join()).digest('hex')
  return {
    size: file.bytes,
    etag: `"${sum.slice(0, 32)}"`,
    modifiedMs: file.modified,
    async read(from, to) {
      const pieces = piecesOf(blobs, file, from, to)
      // the first one before anything is sent: where the store does not answer nobody has begun an answer
      const first = await pieces.next()
      return Readable.from(
        (async function* all() {
          if (!first.done) yield first.value
          yield* pieces
        })(),
        { objectMode: false },
      )
    },
    close: async () => undefined,
  }
}

async function* piecesOf(blobs: Blobs, { parts }: SharedFile, from: number, to: number): AsyncGenerator<Uint8Array, void> {
  for (let at = from; at <= to; ) {
    const offset = at % partBytes
    const length = Math.min(pieceBytes, partBytes - offset, to - at + 1)
    const hash = parts[Math.floor(at / partBytes)]!
    const piece = await blobs.get(partKey(hash), { offset, length })
    if (piece === null || piece.length !== length)
      throw new UnavailableError(
        'FILE_DAMAGED',
        'A part of a shared file is missing. It is there again after the next refresh.',
        { part: hash },
      )
    yield piece
    at += length
  }
}
