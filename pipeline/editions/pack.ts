import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { kinds } from '../documents/index.ts'
import type { Format } from '../documents/kind.ts'
import type { Blobs } from '../store/blobs.ts'
import { inParallel } from '../store/pool.ts'
import { memoized } from '../values/memoized.ts'
import { type Artifact, type Entry, type PackedBytes, shardOf } from './edition.ts'
import { type CodedFormat, isEntryInPacks, packedLength, packKey, sha256 } from './edition-files.ts'
import { bodyName, type EncodedBody, readBodies } from './edition-view.ts'
import type { OpenShard } from './open-shard.ts'

/** Bytes of one format as they go into a pack: `stored` says how they are coded and where they stand once the pack is whole. */
export interface PackedFormat {
  readonly stored: CodedFormat
  readonly parts: readonly Uint8Array[]
  readonly lengths: Omit<PackedBytes, 'pack' | 'offset'>
}

/** Most of a pack: whole packs are read by a server that starts, and written again when they are half empty. */
const mostDocuments = 256
const mostBytes = 8 * 1_024 * 1_024
/** Packs written again in a publish, each of which costs a read. */
const mostRewritten = 8
/** A shard may have so many packs below this size; more are joined. */
const smallPack = 512 * 1_024
const mostSmall = 64

/**
 * Writes into a shard where in packs all of the bytes of its entries are, and gives the packs that this takes: of what is new; of some of
 * what is in packs of which less than half is left, so that a single old document keeps no pack of others that are gone; and of what
 * versions before kept as separate files.
 *
 * @param name of the shard, on the first line of its packs, so that no two shards share one
 * @param added whose entries the shard has already, without formats
 * @param known the packings of what is added, made once however often an edition is merged
 */
export async function packShard(
  blobs: Blobs,
  name: string,
  shard: OpenShard,
  added: ReadonlyMap<string, Artifact>,
  known: Map<string, Promise<PackedFormat>>,
): Promise<{ hash: string; bytes: Buffer }[]> {
  const moved = await moving(blobs, shard)
  const standing = [...moved.values()].flatMap(({ formats }) => Object.values(formats) as CodedFormat[])
  const bodies = await readBodies(blobs, standing)
  const places = [...new Set([...added.keys(), ...moved.keys()])].sort()
  const due = places.flatMap((place) => {
    const formats = Object.entries(added.get(place)?.formats ?? moved.get(place)!.formats)
    return formats
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([format, body]) => ({ place, format: format as Format, body }))
  })
  const packings: PackedFormat[] = []
  await inParallel(due.entries(), 4, async ([at, { place, format, body }]) => {
    packings[at] = await (body instanceof Uint8Array
      ? memoized(known, `${place} ${format}`, () => packingOf(place, format, body))
      : packedAgain(place, format, body as CodedFormat, bodies.get(bodyName(body))!))
  })
  const documents = new Map<string, [Format, PackedFormat][]>()
  for (const [at, { place, format }] of due.entries()) {
    const one = documents.get(place)
    if (one === undefined) documents.set(place, [[format, packings[at]!]])
    else one.push([format, packings[at]!])
  }
  return dealt([...documents]).map((some) => {
    const own = some.flatMap(([, formats]) => formats.map(([, packing]) => packing))
    const pack = packOf(name, own)
    shard.packs.set(pack.hash, { bytes: pack.bytes.length, named: shard.packs.get(pack.hash)?.named ?? 0 })
    for (const [place, formats] of some) {
      const stored = Object.fromEntries(formats.map(([format, packing]) => [format, packing.stored]))
      shard.set({ ...shard.get(place)!, formats: stored })
    }
    return pack
  })
}

/** Documents as they go into one pack each. */
function dealt<Formats extends readonly (readonly [Format, PackedFormat])[]>(documents: readonly [string, Formats][]) {
  const packs: [string, Formats][][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const document of documents) {
    const own = document[1].reduce((sum, [, { lengths }]) => sum + packedLength({ pack: '', offset: 0, ...lengths }), 0)
    if (bytes + own > mostBytes || packs.at(-1)!.length === mostDocuments) {
      packs.push([])
      bytes = 0
    }
    packs.at(-1)!.push(document)
    bytes += own
  }
  return packs
}

