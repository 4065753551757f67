import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { InputError, ParseError } from '../errors.ts'
import { withoutCredential } from '../http/credentials.ts'
import { jsonOf } from '../store/cell.ts'
import { parseInstantMs, type Recording, recordingId, sha256Hex } from './recording.ts'

/** One row of a recorded folder that can be replayed. */
export interface FolderRecording {
  readonly recording: Recording
  /** Relative to the folder, as its row says. */
  readonly file: string
  /** False where whoever recorded it cut it: real bytes, but not all of them. */
  readonly whole: boolean
  /** Reads the bytes and verifies them again. ParseError RECORDING_DAMAGED where they have changed since the folder was read. */
  body(): Promise<Uint8Array>
}

/** One row that is not loaded. */
export interface FolderFault {
  /** Name of the index it is in. */
  readonly index: string
  /** Position in `recordings` of that index, from 1. */
  readonly row: number
  readonly url: string | null
  readonly file: string | null
  readonly code:
    | 'ROW_INVALID'
    | 'ADDRESS_INVALID'
    | 'TIME_INVALID'
    | 'FILE_OUTSIDE'
    | 'FILE_MISSING'
    | 'SIZE_DIFFERS'
    | 'HASH_DIFFERS'
  readonly reason: string
}

export interface RecordedFolder {
  /** Oldest first by time, then by the name of the index, then in its order. */
  readonly recordings: readonly FolderRecording[]
  readonly faults: readonly FolderFault[]
  /** Rows of `loose`: bodies without an address, which replay leaves alone. */
  readonly loose: number
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const row = z.object({
  url: z.string(),
  file: z.string().min(1),
  bytes: z.int().nonnegative(),
  sha256: hash,
  at: z.string().optional(),
  fetched_on: z.string().optional(),
  content_type: z.string().nullish(),
  whole: z.boolean().default(true),
  status: z.int().min(100).max(599).default(200),
  headers: z.record(z.string(), z.string()).optional(),
  sample: z.boolean().default(false),
  /** Of a body that lies compressed by gzip: of the file itself; `bytes` and `sha256` are those of the body. */
  file_bytes: z.int().nonnegative().optional(),
  file_sha256: hash.optional(),
})
type Row = z.infer<typeof row>

const index = z.looseObject({
  about: z.string().optional(),
  recordings: z.array(z.unknown()),
  loose: z.array(z.unknown()).default([]),
})

/** The raw index of a recorded folder with every member it has. InputError RECORDED_FOLDER_INVALID where it is not one. */
export function folderIndexOf(bytes: Uint8Array, name: string): z.infer<typeof index> {
  const value = jsonOf(bytes)
  if (value === undefined) throw unreadable(name, 'it is not JSON')
  const { success, data } = index.safeParse(value)
  if (!success) throw unreadable(name, 'it has no list "recordings"')
  return data
}

const indexName = /^recordings.*\.json$/

/**
 * Reads every index of a recorded folder (each `recordings*.json`: `{about, recordings: [{url, file, fetched_on, bytes, sha256,
 * content_type, whole, at?, status?, headers?, sample?, file_bytes?, file_sha256?}], loose}`) and verifies size and sha-256 of every
 * file, one buffer at a time; a row that fails is among `faults`. No body stays in memory.
 *
 * A row without `at` was made at 23:59:59Z of `fetched_on`; one without `status` was a 200; one without `headers` has only its content
 * type. A credential in an address is taken out of it. Two rows that are the same recording count once.
 *
 * @throws InputError RECORDED_FOLDER_MISSING, RECORDED_FOLDER_INVALID.
 */
export async function readRecordedFolder(root: string): Promise<RecordedFolder> {
  const entries = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw unreadable('The folder', error.code ?? 'it cannot be read')
  })
  const names = entries.filter((name) => indexName.test(name)).sort()
  if (names.length === 0)
    throw new InputError('RECORDED_FOLDER_MISSING', 'The folder has no recordings.json. Use a folder written by --record.', {
      name: 'recordings.json',
    })
  const base = await realpath(root)
  const digests = new Map<string, Promise<string>>()
  const recordings = new Map<string, FolderRecording>()
  const faults: FolderFault[] = []
  let loose = 0
  for (const name of names) {
    const bytes = await readFile(join(root, name)).catch((error: NodeJS.ErrnoException) => {
      throw unreadable(name, error.code ?? 'it cannot be read')
    })
    const read = folderIndexOf(bytes, name)
    loose += read.loose.length
    for (const [position, value] of read.recordings.entries()) {
      const entry = await entryOrFault(value, base, digests)
      if ('code' in entry) faults.push({ index: name, row: position + 1, ...entry })
      else if (!recordings.has(entry.recording.id)) recordings.set(entry.recording.id, entry)
    }
  }
  const time = (entry: FolderRecording) => Date.parse(entry.recording.at)
  return { recordings: [...recordings.values()].sort((a, b) => time(a) - time(b)), faults, loose }
}

