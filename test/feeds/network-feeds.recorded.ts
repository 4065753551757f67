import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordedFolder } from '../recorded.ts'
import { readingAt } from './reading.ts'

const at = '2026-11-20T12:00:00Z'
const adjustment = 'https://mempool.space/api/v1/difficulty-adjustment'

const { values, refusal } = readingAt(at)

describe('recorded bodies', () => {
  test('rewards of the documentation, which prints a hundred blocks', () => {
    const { 'get-reward-stats': sample } = JSON.parse(
      readFileSync(join(recordedFolder, 'mempool', 'api_docs_samples.json'), 'utf8'),
    ) as Record<string, { response_sample: string }>
    const url = 'https://mempool.space/api/v1/mining/reward-stats/144'
    expect(values(url, sample!.response_sample)).toContainEqual(['mempool.totalFee', '2026-11-20', 13.11748254])
  })

  test('the adjustment of the documentation, which prints seconds, is refused', () => {
    const { 'get-difficulty-adjustment': sample } = JSON.parse(
      readFileSync(join(recordedFolder, 'mempool', 'api_docs_samples.json'), 'utf8'),
    ) as Record<string, { response_sample: string }>
    const body = sample!.response_sample.replace(/(\w+):/g, '"$1":')
    expect(refusal(adjustment, body)).toBe('UNIT')
  })
})
