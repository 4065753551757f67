import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { madeOnce } from '../analysis/formulas/made-once.ts'
import { kinds } from '../documents/index.ts'
import type { Format } from '../documents/kind.ts'
import type { Blobs } from '../source/store/blobs.ts'
import { inParallel } from '../source/store/pool.ts'
import { type Artifact, type Entry, type Packed, shardOf } from './edition.ts'
import { type CodedFormat, packKey, sha256, spanOf } from './edition-files.ts'
import { readBody } from './edition-view.ts'

/** Bytes of one format as they go into a pack: `stored` says how they are coded and where they stand once the pack is whole. */
export interface Packing {
  readonly stored: CodedFormat
  readonly parts: readonly Uint8Array[]
  readonly lengths: Omit<Packed, 'pack' | 'offset'>
}

/**
 * Writes into the entries of a shard where in packs all of their bytes stand, and gives the pack that this takes, null for none: of what is
 * new; of what is in a pack of which less than half is left, so that a single old document keeps no pack of others that are gone; and of what
 * versions before kept as separate files.
 *
 * @param entries those of the shard by place; `formats` of the new ones, which are in `added`, may be empty
 * @param known the packings of what is added, made once however often an edition is merged
 */
export async function packShard(
  blobs: Blobs,
  entries: Map<string, Entry>,
  added: ReadonlyMap<string, Artifact>,
  known: Map<string, Promise<Packing>>,
): Promise<{ hash: string; bytes: Buffer } | null> {
  const sparse = await sparsePacks(blobs, entries.values())
  const due = [...entries].flatMap(([place, { formats }]) =>
    Object.entries(added.get(place)?.formats ?? formats)
      .map(([format, body]) => ({ place, format: format as Format, body }))
      .filter(({ body }) => body instanceof Uint8Array || body.packed === undefined || sparse.has(body.packed.pack)),
  )
  const named = due.map((one) => [`${one.place} ${one.format}`, one] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  const packings: Packing[] = []
  await inParallel(named.entries(), 4, async ([at, [name, { place, format, body }]]) => {
    packings[at] = await (body instanceof Uint8Array
      ? madeOnce(known, name, () => packingOf(place, format, body))
      : packingOf(place, format, (await readBody(blobs, body as CodedFormat)).plain))
  })
  for (const [at, [, { place, format }]] of named.entries()) {
    const entry = entries.get(place)!
    entries.set(place, { ...entry, formats: { ...entry.formats, [format]: packings[at]!.stored } })
  }
  return packOf(packings)
}

/** The packs of which entries name less than half: where a byte stands beyond twice what they name. */
async function sparsePacks(blobs: Blobs, entries: Iterable<Entry>): Promise<ReadonlySet<string>> {
  const named = new Map<string, number>()
  for (const { formats } of entries) {
    for (const { packed } of Object.values(formats))
      if (packed) named.set(packed.pack, (named.get(packed.pack) ?? 0) + spanOf(packed))
  }
  const sparse = new Set<string>()
  await inParallel(named, 8, async ([pack, bytes]) => {
    const beyond = await blobs.get(packKey(pack), { offset: 2 * bytes, length: 1 })
    if (beyond !== null && beyond.length > 0) sparse.add(pack)
  })
  return sparse
}

/**
 * Lays bodies one after the other into a pack, in the order given, so that equal documents make an equal file. Each finds its place written
 * into what it is stored as; null where there is nothing to pack.
 */
function packOf(bodies: readonly Packing[]): { hash: string; bytes: Buffer } | null {
  if (bodies.length === 0) return null
  const bytes = Buffer.concat(bodies.flatMap(({ parts }) => parts))
  const hash = sha256(bytes)
  let offset = 0
  for (const { stored, lengths } of bodies) {
    stored.packed = { pack: hash, offset, ...lengths }
    offset += spanOf(stored.packed)
  }
  return { hash, bytes }
}

const gzippedFolders = new Set(kinds.filter(({ packed }) => packed === 'gzip').map(({ folder }) => folder))

/** Whether a document is compressed in its pack. The others are a fifth of the making of a page, and are read without unpacking. */
const isGzipped = (place: string, format: Format): boolean =>
  format === 'html' || gzippedFolders.has(place.slice(0, place.indexOf('/')))

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** A coding is worth its room and its memory when it saves at least a tenth. */
const worthwhile = 0.9

/** Today's documents with their codings behind them, as they are sent; past days and packed kinds in one coding each. */
async function packingOf(place: string, format: Format, bytes: Uint8Array): Promise<Packing> {
  if (shardOf(place) === 'current') {
    const { br, gz } = await compressed(bytes)
    const lengths = { length: bytes.length, br: br?.length ?? 0, gz: gz?.length ?? 0 }
    return { stored: codedFormat(bytes, br, gz), parts: [bytes, ...(br ? [br] : []), ...(gz ? [gz] : [])], lengths }
  }
  const gz = isGzipped(place, format) ? await gzipped(bytes) : null
  const body = gz ?? bytes
  return { stored: codedFormat(bytes, null, gz), parts: [body], lengths: { length: body.length } }
}

function codedFormat(bytes: Uint8Array, br: Buffer | null, gz: Buffer | null): CodedFormat {
  const codings = { br_hash: br && sha256(br), gz_hash: gz && sha256(gz) }
  return { hash: sha256(bytes), bytes: bytes.length, br: br !== null, gz: gz !== null, ...codings }
}

/** Gzip 6 of the bytes. */
function gzipped(bytes: Uint8Array): Promise<Buffer> {
  return toGzip(bytes, { level: 6 })
}

/**
 * Brotli 5 and gzip 6 of the bytes, each null where it saves under 10%. Brotli 11 would be 14% smaller for sixty times the work, too
 * much for documents replaced every few minutes.
 */
async function compressed(bytes: Uint8Array): Promise<{ br: Buffer | null; gz: Buffer | null }> {
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
