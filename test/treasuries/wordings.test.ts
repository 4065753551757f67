import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capacityParts, capacityWordings } from '../../data/companies/capacity-wordings.ts'
import { holdingWordings, wordingParts } from '../../data/companies/holding-wordings.ts'
import { contradictions, notWholeKinds, notWholeVerbs, remainingNotWhole } from '../../data/companies/not-whole-words.ts'
import { coinCounts } from '../../pipeline/treasuries/coin-count.ts'
import { holdingWordingOf } from '../../pipeline/treasuries/holding-wording.ts'
import { notWholeReason } from '../../pipeline/treasuries/not-whole.ts'
import { strategy } from '../filings/passages.ts'
import { filer, known, mutationsOf, readingOf, servedOf, standsIn, wordings } from './holdings.ts'

/**
 * One row per passage: filing date, filer, reading and passage, separated by tabs. The reports of the filer `quartz` have not been checked by
 * hand, those of `strategy` have; `any` is read the same of both. In a passage ` ¶ ` separates paragraphs and `|` the cells of a table row.
 * `(misses ...)`: the total a person reads there.
 */
const rows = readFileSync(new URL('wordings.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [filed: string, by: string, reading: string, passage: string])
const filers: Readonly<Record<string, readonly string[]>> = { quartz: [filer], strategy: [strategy], any: [filer, strategy] }

/** Rows whose reading is not the one expected. */
const faultsOf = (expected: readonly (readonly [passage: string, filed: string, reading: string, company?: string])[]) =>
  expected.flatMap(([passage, filed, reading, company = filer]) => {
    const read = readingOf(passage, filed, company)
    return read === reading ? [] : [{ passage, company, reading, read }]
  })

test('every passage of the table is read as its row says', () => {
  const expected = rows.flatMap(([filed, by, reading, passage]) =>
    filers[by]!.map((company) => [passage, filed, reading.replace(/ \(misses .*\)$/, ''), company] as const),
  )
  expect(expected.length).toBeGreaterThan(400)
  expect(faultsOf(expected)).toEqual([])
})

test('every wording of a holding reads its own example', () => {
  const faults = holdingWordings.flatMap(({ id, example, coins }) => {
    const count = coinCounts(example).find((each) => each.coins[0] === coins)!
    const by = holdingWordingOf(count, { text: example, company: filer }, [])?.id
    const read = readingOf(example, '2025-11-04')
    return by === id && read.startsWith(`${coins} on 2025-10-31, held`) ? [] : [{ id, by, read }]
  })
  expect(faults).toEqual([])
})

test('words that speak against the wording of a holding name what the count is in their example', () => {
  const faults = contradictions.flatMap(({ kind, example }) => {
    const count = coinCounts(example).find(({ named }) => named)!
    const { earlier: before, later: behind } = holdingWordingOf(count, { text: example, company: filer }, [])!
    const is = notWholeReason(count, { before, behind, result: false })
    const read = readingOf(example, '2025-11-04')
    return is === kind && /^(?:passage|nothing)/.test(read) ? [] : [{ example, kind, is, read }]
  })
  expect(faults).toEqual([])
})

test('where no words state a holding, each example is listed for review as what it is, or counts no bitcoins', () => {
  const unlisted = ['a threshold', 'no coin', 'another coin']
  const expected = [...notWholeKinds, ...notWholeVerbs, ...remainingNotWhole].map(
    ({ kind, example }) => [example, '2025-11-04', unlisted.includes(kind) ? 'nothing' : `passage: ${kind}`] as const,
  )
  expect(faultsOf(expected)).toEqual([])
})

/** No row is added or widened: words that are not in the lists are for a person (`briefing review list`). */
test.each([
  ['of holdings', [holdingWordings.map(({ says, means }) => [says, means]), wordingParts], 'b5ee8d2554c3962e'],
  [
    'of what is not the whole',
    [...contradictions, ...notWholeKinds, ...notWholeVerbs, ...remainingNotWhole].map(({ kind, where, says }) => [
      kind,
      where,
      String(says),
    ]),
    '6f347e3b276742d4',
  ],
  ['of what is left of a program', [capacityWordings.map(({ says }) => says), capacityParts], '16d3223c97818440'],
])('wordings are frozen: %s', (_, words, hash) => {
  expect(createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)).toBe(hash)
})

const stated = wordings.filter(({ coins }) => coins !== undefined)
/** Passages that state a holding in words which are not read as one; they are listed for review. */
const missed = [
  'increased its Bitcoin purchases for its Bitcoin Treasury',
  'continues to have one of the largest self-mined Bitcoin reserves',
  'reducing its treasury from 471 BTC',
  'it also held 8 Bitcoin on its balance sheet and other digital assets',
  'accumulated 3,427 Bitcoin as a standalone entity',
  'of which 241 were BTC Equivalents',
  'held in custody or pledged as collateral',
  'The continuity of digital currencies was as follows',
  'Crypto-asset, number of units | bitcoin',
]

test('passages of holders are read as a person reads them, or listed for review; in each half of the companies at least 80% are read', () => {
  const isMissed = ({ text }: (typeof wordings)[number]) => missed.some((words) => text.includes(words))
  const faults = wordings.flatMap((row) => {
    const total = row.coins === undefined || isMissed(row) ? null : `${row.coins} on ${row.day}, held`
    const read = readingOf(row.text, row.filed)
    return (total === null ? /^passage: [^;]*$/.test(read) : read.startsWith(total) && !read.includes(';'))
      ? []
      : [{ text: row.text, total, read }]
  })
  expect(faults).toEqual([])
  for (const half of [1, 2]) {
    const ofHalf = stated.filter((row) => row.half === half)
    expect(ofHalf.filter(isMissed).length / ofHalf.length).toBeLessThanOrEqual(0.2)
  }
})

test('a third party that says the same count serves it, and no other', () => {
  for (const row of stated)
    for (const { value, asOf, checks, status } of known(row.text, row)) {
      expect([String(value), asOf]).toEqual([row.coins, row.day])
      expect(status === 'served').toBe(checks.every(({ passed }) => passed))
    }
})

test('with one digit or one coin changed nothing is served that the passage does not state, and nothing of another coin', () => {
  let served = 0
  for (const [at, row] of wordings.entries()) {
    const all = mutationsOf(row)
    for (let each = at % 23; each < all.length; each += 23) {
      const { text, of } = all[each]!
      for (const btc of servedOf(text, row)) {
        served += 1
        expect(of, text).toBe('digit')
        expect(standsIn(text, String(btc)), text).toBe(true)
      }
    }
  }
  expect(served).toBeGreaterThan(0)
})
