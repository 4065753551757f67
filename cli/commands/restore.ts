import { copyFile, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { homeAt } from '../../activities/home.ts'
import { currentKey, manifestKey, readEditionFile, sha256 } from '../../pipeline/editions/edition-files.ts'
import { filesOfEdition } from '../../pipeline/editions/on-record.ts'
import { BriefingError, InputError, ParseError } from '../../pipeline/errors.ts'
import { bodyKey, recordingAt, recordingStore } from '../../pipeline/recordings/store.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { inParallel } from '../../pipeline/store/pool.ts'
import { isStateEmpty, restoreStateDump as restoreState } from '../../server/state/dump.ts'
import { declare, home, noStateText } from '../command.ts'
import { homeOf, makeHome, makeWritable } from '../home-folder.ts'
import { openBlobs } from '../open-blobs.ts'
import { print } from '../print.ts'
import { openProgress, type Progress } from '../progress.ts'
import {
  backupFormat,
  copyWithSha256,
  type Inventory,
  inventoryKey,
  marketFile,
  recordingsFile,
  stateFile,
  warehouseFile,
} from './backup.ts'
import { withStateStore } from './keys.ts'

/**
 * `briefing restore DIR`: a home from a backup, into a folder that is empty and a state store that is. Every file is checked against its
 * sha-256. The copy of the warehouse becomes the warehouse, which `briefing rebuild` brings up to all recordings. Where anything is missing or
 * altered it throws, and the folder is empty again.
 */
export const command = declare({
  args: [['<folder>', 'folder with a backup']],
  options: [home],
  examples: ['restore /backup/briefing --home /srv/restored'],
  trouble: 'the backup is damaged',
  unreachable: noStateText,
  guide: 'docs/guides/backup-and-restore.md',
  action: async ({ settings, global }, options, dir) => {
    const folder = homeOf(settings, options)
    const from = folderBlobs(resolve(dir))
    const inventory = await readInventory(from, dir)
    await needEmpty(folder)
    await makeHome(folder)
    const progress = openProgress(global.json)
    try {
      if (!(await withStateStore(settings, options.home, ({ db }) => isStateEmpty(db))))
        throw new InputError('STATE_NOT_EMPTY', 'the state store is not empty; set STATE_URL to an empty database, or unset it')
      const to = await openBlobs(settings, folder)
      if ((await to.get(currentKey)) !== null)
        throw new InputError(
          'STORE_NOT_EMPTY',
          'the bucket has an edition; name an empty bucket or another prefix in BRIEFING_STORE',
        )
      const edition = await restoreEdition(from, to, inventory.manifest, progress)
      const recordings = await restoreRecordings(from, to, inventory, progress)
      const others = Object.keys(inventory.files).filter(
        (key) => ![stateFile, marketFile, warehouseFile, recordingsFile].includes(key),
      )
      for (const key of others) await to.put(key, await checkedFile(from, inventory, key))
      const warehouse = await restoreWarehouse(join(resolve(dir), inventory.folder), folder, inventory.files)
      const text = Buffer.from(await checkedFile(from, inventory, stateFile)).toString()
      const rows = await withStateStore(settings, options.home, (state) => restoreState(state, text))
      print(global, { home: folder, made_at: inventory.made_at, edition, recordings, files: others.length, warehouse, rows }, [
        `${settings.store === null ? folder : `s3://${settings.store.place.bucket}/${settings.store.place.prefix}`}: as of ${inventory.made_at}, every sha-256 matches`,
        `edition ${inventory.edition ?? 'none'}, ${edition} files; ${recordings} recordings; ${others.length} decisions and runs; ${rows} rows of the state store`,
        warehouse
          ? 'The warehouse is as it was last saved. To bring it up to all recordings: briefing rebuild'
          : 'The backup has no warehouse. To build it from the recordings: briefing rebuild',
      ])
    } catch (error) {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
      throw ofBackup(error)
    } finally {
      progress.end()
    }
  },
})

const formatBefore = 'market-briefing backup 1'

async function readInventory(from: Blobs, dir: string): Promise<Inventory> {
  const bytes = await from.get(inventoryKey)
  if (bytes === null)
    throw new InputError('NO_BACKUP', `${dir} has no finished backup; use the folder that "briefing backup" wrote to`)
  const inventory = parsed(bytes)
  // it named the edition by its manifest alone
  if (inventory.format === formatBefore)
    return { ...inventory, format: backupFormat, manifest: inventory.edition, warehouse: null }
  if (inventory.format !== backupFormat)
    throw new InputError('OTHER_BACKUP', `the backup has format ${inventory.format}; restore it with the version that wrote it`)
  return { ...inventory, format: backupFormat }
}

function parsed(bytes: Uint8Array): Omit<Inventory, 'format'> & { readonly format: string } {
  try {
    return JSON.parse(Buffer.from(bytes).toString())
  } catch {
    throw damaged(inventoryKey)
  }
}

async function needEmpty(folder: string): Promise<void> {
  makeWritable(folder)
  if ((await readdir(folder)).length > 0)
    throw new InputError('HOME_NOT_EMPTY', `${folder} is not empty; choose an empty or new folder with --home`)
}

async function restoreEdition(from: Blobs, to: Blobs, hash: string | null, progress: Progress): Promise<number> {
  if (hash === null) return 0
  const files = await filesOfEdition(from, hash)
  let done = 0
  await inParallel(files, 8, async ([key, sum]) => {
    progress.at('restoring the edition', done++, files.size)
    await to.put(key, await readEditionFile(from, key, sum))
  })
  await to.put(currentKey, Buffer.from(manifestKey(hash)))
  return files.size
}

async function restoreRecordings(from: Blobs, to: Blobs, inventory: Inventory, progress: Progress): Promise<number> {
  const list = Buffer.from(await checkedFile(from, inventory, recordingsFile)).toString()
  const kept = recordingStore(from)
  const keys = list.split('\n').filter((key) => key !== '')
  let done = 0
  await inParallel(keys, 4, async (key) => {
    progress.at('restoring recordings', done++, keys.length)
    const listed = recordingAt(key)
    const recording = listed && (await kept.get(listed.id, listed.at))
    if (recording === null) throw damaged(key)
    await kept.body(recording)
    for (const part of [bodyKey(recording.sha256), key]) await to.put(part, (await from.get(part))!)
  })
  return keys.length
}

/** The copy of the warehouse becomes the warehouse; that of a home is also what analysts read until the next refresh. */
async function restoreWarehouse(from: string, folder: string, files: Inventory['files']): Promise<boolean> {
  const { market, store } = homeAt(folder)
  for (const [file, to] of [
    [marketFile, market],
    [warehouseFile, store],
  ] as const) {
    if (files[file] === undefined) continue
    if ((await copyWithSha256(join(from, file), to)) !== files[file]) throw damaged(file)
    if (to === market) await copyFile(market, store)
    return true
  }
  return false
}

async function checkedFile(from: Blobs, { folder, files }: Inventory, key: string): Promise<Uint8Array> {
  const bytes = await from.get(`${folder}/${key}`)
  if (bytes === null || sha256(bytes) !== files[key]) throw damaged(key)
  return bytes
}

/** Damage that readers of a home find, with the step of whoever restores a backup. */
function ofBackup(error: unknown): unknown {
  if (!(error instanceof BriefingError) || !['EDITION_DAMAGED', 'RECORDING_DAMAGED'].includes(error.code)) return error
  return new ParseError(error.code, `${error.message.split('. ')[0]}. This backup is damaged; use another backup`, error.facts)
}

function damaged(file: string): ParseError {
  return new ParseError('BACKUP_DAMAGED', `${file} of the backup is missing or altered; use another backup`, { file })
}
