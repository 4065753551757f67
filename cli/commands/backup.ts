import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, readdir, realpath, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { homeAt } from '../../activities/home.ts'
import { newRunId } from '../../activities/work.ts'
import { warehouseMarket } from '../../activities/writer/warehouse.ts'
import {
  currentKey,
  manifestKey,
  manifestNamedBy,
  readEditionFile,
  requiredManifest,
  sha256,
} from '../../pipeline/editions/edition-files.ts'
import { filesOfEdition } from '../../pipeline/editions/on-record.ts'
import { prune } from '../../pipeline/editions/prune.ts'
import { InputError } from '../../pipeline/errors.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { needSpace } from '../../pipeline/store/disk-full.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { inParallel } from '../../pipeline/store/pool.ts'
import { isoTime } from '../../pipeline/time/day.ts'
import { readSnapshot, restoreSnapshot } from '../../pipeline/warehouse/snapshot.ts'
import { dumpState } from '../../server/state/dump.ts'
import { declare, home, noStateText } from '../command.ts'
import { homeOf, makeWritable, needHome } from '../home-folder.ts'
import { openBlobs } from '../open-blobs.ts'
import { print } from '../print.ts'
import { openProgress, type Progress } from '../progress.ts'
import { withStateStore } from './keys.ts'

import { writeFileAtomically } from './state.ts'

/**
 * What a backup contains, in `backup.json`. Recordings and files of editions are below their own names, which follow from their bytes, and
 * stay for the next backup. Everything else is in a folder of this backup alone.
 */
export interface Inventory {
  readonly format: typeof backupFormat
  /** RFC 3339 UTC. */
  readonly made_at: string
  /** Id of the edition, and the sha-256 (hex) of its manifest; null where nothing was published. */
  readonly edition: string | null
  readonly manifest: string | null
  /** The copy of the warehouse: of which writer (null for that of a home, the analysts' copy) and up to which recording; null where there was none. */
  readonly warehouse: { readonly epoch: number | null; readonly through: string | null } | null
  readonly recordings: number
  /** Folder of what changes, and the sha-256 (hex) of each file below it. */
  readonly folder: string
  readonly files: Readonly<Record<string, string>>
}

export const backupFormat = 'market-briefing backup 2'
export const inventoryKey = 'backup.json'
/** Files of the folder of one backup. */
export const stateFile = 'state.jsonl'
/** The copy of the warehouse: the analysts' copy of a home, or what the writer of a bucket saved. */
export const marketFile = 'market.duckdb'
export const warehouseFile = 'store.duckdb'
/** Keys of the recordings' index records, one a line. */
export const recordingsFile = 'recordings.txt'

/**
 * `briefing backup DIR`: everything of a home that cannot be recomputed, and the analysts' copy, while others serve and publish. What is
 * referred to is copied after what refers to it was read: recordings last. The inventory is written when all of it is there, so a backup
 * that is broken off leaves the previous one intact. The live warehouse is not copied: it changes while it is read. With a bucket the copy is
 * the one that its writer saved, so any machine can make the backup.
 */
export const command = declare({
  args: [['<folder>', 'new, empty, or with an earlier backup, which it brings up to date']],
  options: [home],
  examples: ['backup /backup/briefing', 'backup backup --home /srv/briefing'],
  trouble: 'the home is damaged, or a file cannot be read or written',
  unreachable: noStateText,
  guide: 'docs/guides/backup-and-restore.md',
  action: async ({ settings, global }, options, dir) => {
    const folder = homeOf(settings, options)
    if (settings.store === null) await needHome(folder)
    const into = resolve(dir)
    await needBackupFolder(into, folder)
    const [from, to] = [await openBlobs(settings, folder), folderBlobs(into)]
    const now = Date.now()
    const part = `at/${newRunId(now)}`
    makeWritable(join(into, part))
    const files: Record<string, string> = {}
    const keep = (keys: readonly string[]) =>
      inParallel(keys, 8, async (key) => {
        const bytes = await from.get(key)
        if (bytes === null || key in files) return
        await to.put(`${part}/${key}`, bytes)
        files[key] = sha256(bytes)
      })
    const progress = openProgress(global.json)
    try {
      progress.at('copying the state store')
      const text = await withStateStore(settings, options.home, dumpState)
      await writeFileAtomically(join(into, part, stateFile), text, false)
      files[stateFile] = sha256(text)
      // a decision that is applied meanwhile is in the second list
      await keep(await from.list('inbox/'))
      await keep(await from.list('inbox/applied/'))
      await keep([...(await from.list('runs/')), 'runs.json', 'schedules.json'])
      progress.at('copying the warehouse')
      const [file, warehouse] =
        settings.store === null
          ? [marketFile, await copyMarket(homeAt(folder).market, join(into, part, marketFile))]
          : [warehouseFile, await copySaved(from, join(into, part, warehouseFile))]
      if (warehouse !== null) files[file] = warehouse.sum
      const edition = await copyEdition(from, to, progress)
      const records = await copyRecordings(from, to, progress)
      const list = records.join('\n')
      await to.put(`${part}/${recordingsFile}`, Buffer.from(list))
      files[recordingsFile] = sha256(list)
      const inventory: Inventory = {
        ...{ format: backupFormat, made_at: isoTime(now), edition: edition?.id ?? null, manifest: edition?.hash ?? null },
        warehouse: warehouse && { epoch: warehouse.epoch, through: warehouse.through },
        ...{ recordings: records.length, folder: part, files },
      }
      await to.put(inventoryKey, Buffer.from(`${JSON.stringify(inventory, null, 2)}\n`))
      await dropEarlier(into, to, part, now)
      print(global, { ...inventory, files: Object.keys(files).length, rows: rowsOf(text) }, [
        `${dir}: edition ${edition?.id ?? 'none'}, ${records.length} recordings, ${Object.keys(files).length - 1} other files, ${rowsOf(text)} rows of the state store`,
        `warehouse: ${warehouseInWords(inventory.warehouse)}`,
      ])
    } catch (error) {
      await rm(join(into, part), { recursive: true, force: true })
      throw error
    } finally {
      progress.end()
    }
  },
})

