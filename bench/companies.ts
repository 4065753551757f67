import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Step } from './companies-process.ts'
import { companyBodies } from './companyfacts.ts'
import { writeMeasured } from './measured.ts'
import { briefing, createKey, resultOf, type Server, serve } from './measured-process.ts'
import { type BenchRow, benchRow } from './row.ts'
import { costOf } from './serve.ts'

/**
 * Statements of companies from their facts to the server: the recorded companies again and again, each with other figures. With `full`
 * of 5,000, which takes half an hour and some 6 GB of disk. Nothing where the recordings are absent.
 */
export async function run({ quick, full }: { quick: boolean; full: boolean }): Promise<BenchRow[]> {
  if (companyBodies().length === 0) return []
  const count = quick ? 20 : full ? 5_000 : 100
  const rows = await measured(count)
  if (full) writeMeasured({ companies: { count, rows: rows.map(printed) } })
  return rows
}

/** How docs print it. */
const printed = ({ goal, measured, target, unit }: BenchRow): string[] => [
  goal,
  `${Number(measured.toPrecision(2))} ${unit}`.trim(),
  `${Number(target.toPrecision(2))} ${unit}`.trim(),
]

async function measured(count: number): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-companies-'))
  const home = join(folder, 'home')
  // yesterday: lists of filings that are older are not sold
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const step = (name: string, given = 0) => resultOf<Step>('companies-process.ts', name, folder, day, String(given))
  let server: Server | null = null
  try {
    await briefing('refresh', '--home', home, '--as-of', day, '--now', `${day}T12:00:00Z`, '--host', 'in-process')
    const key = await createKey(home)
    const { rows: facts } = await step('fill', count)
    const derived = await step('derive')
    const filed = await step('file')
    const blocks = await step('blocks')
    const rows: BenchRow[] = [
      {
        ...benchRow(`lines of ${count} companies: memory at most`, derived.peakMb, 500, 'MB'),
        note: `${facts} facts, ${derived.rows} values`,
      },
      benchRow(`lines of ${count} companies: processor time of each`, derived.cpuMs / count, 30, 'ms'),
      {
        ...benchRow(
          `facts and lines of ten companies that file again / lines of ${count}`,
          filed.cpuMs / derived.cpuMs,
          1.5 * (10 / count) + 0.0003,
        ),
        note: `${filed.ms.toFixed(0)} ms`,
      },
      benchRow(`blocks of ${count} companies: processor time of each`, blocks.cpuMs / count, 25, 'ms'),
      benchRow(`blocks of ${count} companies: memory at most`, blocks.peakMb, 400, 'MB'),
    ]

    server = await serve(home)
    await wait(2_000)
    const { rssMb: without } = await server.usage()
    await server.stop()
    const sizeBefore = await bytesIn(join(home, 'artifacts'))
    const first = await step('publish')
    const size = (await bytesIn(join(home, 'artifacts'))) - sizeBefore
    const nothing = await step('publish', 1)

    server = await serve(home)
    const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'gzip, br' }
    const cost = (path: string, requests: number) => costOf(server!, { path, headers, requests, status: 200 })
    await cost('/api/companies?search=bench', 5)
    await wait(2_000)
    const { rssMb: withAll } = await server.usage()
    await step('file', 1)
    const before = await server.usage()
    const ten = await step('publish', 2)
    await wait(3_000)
    await cost('/api/companies?search=bench', 1)
    const adopted = await server.usage()
    const requests = 3_000
    const [repeated, ...others] = derived.dated!.slice(0, 41).map(numbersOn)
    const paths = ['/api/btc?format=json', '/api/companies/B2/quality?format=json', repeated!]
    for (const path of paths) await cost(path, 200)
    const [resident, block, dated] = [
      await cost(paths[0]!, requests),
      await cost(paths[1]!, requests),
      await cost(paths[2]!, requests),
    ]
    let firsts = 0
    for (const path of others) firsts += await cost(path, 1)
    return [
      ...rows,
      {
        ...benchRow(`refresh with ten companies that filed / the first of ${count}`, ten.cpuMs / first.cpuMs, 1 / 20),
        note: `${(first.cpuMs / count).toFixed(0)} ms a company at first, ${ten.cpuMs.toFixed(0)} ms for ten; ${ten.companies} written`,
      },
      benchRow(`refresh of ${count} companies without a new filing: companies written`, nothing.companies, 0),
      benchRow(`edition: kilobytes a company`, size / 1_000 / count, 150),
      benchRow(`server with ${count} companies: memory above one with none`, withAll - without, 40, 'MB'),
      benchRow(
        `adopting an edition in which ten of ${count} companies changed: processor time`,
        adopted.cpuMs - before.cpuMs,
        1_000,
        'ms',
      ),
      benchRow('keyed block of a company, repeated / resident briefing', block / resident, 1.5),
      benchRow('numbers of a past day, first: processor time', firsts / others.length / 1_000, 30, 'ms'),
      benchRow('numbers of a past day, repeated / resident briefing', dated / resident, 1.5),
    ]
  } finally {
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const numbersOn = (code: string): string => `/api/companies/${code}/numbers?format=json&date=2020-06-30`

async function bytesIn(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}
