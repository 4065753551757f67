import { guidedMetrics } from '../../data/companies/guidance.ts'
import { japaneseTags } from '../../data/companies/tags/jp.ts'
import { conceptsOf } from '../../data/companies/tags/line-tags.ts'
import type { Fact } from '../filings/fact.ts'
import type { GuidanceRow } from '../tables/company-document.ts'
import { dayNumber } from '../time/day.ts'
import { fiscalYearOf } from '../time/fiscal-year.ts'
import { groupedBy } from '../values/grouped.ts'

/** Guided measures by the elements of summaries. Forecasts per share are left out: they are for basic earnings, and guided ones for diluted earnings. */
const metrics = new Map(
  guidedMetrics.flatMap(({ metric, kind, line }) =>
    kind === 'money' && line !== null
      ? [...conceptsOf({ [line]: japaneseTags[line] ?? [] })].map((concept) => [concept, metric] as const)
      : [],
  ),
)

/** Members of the forecast that a document states, and of the previous one. A notice of a difference tags the result as the current forecast. */
const versions = {
  digest: { stated: '', prior: null },
  revision: { stated: 'CurrentMember', prior: 'PreviousMember' },
  difference: { stated: 'PreviousMember', prior: null },
} as const
const bounds = ['ForecastMember', 'LowerMember', 'UpperMember'] as const

/** Words of a revision that leaves the forecast open. */
const openForecast = /未定|取り?下げ|撤回/u

/** A document that states forecasts. */
interface Origin extends Pick<GuidanceRow, 'company' | 'filing' | 'form' | 'url'> {
  readonly kind: keyof typeof versions
  /** Last day of the period that a digest is of: its forecasts are of later ones. */
  readonly period: string
  /** The day of the document: a difference is of a period that is over. */
  readonly filed: string
  readonly isGroup: boolean
  /** Whether it says that the forecast is not revised; null where it does not say. */
  readonly isKept: boolean | null
  /** Whether amounts are those of the statements in another currency. */
  isConversion(unit: string): boolean
}

/** Forecasts of a year or of its first half, each a point or a range, as a summary tags them. */
export function forecastsOf(facts: readonly Fact[], origin: Origin): GuidanceRow[] {
  const { company, filing, form, url, kind, isKept } = origin
  const { stated, prior } = versions[kind]
  // a correction may repeat a forecast that was revised since
  if (form.startsWith('amended ')) return []
  const yearEnd = facts.find(({ concept }) => concept === 'tse-ed-t:FiscalYearEnd')?.value ?? null
  const all = facts.flatMap((fact) => forecastIn(fact, yearEnd) ?? [])
  const isGroup = origin.isGroup || all.some((each) => each.isGroup)
  const isDue = {
    digest: (end: string) => end > origin.period,
    difference: (end: string) => end < origin.filed,
    revision: () => true,
  }
  const own = all.filter((each) => each.isGroup === isGroup && isDue[kind](each.fact.context.end!))
  const text = (name: string) => facts.find((fact) => fact.concept === `tse-ed-t:${name}` && isOf(fact, isGroup))?.value ?? ''
  const rowOf = ([{ fact, period }, ...others]: readonly [Forecast, ...Forecast[]]) => {
    const cells = [fact, ...others.map((each) => each.fact)].map(printed).join(' ')
    const parts = [
      text('TitleForForecasts'),
      text('NoticeOfForecastCorrection'),
      fact.place.label,
      cells,
      text('NoteToForecasts'),
    ]
    return {
      ...{ company, filing, form, url, basis: 'reported' as const, period },
      quote: parts.filter((part) => part !== '').join(' '),
      place: `${fact.concept} ${membersOf(fact).join(' ')}, table ${fact.place.table}, row ${fact.place.row}`,
    }
  }
  const isStated = (each: Forecast, version: string | null) => each.version === version && each.fact.number !== null
  const groups = groupedBy(own, ({ metric, period, unit }) => `${metric} ${period} ${unit}`)
  const rows = [...groups.values()].flatMap((group): GuidanceRow[] => {
    const [first] = group as [Forecast]
    const range = rangeOf(group, stated)
    const cells = group.filter((each) => isStated(each, stated))
    if (range === null) return []
    const isConversion = origin.isConversion(first.unit)
    // what is not revised is the range before, in yen at the same rate where it is converted
    const before = isKept ? range : prior === null ? null : rangeOf(group, prior)
    return [
      {
        ...rowOf(cells as [Forecast]),
        ...{ metric: first.metric, unit: first.unit, low: range.low, high: range.high },
        action: isKept ? 'kept' : isKept === false && isConversion ? 'new_basis' : null,
        ...{ prior_low: before?.low ?? null, prior_high: before?.high ?? null },
      },
    ]
  })
  const isOpen = facts.some(({ concept, value }) => concept.startsWith('tse-ed-t:') && openForecast.test(value ?? ''))
  const ended = own.filter(
    (each) => isOpen && isStated(each, prior) && !own.some((other) => other.period === each.period && isStated(other, stated)),
  )
  const none = { metric: 'all', unit: '', low: null, high: null, prior_low: null, prior_high: null, action: 'withdrawn' } as const
  const withdrawn = new Map(ended.map((each) => [each.period, { ...rowOf([each]), ...none }]))
  return [...rows, ...withdrawn.values()]
}

