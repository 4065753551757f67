import { open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { InputError } from '../../pipeline/errors.ts'
import { needSpace } from '../../pipeline/store/disk-full.ts'
import { dumpState, restoreStateDump } from '../../server/state/dump.ts'
import { declare, home, noStateText } from '../command.ts'
import { print } from '../print.ts'
import { withStateStore } from './keys.ts'

/** `briefing state backup FILE | restore FILE`: keys, limits and ledger in one file, the same for SQLite and Postgres. */
export const command = declare({
  actions: ['backup', 'restore'],
  args: [['[file]', 'the file to write or read']],
  options: [home, ['--force', 'overwrite the file, or replace the contents of the store']],
  examples: ['state backup state.backup', 'state restore state.backup --force'],
  trouble: 'the file cannot be read or written',
  unreachable: noStateText,
  guide: 'docs/guides/backup-and-restore.md',
  action: async ({ settings, global }, options, action, file) => {
    if (!file) throw new InputError('FILE', `give the file to ${action === 'backup' ? 'write' : 'read'}`)
    await withStateStore(settings, options.home, async (store) => {
      if (action === 'backup') {
        const text = await dumpState(store)
        await writeFileAtomically(file, text, options.force ?? false)
        print(global, { file, bytes: Buffer.byteLength(text) }, [`${file}: ${Buffer.byteLength(text)} bytes`])
      } else {
        const rows = await restoreStateDump(store, await readFile(file, 'utf8'), options.force ?? false)
        print(global, { file, rows }, [`${rows} rows restored`])
      }
    })
  },
})

/** Writes a file whole or not at all, on disk when it returns, readable by its owner alone. */
export async function writeFileAtomically(file: string, text: string, force: boolean): Promise<void> {
  const part = `${file}.part`
  // one that is there could be open to others, or lead to another file
  await rm(part, { force: true })
  await needSpace(dirname(part), Buffer.byteLength(text))
  const written = await open(part, 'wx', 0o600)
  try {
    await written.writeFile(text)
    await written.sync()
  } catch (error) {
    await rm(part, { force: true })
    throw error
  } finally {
    await written.close()
  }
  if (!force) {
    const taken = await open(file, 'wx', 0o600).catch(() => null)
    if (taken === null) {
      await rm(part)
      throw new InputError('FILE_EXISTS', `${file} already exists; choose another name, or add --force`)
    }
    await taken.close()
  }
  await rename(part, file)
}
