import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { homeAt } from '../../activities/home.ts'
import { putDecision } from '../../activities/load/inbox.ts'
import { checkEdition as editionCheck } from '../../cli/check/home.ts'
import { command as backup, type Inventory } from '../../cli/commands/backup.ts'
import { command as rebuild } from '../../cli/commands/rebuild.ts'
import { command as restore } from '../../cli/commands/restore.ts'
import { readSettings } from '../../cli/settings.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { recordingStore } from '../../pipeline/recordings/store.ts'
import type { Blobs } from '../../pipeline/store/blobs.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { openMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { openStore, type Store, select } from '../../pipeline/warehouse/store.ts'
import { healthReport } from '../../server/answers/system.ts'
import { createAccount, listAccounts } from '../../server/state/accounts.ts'
import { openState } from '../../server/state/open.ts'
import { compiled } from '../compiled.ts'
import { artifact, publication } from '../editions/documents.ts'
import { copyHome, sampleNow, smallHome, temporaryHome, viewOf } from '../end-to-end/home.ts'
import { kinds } from '../state/stores.ts'
import { run, runOf } from './command.ts'

const first = Date.parse('2026-06-20T00:00:00Z') / 86_400_000
const dayCount = process.env['TORTURE'] === '1' ? 30 : 7
if (dayCount < 30) console.log('7 of the 30 past days: set TORTURE=1 for all')
const days = Array.from({ length: dayCount }, (_, i) => isoDay(first + i))
const briefing = 'btc.quick-check'

/** The bytes of every past day in both formats. */
async function pastDays(folder: string): Promise<(string | undefined)[]> {
  const view = await viewOf(folder)
  const bodies = days.flatMap((day) => [view.archived(day, briefing, 'json'), view.archived(day, briefing, 'md')])
  return (await Promise.all(bodies)).map((body) => body?.plain.toString('base64'))
}

let root: Awaited<ReturnType<typeof temporaryHome>>
let home: string
let into: string
let restored: string
beforeEach(async () => {
  root = await temporaryHome()
  home = join(root.folder, 'home')
  into = join(root.folder, 'backup')
  restored = join(root.folder, 'restored')
  return () => root.remove()
})

/** A home with past days, recordings, a decision that waits and one that was applied: made once, and copied for each test. */
const full = await temporaryHome()
afterAll(full.remove)
await fill(folderBlobs(full.folder))
const filled = async (): Promise<void> => {
  await mkdir(home)
  await copyHome(full.folder, home)
}

async function fill(blobs: Blobs): Promise<void> {
  for (const day of days) {
    const past = artifact(`archive/${day}/${briefing}`, `of ${day}`, { asOf: day })
    await publish(blobs, publication([past], { asOf: day, current: false }))
  }
  await publish(blobs, publication([artifact(`briefing/${briefing}`, 'v0')]))
  for (let i = 0; i < 5; i++) {
    const body = Buffer.from(`body ${i}`)
    const at = `2026-07-22T10:00:0${i}Z`
    await recordingStore(blobs).put({ url: `https://example.org/${i}`, at, status: 200, headers: {}, body }, true)
  }
  const decision = {
    kind: 'quarantine',
    verdict: 'dismiss',
    target: 'x',
    who: 'me',
    when: '2026-07-22T10:00:00Z',
    why: '',
  } as const
  await putDecision(blobs, decision, 'waiting')
  await blobs.put('inbox/applied/done.json', Buffer.from('{}'))
}

const back = (env = {}) =>
  run<Inventory & { rows: number }>((global) => backup.action(runOf(readSettings(env), global), { home }, into))
const bring = (env = {}) =>
  run<{ recordings: number; rows: number }>((global) =>
    restore.action(runOf(readSettings(env), global), { home: restored }, into),
  )

