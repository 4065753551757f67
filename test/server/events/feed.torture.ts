import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { compiled } from '../../compiled.ts'
import { followFeed } from './feed.ts'

const whole = process.env['TORTURE'] === '1'
if (!whole) console.log('2,000 of the 100,000 events: set TORTURE=1 for all')

test('A-31: 2 processes of 4 publishers, 4 readers, no event lost or doubled, and no document older than its event', async () => {
  const figures = await followFeed({
    processes: 2,
    publishers: 4,
    editionsEach: whole ? 380 : 8,
    readers: 4,
    seed: Date.now() % 2 ** 31,
  })
  console.log(`events: ${JSON.stringify(figures)}`)
  expect(figures.readEach).toEqual(Array(4).fill(figures.events))
  expect([figures.outOfOrder, figures.older]).toEqual([0, 0])
})

test('of 2,000 long polls none hangs with a garbage collection forced between each', () => {
  const polls = compiled('test/server/events/polls-and-collections.ts')
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', polls, '2000'], { encoding: 'utf8' })
  expect([stdout, stderr]).toEqual(['2000', ''])
})
