import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { command as quarantine } from '../../cli/commands/quarantine.ts'
import { command as rebuild } from '../../cli/commands/rebuild.ts'
import { refreshExitCode } from '../../cli/commands/refresh.ts'
import { command as review } from '../../cli/commands/review.ts'
import type { DecisionOptions } from '../../cli/decide.ts'
import { readSettings } from '../../cli/settings.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { publishMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { extractAgain } from '../../pipeline/warehouse/companies/load.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import type { RefreshResult } from '../../workflows/orchestrations/refresh.ts'
import { runOf } from '../cli/command.ts'
import { compiled } from '../compiled.ts'
import { loadHome, refreshHome, sampleRun, temporaryHome, temporaryHomes } from '../end-to-end/home.ts'
import { altered, filedBy } from '../small-transport.ts'

const run = sampleRun
const later = (hours: number) => ({ ...run, now: run.now + hours * 3_600_000 })
const eia = { only: ['eia-weekly'] }
/** With the price that counts of periodic reports are checked with. */
const filings = { only: ['sec-submissions', 'coinmetrics-csv'] }
const settings = readSettings({ BRIEFING_LOG: 'silent' })
const homes = temporaryHomes()
const home = homes.make
afterEach(async () => {
  vi.restoreAllMocks()
  process.exitCode = undefined
  await homes.remove()
})

/** What a command prints with --json. */
async function printed<T = Record<string, unknown>>(command: (global: { json: boolean }) => Promise<void>): Promise<T> {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await command({ json: true })
    return JSON.parse(spy.mock.calls.map(([text]) => String(text)).join('')) as T
  } finally {
    spy.mockRestore()
  }
}

/** The exit code of a refresh by what was refused and held: what else is missing or stale is no matter here. */
const exit = (result: RefreshResult) => refreshExitCode({ ...result, missing: [], stale: [] })

const list = (folder: string) =>
  printed<{ count: number; dismissed: number; rows: { id: string; rule: string; series: string | null; excerpt: string }[] }>(
    (global) => quarantine.action(runOf(settings, global), { home: folder }, 'list', []),
  )

const rows = async (folder: string, sql: string) => {
  const store = await openStore(join(folder, 'store.duckdb'))
  try {
    return await select<Record<string, string | number>>(store, sql)
  } finally {
    await store.close()
  }
}
const writeInbox = async (folder: string, name: string, text: string) => {
  await mkdir(join(folder, 'inbox'), { recursive: true })
  await writeFile(join(folder, 'inbox', name), text)
}
const decided =
  'SELECT id, kind, target, verdict, who, decided_at::VARCHAR AS at, why, applied_at::VARCHAR AS applied FROM decision ORDER BY id'

