import { expect, test } from 'vitest'
import { listedReleases } from '../../data/releases.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { usualSpans } from '../../pipeline/time/usual-day.ts'

const day = (text: string): number => dayNumber(text)!
const usualOf = (name: string) => listedReleases.find((row) => row.name === name)!.usual!

test.each([
  ['Employment Situation', '2026-07-01', '2026-08-31', ['2026-07-02', '2026-08-07']],
  ['Employment Situation', '2025-01-01', '2025-01-31', ['2025-01-10']],
  ['Consumer Price Index', '2026-07-23', '2026-08-20', ['2026-08-10 to 2026-08-14']],
  ['Job Openings and Labor Turnover Survey', '2026-03-28', '2026-04-02', ['2026-03-30 to 2026-04-03']],
  ['GDP (', '2026-12-01', '2026-12-31', ['2026-12-21 to 2026-12-25']],
  ['Employment Cost Index', '2026-01-01', '2026-12-31', ['2026-01-30', '2026-04-30', '2026-07-31', '2026-10-30']],
])('%s from %s to %s', (name, from, to, expected) => {
  const spans = usualSpans(usualOf(name), day(from), day(to))
  expect(spans.map((span) => [...new Set([span.from, span.to])].map(isoDay).join(' to '))).toEqual(expected)
})