type Forecast = NonNullable<ReturnType<typeof forecastIn>>

const membersOf = ({ context }: Fact) => context.dimensions.map(({ member }) => member.slice(member.indexOf(':') + 1))
const isOf = (fact: Fact, isGroup: boolean) => !membersOf(fact).includes(isGroup ? 'NonConsolidatedMember' : 'ConsolidatedMember')

/** As printed, with the sign of a loss, which the tag may leave out. */
const printed = ({ number, shown }: Fact) => (number! < 0 && !/[△▲-]/u.test(shown) ? `△${shown}` : shown)

function forecastIn(fact: Fact, yearEnd: string | null) {
  const { concept, context, unit } = fact
  const metric = metrics.get(concept)
  const [, currency] = /^iso4217:([A-Z]{3})$/u.exec(unit ?? '') ?? []
  const period = periodOf(context, yearEnd)
  const members = new Set(membersOf(fact))
  const isGroup = members.delete('ConsolidatedMember')
  members.delete('NonConsolidatedMember')
  const bound = bounds.find((each) => members.delete(each))
  const [version = '', ...others] = members
  if (metric === undefined || currency === undefined || period === null || bound === undefined || others.length > 0) return null
  return { fact, metric, period, unit: currency, version, bound, isGroup }
}

/** `FY2025`, `FY2025 H1`; null for a period that is neither a year nor the first half of one. */
function periodOf({ start, end }: Fact['context'], yearEnd: string | null): string | null {
  const [from, to] = [dayNumber(start ?? ''), dayNumber(end ?? '')]
  if (from === null || to === null) return null
  const days = to - from + 1
  if (days >= 350 && days <= 380) return `FY${fiscalYearOf(to).year}`
  // a fiscal year may be of six months
  return days >= 160 && days <= 200 && end !== yearEnd ? `FY${fiscalYearOf(from + 364).year} H1` : null
}

/** A point, or the ends of a range; null where none is stated, and where two elements of a measure disagree. */
function rangeOf(group: readonly Forecast[], version: string): { low: number | null; high: number | null } | null {
  const stated = (bound: Forecast['bound']) => [
    ...new Set(group.flatMap((each) => (each.version === version && each.bound === bound ? (each.fact.number ?? []) : []))),
  ]
  const [points, lows, highs] = bounds.map(stated) as [number[], number[], number[]]
  if ([points, lows, highs].some((numbers) => numbers.length > 1)) return null
  const [low = null, high = null] = [points[0] ?? lows[0], points[0] ?? highs[0]]
  return (low === null && high === null) || (low !== null && high !== null && low > high) ? null : { low, high }
}
