import { filingFormOf } from '../../../data/companies/filing-forms.ts'
import { type LineId, lines } from '../../../data/companies/lines.ts'
import type { WhatChanged } from '../../documents/company/what-changed.ts'
import type { ListedFiling } from '../../tables/company.ts'
import { dayNumber, isoDay } from '../../time/day.ts'
import { newestPeriod } from '../figures/fiscal.ts'
import { splitBetween } from '../figures/splits.ts'
import type { View } from '../figures/view.ts'
import type { SituationEpisode } from '../situations.ts'
import type { FiledReports } from './filings.ts'
import { growthPercent, periodYearBefore } from './numbers.ts'

/** Lines of the newest period that are set against those before. */
const shown: readonly LineId[] = [
  'revenue',
  'net_interest_income',
  'premiums_earned',
  'gross_profit',
  'operating_income',
  'net_income',
  'eps_diluted',
  'operating_cash_flow',
  'cash',
  'total_assets',
  'equity',
]
/** Counts and amounts per share are restated in new shares after a split, which changes nothing. */
const restatable = lines.filter(({ unit, statement }) => unit === undefined && statement !== 'shares').map(({ line }) => line)

/** Days by which periods of weeks that follow each other are apart. */
const weekApart = 7

/** Days of filings that are shown. */
const filingDays = 90

/** What lists of its filings say of a company. */
export interface FilingsAndEpisodes {
  readonly filings: readonly ListedFiling[]
  readonly episodes: readonly SituationEpisode[]
}

/** What the newest report says of its period, and what it states otherwise than the reports before it. */
export function whatChangedOf(
  view: View,
  reports: FiledReports,
  { filings, episodes }: FilingsAndEpisodes = { filings: [], episodes: [] },
): WhatChanged {
  const [latest, before = null] = reports.newest()
  const period = newestPeriod(view)
  const series = view.periods.filter(({ span }) => span === period.span)
  // the half-year before the first half of a year is not stated
  const earlier = series[series.indexOf(period) + 1]
  const isNext = earlier !== undefined && Math.abs(period.from - earlier.to - 1) <= weekApart
  const previous = period.span === 'half' || !isNext ? null : earlier
  const lastYear = periodYearBefore(series, period)
  const figures = shown.flatMap((line) => {
    const now = view.figure(line, period)
    if (now === null) return []
    const [last, then] = [previous, lastYear].map((each) => (each === null ? null : view.figure(line, each)))
    const [apart, yearApart] = [last, then].map((each) => (each ? splitBetween(view.splits, now, each) : null))
    return {
      line,
      period: period.label,
      value: now.value,
      unit: now.unit,
      before: apart ? null : (last?.value ?? null),
      same_period_last_year: yearApart ? null : (then?.value ?? null),
      change_percent: then ? growthPercent(now, then, view.splits).percent : null,
      why: yearApart ?? apart ?? null,
      filing: now.filing,
    }
  })
  const restated = view.periods.flatMap((each) =>
    restatable.flatMap((line) => {
      const figure = view.figure(line, each)
      // a quarter that follows from others changes with them
      if (figure === null || figure.restated === null || figure.derived !== null || figure.filing !== latest) return []
      const { value, unit, restated: earlier, filing } = figure
      const change_percent = earlier.was === 0 ? null : (100 * (value - earlier.was)) / Math.abs(earlier.was)
      const { was } = earlier
      return [{ line, period: each.label, unit, was, is: value, change_percent, since: isoDay(earlier.since), filing }]
    }),
  )
  return {
    latest: reports.get(latest!),
    since: before === null ? null : reports.get(before),
    figures,
    restated,
    situations: before === null ? [] : changesSince(episodes, dayNumber(reports.get(before).filed)!),
    filings: filedSince(filings, view.day - filingDays),
    reports: reports.named([...figures, ...restated].map(({ filing }) => filing)),
  }
}

/** Situations that began or ended after a day (number), newest first. */
function changesSince(episodes: readonly SituationEpisode[], since: number): WhatChanged['situations'] {
  const changes = episodes.flatMap(({ situation, row: { title }, since: began, ended }) => [
    { situation, title, change: 'began' as const, day: began },
    ...(ended === null ? [] : [{ situation, title, change: 'ended' as const, day: ended.on }]),
  ])
  return changes
    .filter(({ day }) => day > since)
    .sort((a, b) => b.day - a.day)
    .map(({ day, ...change }) => ({ ...change, on: isoDay(day) }))
}

/** Filings that news does not have, newest first. */
const filedSince = (filings: readonly ListedFiling[], since: number): WhatChanged['filings'] =>
  filings
    .flatMap(({ form, filed, url }) => {
      const row = filingFormOf(form)
      if (filed <= since || row === undefined) return []
      return [{ form, filed: isoDay(filed), url, title: `${form} filed ${isoDay(filed)}`, kinds: [], text: row.text }]
    })
    .reverse()
