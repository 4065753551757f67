import { kinds } from '../documents/index.ts'
import { type BlobEntry, getAll, putAll } from '../source/store/batch.ts'
import type { Blobs } from '../source/store/blobs.ts'
import type { Entry } from './edition.ts'
import { blobKey, buffer, damaged, latestPrefix, parseShard, readShard, readStanding } from './edition-files.ts'

const indexKey = `${latestPrefix}edition.json`
const copied = new Set(kinds.filter((kind) => kind.copied).map(({ folder }) => folder))

/** What `artifacts/latest/` holds: file name to the hash of its bytes. */
interface LatestIndex {
  edition: string
  as_of: string
  sample: boolean
  files: Record<string, string>
}

/**
 * Brings the operator's plain files (`<id>.md`, `<id>.json` of today's briefings and metrics) to the current edition. Writes what differs
 * from its own index and removes everything else in the folder, so a run that was killed before or in the middle of it is made up by the
 * next one. The copies are not flushed: after a loss of power, delete the folder and the next publish writes it again.
 */
export async function writeLatest(blobs: Blobs): Promise<void> {
  const standing = await readStanding(blobs)
  if (standing === null) return
  const { manifest } = standing
  const before = await readIndex(blobs)
  if (before?.edition === manifest.edition) return

  const shard = manifest.shards['current']
  const files = shard === undefined ? {} : filesOf(parseShard(await readShard(blobs, shard)))
  const changed = Object.entries(files).filter(([name, wanted]) => before?.files[name] !== wanted)
  const bytes = await getAll(
    blobs,
    changed.map(([, wanted]) => blobKey(wanted)),
  )
  const copies = changed.map(([name, wanted], index): BlobEntry => {
    const copy = bytes[index]
    if (!copy) throw damaged('blob', wanted, 'missing')
    return [latestPrefix + name, copy]
  })
  await putAll(blobs, copies, { durable: false })
  const index: LatestIndex = { edition: manifest.edition, as_of: manifest.as_of, sample: manifest.sample, files }
  await putAll(blobs, [[indexKey, Buffer.from(`${JSON.stringify(index, null, 2)}\n`)]], { durable: false })
  for (const key of await blobs.list(latestPrefix)) {
    if (key !== indexKey && !(key.slice(latestPrefix.length) in files)) await blobs.remove(key)
  }
}

async function readIndex(blobs: Blobs): Promise<LatestIndex | null> {
  const bytes = await blobs.get(indexKey)
  if (bytes === null) return null
  try {
    const index = JSON.parse(buffer(bytes).toString()) as Partial<LatestIndex>
    return typeof index.files === 'object' && index.files !== null ? (index as LatestIndex) : null
  } catch {
    // an operator may have edited it; without it every file is written again
    return null
  }
}

function filesOf(entries: readonly Entry[]): Record<string, string> {
  const files: Record<string, string> = {}
  for (const { place, formats } of entries) {
    const [kind, id, ...deeper] = place.split('/')
    if (!copied.has(kind!) || deeper.length > 0) continue
    if (formats.md) files[`${id}.md`] = formats.md.hash
    if (formats.json) files[`${id}.json`] = formats.json.hash
  }
  return files
}
