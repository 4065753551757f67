import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { command as keys } from '../../cli/commands/keys.ts'
import { readSettings } from '../../cli/settings.ts'
import type { OpenedGate } from '../../server/open-gate.ts'
import { createAccount } from '../../server/state/accounts.ts'
import { StateWatch } from '../../server/state/condition.ts'
import { openState } from '../../server/state/open.ts'
import { runOf } from '../cli/command.ts'
import { folderOfEachTest, folderOfTests } from '../closed-after.ts'
import { compiled } from '../compiled.ts'
import { edition, running } from '../server/fixture.ts'
import { conditionOnce, sound, watchedGate } from './watched-gate.ts'

let folder: string
let place: string
let opened: OpenedGate | null = null
folderOfEachTest((made) => {
  folder = made
  place = join(folder, 'state.sqlite')
})
afterEach(async () => {
  await opened?.close()
  opened = null
})

/** A store with something in it, folded into its file and closed. */
async function madeStore(): Promise<void> {
  const state = await openState(place)
  for (let n = 0; n < 500; n++) await createAccount(state, { name: `account ${n}`, plan: 'free', now: n })
  await state.close()
}

/** Writes garbage over the file from a byte on, in place. */
async function overwrite(from: number): Promise<void> {
  const { size } = await stat(place)
  const file = await open(place, 'r+')
  await file.write(Buffer.alloc(size - from, 0x5a), 0, size - from, from)
  await file.close()
}

const opening = (): OpenedGate => {
  opened = watchedGate(place)
  return opened
}

/** What GET /api/health says of the store: status of the answer, of the whole, and of the check. */
async function healthOf({ gate }: OpenedGate) {
  const server = await running(edition({ edition: 'e1' }), { gate })
  const answer = await server.get('/api/health')
  await server.close()
  const { status, checks } = JSON.parse(answer.text) as {
    status: string
    checks: { name: string; status: string; detail: string }[]
  }
  expect(answer.text).not.toContain(folder)
  return [answer.status, status, checks.find(({ name }) => name === 'state')]
}

describe('health is degraded, 200, and names the state store', () => {
  test('not while it is sound', async () => {
    const gate = opening()
    await conditionOnce(gate, sound)
    expect(await healthOf(gate)).toEqual([200, 'ok', { name: 'state', status: 'ok', detail: expect.stringMatching(sound) }])
  })

  const degraded = (detail: string) => [
    200,
    'degraded',
    { name: 'state', status: 'degraded', detail: expect.stringContaining(detail) },
  ]

  test('that is no database when the server starts', async () => {
    await writeFile(place, 'these are not the bytes of a database, and there are enough of them to see it. '.repeat(100))
    const gate = opening()
    await conditionOnce(gate, /not an SQLite/)
    expect(await healthOf(gate)).toEqual(degraded('the file is not an SQLite database'))
  })

  test.each([
    ['its pages', 4_096],
    ['its head too', 0],
  ])('that is overwritten while it is open: %s', async (_, from) => {
    await madeStore()
    const gate = opening()
    await conditionOnce(gate, sound)
    await overwrite(from)
    await conditionOnce(gate, /corrupt|not an SQLite/)
    expect(await healthOf(gate)).toEqual(degraded('Restore a backup: briefing state restore'))
  })

  test('whose file is gone while it is open, or another stands in its place', async () => {
    const gate = opening()
    await conditionOnce(gate, sound)
    await rename(place, `${place}.away`)
    await conditionOnce(gate, /is gone/)
    expect(await healthOf(gate)).toEqual(degraded('is gone'))
    await writeFile(place, '')
    expect(await conditionOnce(gate, /not the one/)).toContain('is not the one that was opened')
  })

  test('that a later version of the program has changed: at once, by name, and so does the command line', async () => {
    await madeStore()
    const database = new DatabaseSync(place)
    database.exec("insert into kysely_migration (name, timestamp) values ('0099-later', '2030-01-01')")
    database.close()
    const gate = opening()
    const begun = performance.now()
    await conditionOnce(gate, /schema/)
    expect(performance.now() - begun).toBeLessThan(4_000)
    expect(await healthOf(gate)).toEqual(degraded('has schema 0099-later, which this version of the program does not know'))
    await expect(keys.action(runOf(readSettings({}), {}), { home: folder }, 'list', undefined)).rejects.toMatchObject({
      name: 'UnavailableError',
      code: 'STATE_SCHEMA',
    })
  })

  test('that is the database of another program', async () => {
    const database = new DatabaseSync(place)
    database.exec('create table account (number integer)')
    database.close()
    const gate = opening()
    await conditionOnce(gate, /another program/)
    expect(await healthOf(gate)).toEqual(degraded('a table "account" of another program'))
    const after = new DatabaseSync(place, { readOnly: true })
    expect(after.prepare("select count(*) as n from sqlite_master where type = 'table'").all()).toEqual([{ n: 1 }])
    after.close()
  })
})

