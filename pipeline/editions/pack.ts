import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { kinds } from '../documents/index.ts'
import type { Format } from '../documents/kind.ts'
import type { StoredFormat } from './edition.ts'
import { sha256 } from './edition-files.ts'

/** Bytes of one format as they go into a pack: `stored` says how they are coded and where they stand once the pack is whole. */
export interface Packing {
  readonly stored: StoredFormat
  readonly body: Uint8Array
}

/**
 * Lays bodies one after the other into a pack, in the order given, so that equal documents make an equal file. Each finds its place written
 * into what it is stored as; null where there is nothing to pack.
 */
export function packOf(bodies: readonly Packing[]): { hash: string; bytes: Buffer } | null {
  if (bodies.length === 0) return null
  const bytes = Buffer.concat(bodies.map(({ body }) => body))
  const hash = sha256(bytes)
  let offset = 0
  for (const { stored, body } of bodies) {
    stored.packed = { pack: hash, offset, length: body.length }
    offset += body.length
  }
  return { hash, bytes }
}

const gzippedFolders = new Set(kinds.filter(({ packed }) => packed === 'gzip').map(({ folder }) => folder))

/** Whether a document is compressed in its pack. The others are a fifth of the making of a page, and are read without unpacking. */
export const isGzipped = (place: string, format: Format): boolean =>
  format === 'html' || gzippedFolders.has(place.slice(0, place.indexOf('/')))

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A coding is worth its file and its memory when it saves at least a tenth. */
const worthwhile = 0.9

/** Gzip 6 of the bytes. */
export function gzipped(bytes: Uint8Array): Promise<Buffer> {
  return toGzip(bytes, { level: 6 })
}

/**
 * Brotli 5 and gzip 6 of the bytes, each null where it saves under 10 %. Brotli 11 would be 14 % smaller for sixty times the work, too
 * much for documents replaced every few minutes.
 */
export async function compressed(bytes: Uint8Array): Promise<{ br: Buffer | null; gz: Buffer | null }> {
  const [br, gz] = await Promise.all([
    toBrotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzipped(bytes),
  ])
  const limit = bytes.length * worthwhile
  return { br: br.length <= limit ? br : null, gz: gz.length <= limit ? gz : null }
}
