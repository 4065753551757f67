import { type Briefing, briefingRows } from '../../data/briefings.ts'
import { companies, rosterOf } from '../../data/companies.ts'
import { type Metric, metricRows } from '../../data/metrics.ts'
import { sampleNotice } from '../../data/notices.ts'
import { regimeForecast, regimeRule } from '../../data/regime.ts'
import { seriesById } from '../../data/series.ts'
import { upstreamById } from '../../data/upstreams.ts'
import type { RegimeDay } from '../analysis/regime/regime.ts'
import { upstreamOf } from '../analysis/series-source.ts'
import { type Day, stateHorizonDays, unknown } from '../days/day.ts'
import type { BriefingDocument, Regime, StandingState } from '../documents/briefing.ts'
import type { LateRelease, MetricData } from '../documents/metric.ts'
import type { Reading } from '../documents/reading.ts'
import type { Draft } from '../documents/schema.ts'
import { seriesOf } from '../formulas/evaluate.ts'
import { briefingQualityOf, type QualityGrade } from '../freshness.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import type { BriefingContent, BriefingDefinition } from './briefer.ts'
import { changesSince } from './changes.ts'
import { briefingDefinitions } from './index.ts'
import { expectedRelease, nextOfSeries, nextReleases } from './next-release.ts'
import { briefingStandingOf } from './standing.ts'
import { stateJudgement, stateSince } from './states/rule.ts'
import { composeStory } from './tell.ts'

const upstreamOn = (day: Day, name: string) => upstreamOf(name, day.series(name))

/** Every metric there is a value for, as a full document; while a newer release is due and not read, that is said. */
export function metricDocuments(day: Day, rows: readonly Metric[] = metricRows): Draft<MetricData>[] {
  return rows.flatMap((row) => {
    const reading = day.reading(row.metric)
    if (reading === null) return []
    const late = day.late(row.metric)
    const document = {
      ...reading,
      access: { served: 'full', why: null, full_needs: null } as const,
      as_of: isoDay(day.asOf),
      sample: day.sample,
      notices: noticesFor(day, [row.metric]),
      next_release: reading.freshness.status !== 'fresh' ? null : expectedRelease(row.clock, dayNumber(reading.period)!, day),
    }
    return [
      late === null
        ? document
        : { ...document, access: { ...document.access, served: 'late_release', why: whyLate(late) }, late },
    ]
  })
}

function whyLate({ series, status, due_at }: LateRelease): string {
  const title = seriesById.get(series)?.title ?? series
  return status === 'due'
    ? `A newer release of ${title} was due at ${due_at} and has not been read yet: this is the previous release.`
    : `A newer release of ${title}, due at ${due_at}, should be out but has not been read: this is the previous release.`
}

/** Every briefing of `data/briefings.ts`, or those of `rows`, whatever is missing: what is missing is said. */
export function briefingDocuments(day: Day, rows: readonly Briefing[] = briefingRows): Draft<BriefingDocument>[] {
  return rows.map((row) => briefingDocument(row, briefingDefinitions.find((briefer) => briefer.id === row.id)!, day))
}

function briefingDocument(row: Briefing, briefer: BriefingDefinition, day: Day): Draft<BriefingDocument> {
  const readings = row.metrics.map((metric) => [metric, day.reading(metric)] as const)
  const present = readings.filter((entry): entry is readonly [(typeof entry)[0], Reading] => entry[1] !== null)
  const label = briefer.state.label(day)
  const told = briefer.tell(day)
  const isEmpty = label === unknown && present.length === 0 && told.sections.every(({ rows }) => rows.length === 0)
  // a document of which there is no data is not published: no day before it needs to be judged
  const since = stateSince(label, day.asOf, (before) => (isEmpty ? unknown : day.label(briefer, day.asOf - before)))
  const state = { ...since, ...stateJudgement(briefer.state, label, day) }
  const lead = row.lead ? day.reading(row.lead) : null
  const correlations = row.pairs.map(([a, b]) => day.correlation(a, b)).filter((found) => found !== null)
  const missing = [
    ...readings.filter(([, reading]) => reading === null).map(([metric]) => ({ what: metric, why: whyMissing(metric, day) })),
    ...row.pairs
      .filter(([a, b]) => day.correlation(a, b) === null)
      .map(([a, b]) => ({
        what: `correlation of ${a} and ${b}`,
        why: 'fewer than 30 common changes, or a series that does not vary',
      })),
  ]
  const stale = present.filter(([, reading]) => reading.freshness.status === 'stale').map(([metric]) => metric)
  const notes = [...told.notes, ...new Set(row.metrics.flatMap((metric) => day.notes(metric)))]
  if (state.since_at_least) notes.push(`The state has stood for at least ${stateHorizonDays} days: it may have begun earlier.`)
  const releases = nextOfSeries(row, day)
  const { headline, summary, points, turns } = composeStory(row, briefer, told, state, present, releases, day)
  const { freshness, deciding } = briefingStandingOf(
    briefer,
    { readings: Object.fromEntries(present), state, points, lead: row.lead },
    day,
  )
  return {
    briefing: row.id,
    title: row.title,
    tier: row.tier,
    as_of: isoDay(day.asOf),
    sample: day.sample,
    headline,
    summary,
    ...(told.across ? { across_markets: told.across } : {}),
    state,
    lead: lead?.metric ?? null,
    signal: lead?.signal ? { metric: lead.metric, ...lead.signal } : null,
    confidence: lead?.confidence ?? null,
    readings: Object.fromEntries(present),
    sections: told.sections,
    ...(row.pairs.length > 0 ? { correlations } : {}),
    ...(told.regime ? { regime: regimeMember(told.regime, state, day) } : {}),
    changes: { '1d': changesSince(row, briefer, told, day, 1), '7d': changesSince(row, briefer, told, day, 7) },
    turns,
    points,
    next_releases: nextReleases(releases, turns),
    data_quality: {
      status: told.quality ?? qualityOfBriefing(row, briefer, day),
      freshness,
      deciding: [...deciding],
      stale,
      missing,
    },
    sources: sourcesOf(present, told, day),
    notices: noticesFor(day, row.metrics, told.rests),
    notes,
  }
}

