import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { recordedFolder } from './recorded.ts'

interface IndexRow {
  readonly url: string
  readonly file: string
  readonly sha256: string
  readonly fetched_on?: string
}

/** Of recordings whose day is not known. */
const collectedOn = '2026-11-22'

const indexes = ['recordings.companies.json', 'recordings.companies2.json'].map((name) => join(recordedFolder, name))

/** Bodies of recorded companies whose address matches; of a file that is not the one of the index none. */
export function recordedCompanies(address: RegExp): { readonly url: string; readonly at: string; readonly body: Uint8Array }[] {
  const rows = indexes.flatMap((path) => (JSON.parse(readFileSync(path, 'utf8')) as { recordings: IndexRow[] }).recordings)
  return rows.flatMap(({ url, file, sha256, fetched_on = collectedOn }) => {
    if (!address.test(url) || !existsSync(join(recordedFolder, file))) return []
    const stored = readFileSync(join(recordedFolder, file))
    const body = file.endsWith('.gz') ? gunzipSync(stored) : stored
    return createHash('sha256').update(body).digest('hex') === sha256 ? [{ url, at: `${fetched_on}T00:00:00Z`, body }] : []
  })
}
