import { stat } from 'node:fs/promises'
import { kinds } from '../../pipeline/documents/index.ts'
import type { Format } from '../../pipeline/documents/kind.ts'
import { archivedName } from '../../pipeline/documents/kind.ts'
import { isNewsDay } from '../../pipeline/editions/company-events.ts'
import type { Artifact, Entry } from '../../pipeline/editions/edition.ts'
import type { CodedFormat } from '../../pipeline/editions/edition-files.ts'
import { bodyName, readBodies } from '../../pipeline/editions/edition-view.ts'
import { currentEntries, currentManifest } from '../../pipeline/editions/on-record.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import type { KnownReleases } from '../../pipeline/editions/releases.ts'
import type { StakeEntries } from '../../pipeline/editions/stakes.ts'
import type { RenderedArtifact } from '../../pipeline/render/artifact.ts'
import { withNextDay } from '../../pipeline/render/page-head.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { dayNumber, endOfDay, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { syncStakesTable } from '../compute/stakes.ts'
import type { Deps } from '../deps.ts'
import { getWork } from '../work.ts'
import { companyAddresses, storeEvents } from './events.ts'
import { writeAnalystCopy } from './market.ts'
import type { RenderedShard } from './render.ts'

/** Age after which a half-written file of a killed process is swept away. */
const unfinishedMs = 3_600_000

export interface PublishInput {
  readonly run: string
  /** Keys of the rendered artifacts, one a shard. */
  readonly artifacts: readonly string[]
  /** Places whose documents stay as they stand. */
  readonly kept: readonly string[]
  readonly asOf: string
  readonly now: number
  /** Something new was loaded or computed: the analysts' copy and exports are due. */
  readonly changed: boolean
  /** The tracked releases known; none where the run read none. */
  readonly releases?: KnownReleases
  /** Key of what enters the ledger of stakes. */
  readonly entries?: string | null
}

export interface PublishResult {
  readonly edition: string
  /** Its day: a later one than that of a run for an earlier day, which leaves the edition that stands. */
  readonly asOf: string
}

/**
 * Publishes an edition and the analysts' copy. A day enters the archive when it is over: with the documents of the run of that day where that ran
 * at its end, else with those that stood when the next day's first edition replaces them.
 */
export async function publishEdition(deps: Deps, input: PublishInput): Promise<PublishResult> {
  // no other process publishes from here on: see decision 32
  const store = await deps.store()
  const shards = await Promise.all(input.artifacts.map((key) => getWork<RenderedShard>(deps.blobs, key)))
  const artifacts = shards.flatMap((shard) => shard.artifacts.map(toArtifact))
  const over = input.now >= endOfDay(dayNumber(input.asOf)!)
  const archive = artifacts.filter(isArchived).map((artifact) => toArchivedArtifact(artifact, dayAfter(input.asOf)))
  const standing = await currentManifest(deps.blobs)
  const entries = [...(await currentEntries(deps.blobs, standing)).values()]
  const staying = new Set([...artifacts.map(({ place }) => place), ...input.kept])
  const writer = await deps.writer()
  const replaced = standing && standing.as_of < input.asOf ? await archiveOf(deps.blobs, entries, input.asOf) : []
  const manifest = await publish(deps.blobs, {
    artifacts: [...artifacts, ...(over ? archive : []), ...replaced],
    // a metric without data
    removed: entries.map(({ place }) => place).filter((place) => !staying.has(place)),
    asOf: input.asOf,
    // where nothing is new the edition stays what it is
    sample: shards.length === 0 ? standing?.sample === true : shards.some((shard) => shard.sample),
    publishedAt: isoTime(input.now),
    // a run that a schedule started late, or another one overtook, takes nothing back
    current: !entries.some(({ computed_at }) => computed_at > isoTime(input.now)),
    ...(input.releases && { releases: input.releases }),
    ...(input.entries && { entries: await getWork<StakeEntries>(deps.blobs, input.entries) }),
    addresses: artifacts.some(({ place }) => isNewsDay(place)) ? await companyAddresses(store) : new Map(),
    ...(writer && { writer }),
    revisionNote: `Recomputed at ${isoTime(input.now)} from rows that were not on record when the day was first published.`,
  })
  await storeEvents(deps, manifest)
  await syncStakesTable(deps, manifest)
  const market = await stat(deps.home.market).catch(() => null)
  if (input.changed || !market) await writeAnalystCopy(deps)
  // only the writer removes anything
  await deps.writer()
  await prune(deps.blobs, { now: input.now })
  await deps.blobs.removeUnfinished(deps.clock() - unfinishedMs)
  return { edition: manifest.edition, asOf: manifest.as_of }
}

/** An artifact as the archive of its day keeps it: the same bytes, but for the page, which gets the link to the `next` day. */
export function toArchivedArtifact(artifact: Artifact, next: string): Artifact {
  const { html } = artifact.formats
  const page = html && Buffer.from(withNextDay(Buffer.from(html).toString('utf8'), next))
  const place = `archive/${artifact.as_of}/${archivedName(kinds, artifact.place)}`
  return { ...artifact, place, formats: { ...artifact.formats, ...(page && { html: page }) } }
}

export const dayAfter = (day: string): string => isoDay(dayNumber(day)! + 1)

function isArchived({ place }: Pick<Artifact, 'place'>): boolean {
  return archivedName(kinds, place) !== null
}

/** A rendered artifact with its texts as bytes. */
export function toArtifact(rendered: RenderedArtifact): Artifact {
  const formats = Object.entries(rendered.formats).map(([format, text]) => [format, Buffer.from(text)] as const)
  return { ...rendered, formats: Object.fromEntries(formats) }
}

/** What of the current entries is archived, as entries of the archive of its day; `next` is the day whose edition replaces it. */
async function archiveOf(blobs: Blobs, current: readonly Entry[], next: string): Promise<Artifact[]> {
  const archived = current.filter(isArchived)
  const stored = archived.flatMap(({ formats }) => Object.values(formats) as CodedFormat[])
  const bodies = await readBodies(blobs, stored)
  return archived.map((entry) => {
    const { content, ...facts } = entry.facts
    const formats: Partial<Record<Format, Uint8Array>> = {}
    for (const [format, body] of Object.entries(entry.formats)) formats[format as Format] = bodies.get(bodyName(body))!.plain
    return toArchivedArtifact({ ...entry, content: String(content), facts, formats }, next)
  })
}
