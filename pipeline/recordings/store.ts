import { promisify } from 'node:util'
import { gunzip as gunzipCallback, gzip as gzipCallback } from 'node:zlib'
import { z } from 'zod'
import { ParseError } from '../errors.ts'
import type { RawResponse } from '../http/request.ts'
import type { Blobs } from '../store/blobs.ts'
import { jsonOf } from '../store/cell.ts'
import { isoDay } from '../time/day.ts'
import { checkedInstant, type Recording, recordingId, sha256Hex } from './recording.ts'

const gzip = promisify(gzipCallback)
const gunzip = promisify(gunzipCallback)

/**
 * Every raw response, forever: `recordings/body/<aa>/<sha256>.gz` (one a distinct body) and
 * `recordings/index/<day>/<time>-<id>.json` (one a recording).
 */
export interface RecordingStore {
  /**
   * Keeps a response, the body before the index record: a crash leaves no recording without its body. The same answer at the same time
   * again gives the recording already kept. InputError RECORDING_TIME where `at` is not RFC 3339 UTC.
   */
  put(response: RawResponse, sample: boolean): Promise<Recording>
  /**
   * The recording of a time, to the millisecond: one read. Null where there is none. ParseError RECORDING_DAMAGED where the index record is
   * not what was written.
   */
  get(id: string, at: string): Promise<Recording | null>
  /** The body, its sha-256 verified. ParseError RECORDING_DAMAGED where it is missing or not what was written. */
  body(recording: Recording): Promise<Uint8Array>
  /** Every recording there is, oldest first by time, then by id. A listing of years: for a rebuild and for checks, never in a run. */
  list(): Promise<ListedRecording[]>
  /** Those of a span of days (day numbers, both included), in the same order. */
  listDays(from: number, to: number): Promise<ListedRecording[]>
}

/** What a recording is found by; `at` to the millisecond. */
export type ListedRecording = Pick<Recording, 'id' | 'at'>

const indexPrefix = 'recordings/index/'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const record = z.strictObject({
  id: hash,
  url: z.string(),
  at: z.string(),
  status: z.int(),
  headers: z.record(z.string(), z.string()),
  sha256: hash,
  bytes: z.int().nonnegative(),
  sample: z.boolean(),
})

export function recordingStore(blobs: Blobs): RecordingStore {
  async function read(id: string, key: string): Promise<Recording | null> {
    const bytes = await blobs.get(key)
    return bytes === null ? null : parsed(bytes, id)
  }

  return {
    async put(response, sample) {
      const sha256 = sha256Hex(response.body)
      const id = recordingId(response.url, response.at, sha256)
      const key = indexKey(response.at, id)
      const kept = await read(id, key)
      if (kept !== null) return kept

      const body = bodyKey(sha256)
      if (!(await blobs.has(body))) await blobs.put(body, await gzip(response.body, { level: 6 }))
      const { url, at, status } = response
      const headers = Object.fromEntries(Object.entries(response.headers).sort(([a], [b]) => (a < b ? -1 : 1)))
      const recording: Recording = { id, url, at, status, headers, sha256, bytes: response.body.byteLength, sample }
      await blobs.put(key, Buffer.from(`${JSON.stringify(recording)}\n`))
      return recording
    },
    get: async (id, at) => read(id, indexKey(at, id)),
    async body(recording) {
      const packed = await blobs.get(bodyKey(recording.sha256))
      if (packed === null) throw damaged(recording.id, 'its body is missing')
      let body: Uint8Array
      try {
        body = await gunzip(packed, { maxOutputLength: Math.max(1, recording.bytes), chunkSize: chunkOf(recording.bytes) })
      } catch {
        throw damaged(recording.id, 'its body cannot be decompressed')
      }
      if (body.byteLength !== recording.bytes || sha256Hex(body) !== recording.sha256)
        throw damaged(recording.id, 'its body does not match the recording')
      return body
    },
    list: async () => (await blobs.list(indexPrefix)).sort().flatMap((key) => recordingAt(key) ?? []),
    async listDays(from, to) {
      const keys: string[] = []
      for (let day = from; day <= to; day++) keys.push(...(await blobs.list(`${indexPrefix}${isoDay(day)}/`)))
      return keys.sort().flatMap((key) => recordingAt(key) ?? [])
    },
  }
}

/** In one piece where it is no more than some megabytes: a body in pieces of the usual 16 KB takes three times as long. */
function chunkOf(bytes: number): number {
  return Math.min(Math.max(bytes, 64), 8 * 1_024 * 1_024)
}

/** Where the body with this hash lies in the store. */
export function bodyKey(sha256: string): string {
  return `recordings/body/${sha256.slice(0, 2)}/${sha256}.gz`
}

/** The time always with milliseconds, so that keys sort as times do. */
function indexKey(at: string, id: string): string {
  const time = new Date(checkedInstant(at)).toISOString()
  return `${indexPrefix}${time.slice(0, 10)}/${time.replaceAll(':', '')}-${id}.json`
}

/** The recording that an index key names; null for any other key. */
export function recordingAt(key: string): ListedRecording | null {
  const [, day, hour, rest, id] = /(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)-([0-9a-f]{64})\.json$/.exec(key) ?? []
  return id === undefined ? null : { id, at: `${day}:${hour}:${rest}` }
}

function parsed(bytes: Uint8Array, id: string): Recording {
  const value = jsonOf(bytes)
  if (value === undefined) throw damaged(id, 'its index record is not JSON')
  const { success, data } = record.safeParse(value)
  if (!success || data.id !== id || recordingId(data.url, data.at, data.sha256) !== id)
    throw damaged(id, 'its index record does not match what was written')
  return data
}

function damaged(id: string, what: string): ParseError {
  return new ParseError(
    'RECORDING_DAMAGED',
    `Recording ${id.slice(0, 12)} cannot be used: ${what}. Restore it from a backup, or fetch its feed again.`,
    { recording: id },
  )
}
