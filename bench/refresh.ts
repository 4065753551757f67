import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compute } from '../activities/compute.ts'
import { createDeps } from '../activities/deps.ts'
import { homeAt } from '../activities/home.ts'
import { createActivities } from '../activities/index.ts'
import { concurrency, nonRetryable, policies } from '../activities/policies.ts'
import { publishEdition } from '../activities/publish.ts'
import { render } from '../activities/render.ts'
import { newRun } from '../activities/work.ts'
import { sampleTransport } from '../pipeline/http/sample.ts'
import { runInProcess } from '../workflows/hosts/in-process.ts'
import { refresh } from '../workflows/orchestrations/refresh.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

const silent = { info: () => undefined, warn: () => undefined }

/**
 * A warm full refresh that has nothing to read (compute, render, compress, publish through the orchestration) over the sum of its parts
 * called one by one, each round an hour of logical time apart so that every document changes.
 */
export async function run({ quick = false } = {}): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-refresh-'))
  const deps = createDeps({
    home: homeAt(folder),
    credentials: new Set(),
    transport: async (_, now) => sampleTransport({ now }),
    clock: Date.now,
  })
  const activities = createActivities(deps)
  const context = { signal: new AbortController().signal, attempt: 1, heartbeat: () => undefined, resume: undefined, log: silent }
  const asOf = '2026-11-20'
  let now = Date.parse('2026-11-20T01:00:00Z')
  const whole = (only: string[]) =>
    runInProcess({ activities, policies, nonRetryable, concurrency, now, log: silent }, refresh, {
      feeds: { kind: 'sample' },
      only,
      asOf,
    })
  try {
    await whole([])
    const ratios: number[] = []
    const shown = { whole: 0, parts: 0 }
    for (let round = 0; round < (quick ? 2 : 6); round++) {
      now += 3_600_000
      let start = performance.now()
      await whole(['coinmetrics-csv'])
      shown.whole = performance.now() - start
      now += 3_600_000
      const workRun = newRun(Date.now())
      start = performance.now()
      const { shards, kept } = await compute(deps, { run: workRun, asOf, now })
      const artifacts: string[] = []
      for (const shard of shards) artifacts.push((await render(deps, { run: workRun, shard })).artifacts)
      await publishEdition(deps, { run: workRun, artifacts, kept, asOf, now, changed: false }, context)
      shown.parts = performance.now() - start
      if (round > 0) ratios.push(shown.whole / shown.parts)
    }
    return [
      {
        goal: 'warm full refresh: compute, render, compress, publish',
        target: 2,
        measured: `${shown.whole.toFixed(0)} ms`,
        floor: `${shown.parts.toFixed(0)} ms`,
        ratio: median(ratios),
        note: 'floor: the same steps called one by one; 22 documents, each with a state folded back up to 400 days',
      },
    ]
  } finally {
    await deps.close()
    await rm(folder, { recursive: true, force: true })
  }
}
