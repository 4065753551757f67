import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Upstream, upstreams } from '../../data/upstreams.ts'
import { refusalIn } from '../../pipeline/http/refusals.ts'
import { recordedBody, recordedFolder } from '../recorded.ts'

interface Row {
  readonly file: string
  readonly url?: string
  readonly status?: number
  readonly file_sha256?: string
}

const rows = readdirSync(recordedFolder)
  .filter((name) => /^recordings.*\.json$/.test(name))
  .flatMap((name) => {
    const { recordings, loose = [] } = JSON.parse(readFileSync(join(recordedFolder, name), 'utf8'))
    return [...recordings, ...loose] as Row[]
  })

const upstreamOf = ({ url }: Row): Upstream | undefined =>
  url === undefined ? undefined : (upstreams as readonly Upstream[]).find(({ hosts }) => hosts.includes(new URL(url).hostname))

test('no recorded body is taken for a refusal but the one that is: the example of EDINET of a key it does not accept', () => {
  const refusals = rows.filter((row) => {
    const bytes = recordedBody(row)
    const body = row.file_sha256 === undefined ? bytes : gunzipSync(bytes)
    const own = upstreamOf(row)
    // those whose upstream is not known must not be refusals of any
    return (own ? [own] : upstreams).some((upstream) => refusalIn(upstream, row.status ?? 200, body) !== null)
  })
  expect(rows.length).toBeGreaterThan(900)
  expect([...new Set(refusals.map(({ file }) => file))]).toEqual(['edinet/spec_sample_07.json.txt'])
})
