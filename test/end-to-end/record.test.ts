import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { programFor } from '../../cli/commands/index.ts'
import { currentKey, manifestKey, sha256 } from '../../pipeline/editions/edition-files.ts'
import { currentManifest } from '../../pipeline/editions/on-record.ts'
import { segmentsAfter, verifyStakes } from '../../pipeline/editions/stakes.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { dayMs } from '../../pipeline/time/day.ts'
import { openStore, select } from '../../pipeline/warehouse/store.ts'
import { typed } from '../cli/command.ts'
import { refreshHome, sampleNow, smallHome, smallRun, temporaryHomes } from './home.ts'

const homes = temporaryHomes()
const later = { ...smallRun(), asOf: '2026-11-29', now: sampleNow + 9 * dayMs }
let folder: string
beforeAll(async () => {
  folder = await homes.make((await smallHome()).folder)
  await refreshHome(folder, later)
})
afterAll(homes.remove)

const chainOf = async (home: string) => {
  const blobs = folderBlobs(home)
  const { stakes } = (await currentManifest(blobs))!
  expect((await verifyStakes(blobs, stakes, null)).faults).toEqual([])
  return segmentsAfter(blobs, stakes, () => false)
}

const briefing = async (...words: string[]) =>
  typed(async () => (await programFor(words)).parseAsync(['node', 'briefing', ...words, '--home', folder]))

test('what a first edition staked over a week is graded nine days later, and the rest is unresolved', async () => {
  const [first, second] = await chainOf(folder)
  const due = first!.stakes.filter((stake) => stake.due <= '2026-11-28' && stake.horizon_days === 7)
  expect(due.length).toBeGreaterThan(0)
  const graded = second!.grades.map(({ stake }) => stake)
  expect(graded).toEqual(expect.arrayContaining(due.map(({ id }) => id)))
  expect(second!.stakes.map(({ id }) => id)).not.toContain(due[0]!.id)
  const store = await openStore(join(folder, 'store.duckdb'))
  const [row] = await select(store, 'SELECT count(*)::INTEGER AS n, count(came_true)::INTEGER AS graded FROM stake')
  const [all] = await select(
    store,
    "SELECT sum(stakes)::INTEGER AS n, sum(stakes - unresolved)::INTEGER AS graded FROM v_record WHERE grouped_by = 'all' AND about IN ('signals', 'neutral')",
  )
  await store.close()
  expect(row).toEqual({ n: first!.stakes.length + second!.stakes.length, graded: graded.length })
  expect(all).toEqual(row)
  const record = JSON.parse((await briefing('--json', 'record')).text)
  expect(record).toMatchObject({ as_of: '2026-11-29', since: '2026-11-20' })
  const total = (member: 'stakes' | 'unresolved') =>
    record.figures.reduce(
      (sum: number, row: { by: string } & Record<string, number>) => sum + (row.by === 'all' ? row[member]! : 0),
      0,
    )
  expect([total('stakes'), total('unresolved')]).toEqual([row!['n'], Number(row!['n']) - graded.length])
})

test('grading again changes nothing, and a warehouse without the table fills it from the ledger', async () => {
  const before = await chainOf(folder)
  const { edition } = (await currentManifest(folderBlobs(folder)))!
  const store = await openStore(join(folder, 'store.duckdb'))
  const rows = await select(store, 'SELECT md5(string_agg(s::VARCHAR, chr(10) ORDER BY id)) AS hash FROM stake s')
  await store.connection.run('DELETE FROM stake')
  await store.close()
  await refreshHome(folder, later)
  expect(await chainOf(folder)).toEqual(before)
  expect((await currentManifest(folderBlobs(folder)))!.edition).toBe(edition)
  const again = await openStore(join(folder, 'store.duckdb'))
  expect(await select(again, 'SELECT md5(string_agg(s::VARCHAR, chr(10) ORDER BY id)) AS hash FROM stake s')).toEqual(rows)
  await again.close()
})

test('a past day that is computed again stakes and grades nothing', async () => {
  const before = await chainOf(folder)
  await refreshHome(folder, { ...smallRun(), asOf: '2026-11-24', now: Date.parse('2026-11-24T23:59:59Z') })
  expect(await chainOf(folder)).toEqual(before)
})

test('briefing record verify: 0 where the chain is whole, 2 with the segment where a byte is another', async () => {
  expect(await briefing('record', 'verify')).toMatchObject({ code: 0, text: expect.stringContaining('the chain is whole') })
  const places = join(folder, 'artifacts', 'stakes')
  const [name] = await readdir(places)
  const file = join(places, name!)
  const bytes = await readFile(file)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(file, bytes)
  const { text, code } = await briefing('record', 'verify')
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(file, bytes)
  expect(code).toBe(2)
  expect(text).toContain(`segment ${name!.slice(0, 64)} is altered`)
})

/** Publishes the edition that stands as a version without a ledger would have. */
async function withoutLedger(home: string): Promise<void> {
  const blobs = folderBlobs(home)
  const { stakes: _, ...manifest } = (await currentManifest(blobs))!
  const bytes = Buffer.from(JSON.stringify(manifest))
  await blobs.put(manifestKey(sha256(bytes)), bytes)
  await blobs.swap(currentKey, await blobs.get(currentKey), Buffer.from(manifestKey(sha256(bytes))))
}

test('editions from before there was a ledger are entered once, marked as after; replayed days are not', async () => {
  const old = await homes.make((await smallHome()).folder)
  await refreshHome(old, { ...smallRun(), asOf: '2026-11-17', now: Date.parse('2026-11-17T23:59:59Z') })
  await withoutLedger(old)
  for (const hours of [24, 25]) {
    await refreshHome(old, { ...smallRun(), asOf: '2026-11-21', now: sampleNow + (hours * dayMs) / 24 })
    const segments = await chainOf(old)
    const entered = (mark: string) =>
      new Set(segments.flatMap(({ stakes }) => stakes.flatMap((stake) => (stake.entered === mark ? [stake.as_of] : []))))
    expect([entered('published'), entered('after')]).toEqual([new Set(['2026-11-21']), new Set(['2026-11-20'])])
  }
})
