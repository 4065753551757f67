import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { capacityParts, capacityWordings } from '../../../data/companies/capacity-wordings.ts'
import { holdingWordings, wordingParts } from '../../../data/companies/holding-wordings.ts'
import { contradictions, kinds, remaining, verbs } from '../../../data/companies/not-whole-words.ts'
import { coinCounts } from '../../../pipeline/companies/treasuries/coin-count.ts'
import { holdingWordingOf } from '../../../pipeline/companies/treasuries/holding-wording.ts'
import { filer, readAlone } from './holdings.ts'

const notWhole = [...contradictions, ...kinds, ...verbs, ...remaining]

describe('wordings of a holding', () => {
  test.each(holdingWordings)('$id: $example', ({ id, example, coins }) => {
    expect(readAlone(example, '2025-11-04')).toMatchObject([{ what: 'bitcoin-total', value: coins, asOf: '2025-10-31' }])
    const count = coinCounts(example).find((each) => each.coins[0] === coins)!
    expect(holdingWordingOf(count, { text: example, company: filer }, [])?.id).toBe(id)
  })

  /** No row is added or widened: words that are not in the lists are for a person (`briefing review list`). */
  test.each([
    ['of holdings', [holdingWordings.map(({ says, means }) => [says, means]), wordingParts], 'b5ee8d2554c3962e'],
    ['of what is not the whole', notWhole.map(({ kind, where, says }) => [kind, where, String(says)]), '6f347e3b276742d4'],
    ['of what is left of a program', [capacityWordings.map(({ says }) => says), capacityParts], '16d3223c97818440'],
  ])('are frozen: %s', (_, words, hash) => {
    expect(createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)).toBe(hash)
  })
})
