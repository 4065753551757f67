import { createHash } from 'node:crypto'
import type { Artifact } from '../../pipeline/editions/edition.ts'

const hashOf = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')

/** Some text that compresses as prose with figures does. */
function textOf(seed: string, lines: number): string {
  const figures = hashOf(seed)
  return Array.from(
    { length: lines },
    (_, line) => `- reading ${line} of ${seed}: ${figures.slice(line % 50, (line % 50) + 9)}`,
  ).join('\n')
}

function artifact(place: string, version: number, facts: Artifact['facts'], formats: readonly string[]): Artifact {
  const text = textOf(`${place} ${version}`, 6)
  const json = Buffer.from(JSON.stringify({ place, version, text }))
  const all = { json, md: Buffer.from(`# ${place}\n\n${text}\n`) }
  return {
    ...{ place, as_of: '2026-11-20', computed_at: '2026-11-20T12:00:00Z', fingerprint: `sha256:${hashOf(json)}` },
    content: hashOf(`${place} ${version}`),
    formats: Object.fromEntries(Object.entries(all).filter(([format]) => formats.includes(format))),
    facts,
  }
}

/** A metric that is held in memory by servers. */
export const metric = (no: number, version: number): Artifact =>
  artifact(`metric/m-${no}`, version, { title: `Metric ${no}`, state: `v${version}` }, ['json', 'md'])

const markets = ['us', 'us', 'us', 'jp', 'kr', 'in', 'eu']

/** A company and its figures, which are read when asked for; a company in two days is one of seven markets, the US with three of them. */
export function company(no: number, version: number): Artifact[] {
  const id = `${markets[no % markets.length]}:${String(no).padStart(10, '0')}`
  const row = JSON.stringify({ company: id, codes: [`C${no}`], latest_period: null, name: `Company ${no}` })
  return [
    artifact(`company/${id}`, version, { title: `Company ${no}`, mark: hashOf(`mark ${no} ${version}`), row }, ['json']),
    artifact(`company-figures/${id}`, version, { mark: hashOf(`mark ${no} ${version}`) }, ['json']),
  ]
}
