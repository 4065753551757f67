import { expect, test } from 'vitest'
import { forecastsOf } from '../../bench/calibration/walk-series.ts'
import { metricRows } from '../../data/metrics.ts'
import type { Day } from '../../pipeline/days/day.ts'
import { dayView, type Known, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { calibrationKind } from '../../pipeline/documents/calibration.ts'
import { renderMarkdown } from '../../pipeline/render/markdown.ts'
import { calibrationDocument, metricRecordOf } from '../../pipeline/status/calibration.ts'
import { dayMs, endOfDay, isoDay } from '../../pipeline/time/day.ts'
import type { Column } from '../../pipeline/values/column.ts'
import { walk } from '../analysis/columns.ts'
import { figuresNotIn } from '../render/figures.ts'

const price = walk(4, 1_500, 1e9)
const versions = (series: string, column: Column): [string, Column] => [series, { ...column, series }]
const known: Known = {
  versions: new Map([versions('btc.PriceUSD', price), versions('VIXCLS', walk(6, 60, 1e9))]),
  ...nothingFiled,
  sample: true,
}
const asOf = price.period.at(-1)! + 1
const day = dayView(known, asOf, endOfDay(asOf))
const calibrationOn = (on: Day) => {
  const records = metricRows.flatMap(({ metric }) => (on.reading(metric) && metricRecordOf(on.reading(metric)!, on)) ?? [])
  return calibrationDocument({ as_of: isoDay(on.asOf), sample: on.sample }, records)
}
const document = calibrationOn(day)

test('has every metric there is a reading of, with the record the reading carries', () => {
  const present = metricRows.filter(({ metric }) => day.reading(metric) !== null).map(({ metric }) => metric)
  expect(present.length).toBeGreaterThan(3)
  expect(document.metrics.map(({ metric }) => metric)).toEqual(present)
  for (const { metric, title, brier, skill, ...confidence } of document.metrics) {
    const { factors: _factors, edge: _edge, no_information: _level, text: _text, ...carried } = day.reading(metric)!.confidence
    expect({ title, ...confidence }).toEqual({ title: day.reading(metric)!.title, ...carried })
    if (confidence.calibration === null) expect({ brier, skill }).toEqual({ brier: null, skill: null })
    else expect(brier!.value).toBeCloseTo(confidence.calibration.brier, 10)
  }
  expect(document.metrics.find(({ metric }) => metric === 'bitcoin-price')!.calibration!.n).toBeGreaterThan(50)
  expect(document.metrics.find(({ metric }) => metric === 'vix')).toMatchObject({ score: null, calibration: null })
})

test('pools the forecasts of those that are not made of others, none of which ends after the day', () => {
  const made = new Set(['bitcoin-change-24h', 'btc-price-200d-ma', 'bitcoin-drawdown', 'bitcoin-volatility'])
  const once = document.metrics.filter(({ metric }) => !made.has(metric))
  expect(once.length).toBe(document.metrics.length - made.size)
  const forecasts = once.flatMap(({ metric }) =>
    forecastsOf(metricRows.find((row) => row.metric === metric)!, day.column(metric)!),
  )
  expect(document.pooled!.forecasts).toBe(forecasts.length)
  expect(document.pooled!.n).toBe(once.reduce((sum, { calibration }) => sum + (calibration?.n ?? 0), 0))
  expect(Math.max(...forecasts.map(({ end }) => end)) * dayMs).toBeLessThanOrEqual(day.now)
})

test('its Markdown has no figure its JSON has not, and marks sample data', () => {
  const text = renderMarkdown(calibrationKind, document)
  expect(
    figuresNotIn(text.replaceAll('95%', ''), {
      ...document,
      points: 100 * document.pooled!.calibration_error.value,
      four: fourDigits(document),
    }),
  ).toEqual([])
  expect(text).toContain('**SAMPLE DATA')
  expect(renderMarkdown(calibrationKind, { ...document, sample: false })).not.toContain('SAMPLE')
})

test('before anything was scored it says so', () => {
  const empty = calibrationOn(dayView({ ...known, versions: new Map() }, asOf, endOfDay(asOf)))
  expect(empty).toMatchObject({ pooled: null, metrics: [] })
  expect(renderMarkdown(calibrationKind, empty)).toContain('No score has come to its end yet')
})

/** The sampled figures as the Markdown shows them: four decimals. */
function fourDigits({ pooled, metrics }: typeof document): string {
  const { brier, base_brier, skill, calibration_error } = pooled!
  return [brier, base_brier, skill, calibration_error, ...metrics.flatMap((row) => [row.brier, row.skill])]
    .flatMap((figure) => (figure === null ? [] : [figure.value, figure.low, figure.high]))
    .map((figure) => String(Number((figure ?? 0).toFixed(4))))
    .join(' ')
}
