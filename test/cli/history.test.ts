import { afterAll, expect, test } from 'vitest'
import { backfillInPieces } from '../../cli/commands/start.ts'
import { publish } from '../../pipeline/editions/publish.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import type { BackfillRequest, BackfillResult } from '../../workflows/orchestrations/backfill.ts'
import { artifact, publication } from '../editions/documents.ts'
import { depsOf, temporaryHome } from '../end-to-end/home.ts'

const today = dayNumber('2026-11-05')!
/** Data was known from this day on. */
const firstKnown = today - 30

const home = await temporaryHome()
const deps = depsOf(home.folder)
afterAll(async () => {
  await deps?.close()
  await home?.remove()
})

/** One start of a home of a few documents. A run publishes its days as a backfill does; `upTo` ends it after so many, as a stop would. */
function started(wanted: number, upTo = Number.POSITIVE_INFINITY) {
  const spans: string[] = []
  const run = async ({ to, days }: BackfillRequest): Promise<BackfillResult> => {
    const last = dayNumber(to!)!
    const from = Math.min(last + 1, Math.max(firstKnown, last - days! + 1))
    const made = Array.from({ length: Math.min(last - from + 1, upTo) }, (_, i) => isoDay(from + i))
    const artifacts = made.map((day) => artifact(`archive/${day}/btc.quick-check`, day, { asOf: day, lines: 1 }))
    await publish(deps.blobs, publication(artifacts, { asOf: isoDay(last), current: false }))
    if (upTo < last - from + 1) throw Object.assign(new Error('stopped'), { name: 'CancelledError' })
    spans.push(`${today - from} to ${today - last}`)
    return { from: isoDay(from) } as BackfillResult
  }
  return { addPiece: backfillInPieces({ blobs: deps.blobs, days: wanted, run }), spans }
}

test('a home in which nothing is published has no past days to add', async () => {
  expect(await started(20).addPiece()).toBe(false)
  await publish(deps.blobs, publication([artifact('briefing/btc.quick-check', 'today')], { asOf: isoDay(today) }))
})

test('none wanted: nothing is added', async () => {
  const { addPiece, spans } = started(0)
  expect([await addPiece(), spans]).toEqual([false, []])
})

test('the newest 14 days come first; what a stopped start left is added by the next; then there is nothing to do', async () => {
  const first = started(20)
  expect([await first.addPiece(), first.spans]).toEqual([true, ['14 to 1']])
  await expect(started(20, 4).addPiece()).rejects.toMatchObject({ name: 'CancelledError' })
  const third = started(20)
  expect([await third.addPiece(), third.spans]).toEqual([false, ['16 to 15']])
  const fourth = started(20)
  expect([await fourth.addPiece(), fourth.spans]).toEqual([false, []])
})

test('more days than there is data for: it ends with the first day on which any was known', async () => {
  const first = started(90)
  expect([await first.addPiece(), await first.addPiece(), first.spans]).toEqual([false, false, ['30 to 21', '30 to 31']])
})
