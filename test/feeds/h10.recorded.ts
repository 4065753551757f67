import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { h10 } from '../../pipeline/feeds/h10.ts'
import { recordedFolder } from '../recorded.ts'
import { newestOf, readingOf, stateAt } from './reading.ts'

const state = (newest: string | null) => stateAt('2026-11-20T12:00:00Z', newestOf(newest === null ? {} : { 'H10.JPY': newest }))
const [url] = h10.plan(state(null)).map((request) => request.url)

const { refusal } = readingOf(url!, '2026-11-20T12:00:00Z')

describe('recorded bodies', () => {
  const recorded = (...path: string[]) => readFileSync(join(recordedFolder, ...path), 'utf8')
  test('indexes of the dollar are no rates', () => {
    expect(refusal(recorded('h10', 'FRB_H10_dollar_indexes_monthly_2015-2025.csv'))).toBe('HEADER')
  })
})
