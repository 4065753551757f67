import { copyFile, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { homeAt } from '../../activities/home.ts'
import { currentKey, filesOfEdition, manifestKey, readEditionFile, sha256 } from '../../pipeline/editions/edition-files.ts'
import { InputError, ParseError } from '../../pipeline/errors.ts'
import { bodyKey, recordingStore } from '../../pipeline/source/recordings/store.ts'
import type { Blobs } from '../../pipeline/source/store/blobs.ts'
import { folderBlobs } from '../../pipeline/source/store/folder.ts'
import { inParallel } from '../../pipeline/source/store/pool.ts'
import { isEmpty, restore as restoreState } from '../../server/state/dump.ts'
import { declare, home, noState } from '../command.ts'
import { homeOf, makeHome, makeWritable } from '../home-folder.ts'
import { print } from '../print.ts'
import { openProgress, type Progress } from '../progress.ts'
import { backupFormat, copySummed, type Inventory, inventoryKey, marketFile, recordingsFile, stateFile } from './backup.ts'
import { withState } from './keys.ts'

/**
 * `briefing restore DIR`: a home from a backup, into a folder that is empty and a state store that is. Every file is checked against its
 * sha-256. The analysts' copy becomes the warehouse, which `briefing rebuild` brings up to all recordings. Where anything is missing or
 * altered it throws, and the folder is empty again.
 */
export const command = declare({
  args: [['<folder>', 'folder with a backup']],
  options: [home],
  examples: ['restore /backup/briefing --home /srv/restored'],
  trouble: 'the backup is damaged',
  unreachable: noState,
  guide: 'docs/guides/backup-and-restore.md',
  action: async ({ settings, global }, options, dir) => {
    const folder = homeOf(settings, options)
    const from = folderBlobs(resolve(dir))
    const inventory = await readInventory(from, dir)
    await needEmpty(folder)
    await makeHome(folder)
    const progress = openProgress(global.json)
    try {
      if (!(await withState(settings, options.home, ({ db }) => isEmpty(db))))
        throw new InputError('STATE_NOT_EMPTY', 'the state store is not empty; set STATE_URL to an empty database, or unset it')
      const to = folderBlobs(folder)
      const edition = await restoreEdition(from, to, inventory.edition, progress)
      const recordings = await restoreRecordings(from, to, inventory, progress)
      const others = Object.keys(inventory.files).filter((key) => ![stateFile, marketFile, recordingsFile].includes(key))
      for (const key of others) await to.put(key, await checkedFile(from, inventory, key))
      const warehouse = await restoreWarehouse(
        join(resolve(dir), inventory.folder, marketFile),
        folder,
        inventory.files[marketFile],
      )
      const text = Buffer.from(await checkedFile(from, inventory, stateFile)).toString()
      const rows = await withState(settings, options.home, (state) => restoreState(state, text))
      print(global, { home: folder, made_at: inventory.made_at, edition, recordings, files: others.length, warehouse, rows }, [
        `${folder}: as of ${inventory.made_at}, every sha-256 matches`,
        `edition ${inventory.edition?.slice(0, 12) ?? 'none'}, ${edition} files; ${recordings} recordings; ${others.length} decisions and runs; ${rows} rows of the state store`,
        warehouse
          ? 'The warehouse is the last copy for analysts. To bring it up to all recordings: briefing rebuild'
          : 'The backup has no warehouse. To build it from the recordings: briefing rebuild',
      ])
    } catch (error) {
      for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true })
      throw error
    } finally {
      progress.end()
    }
  },
})

async function readInventory(from: Blobs, dir: string): Promise<Inventory> {
  const bytes = await from.get(inventoryKey)
  if (bytes === null)
    throw new InputError('NO_BACKUP', `${dir} has no finished backup; use the folder that "briefing backup" wrote to`)
  const inventory = JSON.parse(Buffer.from(bytes).toString()) as Inventory
  if (inventory.format !== backupFormat)
    throw new InputError('OTHER_BACKUP', `the backup has format ${inventory.format}; restore it with the version that wrote it`)
  return inventory
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
  await kept.list()
  let done = 0
  await inParallel(keys, 4, async (key) => {
    progress.at('restoring recordings', done++, keys.length)
    const recording = await kept.get(/([0-9a-f]{64})\.json$/.exec(key)?.[1] ?? '')
    if (recording === null) throw damaged(key)
    await kept.body(recording)
    for (const part of [bodyKey(recording.sha256), key]) await to.put(part, (await from.get(part))!)
  })
  return keys.length
}

async function restoreWarehouse(copy: string, folder: string, sum: string | undefined): Promise<boolean> {
  if (sum === undefined) return false
  const { market, store } = homeAt(folder)
  if ((await copySummed(copy, market)) !== sum) throw damaged(marketFile)
  await copyFile(market, store)
  return true
}

async function checkedFile(from: Blobs, { folder, files }: Inventory, key: string): Promise<Uint8Array> {
  const bytes = await from.get(`${folder}/${key}`)
  if (bytes === null || sha256(bytes) !== files[key]) throw damaged(key)
  return bytes
}

function damaged(file: string): ParseError {
  return new ParseError('BACKUP_DAMAGED', `${file} of the backup is missing or altered; use another backup`, { file })
}
