import { type LineId, type LineRow, lines } from '../../../data/companies/lines.ts'
import { companyAloneSuffix } from '../../../data/companies/markets.ts'
import { conceptTermOf } from '../../../data/companies/witnesses.ts'
import type { CompanyFigure } from '../../documents/company/figure.ts'
import type { Numbers } from '../../documents/company/numbers.ts'
import { isoDay } from '../../time/day.ts'
import { isYearApart, type Period } from '../figures/fiscal.ts'
import { type Split, splitBetween } from '../figures/splits.ts'
import type { Figure } from '../figures/version.ts'
import type { View } from '../figures/view.ts'
import { figureDocument } from './figure.ts'
import type { FiledReports } from './filings.ts'
import { accountingStandardOf } from './header.ts'
import { type PeriodDocument, statementsOf } from './statements.ts'

type Growth = Numbers['growth'][number]

const spans = ['year', 'half', 'quarter'] as const
/** Lines that most readers look for first: their growth is printed. */
const grown: readonly LineId[] = [
  'revenue',
  'net_interest_income',
  'premiums_earned',
  'gross_profit',
  'operating_income',
  'net_income',
  'operating_cash_flow',
]
/** Quarters from which a share of lower ones says something. */
const enoughQuarters = 8

/** The statements of a company as known at the end of a day; without any period where none was known. */
export function numbersOf(view: View, reports: FiledReports, asKnown: Numbers['as_known'] = null): Numbers {
  const { periods } = view
  const rows = lines.flatMap((row) => {
    const figures = periods.map((period) => {
      const figure = view.figure(row.line, period)
      return figure === null ? null : figureDocument(figure, period, view.splits)
    })
    if (figures.every((figure) => figure === null)) return []
    const { line, statement, cost } = row
    return [{ line, statement, title: titleOf(row, figures), sign: cost ? ('-' as const) : ('+' as const), figures }]
  })
  const used = rows.flatMap(({ figures }) => figures.flatMap((figure) => figure?.filing ?? []))
  const bySpan = spans.map((span) => periods.filter((period) => period.span === span))
  const growth = bySpan.flatMap((series) => grown.flatMap((line) => growthOf(view, line, series)))
  return {
    currency: view.currency,
    accounting_standard: periods.length === 0 ? null : accountingStandardOf(view, reports),
    shape: view.shape,
    consolidated: !isAlone(view, periods),
    ...statementsOf(periods.map(periodDocument), rows),
    growth,
    splits: view.splits.map(({ name, known, filing }) => ({ ratio: name, known: isoDay(known), filing })),
    own_history: grown.flatMap((line) => historyOf(view, line)),
    as_known: asKnown,
    filings: reports.named([...used, ...view.splits.map(({ filing }) => filing)]),
  }
}

/** Whether the newest statements are those of the company alone, by the report of the newest figure of any of these lines. */
function isAlone(view: View, periods: readonly Period[]): boolean {
  const newest = periods.toSorted((a, b) => b.to - a.to)
  const figures = newest.flatMap((period) => deciding.flatMap((line) => view.figure(line, period) ?? []))
  return figures[0]?.form.endsWith(companyAloneSuffix) ?? false
}
const deciding = ['net_income', 'total_assets', 'revenue', 'equity'] as const

/** The name of a line, or that of the concept which all its figures are stated under. */
function titleOf({ title, others = {} }: LineRow, figures: readonly (CompanyFigure | null)[]): string {
  const names = new Set(figures.flatMap((figure) => (figure === null ? [] : [conceptTermOf(others, figure.concept)])))
  const [name] = names
  return names.size === 1 && name !== null && name !== undefined ? name : title
}

function periodDocument({ id, label, span, from, to }: Period): PeriodDocument {
  const days = to - from + 1
  return { id, label, span, start: isoDay(from), end: isoDay(to), weeks: days % 7 === 0 ? days / 7 : null }
}

/** The newest period against the same one a year before. */
function growthOf(view: View, line: LineId, series: readonly Period[]): Numbers['growth'] {
  const [newest] = series
  const before = newest === undefined ? null : periodYearBefore(series, newest)
  if (newest === undefined || before === null) return []
  const [now, then] = [view.figure(line, newest), view.figure(line, before)]
  if (now === null || then === null) return []
  return [{ line, span: newest.span, ...growthPercent(now, then, view.splits), against: before.id }]
}

/** The period of a series that ended a year before another, give or take the week of a year of 53. */
export function periodYearBefore(series: readonly Period[], { to }: Period): Period | null {
  return series.find((each) => isYearApart(to, each.to)) ?? null
}

/** Growth in percent, or why there is none. */
export function growthPercent(now: Figure, then: Figure, splits: readonly Split[]): Pick<Growth, 'percent' | 'why'> {
  const why = splitBetween(splits, now, then)
  if (why !== null) return { percent: null, why }
  if (then.value <= 0) return { percent: null, why: 'The year before was not above zero.' }
  if (now.value < 0) return { percent: null, why: 'It turned negative.' }
  return { percent: (100 * (now.value - then.value)) / then.value, why: null }
}

function historyOf(view: View, line: LineId): Numbers['own_history'] {
  const known = view.quarters.flatMap((period) => view.figure(line, period) ?? [])
  const [newest, ...others] = known
  if (newest === undefined || newest.to !== view.quarters[0]!.to || others.length < enoughQuarters) return []
  const lower = others.filter(({ value }) => value < newest.value).length
  return [{ line, percentile: (100 * lower) / others.length, n: others.length, from: isoDay(others.at(-1)!.to) }]
}