/** Of its readings and correlations, and never better than what gives its state, signal and confidence. */
function qualityOfBriefing(row: Briefing, briefer: BriefingDefinition, day: Day): QualityGrade {
  const deciding = [...briefer.state.inputs(day), ...(row.lead === null ? [] : [row.lead])].filter(
    (metric) => !ofOtherRoster(metric, day),
  )
  const qualityOf = (metric: string) =>
    day.reading(metric)?.data_quality.status ?? (ofOtherRoster(metric, day) ? 'partial' : null)
  const pairs = row.pairs.map(([a, b]) => (day.correlation(a, b) === null ? null : 'good'))
  return briefingQualityOf([...row.metrics.map(qualityOf), ...pairs], deciding.map(qualityOf))
}

/** Whether a metric depends on what a company of another roster files, such as a real one on sample data: it cannot be there. */
function ofOtherRoster(metric: string, day: Day): boolean {
  const roster = rosterOf(day.sample)
  return seriesOf(metric).some((id) => companies.some((company) => company.series === id && !roster.includes(company)))
}

/** Last day whose documents carry the regime's earlier name too. */
const lastLegacyDay = '2026-12-31'
const legacyNames = { expansion: 'risk_on_expansion', contraction: 'risk_off_contraction', transition: null } as const

function regimeMember(today: RegimeDay, { since, since_at_least }: StandingState, day: Day): Regime {
  const { regime, mostLikely, probabilities, inputs } = today
  const { enter, leave } = regimeRule
  return {
    current_regime: regime,
    ...(isoDay(day.asOf) <= lastLegacyDay ? { current_regime_legacy: legacyNames[regime] } : {}),
    probabilities,
    horizon_days: regimeForecast.horizonDays,
    most_likely: mostLikely,
    disagrees: mostLikely !== regime,
    score: { ...today.score, enter, leave },
    since,
    days: day.asOf - dayNumber(since)! + 1,
    since_at_least,
    inputs: [...inputs],
  }
}

function whyMissing(metric: string, day: Day): string {
  if (ofOtherRoster(metric, day)) return 'sample data has its own, invented filers'
  const absent = seriesOf(metric)
  return `no value on record as known on ${isoDay(day.asOf)} (needs ${absent.join(', ')})`
}

/** Upstreams the readings and sections depend on, each with the newest day it contributes. */
function sourcesOf(
  present: readonly (readonly [string, Reading])[],
  told: BriefingContent,
  day: Day,
): BriefingDocument['sources'] {
  const rests = present.flatMap(([metric, { period }]) =>
    day.dependsOn(metric).map((name) => ({ upstream: upstreamOn(day, name), period })),
  )
  const newest = new Map<string, string>()
  for (const { upstream, period } of [...rests, ...(told.rests ?? [])]) {
    const before = newest.get(upstream)
    if (!before || period > before) newest.set(upstream, period)
  }
  return [...newest]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, asOf]) => ({ id, name: upstreamById.get(id)!.name, url: upstreamById.get(id)!.url, as_of: asOf }))
}

/** Notices that must stand with what the metrics and sections depend on; sample data says so first. */
function noticesFor(day: Day, metrics: readonly string[], sections: BriefingContent['rests'] = []): string[] {
  const ids = new Set([
    ...metrics.flatMap((metric) => day.dependsOn(metric)).map((name) => upstreamOn(day, name)),
    ...sections.map(({ upstream }) => upstream),
  ])
  const notices = [...ids]
    .sort()
    .map((id) => upstreamById.get(id)!.notice)
    .filter((notice) => notice !== null)
  return day.sample ? [sampleNotice, ...notices] : notices
}
