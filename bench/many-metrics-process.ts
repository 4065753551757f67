/**
 * One side of `bench/many-metrics.ts`, in a process of its own: computes the documents of a home with the rows of the registries multiplied
 * to 300 metrics and 40 briefings. `change` revises one value of one series between two refreshes, `forget` takes away everything kept of
 * earlier runs.
 */
import { briefingRows } from '../data/briefings.ts'
import { metricRows } from '../data/metrics.ts'
import type { Briefer } from '../pipeline/briefings/day.ts'

export interface Computed {
  readonly cpuMs: number
  readonly peakMb: number
  /** Hashes of their shards. */
  readonly documents: string
}

const [home, now, ...doing] = process.argv.slice(2) as [string, string, ...string[]]

/** Adds rows like those there are until there are `count`; the registries are arrays like any other while a program runs. */
function multiply<Row>(rows: readonly Row[], count: number, renamed: (row: Row, times: number) => Row): void {
  const many = rows as Row[]
  const { length } = rows
  for (let i = 0; many.length < count; i++) many.push(renamed(many[i % length]!, Math.floor(i / length) + 2))
}

multiply(metricRows, 300, (row, times) => ({ ...row, metric: `${row.metric}-${times}`, aliases: [] }))
multiply(briefingRows, 40, (row, times) => ({ ...row, id: `${row.id}-${times}` as typeof row.id, path: `${row.path}/${times}` }))

// what reads the registries is loaded only when they have all their rows
const { briefers } = await import('../pipeline/briefings/index.ts')
for (const row of briefingRows.slice(briefers.length)) {
  const id = row.id as Briefer['id']
  const briefer = briefers.find((each) => each.id === id.replace(/-\d+$/, ''))!
  ;(briefers as Briefer[]).push({ ...briefer, id })
}
const { compute } = await import('../activities/compute.ts')
const { publishEdition } = await import('../activities/publish.ts')
const { render } = await import('../activities/render.ts')
const { createDeps } = await import('../activities/deps.ts')
const { homeAt } = await import('../activities/home.ts')
const { sampleTransport } = await import('../pipeline/http/sample.ts')

const deps = createDeps({
  home: homeAt(home),
  credentials: new Set(),
  transport: async (_, at) => sampleTransport({ now: at }),
  clock: Date.now,
})
const log = { info: () => undefined, warn: () => undefined }
const context = { signal: new AbortController().signal, attempt: 1, heartbeat: () => undefined, resume: undefined, log }
try {
  const { connection } = await deps.store()
  const logical = { run: `bench-${process.pid}`, asOf: now.slice(0, 10), now: Date.parse(now) }
  if (doing.includes('change')) {
    // a process that refreshes every few minutes has done so before
    const { shards, kept } = await compute(deps, logical)
    const artifacts: string[] = []
    for (const shard of shards) artifacts.push((await render(deps, { ...logical, shard })).artifacts)
    await publishEdition(deps, { ...logical, artifacts, kept, changed: false }, context)
    await connection.run(
      "UPDATE observation SET value = 1.001 * value WHERE series = 'VIXCLS' AND period = (SELECT max(period) FROM observation WHERE series = 'VIXCLS')",
    )
  }
  if (doing.includes('forget'))
    for (const table of ['label', 'closing', 'metric_past']) await connection.run(`DELETE FROM ${table}`)
  const { user, system } = process.cpuUsage()
  const { shards } = await compute(deps, { ...logical, now: logical.now + 15 * 60_000 })
  const spent = process.cpuUsage({ user, system })
  process.send?.({
    cpuMs: (spent.user + spent.system) / 1_000,
    peakMb: process.resourceUsage().maxRSS / 1_024,
    documents: shards.map((key) => key.split('/').at(-1)).join(),
  } satisfies Computed)
} finally {
  await deps.close()
}
