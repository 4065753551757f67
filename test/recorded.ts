import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { loadOf } from './load-of.ts'
import namedFiles from './recorded-files.json' with { type: 'json' }

/** Folder of real recorded bodies beside the project. Tests of the recorded ring alone read it, and all of them through this module. */
export const recordedFolder = join(import.meta.dirname, '..', '..', 'shared', 'feeds')

export interface RecordedRow {
  readonly url: string
  readonly file: string
  readonly fetched_on: string
  readonly sha256: string
  readonly bytes: number
}

/** Hash of each file that tests read, by its name; what else the folder has or gains is none of theirs. */
export const named: ReadonlyMap<string, string> = new Map(namedFiles.map(({ file, sha256 }) => [file, sha256]))

/** The named files that lie in a folder itself, not in one inside it. */
export function recordedFilesIn(folder: string): string[] {
  return [...named.keys()].filter((file) => dirname(file) === folder).sort()
}

const isNamed = ({ file, sha256 }: RecordedRow) => named.get(file) === sha256

/** Rows of the index, of the files that are named, oldest first. */
export function recordedRows(): RecordedRow[] {
  return readIndex()
    .recordings.filter(isNamed)
    .sort((a, b) => (a.fetched_on < b.fetched_on ? -1 : a.fetched_on > b.fetched_on ? 1 : 0))
}

function readIndex(): { recordings: RecordedRow[] } {
  return JSON.parse(readFileSync(join(recordedFolder, 'recordings.json'), 'utf8'))
}

/**
 * A folder to replay that holds the rows of the index whose files are named, and nothing else. It is made once on a machine, in the folder
 * for temporary files, of links where links can be made.
 */
export function replayFolder(): string {
  const { recordings, ...rest } = readIndex()
  const text = JSON.stringify({ ...rest, recordings: recordings.filter(isNamed) })
  const folder = join(tmpdir(), `recorded-feeds-${createHash('sha256').update(text).digest('hex').slice(0, 16)}`)
  if (existsSync(folder)) return folder
  const making = mkdtempSync(`${folder}-`)
  for (const file of new Set(recordings.filter(isNamed).map((row) => row.file))) {
    mkdirSync(dirname(join(making, file)), { recursive: true })
    linkOrCopy(join(recordedFolder, file), join(making, file))
  }
  writeFileSync(join(making, 'recordings.json'), text)
  try {
    renameSync(making, folder)
  } catch {
    // Another process was first.
    rmSync(making, { recursive: true, force: true })
  }
  return folder
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}

export function recordedBody(row: Pick<RecordedRow, 'file'>): Uint8Array {
  return readFileSync(join(recordedFolder, row.file))
}

/** The recorded bodies of a choice of rows, each recorded at the end of its day. */
export const recordedLoads = (isChosen: (row: RecordedRow) => boolean) =>
  recordedRows()
    .filter(isChosen)
    .map((row) => loadOf(row.url, recordedBody(row), `${row.fetched_on}T23:59:59Z`))
