import { describe, expect, test } from 'vitest'
import { contradictions, kinds, remaining, verbs } from '../../../data/companies/not-whole-words.ts'
import { coinCounts } from '../../../pipeline/companies/treasuries/coin-count.ts'
import { holdingWordingOf } from '../../../pipeline/companies/treasuries/holding-wording.ts'
import { contradiction } from '../../../pipeline/companies/treasuries/not-whole.ts'
import { filer, readAlone } from './holdings.ts'

describe('words that make a count something else', () => {
  test.each(contradictions)('a wording of a holding, and $kind: $example', ({ kind, example }) => {
    const count = coinCounts(example).find(({ named }) => named)!
    const { earlier: before, later: behind } = holdingWordingOf(count, { text: example, company: filer }, [])!
    expect(contradiction(count, { before, behind, result: false })).toBe(kind)
    expect(readAlone(example, '2025-11-04').filter(({ value }) => value !== null)).toEqual([])
  })

  test.each([...kinds, ...verbs, ...remaining])('no wording of a holding, and $kind: $example', ({ kind, example }) => {
    const read = readAlone(example, '2025-11-04').map(({ what, value, reason }) => [what, value, reason])
    if (kind === 'a threshold' || kind === 'no coin' || kind === 'another coin') expect(read).toEqual([])
    else expect(read).toEqual([['bitcoin-passage', null, expect.stringContaining(`it reads as ${kind}.`)]])
  })
})
