import { secCompanyfacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { recordingOf } from '../recording-of.ts'

export const example = '0000001234'
export const urlOf = (cik: string) => `https://data.sec.gov/api/xbrl/companyfacts/CIK${cik}.json`

export function loadOf(body: string | Uint8Array, at = '2026-11-20T00:00:00Z', cik = example): Load {
  const bytes = Buffer.from(body)
  return {
    recording: recordingOf(urlOf(cik), bytes, at),
    feed: secCompanyfacts.id,
    parsed: { bulk: secCompanyfacts, body: async () => bytes },
  }
}