function warehouseInWords(warehouse: Inventory['warehouse']): string {
  if (warehouse === null) return 'none was saved yet; a restored home gets one from the recordings: briefing rebuild'
  const { epoch, through } = warehouse
  return epoch === null ? 'the copy for analysts' : `as the writer of epoch ${epoch} saved it, recordings to ${through ?? 'none'}`
}

interface Copied {
  readonly sum: string
  readonly epoch: number | null
  readonly through: string | null
}

async function copyMarket(from: string, to: string): Promise<Copied | null> {
  const sum = await copyWithSha256(from, to)
  return sum === null ? null : { sum, epoch: null, through: null }
}

/** The warehouse as it was last saved to the bucket; null where none was. */
async function copySaved(from: Blobs, to: string): Promise<Copied | null> {
  const snapshot = await readSnapshot(from, warehouseMarket)
  if (snapshot === null) return null
  const { epoch, through } =
    (await restoreSnapshot(from, warehouseMarket, snapshot, to)) === 'newest' ? snapshot : snapshot.previous!
  await chmod(to, 0o600)
  const sum = createHash('sha256')
  for await (const chunk of createReadStream(to)) sum.update(chunk as Buffer)
  return { sum: sum.digest('hex'), epoch, through }
}

/** Rows of a dump: its lines without head and foot. */
const rowsOf = (dumped: string) => dumped.split('\n').length - 3

/** A folder that is new, empty, or has a backup; never the home itself. */
async function needBackupFolder(into: string, home: string): Promise<void> {
  makeWritable(into)
  if ((await realpath(into)) === (await realpath(home).catch(() => null)))
    throw new InputError('BACKUP_FOLDER', 'the backup cannot be the home itself; choose another folder')
  const names = await readdir(into)
  const brokenOff = names.includes('at') && names.every((name) => ['at', 'artifacts', 'recordings'].includes(name))
  if (names.length === 0 || names.includes(inventoryKey) || brokenOff) return
  throw new InputError('BACKUP_FOLDER', `${into} is neither empty nor a backup; choose another folder`)
}

/** Copies the edition that is published, its past days included; gives its id and the hash of its manifest. One that is pruned meanwhile is left for its successor. */
async function copyEdition(from: Blobs, to: Blobs, progress: Progress): Promise<{ id: string; hash: string } | null> {
  for (;;) {
    const pointer = await from.get(currentKey)
    if (pointer === null) return null
    const hash = manifestNamedBy(pointer)
    try {
      const there = new Set(await to.list('artifacts/'))
      const { edition: id } = await requiredManifest(from, hash)
      const files = await filesOfEdition(from, hash)
      let done = 0
      const copy = async (key: string) => {
        progress.at('copying the edition', done++, files.size)
        if (!there.has(key)) await to.put(key, await readEditionFile(from, key, files.get(key)!))
      }
      const manifest = manifestKey(hash)
      const others = [...files.keys()].filter((key) => key !== manifest)
      await inParallel(others, 8, copy)
      // a manifest in a backup has all of its files
      await copy(manifest)
      await to.put(currentKey, pointer)
      return { id, hash }
    } catch (error) {
      const now = await from.get(currentKey)
      if (now === null || manifestNamedBy(now) === hash) throw error
    }
  }
}

/** Copies bodies before their index records, as they are written; gives the keys of the records. */
async function copyRecordings(from: Blobs, to: Blobs, progress: Progress): Promise<string[]> {
  const records = await from.list('recordings/index/')
  const there = new Set(await to.list('recordings/'))
  let done = 0
  for (const keys of [await from.list('recordings/body/'), records])
    await inParallel(
      keys.filter((key) => !there.has(key)),
      8,
      async (key) => {
        progress.at('copying recordings', done++)
        const bytes = await from.get(key)
        if (bytes !== null) await to.put(key, bytes)
      },
    )
  return records
}

/** What only earlier backups in the folder needed. Recordings are kept: each is one forever. */
async function dropEarlier(into: string, to: Blobs, part: string, now: number): Promise<void> {
  for (const name of await readdir(join(into, 'at')))
    if (`at/${name}` !== part) await rm(join(into, 'at', name), { recursive: true })
  await prune(to, { now, keepEditions: 2, keepMs: 0, whole: true })
}

/** Copies a file of any size and gives the sha-256 (hex) of what was copied; null where there is none. */
export async function copyWithSha256(from: string, to: string): Promise<string | null> {
  const sum = createHash('sha256')
  const summing = new Transform({
    transform(chunk: Buffer, _, done) {
      sum.update(chunk)
      done(null, chunk)
    },
  })
  try {
    const { size } = await stat(from)
    await needSpace(dirname(to), size)
    await pipeline(createReadStream(from), summing, createWriteStream(to, { mode: 0o600, flush: true }))
  } catch (error) {
    await rm(to, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
  return sum.digest('hex')
}
