import { chmod, chown, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programFor } from '../../cli/commands/index.ts'
import { makeWritable } from '../../cli/home-folder.ts'
import { readSettings } from '../../cli/settings.ts'
import { folderOfTests } from '../closed-after.ts'
import { runOf } from './command.ts'

const folder = await folderOfTests()
await chmod(folder, 0o755)
const file = join(folder, 'file')
await writeFile(file, '')

/** Words of commands that take others than an action `list`. */
const words: Readonly<Record<string, readonly string[]>> = {
  ...{ backup: [join(folder, 'backup')], events: ['tail'], explain: ['vix'], record: ['show'], restore: ['none'] },
  ...{ show: ['vix'], state: ['backup', join(folder, 'state')] },
}
/** Doctor tells what is wrong with a home, and config which it is. */
const reading = (await programFor(null)).commands
  .filter((command) => command.options.some(({ long }) => long === '--home') && !['config', 'doctor'].includes(command.name()))
  .map((command) => {
    const acts = command.registeredArguments[0]?.name() === 'action'
    return [command.name(), words[command.name()] ?? (acts ? ['list'] : [])] as const
  })

/** What a command does in a home, in this process. */
async function typed(name: string, given: readonly string[], home: string): Promise<unknown> {
  const { command } = await import(`../../cli/commands/${name === 'payments' ? 'ledger' : name}.ts`)
  return command.action(runOf(readSettings({ BRIEFING_LOG: 'error' })), { home }, ...given)
}

const isRoot = process.geteuid?.() === 0
const another = 54_321

/** Runs it as a user who is not root, which may read all. */
async function asAnother(work: () => Promise<unknown>): Promise<void> {
  if (!isRoot) return void (await work())
  process.seteuid!(another)
  try {
    await work()
  } finally {
    process.seteuid!(0)
  }
}

test.each(reading)('%s says that a home is a file', async (name, given) => {
  const error = { name: 'InputError', code: 'NO_HOME', message: expect.stringContaining('is not a folder. Choose another') }
  await expect(typed(name, given, file)).rejects.toMatchObject(error)
})

test('each says that a home cannot be read by this user', async () => {
  const home = join(folder, 'closed')
  await mkdir(home, { mode: 0o000 })
  expect(reading.length).toBeGreaterThan(20)
  await asAnother(async () => {
    for (const [name, given] of reading)
      await expect(typed(name, given, home), name).rejects.toMatchObject({
        ...{
          name: 'InputError',
          code: 'NO_HOME',
          message: expect.stringContaining('cannot be read (EACCES). Run the command as'),
        },
      })
  })
})

test.each([
  ['status', []],
  ['quarantine', ['list']],
  ['show', ['vix']],
  ['events', ['tail']],
])('%s: a part of a home that cannot be read is not reported as missing', async (name, given) => {
  const home = join(folder, `partly-${name}`)
  await mkdir(join(home, 'artifacts'), { recursive: true })
  await chmod(join(home, 'artifacts'), 0o000)
  await symlink('market.duckdb', join(home, 'market.duckdb'))
  await asAnother(() =>
    expect(typed(name, given, home)).rejects.toMatchObject({ name: 'UnavailableError', code: 'STORE_NOT_READABLE' }),
  )
})

test.each([
  ['a file', join(file, 'home'), 'NO_FOLDER', 'is not a folder'],
  ['a folder that takes none', '/proc/nohome', 'STORE_NOT_WRITABLE', 'cannot be created (ENOENT)'],
])('making a folder below %s fails immediately', async (_, home, code, message) => {
  expect(() => makeWritable(home)).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }))
})

test.each([
  ['refresh', [], 'STORE_NOT_WRITABLE'],
  ['start', [], 'STORE_NOT_WRITABLE'],
  // the rights that are asked about are those of root where the tests run as root: then the driver is the first to notice
  ['keys', ['list'], expect.stringMatching(/^(STORE_NOT_WRITABLE|STATE)$/)],
])('%s says that it cannot write to a home', async (name, given, code) => {
  const home = join(folder, `read-only-${name}`)
  await mkdir(home)
  if (isRoot) await chown(home, another, another)
  await chmod(home, 0o500)
  await asAnother(() => expect(typed(name, given, home)).rejects.toMatchObject({ name: 'UnavailableError', code }))
})