/**
 * Entries whose bytes move to a new pack, by place. They may be in any part of the shard, so that those of a large one wait until the parts
 * have been read anyway, or until there are as many packs to rewrite as a publish does.
 */
async function moving(blobs: Blobs, shard: OpenShard): Promise<ReadonlyMap<string, Entry>> {
  if (shard.isOld) await measure(blobs, shard)
  const packs = [...shard.packs].flatMap(([pack, { bytes, named }]) =>
    bytes === null || named === 0 ? [] : [{ pack, bytes, named }],
  )
  const isSparse = ({ bytes, named }: (typeof packs)[number]) => 2 * named < bytes
  const small = packs.filter((each) => each.bytes < smallPack && !isSparse(each))
  const due = [...packs.filter(isSparse), ...(small.length > mostSmall ? small : [])]
    .sort((a, b) => a.named - b.named || (a.pack < b.pack ? -1 : 1))
    .slice(0, mostRewritten)
  const isTime = shard.unread() <= mostRewritten || due.length === mostRewritten
  if (!shard.isOld && (due.length === 0 || !isTime)) return new Map()
  const left = new Set(due.map(({ pack }) => pack))
  const isSeparate = ({ formats }: Entry) => Object.values(formats).some(({ packed }) => packed === undefined)
  return new Map([...(await shard.readAll())].filter(([, entry]) => isSeparate(entry) || isEntryInPacks(left, entry)))
}

/** Versions before did not note how long a pack is: half empty is one with a byte beyond twice what its entries name. */
async function measure(blobs: Blobs, shard: OpenShard): Promise<void> {
  await inParallel([...shard.packs], 8, async ([pack, { bytes, named }]) => {
    if (bytes !== null) return
    const beyond = await blobs.get(packKey(pack), { offset: 2 * named, length: 1 })
    shard.packs.set(pack, { bytes: beyond === null || beyond.length === 0 ? named : 2 * named + 1, named })
  })
}

/**
 * Lays bodies one after the other into a pack, in the order given, so that equal documents make an equal file. Each finds its place written
 * into what it is stored as.
 */
function packOf(name: string, bodies: readonly PackedFormat[]): { hash: string; bytes: Buffer } {
  const head = Buffer.from(`${name}\n`)
  const bytes = Buffer.concat([head, ...bodies.flatMap(({ parts }) => parts)])
  const hash = sha256(bytes)
  let offset = head.length
  for (const { stored, lengths } of bodies) {
    stored.packed = { pack: hash, offset, ...lengths }
    offset += packedLength(stored.packed)
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
async function packingOf(place: string, format: Format, bytes: Uint8Array): Promise<PackedFormat> {
  if (shardOf(place) === 'current') {
    const { br, gz } = await compressed(bytes)
    const lengths = { length: bytes.length, br: br?.length ?? 0, gz: gz?.length ?? 0 }
    return { stored: codedFormat(bytes, br, gz), parts: [bytes, ...(br ? [br] : []), ...(gz ? [gz] : [])], lengths }
  }
  const gz = isGzipped(place, format) ? await gzipped(bytes) : null
  const body = gz ?? bytes
  return { stored: codedFormat(bytes, null, gz), parts: [body], lengths: { length: body.length } }
}

/** Bytes of a pack for another one, as they are; what versions before kept without a pack has no codings yet. */
async function packedAgain(
  place: string,
  format: Format,
  { packed }: CodedFormat,
  { plain, br, gz }: EncodedBody,
): Promise<PackedFormat> {
  if (packed === undefined) return packingOf(place, format, plain)
  const stored = codedFormat(plain, br, gz)
  if (packed.br === undefined && packed.gz === undefined)
    return { stored, parts: [gz ?? plain], lengths: { length: packed.length } }
  const lengths = { length: plain.length, br: br?.length ?? 0, gz: gz?.length ?? 0 }
  return { stored, parts: [plain, ...(br ? [br] : []), ...(gz ? [gz] : [])], lengths }
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
