import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { EditionWatch, maxWaiters, maxWaitersPerNetwork } from '../../../server/answers/edition-watch.ts'
import { compiled } from '../../compiled.ts'

test('of 200 long polls none hangs with a garbage collection forced between each', () => {
  const polls = compiled('test/server/events/polls-and-collections.ts')
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', polls, '200'], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['200', ''])
})

const left = () => new AbortController()
const never = (over: AbortSignal) => new Promise<void>((resolve) => over.addEventListener('abort', () => resolve()))
const waits = (following: EditionWatch, address: string, { signal } = left()) =>
  following.wait({ address, ms: 60_000, left: signal }, never)

test('reads of one network that wait are bounded: one more is refused, until one has left', async () => {
  const following = new EditionWatch()
  const leaving = left()
  const first = waits(following, '203.0.113.1', leaving)
  const others = Array.from({ length: maxWaitersPerNetwork - 1 }, () => left())
  const waiting = others.map((each) => waits(following, '203.0.113.1', each))
  await expect(waits(following, '203.0.113.1')).rejects.toMatchObject({ code: 'RATE_LIMITED', facts: { field: 'wait' } })
  const elsewhere = left()
  const other = waits(following, '203.0.113.2', elsewhere)
  leaving.abort()
  await first
  const again = left()
  const one = waits(following, '203.0.113.1', again)
  for (const each of [...others, elsewhere, again]) each.abort()
  await Promise.all([...waiting, other, one])
})

test('reads that wait are bounded in all', async () => {
  const following = new EditionWatch()
  const all = Array.from({ length: maxWaiters }, () => left())
  const waiting = all.map((each, n) => waits(following, `10.0.${n >> 8}.${n & 255}`, each))
  await expect(waits(following, '203.0.113.1')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  for (const each of all) each.abort()
  await Promise.all(waiting)
})
