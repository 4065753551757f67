import { benchKey } from './bench-key.ts'
import { json, markdown } from './bodies.ts'
import { startChild } from './child.ts'
import { drive, type Load } from './keep-alive.ts'
import { median } from './median.ts'
import type { BenchRow } from './row.ts'

type Case = Pick<Load, 'url' | 'headers' | 'status' | 'body'>

const rounds = 7
const connections = 32
const requests = 12_000

const keyed = { Authorization: `Bearer ${benchKey.key}` }
const getMarkdown: Case = { url: markdown.url, headers: { ...keyed, Accept: '*/*' }, status: 200, body: markdown.plain }
const getJson: Case = { url: json.url, headers: { ...keyed, 'Accept-Encoding': 'gzip, br' }, status: 200, body: json.br }
const heldJson: Case = {
  ...getJson,
  headers: { ...getJson.headers, 'If-None-Match': `"${json.hash}-br"` },
  status: 304,
  body: Buffer.alloc(0),
}

const unpaid: Case = { url: markdown.url, headers: { Accept: '*/*' }, status: 402, body: null }

/** Processor time of a served request over that of bare Koa answering the same bytes, in alternating rounds; every answer is checked. */
export async function run(): Promise<BenchRow[]> {
  const floor = await startChild('./floor-http.ts')
  const ours = await startChild('./served-http.ts')
  const cost = async ({ port, usage }: typeof floor, one: Case): Promise<number> => {
    const before = await usage()
    await drive({ ...one, port, connections, requests })
    return ((await usage()).cpuMicros - before.cpuMicros) / requests
  }
  try {
    const compare = async (
      goal: string,
      target: number,
      mine: Case,
      under: () => Promise<number>,
      what: string,
    ): Promise<BenchRow> => {
      await under()
      await cost(ours, mine)
      const pairs: [number, number][] = []
      for (let round = 0; round < rounds; round += 1) pairs.push([await cost(ours, mine), await under()])
      return {
        goal,
        target,
        measured: `${median(pairs.map(([cpu]) => cpu)).toFixed(1)} µs CPU`,
        floor: `${median(pairs.map(([, cpu]) => cpu)).toFixed(1)} µs CPU`,
        ratio: median(pairs.map(([cpu, least]) => cpu / least)),
        note: `floor: ${what}; ${rounds} rounds of ${requests} requests on ${connections} connections`,
      }
    }
    return [
      await compare('keyed GET of a 5 KB Markdown briefing', 1.6, getMarkdown, () => cost(floor, getMarkdown), 'bare Koa'),
      await compare('keyed GET of a 20 KB JSON briefing, br', 1.6, getJson, () => cost(floor, getJson), 'bare Koa'),
      await compare('402 with both quotes, each challenge its own', 2.5, unpaid, () => cost(floor, getMarkdown), 'bare Koa 200'),
      await compare('304 of that JSON', 0.9, heldJson, () => cost(ours, getJson), 'its own 200'),
    ]
  } finally {
    await floor.stop()
    await ours.stop()
  }
}
