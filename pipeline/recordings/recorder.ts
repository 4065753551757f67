import { InputError, UnavailableError } from '../errors.ts'
import type { RawResponse } from '../http/request.ts'
import { mutex } from '../mutex.ts'
import { folderBlobs } from '../store/folder.ts'
import { folderIndexOf } from './folder.ts'
import { checkedInstant, recordingId, sha256Hex } from './recording.ts'

export interface FolderRecorder {
  /** Keeps one response; resolves when its body is written. Recording the same answer of the same time again changes nothing. */
  record(response: RawResponse): Promise<void>
  /** Writes the rows that are not yet in the index. Nothing can be recorded after it. */
  close(): Promise<void>
}

export interface RecorderOptions {
  /** The responses are made by the sample transport; each row says so, and what is replayed from it stays sample data. */
  readonly sample: boolean
  /** Milliseconds since an arbitrary zero; spaces out the writing of the index. */
  readonly now?: () => number
}

const name = 'recordings.json'
const about =
  'recordings: every response of a run, for replay, oldest first; `at` is when it was complete, `file` holds its body with content coding undone'
/** The index is written whole each time, so not after every response. */
const everyMs = 1_000

/**
 * Appends responses to a recorded folder (which may exist: its rows are kept) in the format `readRecordedFolder` reads: bodies byte for
 * byte in `bodies/<aa>/<sha256>`, rows with `at`, `status` and `headers` in `recordings.json`.
 *
 * The index is replaced whole by rename, at most once a second while responses come in and at `close`; a process killed in between
 * loses the rows of that last second from the index (their bodies stay, unnamed) and never leaves a broken index. One recorder at a time
 * may write to a folder: UnavailableError RECORDED_FOLDER_BUSY when the index was changed by somebody else.
 *
 * @throws InputError RECORDED_FOLDER_INVALID where the folder has an index that is not one.
 */
export async function folderRecorder(root: string, options: RecorderOptions): Promise<FolderRecorder> {
  const { sample, now = () => performance.now() } = options
  const folder = folderBlobs(root)
  let written = await folder.get(name)
  const index = written === null ? { about, recordings: [], loose: [] } : folderIndexOf(written, name)
  const rows: unknown[] = index.recordings
  const ids = new Set(rows.map(idOf))

  let unwritten = written === null
  let writtenAt = Number.NEGATIVE_INFINITY
  let closed = false
  const oneAtATime = mutex<'index'>()

  async function writeIndex(): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(index, null, 1)}\n`)
    if (!(await folder.swap(name, written, bytes)))
      throw new UnavailableError(
        'RECORDED_FOLDER_BUSY',
        `${name} was changed by another process during the recording. Record each run to a separate folder.`,
        { name },
      )
    written = bytes
    unwritten = false
    writtenAt = now()
  }

  async function keep(response: RawResponse): Promise<void> {
    const { url, at, status, headers, body } = response
    checkedInstant(at)
    const sha256 = sha256Hex(body)
    const id = recordingId(url, at, sha256)
    if (ids.has(id)) return
    const file = `bodies/${sha256.slice(0, 2)}/${sha256}`
    const standing = await folder.get(file)
    if (standing === null || sha256Hex(standing) !== sha256) await folder.put(file, body)
    const type = headers['content-type']
    rows.push({
      url,
      file,
      fetched_on: at.slice(0, 10),
      bytes: body.byteLength,
      sha256,
      ...(type === undefined ? {} : { content_type: type }),
      whole: true,
      at,
      status,
      headers,
      ...(sample ? { sample } : {}),
    })
    ids.add(id)
    unwritten = true
    if (now() - writtenAt >= everyMs) await writeIndex()
  }

  return {
    record(response) {
      if (closed) return Promise.reject(new InputError('RECORDER_CLOSED', 'The recorder is closed. Open a new one.'))
      return oneAtATime('index', () => keep(response))
    },
    close() {
      closed = true
      return oneAtATime('index', async () => {
        if (unwritten) await writeIndex()
      })
    },
  }
}

function idOf(row: unknown): string {
  const { url, at, sha256 } = (row ?? {}) as Record<string, unknown>
  return recordingId(String(url), String(at), String(sha256))
}
