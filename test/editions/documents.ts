import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Artifact, Entry, Manifest } from '../../pipeline/editions/edition.ts'
import type { Publication } from '../../pipeline/editions/publish.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'

export const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** A document of about the size a briefing has, whose every line names `version`. */
export function artifact(
  place: string,
  version: string,
  options: { asOf?: string; lines?: number; computedAt?: string } = {},
): Artifact {
  const asOf = options.asOf ?? '2026-07-22'
  const lines = Array.from(
    { length: options.lines ?? 40 },
    (_, line) => `- ${place} reading ${line}: ${hashOf(`${version}${line}`)} (${version})`,
  )
  const json = Buffer.from(JSON.stringify({ place, version, as_of: asOf, lines }))
  return {
    place,
    as_of: asOf,
    computed_at: options.computedAt ?? `${asOf}T12:00:00Z`,
    fingerprint: `sha256:${hashOf(json)}`,
    content: hashOf(`${place}${version}`),
    formats: { json, md: Buffer.from(`# ${place}\n\n${lines.join('\n')}\n`) },
    facts: { title: place, state: version },
  }
}

export function publication(artifacts: readonly Artifact[], more: Partial<Publication> = {}): Publication {
  return { artifacts, asOf: '2026-07-22', sample: true, publishedAt: '2026-07-22T12:00:00Z', current: true, ...more }
}

/**
 * Reads the current edition the long way, with nothing of the code under test, and throws at the first byte that is missing or wrong.
 * Null where nothing has been published.
 */
export async function wholeEdition(blobs: Pick<Blobs, 'get'>): Promise<WholeEdition | null> {
  const pointer = await blobs.get('artifacts/current')
  return pointer === null ? null : wholeEditionAt(blobs, Buffer.from(pointer).toString())
}

export interface WholeEdition {
  manifest: Manifest
  entries: Map<string, Entry>
  bytes: Map<string, Buffer>
}

interface Index {
  gone: string[]
  parts: Record<string, string>
  packs: Record<string, [bytes: number, named: number]>
}

/** The entries of a shard: those of its parts, but for what it has itself or says is gone. */
async function entriesIn(checked: (key: string, hash: string) => Promise<Buffer>, hash: string): Promise<Entry[]> {
  const rows = async (sum: string) =>
    JSON.parse((await checked(`artifacts/shard/${sum}.json`, sum)).toString()) as (Entry | Index)[]
  const own = await rows(hash)
  const index = own.find((row): row is Index => !('place' in row))
  const entries = new Map<string, Entry>()
  for (const part of Object.values(index?.parts ?? {})) for (const entry of await rows(part)) add(entry)
  for (const place of index?.gone ?? []) if (!entries.delete(place)) throw new Error(`torn: ${place} was never there`)
  for (const row of own) if ('place' in row) add(row)
  function add(row: Entry | Index) {
    if ('place' in row) entries.set(row.place, row)
  }
  const named = new Map<string, number>()
  for (const { formats } of entries.values())
    for (const { packed } of Object.values(formats)) {
      const { pack, length, br = 0, gz = 0 } = packed!
      named.set(pack, (named.get(pack) ?? 0) + length + br + gz)
    }
  const counted = Object.entries(index?.packs ?? {}).map(([pack, [, bytes]]) => [pack, bytes])
  if (index && JSON.stringify(counted.sort()) !== JSON.stringify([...named].sort()))
    throw new Error(`torn: shard ${hash} counts other packs than its entries name`)
  return [...entries.values()]
}

export async function wholeEditionAt(blobs: Pick<Blobs, 'get'>, manifestKey: string): Promise<WholeEdition> {
  const read = async (key: string) => {
    const bytes = await blobs.get(key)
    if (bytes === null) throw new Error(`torn: ${key} is missing`)
    return Buffer.from(bytes)
  }
  const checked = async (key: string, hash: string) => {
    const bytes = await read(key)
    if (hashOf(bytes) !== hash) throw new Error(`torn: ${key} is not what its name says`)
    return bytes
  }
  const manifestHash = /^artifacts\/manifest\/([0-9a-f]{64})\.json$/.exec(manifestKey)?.[1]
  if (manifestHash === undefined) throw new Error(`torn: the pointer holds ${JSON.stringify(manifestKey)}`)
  const manifest: Manifest = JSON.parse((await checked(manifestKey, manifestHash)).toString())
  const packs = new Map<string, Buffer>()
  const edition: WholeEdition = { manifest, entries: new Map(), bytes: new Map() }
  for (const hash of Object.values(manifest.shards)) {
    for (const entry of await entriesIn(checked, hash)) {
      edition.entries.set(entry.place, entry)
      for (const [format, stored] of Object.entries(entry.formats)) {
        const { pack, offset, length, br, gz } = stored.packed!
        const whole = packs.get(pack) ?? (await checked(`artifacts/pack/${pack}.pack`, pack))
        packs.set(pack, whole)
        const part = (from: number, bytes = 0) => whole.subarray(offset + from, offset + from + bytes)
        const body = part(0, length)
        const plain = stored.gz && gz === undefined ? gunzipSync(body) : body
        const torn = (coding: string) => new Error(`torn: ${coding} of ${entry.place} ${format} in its pack`)
        if (hashOf(plain) !== stored.hash || plain.length !== stored.bytes) throw torn('plain bytes')
        if (stored.br !== Boolean(br) || (br && !brotliDecompressSync(part(length, br)).equals(plain))) throw torn('brotli')
        if (gz !== undefined && stored.gz !== gz > 0) throw torn('length of gzip')
        if (gz && !gunzipSync(part(length + br!, gz)).equals(plain)) throw torn('gzip')
        edition.bytes.set(`${entry.place} ${format}`, plain)
      }
    }
  }
  return edition
}