/** Crude exports in millions of barrels a day where they were in thousands. */
const otherUnit = altered(/WCREXUS2/, (body) =>
  body.replaceAll(/"(PET\.[^"]+)":([\d.]+)/g, (_, key, value) => `"${key}":${Number(value) / 1_000}`),
)
/** The newest value of the crude stocks is no number. */
const spoiled = (body: string) => body.replace(/^([\s\S]*"PET\.[^"]+"):[\d.]+/, '$1:"n/a"')
const broken = altered(/WCESTUS1/, spoiled)
const brokenToo = altered(/WCESTUS1/, spoiled, otherUnit)

describe('the quarantine', () => {
  /** A home with the thirteen series of one feed: all that is decided here, in the shortest time. */
  let eiaHome: Awaited<ReturnType<typeof temporaryHome>>
  beforeAll(async () => {
    eiaHome = await temporaryHome()
    await loadHome(eiaHome.folder, { ...run, ...eia })
  })
  afterAll(() => eiaHome.remove())
  const ofEia = () => home(eiaHome.folder)

  test('a row and a held series that are dismissed no longer count, not when a later recording shows them again, and not after a rebuild', async () => {
    const folder = await ofEia()
    const versions =
      "SELECT period::VARCHAR AS period, value FROM observation WHERE series = 'eia.WCREXUS2' ORDER BY period, version"
    const values = await rows(folder, versions)
    const first = await loadHome(folder, { ...later(1), ...eia, transport: brokenToo })
    expect([first.rejected, first.held, exit(first)]).toEqual([1, ['eia.WCREXUS2'], 2])
    const found = await list(folder)
    const row = found.rows.find(({ rule }) => rule === 'number')!
    expect([found.dismissed, row.series]).toEqual([0, 'eia.WCESTUS1'])
    const dismiss = (name: string, why: string) =>
      printed((global) => quarantine.action(runOf(settings, global), { home: folder, why, by: 'Ann' }, 'dismiss', [name]))
    expect(await dismiss(row.id.slice(0, 8), 'a typing error')).toEqual({ dismissed: 1, applied: true })
    expect((await list(folder)).count).toBe(found.count - 1)
    await dismiss('eia.WCREXUS2', 'millions')
    expect(await list(folder)).toMatchObject({ count: 0 })
    const again = await refreshHome(folder, { ...later(2), ...eia, transport: brokenToo })
    expect([again.rejected, again.loaded > 0, again.held, exit(again)]).toEqual([0, true, [], 0])
    const before = await rows(folder, decided)
    expect(before).toContainEqual(
      expect.objectContaining({ kind: 'quarantine', verdict: 'dismiss', who: 'Ann', why: 'a typing error' }),
    )
    const totals = await printed((global) => rebuild.action(runOf(settings, global), { home: folder }))
    expect(totals['rejected']).toBe(0)
    expect(await rows(folder, decided)).toEqual(before)
    expect(await list(folder)).toMatchObject({ count: 0 })
    expect((await loadHome(folder, { ...later(3), ...eia })).held).toEqual([])
    expect(await rows(folder, versions)).toEqual(values)
  })

  test('a refused body is replayed with the code of today, and what it holds is loaded', async () => {
    const folder = await home()
    await loadHome(folder, { ...run, ...eia, transport: altered(/WCESTUS1/, () => '<html>sorry</html>') })
    const [row] = (await list(folder)).rows
    expect(row).toMatchObject({ rule: 'BODY_IS_HTML', excerpt: '' })
    expect(await rows(folder, "SELECT 1 AS n FROM observation WHERE series = 'eia.WCESTUS1'")).toEqual([])
    // what the bytes say does not change: it is refused once more, and counted
    expect(await printed((global) => quarantine.action(runOf(settings, global), { home: folder }, 'replay', []))).toMatchObject({
      replayed: 1,
      result: { loaded: 1, refused: 1, rejected: 0 },
    })
    expect(process.exitCode).toBe(2)
    // as if the code of then had refused a body that the code of today takes
    const good = await ofEia()
    const store = await openStore(join(good, 'store.duckdb'))
    const [recording] = await select<{ id: string }>(store, "SELECT id FROM recording WHERE url LIKE '%WCESTUS1%'")
    const [before] = await select<{ n: number }>(
      store,
      "SELECT count(*)::INTEGER AS n FROM observation WHERE series = 'eia.WCESTUS1'",
    )
    await store.connection.run("UPDATE recording SET status = 'held' WHERE id = $1", [recording!.id])
    await store.connection.run('DELETE FROM sighting WHERE recording_no = (SELECT no FROM recording WHERE id = $1)', [
      recording!.id,
    ])
    await store.connection.run("DELETE FROM observation WHERE series = 'eia.WCESTUS1'")
    await store.connection.run(
      "INSERT INTO quarantine SELECT 'abcdef0123', id, feed, NULL, 'HEADER', 'an old fault', '', made_at FROM recording WHERE id = $1",
      [recording!.id],
    )
    await publishMarket(store, join(good, 'market.duckdb'))
    await store.close()
    expect(
      await printed((global) => quarantine.action(runOf(settings, global), { home: good }, 'replay', ['abcdef'])),
    ).toMatchObject({
      result: { loaded: 1, refused: 0, rejected: 0 },
    })
    expect(await list(good)).toMatchObject({ count: 0, dismissed: 0 })
    expect(await rows(good, "SELECT count(*)::INTEGER AS n FROM observation WHERE series = 'eia.WCESTUS1'")).toEqual([before])
  })

  test('a decision waits in the inbox while another process holds the warehouse, and is applied at its next refresh', async () => {
    const folder = await ofEia()
    await loadHome(folder, { ...later(1), ...eia, transport: broken })
    const [row] = (await list(folder)).rows
    const holder = spawn(process.execPath, [compiled('test/warehouse/hold-store.ts'), join(folder, 'store.duckdb')])
    await once(holder.stdout, 'data')
    const options = { home: folder, why: 'seen', by: 'Ben' }
    expect(await printed((global) => quarantine.action(runOf(settings, global), options, 'dismiss', [row!.id]))).toEqual({
      dismissed: 1,
      applied: false,
    })
    expect(await readdir(join(folder, 'inbox'))).toHaveLength(1)
    holder.stdin.end()
    await once(holder, 'exit')
    const file = {
      kind: 'quarantine',
      verdict: 'dismiss',
      target: row!.id,
      who: 'Ann',
      when: '2026-11-20T22:30:00Z',
      why: 'seen',
    }
    await writeInbox(folder, '20261120T223000Z-1.json', JSON.stringify(file))
    await writeInbox(folder, 'note.json', 'not a decision')
    expect(await list(folder)).toMatchObject({ count: 1 })
    await loadHome(folder, { ...later(2), ...eia })
    expect(await list(folder)).toMatchObject({ count: 0, dismissed: 1 })
    expect((await readdir(join(folder, 'inbox'))).sort()).toEqual(['applied', 'note.json'])
    const applied = await readdir(join(folder, 'inbox', 'applied'))
    expect(applied).toHaveLength(2)
    const kept = applied.find((name) => name.startsWith('20261120T223000Z'))
    expect(JSON.parse(await readFile(join(folder, 'inbox', 'applied', kept!), 'utf8'))).toMatchObject({
      ...file,
      applied_at: expect.any(String),
    })
  })

  test.each<[Parameters<typeof quarantine.action>[2], string[], DecisionOptions, string]>([
    ['dismiss', [], { why: 'x' }, 'ID_MISSING'],
    ['dismiss', ['eia.WCREXUS2'], {}, 'WHY'],
    ['show', ['nothing'], {}, 'NOT_IN_QUARANTINE'],
  ])('%s %j %j: %s', async (action, names, options, code) => {
    await expect(
      quarantine.action(runOf(settings, {}), { home: eiaHome.folder, ...options }, action, names),
    ).rejects.toMatchObject({ code })
  })
})

/** The newest filing of an invented filer with another total than its money pays for. */
const filing = '0009900001-26-002860'
const misread = altered(/000990000126002860/, (body) => body.replaceAll('71,326', '72,326'), filedBy('0009900001'))
const figure = `${filing}/bitcoin-total/2026-10-11/72326`

describe('the review', () => {
  let misreadHome: Awaited<ReturnType<typeof temporaryHome>>
  let held: RefreshResult
  beforeAll(async () => {
    misreadHome = await temporaryHome()
    held = await loadHome(misreadHome.folder, { ...run, ...filings, transport: misread })
  })
  afterAll(() => misreadHome.remove())

  const figuresHeld = (folder: string) =>
    printed<{ count: number; figures: { id: string }[] }>((global) =>
      review.action(runOf(settings, global), { home: folder }, 'list', undefined),
    )
  const total = "SELECT value FROM observation WHERE series = 'HRBX.bitcoin' ORDER BY period DESC LIMIT 1"

  test('serves what is accepted, with the decision as its check, after a new extraction and a rebuild too', async () => {
    const folder = await home(misreadHome.folder)
    expect(held.held).toEqual([filing])
    expect(await figuresHeld(folder)).toMatchObject({ count: 1, figures: [{ id: figure }] })
    expect(await rows(folder, total)).toEqual([{ value: 69473 }])
    await printed((global) =>
      review.action(runOf(settings, global), { home: folder, why: 'read the filing', by: 'Ann' }, 'accept', filing),
    )
    expect(await rows(folder, total)).toEqual([{ value: 72326 }])
    const next = await loadHome(folder, { ...later(24), ...filings, transport: filedBy('0009900001') })
    expect(next.held).toEqual([])
    expect(await rows(folder, total)).toEqual([{ value: 72326 }])
    await printed((global) => rebuild.action(runOf(settings, global), { home: folder }))
    expect(await rows(folder, total)).toEqual([{ value: 72326 }])
    const shown = await printed<{ status: string; checks: unknown[] }>((global) =>
      review.action(runOf(settings, global), { home: folder }, 'show', figure),
    )
    expect(shown.status).toBe('served')
    expect(shown.checks.at(-1)).toMatchObject({
      name: 'review',
      passed: true,
      detail: expect.stringMatching(/^accepted by Ann at .*: read the filing$/),
    })
  })

  test('keeps out what is rejected, and changes its mind when the operator does', async () => {
    const folder = await home(misreadHome.folder)
    await expect(review.action(runOf(settings, {}), { home: folder }, 'reject', figure)).rejects.toMatchObject({ code: 'WHY' })
    await printed((global) =>
      review.action(runOf(settings, global), { home: folder, why: 'a misprint', by: 'Ann' }, 'reject', figure),
    )
    expect(await figuresHeld(folder)).toMatchObject({ count: 0 })
    expect(await rows(folder, total)).toEqual([{ value: 69473 }])
    const next = await loadHome(folder, { ...later(24), ...filings, transport: filedBy('0009900001') })
    expect(next.held).toEqual([])
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000)
    await printed((global) => review.action(runOf(settings, global), { home: folder }, 'accept', figure))
    expect(await rows(folder, total)).toEqual([{ value: 72326 }])
  })

  test('a decision is about one number: another one read there later is held again', async () => {
    const folder = await home(misreadHome.folder)
    await printed((global) => review.action(runOf(settings, global), { home: folder }, 'accept', figure))
    const store = await openStore(join(folder, 'store.duckdb'))
    await store.connection.run("UPDATE span SET text = replace(text, '72,326', '73,326') WHERE accession = $1", [filing])
    await extractAgain(store, extractTotals)
    expect(
      await select(store, 'SELECT CAST(value AS INTEGER) AS value, status FROM extraction WHERE accession = $1', [filing]),
    ).toEqual([{ value: 73326, status: 'held' }])
    await store.close()
  })
})
