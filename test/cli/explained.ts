import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { type Explanation, explanationOf } from '../../cli/commands/explain.ts'
import { sourceValuesOf } from '../../cli/lineage/lineage.ts'
import { metricRows } from '../../data/metrics.ts'

/** Expects readings of two days of a home to end at bytes with the recorded sha-256, in which each value stands. */
export async function expectExplained(folder: string, days: readonly [string, string]): Promise<void> {
  const explained: Explanation[] = []
  for (const [at, day] of days.entries())
    for (const { metric } of metricRows) {
      if (explained.filter(({ as_of }) => as_of === day).length === [4, 1][at]) break
      const found = await explanationOf(folder, metric, day, 0).catch((error: { code: string }) => {
        expect(error.code).toBe('NOT_KNOWN')
        return null
      })
      if (found) explained.push(found)
    }
  expect(explained).toHaveLength(5)
  const bodies = new Map<string, string>()
  let numbers = 0
  for (const { metric, lineage, unproven, published } of explained) {
    expect([metric, unproven, published?.same ?? true]).toEqual([metric, 0, true])
    for (const { recording, value } of sourceValuesOf(lineage)) {
      let body = bodies.get(recording.key)
      if (body === undefined) {
        const bytes = gunzipSync(await readFile(join(folder, recording.key)))
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(recording.sha256)
        body = bytes.toString()
        bodies.set(recording.key, body)
      }
      for (const { text, offset, cell } of recording.passages)
        if (cell === null) expect(body.startsWith(text.split(' ... ')[0]!, offset!)).toBe(true)
      if (recording.formula === null) {
        const printed = Number(recording.passages[0]!.printed.replaceAll(/[,()$]/g, ''))
        const near = (number: number) => Math.abs(number - Math.abs(value)) <= Math.abs(value) * 1e-12
        expect([recording.url, value, near(Math.abs(printed)) || near(Math.abs(printed) * 1_000)]).toEqual([
          recording.url,
          value,
          true,
        ])
      }
      numbers++
    }
  }
  expect(numbers).toBeGreaterThan(100)
}

/** Expects every metric of a home, and no fewer than so many, to lead to the rows or columns that contain its numbers. */
export async function expectPlaces(folder: string, least: number): Promise<void> {
  const lost: string[] = []
  let followed = 0
  for (const { metric } of metricRows) {
    const explained = await explanationOf(folder, metric, undefined, 0).catch((error: { code: string }) => {
      expect([metric, error.code]).toEqual([metric, 'NOT_KNOWN'])
      return null
    })
    if (explained === null) continue
    followed++
    const unnamed = sourceValuesOf(explained.lineage).filter(
      ({ recording: { place, passages } }) =>
        place === null && passages.some(({ column, row }) => column === null && row === null),
    )
    if (explained.ends === 0 || explained.unproven + unnamed.length > 0)
      lost.push(`${metric}: ${explained.unproven} not found, ${unnamed.length} without row and column, of ${explained.ends}`)
  }
  expect(lost).toEqual([])
  expect(followed).toBeGreaterThanOrEqual(least)
}
