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
