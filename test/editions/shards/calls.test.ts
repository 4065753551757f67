import { expect, test } from 'vitest'
import { run } from '../../../bench/editions/calls.ts'
import { countedEditions } from '../../../bench/editions/counted.ts'
import { company, metric } from '../../../bench/editions/documents.ts'

/** Editions that a publish is counted over; more at night. */
const rounds = Number(process.env['EDITIONS'] ?? (process.env['NIGHTLY'] ? 1_000 : 150))
if (rounds < 1_000) console.log(`${rounds} of the 1,000 editions: set EDITIONS=1000 for all`)

/** Documents of the largest edition that is counted; ten times as many at night. */
const most = process.env['NIGHTLY'] ? 10_000 : 1_000

test('publish, adoption and prune take so many calls, however many documents there are', async () => {
  const rows = await run({ quick: false, most })
  expect(rows.length).toBeGreaterThan(10)
  // processor time is the bench's
  const missed = rows.filter(({ unit, measured, target }) => unit === '' && measured > target)
  expect(missed).toEqual([])
}, 1_800_000)

test('calls of a publish, an adoption and a prune do not grow with the number of editions', async () => {
  const editions = countedEditions()
  await editions.publish([
    ...Array.from({ length: 200 }, (_, no) => metric(no, 0)),
    ...Array.from({ length: 100 }, (_, no) => company(no, 0)).flat(),
  ])
  await editions.prune()
  const counts: number[][] = []
  let followed = (await editions.adopt(null)).result
  for (let round = 1; round <= rounds; round++) {
    const changed = Array.from({ length: 8 }, (_, no) => metric((round * 37 + no * 11) % 200, round))
    const published = await editions.publish([...changed, ...company((round * 17) % 100, round)])
    const adopted = await editions.adopt(followed)
    followed = adopted.result
    counts.push([published.calls, adopted.calls, (await editions.prune()).calls, editions.objects()])
  }
  const most = (some: number[][]) => [0, 1, 2, 3].map((at) => Math.max(...some.map((each) => each[at]!)))
  const half = Math.floor(rounds / 2)
  const [early, late] = [most(counts.slice(20, half)), most(counts.slice(half))]
  for (const [at, count] of late.entries()) expect(count).toBeLessThanOrEqual(Math.ceil(early[at]! * 1.15) + 2)
  console.log(`most calls of a publish, an adoption, a prune, and objects: ${early.join(', ')} and later ${late.join(', ')}`)
}, 1_800_000)
