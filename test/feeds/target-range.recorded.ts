import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fredApi } from '../../pipeline/feeds/fred-api.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import { flattened } from '../rows.ts'

/** `3-1/2 to 3-3/4 percent`: a dash of any kind, with a stray control byte on old pages. */
const range = /(\d+(?:[-‑–—]\u0091?\d+)?(?:\/\d+)?) to (\d+(?:[-‑–—]\u0091?\d+)?(?:\/\d+)?) percent/g
const percentOf = (text: string): number =>
  text
    .split(/[-‑–—]\u0091?/)
    .map((part) => part.split('/').map(Number))
    .reduce((sum, [over, under = 1]) => sum + over! / under, 0)
const rangesIn = (text: string) => [...text.matchAll(range)].map(([, low, high]) => [percentOf(low!), percentOf(high!)])
/** The sentence of the decision, not the first range of the statement and not what a dissenter preferred. */
const decisionIn = (text: string) =>
  rangesIn(text.split(/(?<=[.;])\s+(?=[A-Z])/).find((part) => /decided/.test(part) && /percent/.test(part)) ?? '')

describe('the target range, against 55 recorded statements of the Committee', () => {
  const recorded = (file: string) => readFileSync(join(recordedFolder, file), 'utf8')
  const statements = recorded('calendar/fomc_statements_2020-01_2026-07_55.jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { date: string; body: string })
    .map(({ date, body }) => ({ day: `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`, body }))
  const bound = (key: string, file: string) => {
    const body = recorded(file)
    const url = `https://api.stlouisfed.org/fred/series/observations?series_id=${key}&file_type=json`
    const { sighting } = flattened(fredApi.parse(Buffer.from(body), recordingOf(url, body, '2026-08-21T23:59:59Z')))
    return new Map(sighting.map(({ period, value }) => [isoDay(period), value]))
  }

  test('statements that name two ranges: the one that was decided, not one preferred by a dissenter', () => {
    const of = (day: string) => statements.find((statement) => statement.day === day)!.body
    expect(rangesIn(of('2022-03-16'))).toEqual([
      [0.25, 0.5],
      [0.5, 0.75],
    ])
    expect(decisionIn(of('2022-03-16'))).toEqual([[0.25, 0.5]])
    // an old page, with a control byte behind its dash
    expect(of('2020-01-29')).toContain('1—\u00911/2 to 1-3/4 percent')
    expect(decisionIn(of('2020-01-29'))).toEqual([[1.5, 1.75]])
    expect(statements.filter(({ body }) => decisionIn(body).length !== 1).map(({ day }) => day)).toEqual(['2020-03-23'])
  })
  test('counts from the day after the decision, which is the day it takes effect', () => {
    const upper = bound('DFEDTARU', 'fred/DFEDTARU_observations_2021-08_2026-07-31.json')
    const lower = bound('DFEDTARL', 'fred/api/DFEDTARL_5y_2026-08-21.json')
    const decided = statements.filter(({ day }) => day >= '2021-08-01')
    expect(decided.length).toBe(40)
    for (const { day, body } of decided) {
      const next = isoDay(dayNumber(day)! + 1)
      expect([[lower.get(next), upper.get(next)]], day).toEqual(decisionIn(body))
    }
    expect([upper.get('2022-03-16'), upper.get('2022-03-17')]).toEqual([0.25, 0.5])
  })
})
