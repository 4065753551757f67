import { expect } from 'vitest'
import type { ActivityContext } from '../../activities/activity.ts'
import { computeDocuments } from '../../activities/compute/compute.ts'
import type { Deps } from '../../activities/deps.ts'
import { createActivities } from '../../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../../activities/policies.ts'
import { publishEdition } from '../../activities/publish/publish.ts'
import { renderShard } from '../../activities/publish/render.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { runInProcess } from '../../workflows/hosts/in-process.ts'
import { type BackfillRequest, type BackfillResult, backfill } from '../../workflows/orchestrations/backfill.ts'
import { wholeEdition } from '../editions/documents.ts'
import { depsOf, quiet, sampleNow, temporaryHomes } from './home.ts'

/** Days on both sides of the end of a month. */
export const from = '2026-10-31'
export const to = '2026-11-02'
export const days = dayNumber(to)! - dayNumber(from)! + 1

export async function within<T>(folder: string, work: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = depsOf(folder)
  try {
    return await work(deps)
  } finally {
    await deps.close()
  }
}

const all: BackfillRequest = { from, to, only: [], revise: null, dryRun: false }

export function backfilled(folder: string, request: Partial<BackfillRequest> = {}, now = sampleNow): Promise<BackfillResult> {
  return within(folder, (deps) =>
    runInProcess({ activities: createActivities(deps), policies, nonRetryable, concurrency, now, log: quiet }, backfill, {
      ...all,
      ...request,
    }),
  )
}

export const context = (more: Partial<ActivityContext> = {}): ActivityContext => ({
  signal: new AbortController().signal,
  attempt: 1,
  heartbeat: () => undefined,
  resume: undefined,
  log: quiet,
  ...more,
})

/** What the archive of a home holds: bytes by place and format, checked against every hash on the way. */
export async function archiveOf(folder: string): Promise<Map<string, string>> {
  return within(folder, async (deps) => {
    const { bytes } = (await wholeEdition(deps.blobs))!
    return new Map([...bytes].filter(([place]) => place.startsWith('archive/')).map(([place, body]) => [place, body.toString()]))
  })
}

/** A document without what its page shows of the days before it: the states that have been judged by then, and where they are drawn. */
export const withoutStrip = (text = '') =>
  text.replace(/<style>.*?<\/style>|<div class="strip".*?<div class="ticks">.*?<\/div><\/div>/gs, '').replace(/ p\d+"/g, '"')

/** The documents of one day alone: what `briefing refresh --as-of DAY` does after it has read the feeds. */
async function refreshedDay(folder: string, asOf: string): Promise<void> {
  const end = endOfDay(dayNumber(asOf)!)
  await within(folder, async (deps) => {
    const { shards, kept } = await computeDocuments(deps, { run: 'alone', asOf, now: end })
    const rendered = await Promise.all(shards.map((shard) => renderShard(deps, { run: 'alone', shard })))
    const artifacts = rendered.map((shard) => shard.artifacts)
    await publishEdition(deps, { run: 'alone', artifacts, kept, asOf, now: end, changed: false })
  })
}

/** What an edition says of its own day. */
export const today = async (of: string) =>
  within(of, async ({ blobs }) => {
    const { manifest, entries } = (await wholeEdition(blobs))!
    return [manifest.as_of, ...[...entries.values()].filter(({ place }) => !place.startsWith('archive/'))]
  })

/** Of a day in the archive of `folder`: that it is byte for byte what the day alone makes of a home like `before`, of so many briefings. */
export async function expectAsAlone(folder: string, before: string, day: string, briefings: number): Promise<void> {
  const homes = temporaryHomes()
  const alone = await homes.make(before)
  await refreshedDay(alone, day)
  const archive = await archiveOf(folder)
  const expected = await archiveOf(alone)
  await homes.remove()
  expect(expected.size).toBeGreaterThanOrEqual(2 * briefings)
  for (const [place, body] of expected) expect(withoutStrip(archive.get(place)), place).toBe(withoutStrip(body))
  expect([...archive.keys()].filter((place) => place.startsWith(`archive/${day}/`))).toHaveLength(expected.size)
}