test('a store that says nothing any more is not sound, though nothing failed', () => {
  let now = 0
  const watch = new StateWatch(() => now)
  expect(watch.condition()).toMatchObject({ sound: false, detail: 'The state store is not open yet.' })
  watch.done('read')
  watch.done('open')
  expect(watch.condition().sound).toBe(true)
  now += 32_000
  watch.done('check')
  expect(watch.condition()).toEqual({
    sound: false,
    detail: 'The state store has not answered for 32 seconds.',
    unsoundMs: 32_000,
  })
  watch.done('write')
  expect(watch.condition().sound).toBe(true)
})

test('a probe leaves the locks of SQLite alone: another program that looks into the file and leaves does not remove the log', async () => {
  const gate = opening()
  await conditionOnce(gate, sound)
  const log = await stat(`${place}-wal`)
  const look =
    "const { DatabaseSync } = require('@photostructure/sqlite'); new DatabaseSync(process.argv[1]).prepare('select 1').get()"
  for (let looks = 0; looks < 3; looks++) {
    // the file is checked by every probe
    await new Promise((resolve) => setTimeout(resolve, 150))
    execFileSync(process.execPath, ['-e', look, place], { cwd: import.meta.dirname })
    expect((await stat(`${place}-wal`)).ino).toBe(log.ino)
  }
  if (process.platform !== 'linux') return console.warn('the locks are not read: there is no /proc/locks on this system')
  const { ino } = await stat(place)
  const locks = readFileSync('/proc/locks', 'utf8').split('\n')
  expect(locks.filter((line) => line.includes(` ${process.pid} `) && line.includes(`:${ino} `))).not.toEqual([])
})

test('a probe leaves nothing in the store', async () => {
  const gate = opening()
  await conditionOnce(gate, sound)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const state = await openState(place)
  expect(await state.db.selectFrom('revision').selectAll().execute()).toEqual([])
  await state.close()
})

const disk = await folderOfTests()
const mount = `mount -t tmpfs -o size=4m,mode=0700 none ${disk}`
const apart = (script: string) => ['-c', 'exec unshare -rm sh -c "$0"', script]
const canMount = spawnSync('/bin/sh', apart(mount)).status === 0
if (!canMount)
  console.log('skipped: the state store on a full disk (this system lets us mount none: unshare -rm and tmpfs are needed)')

test.skipIf(!canMount)('a full and a read-only disk are told while they last, and no longer', () => {
  const run = `${mount} && exec "${process.execPath}" "${compiled('test/state/state-on-disk.ts')}" ${disk}`
  const told = JSON.parse(execFileSync('/bin/sh', apart(run), { encoding: 'utf8' })) as Record<string, string>
  expect(told).toEqual({
    before: expect.stringMatching(sound),
    full: expect.stringContaining('the disk is full. Free some space'),
    emptied: expect.stringMatching(sound),
    readOnly: expect.stringContaining('read-only'),
    writable: expect.stringMatching(sound),
  })
})
