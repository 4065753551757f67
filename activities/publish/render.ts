import { type RenderedArtifact, renderArtifact } from '../../pipeline/render/artifact.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { getShard } from '../compute/shards.ts'
import type { Deps } from '../deps.ts'
import { putWork } from '../work.ts'

export interface RenderInput {
  readonly run: string
  /** Key of a shard of documents. */
  readonly shard: string
}

/** Finished artifacts of one shard as texts, as they travel to `publish`. */
export interface RenderedShard {
  readonly sample: boolean
  readonly artifacts: readonly RenderedArtifact[]
}

/**
 * Stamps the documents of a shard with their time and fingerprint and writes each in every format of its kind. Needs no warehouse: any worker
 * may do it. Gives the key of the artifacts, and how many documents can be asked for one by one, which what the edition says of itself is not.
 */
export async function renderShard({ blobs }: Pick<Deps, 'blobs'>, { run, shard }: RenderInput) {
  const { kind, now, sample, documents } = await getShard(blobs, shard)
  const artifacts = documents.map((document) => renderArtifact(kind, document, isoTime(now)))
  const rendered: RenderedShard = { sample, artifacts }
  return { artifacts: await putWork(blobs, run, rendered), count: kind.stamped && !kind.packed ? artifacts.length : 0 }
}
