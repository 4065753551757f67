import { briefingById } from '../../data/briefings.ts'
import { yearSparkline } from '../briefings/charts.ts'
import type { Day } from '../days/day.ts'
import type { AbsentDocument } from '../documents/absent.ts'
import type { BriefingDocument } from '../documents/briefing.ts'
import type { ChartLine, Charts } from '../documents/charts.ts'
import type { Front, FrontRow } from '../documents/front.ts'
import type { Draft } from '../documents/schema.ts'
import { amount, amountOf } from '../values/amounts.ts'
import { rounded } from '../values/rounding.ts'
import type { ServedStanding } from './served-standing.ts'

type Briefing = Draft<BriefingDocument>

/** Changes since the day before that a row has room for. */
const mostChanges = 2

/** What the front page takes from a briefing: its row, of which kinds its changes since the day before are, and its small history. */
export interface Glance {
  readonly row: FrontRow
  readonly changed: readonly string[]
  readonly line: ChartLine | null
  /** The sentence over all markets, of a briefing that has one. */
  readonly across: string | null
}

export function briefingGlance(document: Briefing, day: Day, standing: ServedStanding): Glance {
  const metric = leadMetric(document)
  const line = metric === null ? null : yearSparkline(metric, day)
  return {
    row: rowOf(document, standing),
    changed: [...new Set(document.changes['1d'].map(({ field }) => field))],
    // a picture of another figure than the one next to it would mislead
    line: line?.title === leadOf(document)?.title ? line : null,
    across: document.across_markets ?? null,
  }
}

/** The edition at a glance: each briefing with its state, headline and figure, then what is absent and why. */
export function frontDocument(
  stamp: Pick<Front, 'as_of' | 'sample'>,
  glances: readonly Glance[],
  metrics: Front['metrics'],
  absent: readonly AbsentDocument[],
): Front {
  return {
    ...stamp,
    across: glances.find(({ across }) => across !== null)?.across ?? null,
    leads: leadsOf(glances).map(({ row }) => row.briefing),
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

/**
 * Briefings by their most important change since the day before, macro first among equals; of several on one subject the one that most
 * readers may read. Those whose headline is not about their figure come last.
 */
function leadsOf(glances: readonly Glance[]): Glance[] {
  const rankOf = ({ changed }: Glance) => [...fields, null].findIndex((field) => field === null || changed.includes(field))
  const market = ({ row }: Glance) => Number(!row.briefing.startsWith('macro.'))
  const ranked = glances.toSorted(
    (a, b) => Number(isOfFigure(b)) - Number(isOfFigure(a)) || rankOf(a) - rankOf(b) || market(a) - market(b),
  )
  const isOpener = (one: Glance, other: Glance) =>
    tierOf(other) < tierOf(one) || (tierOf(other) === tierOf(one) && ranked.indexOf(other) < ranked.indexOf(one))
  return ranked.filter((one) => !ranked.some((other) => isSameSubject(one, other) && isOpener(one, other)))
}

function isOfFigure({ row: { headline, lead } }: Glance): boolean {
  if (lead === null) return false
  return headline.includes(amount(lead.value, lead.unit)) || headline.toLowerCase().includes(lead.title.toLowerCase())
}

const tiers = ['free', 'basic', 'pro'] as const
const tierOf = ({ row }: Glance): number => tiers.indexOf(briefingById.get(row.briefing)!.tier)

const isSameSubject = ({ row }: Glance, { row: other }: Glance): boolean =>
  row.headline === other.headline || (row.lead !== null && row.lead.title === other.lead?.title)

const endOfSentence = /(?<=[.!?]) (?=\p{Lu})/u

function rowOf(document: Briefing, { freshness, late_after }: ServedStanding): FrontRow {
  const { briefing, state, headline, summary, changes, across_markets: across = '' } = document
  return {
    briefing,
    state: state && { label: state.label, since: state.since, since_at_least: state.since_at_least === true },
    headline,
    sentence:
      summary
        .replace(across, '')
        .replace(headline, '')
        .trim()
        .split(endOfSentence)
        .find((each) => !/ not arrived\b/.test(each)) ?? '',
    lead: leadOf(document),
    changes: changes['1d']
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, mostChanges)
      .map(({ text }) => text),
    freshness,
    fresh_until: late_after,
  }
}

/**
 * The metric whose figure and history a row shows: one whose value the headline names, else one whose title it names, else the one that leads
 * the briefing; null where it shows something else.
 */
function leadMetric({ briefing, headline, lead, points, readings }: Briefing): string | null {
  const present = [lead, ...points.map(({ metric }) => metric), ...briefingById.get(briefing)!.metrics].flatMap((metric) =>
    metric !== null && metric in readings ? [metric] : [],
  )
  const named = present.find((metric) => {
    const { value, unit } = readings[metric]!
    return headline.includes(amountOf(metric, value, unit))
  })
  const titled = () => present.find((metric) => headline.toLowerCase().includes(readings[metric]!.title.toLowerCase()))
  return named ?? titled() ?? present[0] ?? null
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
