import { briefingById } from '../../../data/briefings.ts'
import type { Day } from '../../analysis/days/day.ts'
import { rounded } from '../../analysis/rounding.ts'
import { glance } from '../../briefings/charts.ts'
import type { Absent } from '../../documents/absent.ts'
import type { BriefingDocument } from '../../documents/briefing.ts'
import type { ChartLine, Charts } from '../../documents/charts.ts'
import type { Front, FrontRow } from '../../documents/front.ts'
import type { Draft } from '../../documents/schema.ts'
import { standingOfReadings } from './served-standing.ts'

type Briefing = Draft<BriefingDocument>

/** Changes since the day before that a row has room for. */
const mostChanges = 2

/** What the front page takes from a briefing: its row, of which kinds its changes since the day before are, and its small history. */
export interface Glance {
  readonly row: FrontRow
  readonly changed: readonly string[]
  readonly line: ChartLine | null
}

export function glanceAt(document: Briefing, day: Day): Glance {
  const metric = leadMetric(document)
  const line = metric === null ? null : glance(metric, day)
  return {
    row: rowOf(document),
    changed: [...new Set(document.changes['1d'].map(({ field }) => field))],
    // a picture of another figure than the one next to it would mislead
    line: line?.title === leadOf(document)?.title ? line : null,
  }
}

/** The edition at a glance: each briefing with its state, headline and figure, then what is absent and why. */
export function frontDocument(
  stamp: Pick<Front, 'as_of' | 'sample'>,
  glances: readonly Glance[],
  metrics: Front['metrics'],
  absent: readonly Absent[],
): Front {
  return {
    ...stamp,
    headline: mostChanged(glances)?.row.headline ?? null,
    briefings: glances.map(({ row }) => row),
    absent: absent.flatMap(({ place, why }) => {
      const [folder, briefing] = place.split('/') as [string, string]
      return folder === 'briefing' ? [{ briefing, why }] : []
    }),
    metrics: [...metrics],
  }
}

/** Changes since the day before, as changes are ranked in a briefing. */
const fields = ['state', 'record', 'signal', 'release'] as const

/** The first briefing with the most important change since the day before; where nothing changed, the first one. */
function mostChanged(glances: readonly Glance[]): Glance | undefined {
  const [first] = fields.flatMap((field) => glances.filter(({ changed }) => changed.includes(field)))
  return first ?? glances[0]
}

function rowOf(document: Briefing): FrontRow {
  const { briefing, state, headline, changes, readings } = document
  const { freshness, late_after } = standingOfReadings(readings)
  return {
    briefing,
    state: state && { label: state.label, since: state.since, since_at_least: state.since_at_least === true },
    headline,
    lead: leadOf(document),
    changes: changes['1d']
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, mostChanges)
      .map(({ text }) => text),
    freshness,
    fresh_until: late_after,
  }
}

/** The metric whose figure and history a row shows; null where it shows something else. */
function leadMetric({ briefing, lead, points, readings }: Briefing): string | null {
  if (lead !== null) return lead
  const row = briefingById.get(briefing)!
  return [...points.map(({ metric }) => metric), ...row.metrics].find((metric) => metric in readings) ?? null
}

function leadOf(document: Briefing): FrontRow['lead'] {
  const { regime, correlations = [], readings } = document
  if (regime !== undefined) {
    const value = 100 * regime.probabilities[regime.current_regime]
    return {
      title: `chance of ${regime.current_regime} in ${regime.horizon_days ?? 0} days`,
      value: Math.round(value),
      unit: 'percent',
      period: null,
    }
  }
  const [strongest] = correlations.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))
  if (document.lead === null && strongest !== undefined) {
    const title = [strongest.a, strongest.b].map((metric) => readings[metric]?.title ?? metric).join(' and ')
    return { title: `correlation of ${title}`, value: rounded(strongest.value, 2), unit: '1', period: strongest.to }
  }
  const holder = document.sections.find(({ id }) => id === 'holdings')?.rows.find(({ precision }) => precision === 'exact')
  if (holder !== undefined && typeof holder['btc'] === 'number')
    return { title: `held by ${holder['company_name']}`, value: holder['btc'], unit: 'BTC', period: String(holder['stated_for']) }
  const metric = leadMetric(document)
  const reading = metric === null ? undefined : readings[metric]
  return reading === undefined ? null : { title: reading.title, value: reading.value, unit: reading.unit, period: reading.period }
}

/** The small histories of the front page, by briefing: those of the figures its rows show. */
export function frontCharts(glances: readonly Glance[]): Charts {
  const lines = glances.flatMap(({ row, line }) => (line === null ? [] : [[row.briefing, line] as const]))
  return { lines: [], glances: Object.fromEntries(lines) }
}
