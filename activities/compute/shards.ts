import { kinds } from '../../pipeline/documents/index.ts'
import type { Kind } from '../../pipeline/documents/kind.ts'
import type { ComputedDocument } from '../../pipeline/render/artifact.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { getWork, putWorkText } from '../work.ts'

/** Documents of one kind that are rendered together, by one worker. */
export interface Shard {
  readonly kind: Kind
  /** Logical time of the run, milliseconds. */
  readonly now: number
  readonly sample: boolean
  readonly documents: readonly ComputedDocument[]
}

/** Characters of JSON a shard holds, one document more at most: well under a second of rendering, so that workers end together. */
const shardSize = 250_000

/** Puts documents, by the name of their kind, into the work of a run, a shard at a time; gives the keys of the shards. */
export async function putShards(
  blobs: Blobs,
  run: string,
  { now, sample }: Pick<Shard, 'now' | 'sample'>,
  documents: Readonly<Record<string, readonly ComputedDocument[]>>,
): Promise<string[]> {
  const keys: string[] = []
  for (const [kind, all] of Object.entries(documents)) {
    let texts: string[] = []
    let size = 0
    const put = async () => {
      const head = JSON.stringify({ kind, now, sample }).slice(0, -1)
      if (texts.length > 0) keys.push(await putWorkText(blobs, run, `${head},"documents":[${texts.join(',')}]}`))
      texts = []
      size = 0
    }
    for (const document of all) {
      const text = JSON.stringify(document)
      texts.push(text)
      size += text.length
      if (size >= shardSize) await put()
    }
    await put()
  }
  return keys
}

export async function getShard(blobs: Blobs, key: string): Promise<Shard> {
  const { kind, ...shard } = await getWork<Omit<Shard, 'kind'> & { readonly kind: string }>(blobs, key)
  return { ...shard, kind: kinds.find((each) => each.kind === kind)! }
}
