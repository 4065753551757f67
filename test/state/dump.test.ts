import { createHash, randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { command } from '../../cli/commands/state.ts'
import { readSettings } from '../../cli/settings.ts'
import { createAccount, createKey } from '../../server/state/accounts.ts'
import { countCall } from '../../server/state/calls.ts'
import { dumpState, restoreStateDump } from '../../server/state/dump.ts'
import { Ledger } from '../../server/state/ledger.ts'
import { openState } from '../../server/state/open.ts'
import { transferPlay } from '../../server/state/play.ts'
import { ensureSecret } from '../../server/state/secrets.ts'
import { runOf } from '../cli/command.ts'
import { closedAfter, folderOfTests } from '../closed-after.ts'
import { closedAfterTest } from '../server/served.ts'
import { startPostgres, withoutPostgres } from './postgres.ts'

const folder = await folderOfTests()
const server = withoutPostgres ? null : await startPostgres()
afterAll(() => server?.stop())
const full = closedAfter(await openState(join(folder, 'full.sqlite')))
const emptyOn = async (kind: string) =>
  closedAfterTest(await openState(kind === 'Postgres' ? await server!.database() : join(folder, `${randomUUID()}.sqlite`)))

beforeAll(async () => {
  const { id } = await createAccount(full, { name: 'Lantern "Row"\n', plan: 'pro', perHour: 7, now: 1_800_000_000_000 })
  for (let i = 0; i < 5; i++) await createKey(full, { account: id, name: `key ${i}`, prefix: 'mb', mode: 'live', now: 2 })
  await countCall(full, { account: id, limits: { hour: 10, day: 20 }, now: Date.UTC(2026, 10, 1) })
  const reservation = {
    id: 'a',
    protocol: 'x402',
    network: 'n',
    payer: 'p',
    amount: '20000',
    scope: 's',
    valid_before: 9,
  } as const
  await new Ledger(full, 'h').reserve(reservation, 1, 2)
  await transferPlay(full, { payer: 'p', recipient: 'r', nonce: 'n', amount: 3n, reference: 'x' }, 1)
  await ensureSecret(full, 'mpp')
})

const sorted = (text: string) => text.split('\n').slice(0, -2).sort()

test.each(withoutPostgres ? ['SQLite'] : ['SQLite', 'Postgres'])('what SQLite held %s holds, row by row', async (kind) => {
  const text = await dumpState(full)
  const other = await emptyOn(kind)
  const rows = await restoreStateDump(other, text)
  expect(rows).toBeGreaterThan(12)
  expect(sorted(await dumpState(other))).toEqual(sorted(text))
  await expect(restoreStateDump(other, text)).rejects.toMatchObject({ code: 'STATE_NOT_EMPTY' })
  expect(await restoreStateDump(other, text, true)).toBe(rows)
  expect(sorted(await dumpState(other))).toEqual(sorted(text))
})

describe('a backup that is not whole', () => {
  test.each<[string, (text: string) => string, string]>([
    ['cut in a line', (text) => text.slice(0, text.length / 2), 'DAMAGED'],
    ['without its last row', (text) => text.split('\n').toSpliced(-3, 1).join('\n'), 'DAMAGED'],
    ['with a letter changed', (text) => text.replace('key 1', 'key 9'), 'DAMAGED'],
    ['empty', () => '', 'DAMAGED'],
    ['something else', () => '{"a":1}\n{"rows":0}\n', 'DAMAGED'],
    ['of another schema', (text) => resealed(text.replace(/"schema":"[^"]+"/, '"schema":"0999-later"')), 'OTHER_SCHEMA'],
  ])('%s is refused, and nothing changes', async (_, damage, code) => {
    const other = await emptyOn('SQLite')
    const { id } = await createAccount(other, { name: 'stays', plan: 'free', now: 1 })
    await expect(restoreStateDump(other, damage(await dumpState(full)), true)).rejects.toMatchObject({ code })
    expect((await other.db.selectFrom('account').select('id').execute()).map((row) => row.id)).toEqual([id])
  })

  test('of whose rows one does not fit nothing is restored', async () => {
    const other = await emptyOn('SQLite')
    const text = resealed(
      (await dumpState(full))
        .replace(/(\["key",\{"id":")[^"]+/, '$1twice')
        .replace(/(\["key",\{"id":")(?!twice)[^"]+/, '$1twice'),
    )
    await expect(restoreStateDump(other, text)).rejects.toThrow()
    expect(await other.db.selectFrom('account').select('id').execute()).toEqual([])
  })
})

/** With the checksum of what it says now. */
function resealed(text: string): string {
  const body = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)
  const sha256 = createHash('sha256').update(body).digest('hex')
  return `${body}${JSON.stringify({ rows: body.trimEnd().split('\n').length - 1, sha256 })}\n`
}

test('the commands write a file for its owner alone, never over another, and read it', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => void written.mockRestore())
  const [from, to, file] = [join(folder, 'from'), join(folder, 'to'), join(folder, 'backup.jsonl')]
  const settings = readSettings({})
  const source = await openState(join(from, 'state.sqlite'))
  await createAccount(source, { name: 'moved', plan: 'pro', now: 1 })
  await source.close()
  await command.action(runOf(settings, {}), { home: from }, 'backup', file)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(command.action(runOf(settings, {}), { home: from }, 'backup', file)).rejects.toMatchObject({
    code: 'FILE_EXISTS',
  })
  await command.action(runOf(settings, {}), { home: from, force: true }, 'backup', file)
  await command.action(runOf(settings, {}), { home: to }, 'restore', file)
  const moved = await openState(join(to, 'state.sqlite'))
  expect((await moved.db.selectFrom('account').select('name').execute()).map(({ name }) => name)).toEqual(['moved'])
  await moved.close()
  await writeFile(file, (await readFile(file, 'utf8')).slice(9))
  await expect(command.action(runOf(settings, {}), { home: to, force: true }, 'restore', file)).rejects.toMatchObject({
    code: 'DAMAGED',
  })
})
