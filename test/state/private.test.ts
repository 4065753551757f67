import { chmod, mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { command } from '../../cli/commands/state.ts'
import { readSettings } from '../../cli/settings.ts'
import { createAccount } from '../../server/state/accounts.ts'
import { openState } from '../../server/state/open.ts'
import { runOf } from '../cli/command.ts'
import { folderOfEachTest } from '../closed-after.ts'

let folder: string
let umask: number
folderOfEachTest((made) => {
  folder = made
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
  vi.restoreAllMocks()
})

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)
async function modesIn(home: string): Promise<Record<string, string>> {
  const names = (await readdir(home)).sort()
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await modeOf(join(home, name))] as const)))
}
const closed = { 'state.sqlite': '600', 'state.sqlite-shm': '600', 'state.sqlite-wal': '600' }

test.each([
  ['nobody made', async () => {}],
  [
    'somebody made for all',
    async (home: string) => {
      await mkdir(home)
      await chmod(home, 0o777)
    },
  ],
  [
    'holds a store that is open to all',
    async (home: string) => {
      await (await openState(join(home, 'state.sqlite'))).close()
      const left = await openState(join(home, 'state.sqlite'))
      await createAccount(left, { name: 'n', plan: 'pro', now: 0 })
      for (const name of await readdir(home)) await chmod(join(home, name), 0o666)
      await chmod(home, 0o755)
      await left.close()
    },
  ],
])('in a folder %s the state store is its owner’s alone, umask 0', async (_, prepare) => {
  const home = join(folder, 'home')
  await prepare(home)
  const state = await openState(join(home, 'state.sqlite'))
  await createAccount(state, { name: 'n', plan: 'pro', now: 0 })
  expect([await modeOf(home), await modesIn(home)]).toEqual(['700', closed])
  await state.close()
})

test('a log and an index that were left open to all are closed', async () => {
  const home = join(folder, 'home')
  const place = join(home, 'state.sqlite')
  const first = await openState(place)
  await createAccount(first, { name: 'n', plan: 'pro', now: 0 })
  for (const name of await readdir(home)) await chmod(join(home, name), 0o644)
  const second = await openState(place)
  expect(await modesIn(home)).toEqual(closed)
  await second.close()
  await first.close()
})

test('a folder for everybody is refused, and stays as it is', async () => {
  await chmod(folder, 0o1777)
  await expect(openState(join(folder, 'state.sqlite'))).rejects.toMatchObject({
    name: 'InputError',
    code: 'NOT_PRIVATE',
    message: expect.stringContaining('--home'),
  })
  expect([(await stat(folder)).mode & 0o7777, await readdir(folder)]).toEqual([0o1777, []])
})

test('a backup is its owner’s alone, whatever lay in its place', async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const file = join(folder, 'backup.jsonl')
  const elsewhere = join(folder, 'elsewhere')
  await writeFile(elsewhere, 'theirs', { mode: 0o666 })
  await symlink(elsewhere, `${file}.part`)
  await writeFile(file, 'old', { mode: 0o666 })
  await command.action(runOf(readSettings({}), {}), { home: join(folder, 'home'), force: true }, 'backup', file)
  expect([await modeOf(file), (await stat(elsewhere)).size]).toEqual(['600', 6])
})
