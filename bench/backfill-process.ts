/**
 * One side of `bench/backfill.ts`, in a process of its own so that its memory is its own: `backfill` puts days into the archive of a home,
 * `render` makes the same documents and keeps the time of rendering alone. Says processor time, documents and memory to its parent.
 */
import { backfillDays } from '../activities/backfill.ts'
import { readKnown } from '../activities/compute.ts'
import { createDeps } from '../activities/deps.ts'
import { homeAt } from '../activities/home.ts'
import { briefingRows } from '../data/briefings.ts'
import { briefingCharts } from '../pipeline/briefings/charts.ts'
import { briefingDocuments } from '../pipeline/briefings/compose.ts'
import { Days } from '../pipeline/briefings/day-view.ts'
import { briefers } from '../pipeline/briefings/index.ts'
import { dayNumber, endOfDay, isoTime } from '../pipeline/calendar/day.ts'
import { briefingKind } from '../pipeline/documents/briefing.ts'
import { sampleTransport } from '../pipeline/http/sample.ts'
import { renderArtifact } from '../pipeline/render/artifact.ts'

export interface Side {
  readonly cpuMs: number
  readonly documents: number
  readonly peakMb: number
}

const [side, home, from, to] = process.argv.slice(2) as ['backfill' | 'render', string, string, string]
const deps = createDeps({
  home: homeAt(home),
  credentials: new Set(),
  transport: async (_, now) => sampleTransport({ now }),
  clock: Date.now,
})

/** Processor time of this process so far, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function backfilled(): Promise<{ cpuMs: number; documents: number }> {
  const log = { info: () => undefined, warn: () => undefined }
  const context = { signal: new AbortController().signal, attempt: 1, heartbeat: () => undefined, resume: undefined, log }
  const start = cpuMs()
  const { added } = await backfillDays(deps, { from, to, only: [], revise: null, now: endOfDay(dayNumber(to)! + 1) }, context)
  return { cpuMs: cpuMs() - start, documents: added }
}

async function rendered(): Promise<{ cpuMs: number; documents: number }> {
  const known = await readKnown(await deps.store(), dayNumber(to)!)
  const days = new Days(known)
  let spent = 0
  let documents = 0
  for (let day = dayNumber(from)!; day <= dayNumber(to)!; day++) {
    const view = days.day(day)
    const made = briefingDocuments(view).map(
      (document, i) =>
        [
          document,
          briefingCharts(briefingRows[i]!, briefers.find(({ id }) => id === document.briefing)!, document, view),
        ] as const,
    )
    const start = cpuMs()
    for (const [document, charts] of made) renderArtifact(briefingKind, { document, charts }, isoTime(endOfDay(day)))
    spent += cpuMs() - start
    documents += made.length
  }
  return { cpuMs: spent, documents }
}

try {
  await deps.store()
  const result = side === 'backfill' ? await backfilled() : await rendered()
  process.send?.({ ...result, peakMb: process.resourceUsage().maxRSS / 1_024 } satisfies Side)
} finally {
  await deps.close()
}