async function entryOrFault(
  value: unknown,
  base: string,
  digests: Map<string, Promise<string>>,
): Promise<FolderRecording | Omit<FolderFault, 'index' | 'row'>> {
  const result = row.safeParse(value)
  const at = result.success ? timeOf(result.data) : null
  const fault = result.success ? await faultOf(result.data, at, base, digests) : invalidRow(result.error)
  if (result.success && fault === null && at !== null) return entryOf(result.data, at, base)
  const { url, file } = z.object({ url: z.string(), file: z.string() }).partial().catch({}).parse(value)
  const address = url !== undefined && URL.canParse(url) ? withoutCredential(url) : null
  return { url: address, file: file ?? null, ...(fault ?? invalidTime) }
}

function timeOf({ at, fetched_on }: Row): string | null {
  const text = at ?? (fetched_on === undefined ? '' : `${fetched_on}T23:59:59Z`)
  return parseInstantMs(text) === null ? null : text
}

type Fault = Pick<FolderFault, 'code' | 'reason'>

const invalidTime: Fault = { code: 'TIME_INVALID', reason: 'neither "at" (RFC 3339 UTC) nor "fetched_on" (a day) is usable' }

function invalidRow(error: z.ZodError): Fault {
  const issue = error.issues[0]
  return { code: 'ROW_INVALID', reason: `${issue?.path.join('.') || 'row'}: ${issue?.message ?? 'invalid'}` }
}

async function faultOf(row: Row, at: string | null, base: string, digests: Map<string, Promise<string>>): Promise<Fault | null> {
  if (!URL.canParse(row.url) || !/^https?:$/.test(new URL(row.url).protocol))
    return { code: 'ADDRESS_INVALID', reason: 'the URL is not an http URL' }
  if (at === null) return invalidTime
  const outside: Fault = { code: 'FILE_OUTSIDE', reason: 'the file is not inside the folder' }
  const path = resolve(base, row.file)
  if (isAbsolute(row.file) || row.file.includes('\0') || !path.startsWith(base + sep)) return outside
  const missing: Fault = { code: 'FILE_MISSING', reason: 'the file does not exist or cannot be read' }
  try {
    // A link inside the folder may lead out of it.
    if (!(await realpath(path)).startsWith(base + sep)) return outside
    const file = await stat(path)
    if (!file.isFile()) return missing
    const bytes = row.file_bytes ?? row.bytes
    if (file.size !== bytes) return { code: 'SIZE_DIFFERS', reason: `the file has ${file.size} bytes, but its row says ${bytes}` }
    const digest = digests.get(path) ?? fileSha256(path)
    digests.set(path, digest)
    if ((await digest) !== (row.file_sha256 ?? row.sha256))
      return { code: 'HASH_DIFFERS', reason: 'the sha-256 of the file does not match its row' }
    return null
  } catch {
    return missing
  }
}

function entryOf(row: Row, at: string, base: string): FolderRecording {
  const { file, status, sha256, bytes, sample, whole } = row
  const url = withoutCredential(row.url)
  const headers = row.headers ?? (row.content_type ? { 'content-type': row.content_type } : {})
  const id = recordingId(url, at, sha256)
  return {
    recording: { id, url, at, status, headers, sha256, bytes, sample },
    file,
    whole,
    async body() {
      const read = readFile(join(base, file))
      const body = await (row.file_sha256 === undefined ? read : read.then(decompressed)).catch(() => null)
      if (body !== null && sha256Hex(body) === sha256) return body
      const message = `The recorded file ${file} has changed since its folder was read. Restore it.`
      throw new ParseError('RECORDING_DAMAGED', message, { recording: id, file })
    },
  }
}

const decompressed = promisify<Uint8Array, Uint8Array>(gunzip)

async function fileSha256(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) digest.update(chunk as Uint8Array)
  return digest.digest('hex')
}

function unreadable(name: string, why: string): InputError {
  const message = `${name} is not an index of a recorded folder: ${why}. Restore or remove it.`
  return new InputError('RECORDED_FOLDER_INVALID', message, { name })
}
