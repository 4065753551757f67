import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { readingAt } from './reading.ts'

const pointer = 'https://data.strategytracker.com/latest.json'
const file = 'https://data.strategytracker.com/all.v20261120T114500Z.json'

const { contents: parse } = readingAt('2026-11-20T12:00:00Z')

describe('recorded bodies', () => {
  const recorded = (name: string) => readFileSync(join(recordedFolder, 'treasury_third_party', name), 'utf8')
  test('StrategyTracker, 2026-07-08: the pointer and three companies', () => {
    const made = '2026-07-08T12:00:00Z'
    expect(parse(pointer, recorded('strategytracker_latest_2026-07-08.json'), made).next).toEqual([
      'https://data.strategytracker.com/all.v20260708T041926Z.json',
    ])
    expect(parse(file, recorded('strategytracker_all_trimmed_2026-07-09.json'), made)).toMatchObject({
      rows: expect.arrayContaining([
        ['MSTR.bitcoin.strategytracker', '2026-07-08', 843_775],
        ['ASST.bitcoin.strategytracker', '2026-07-08', 19_882],
        ['3350.bitcoin.strategytracker', '2026-07-08', 43_000],
      ]),
      rejected: [],
    })
  })
})