describe.each(kinds)('with the state store on %s, a home', (name, kind) => {
  beforeAll(() => kind.begin())
  afterAll(() => kind.end())

  test('that is backed up while it publishes and restored elsewhere answers each of its past days byte for byte', async () => {
    await filled()
    const postgres = name === 'Postgres'
    const [source, target] = postgres
      ? [await kind.place(), await kind.place()]
      : [join(home, 'state.sqlite'), join(restored, 'state.sqlite')]
    const state = await openState(source)
    await createAccount(state, { name: 'desk', plan: 'pro', now: 1 })
    const publishing = spawn(process.execPath, [compiled('test/editions/publish-loop.ts'), home, '1'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(publishing, 'exit')
    try {
      await once(publishing.stdout, 'data')
      const settings = (url: string) => (postgres ? { STATE_URL: url } : {})
      // the second one brings the first up to date
      for (let i = 0; i < 2; i++) expect((await back(settings(source))).printed.rows).toBe(2)
      publishing.kill('SIGKILL')
      await ended
      const { printed } = await bring(settings(target))
      expect(printed).toMatchObject({ recordings: 5, rows: 2 })
      expect(await pastDays(restored)).toEqual(await pastDays(home))
      expect((await pastDays(restored)).every((body) => body !== undefined)).toBe(true)
      expect(await recordingStore(folderBlobs(restored)).list()).toEqual(await recordingStore(folderBlobs(home)).list())
      expect((await readdir(join(restored, 'inbox'), { recursive: true })).sort()).toEqual([
        'applied',
        'applied/done.json',
        'waiting.json',
      ])
      const other = await openState(target)
      expect((await listAccounts(other)).map((each) => each.name)).toEqual(['desk'])
      await other.close()
    } finally {
      publishing.kill('SIGKILL')
      await state.close()
    }
  })
})

describe('a backup', () => {
  test('is read by its owner alone, and never written into the home or among other files', async () => {
    await filled()
    const { printed } = await back()
    expect((await stat(into)).mode & 0o077).toBe(0)
    expect((await stat(join(into, printed.folder, 'state.jsonl'))).mode & 0o077).toBe(0)
    const settings = readSettings({})
    await expect(backup.action(runOf(settings, {}), { home }, home)).rejects.toMatchObject({ code: 'BACKUP_FOLDER' })
    await writeFile(join(root.folder, 'other'), '')
    await expect(backup.action(runOf(settings, {}), { home }, root.folder)).rejects.toMatchObject({ code: 'BACKUP_FOLDER' })
  })

  test('that is damaged or unfinished is not restored, and a home that has something neither', async () => {
    await filled()
    await expect(bring()).rejects.toMatchObject({ code: 'NO_BACKUP' })
    const { printed } = await back()
    const packs = (await readdir(join(into, 'artifacts/pack'))).map((file) => `artifacts/pack/${file}`)
    const bodies = (await readdir(join(into, 'recordings/body'), { recursive: true })).filter((file) => file.endsWith('.gz'))
    for (const [file, code] of [
      [packs[0]!, 'EDITION_DAMAGED'],
      [`recordings/body/${bodies[0]}`, 'RECORDING_DAMAGED'],
      [join(printed.folder, 'inbox/waiting.json'), 'BACKUP_DAMAGED'],
      [join(printed.folder, 'state.jsonl'), 'BACKUP_DAMAGED'],
    ] as const) {
      const bytes = await readFile(join(into, file))
      await writeFile(join(into, file), bytes.subarray(1))
      await expect(bring()).rejects.toMatchObject({ code, message: expect.stringMatching(/; use another backup$/) })
      expect(await readdir(restored)).toEqual([])
      await writeFile(join(into, file), bytes)
    }
    await bring()
    await expect(bring()).rejects.toMatchObject({ code: 'HOME_NOT_EMPTY' })
  })

  test('brings the warehouse back as analysts had it, and a rebuild keeps the published readings of past days', async () => {
    const { folder } = await smallHome()
    await copyHome(folder, home)
    const rowsOf = async (store: Store) => {
      const rows = await select<{ rows: number }>(store, 'SELECT count(*)::INTEGER AS rows FROM reading')
      await store.close()
      return rows
    }
    const before = await rowsOf(await openMarket(homeAt(home).market))
    await back()
    await bring()
    expect(await rowsOf(await openStore(homeAt(restored).store))).toEqual(before)
    await run((global) => rebuild.action(runOf(readSettings({}), global), { home: restored }))
    expect(await rowsOf(await openStore(homeAt(restored).store))).toEqual(before)
    expect(before[0]!.rows).toBeGreaterThan(0)
  })
})

test('a home without one of its packs is incomplete for health and for the doctor', async () => {
  await filled()
  // as a server that is asked for each past day
  const archive = async () => {
    const view = await viewOf(home)
    for (const day of days) await view!.archived(day, briefing, 'md').catch(() => null)
    return healthReport(view, sampleNow).checks.find(({ name }) => name === 'archive')
  }
  expect(await archive()).toMatchObject({ status: 'ok', detail: `${dayCount} packs.` })
  expect(await editionCheck(home)).toMatchObject({ level: 'OK' })
  const packs = join(home, 'artifacts/pack')
  const [one, other] = (await readdir(packs)) as [string, string]
  await rm(join(packs, one))
  const bytes = await readFile(join(packs, other))
  await writeFile(join(packs, other), bytes.subarray(0, -1))
  expect(await archive()).toEqual({
    name: 'archive',
    status: 'degraded',
    detail: `2 of ${dayCount} packs are missing or damaged. Restore a backup.`,
  })
  expect(await editionCheck(home)).toMatchObject({ level: 'FAIL', next: 'restore artifacts/ from a backup' })
  // of the right size, and not what it was
  await writeFile(join(packs, other), Buffer.alloc(bytes.length))
  expect((await editionCheck(home)).detail).toMatch(/^2 files /)
})
