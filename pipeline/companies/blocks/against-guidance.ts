import { guidedMetrics } from '../../../data/companies/guidance.ts'
import type { AgainstGuidance, InForce } from '../../documents/company/against-guidance.ts'
import type { FiledRows, GuidanceRow, WithFiledDay } from '../../tables/company-document.ts'
import { isoDay } from '../../time/day.ts'
import { groupedBy } from '../../values/grouped.ts'
import { splitBetween } from '../figures/splits.ts'
import type { View } from '../figures/view.ts'
import { figureDocument } from './figure.ts'
import type { FiledReports } from './filings.ts'

type Row = WithFiledDay<GuidanceRow>
type Range = Pick<GuidanceRow, 'low' | 'high'>
type Action = InForce['action']

interface Given {
  readonly row: Row
  readonly action: Action
  readonly prior: Range | null
}

const lineOf = new Map(guidedMetrics.map(({ metric, line }) => [metric, line]))

/** What a company said to expect: what still stands, and what came of what it said of periods that were reported since. */
export function againstGuidanceOf(
  rows: FiledRows['company_guidance'],
  view: View,
  reports: FiledReports,
): AgainstGuidance | string {
  const given = newestGuidance(rows)
  if (given.length === 0) return 'no guidance was read in its filings'
  const periods = new Map(view.periods.map((period) => [period.label, period]))
  const newest = Math.max(...[...periods.keys()].map(endOf))
  const in_force = given.filter(({ row }) => endOf(row.period) > newest).map(inForce)
  const compared: AgainstGuidance['compared'] = []
  const not_compared: AgainstGuidance['not_compared'] = []
  for (const { row, action } of given) {
    const { metric, basis, period: label, low, high, unit } = row
    const period = periods.get(label)
    if (period === undefined || action === 'withdrawn') continue
    const line = lineOf.get(metric) ?? null
    const figure = line === null ? null : view.figure(line, period)
    const split = figure === null || metric !== 'eps' ? null : splitBetween(view.splits, figure, row)
    const why =
      basis !== 'reported'
        ? 'what came of it is stated in releases alone, which are not read for it'
        : line === null || unit.endsWith('percent')
          ? 'no line of the statements states it'
          : figure === null
            ? 'what came of it is not served'
            : figure.unit !== unit
              ? `what came of it is in ${figure.unit}`
              : split
    const head = { metric, basis, period: label }
    if (why !== null || figure === null) not_compared.push({ ...head, why: why ?? '' })
    else {
      const position = positionInRange(figure.value, row)
      compared.push({ ...head, low, high, unit, actual: figureDocument(figure, period), position })
    }
  }
  const filings = [...in_force.map(({ filing }) => filing), ...compared.map(({ actual: { filing } }) => filing)]
  return { in_force, compared, not_compared, filings: reports.named(filings) }
}

/** What was last said of each measure, basis, period and unit, with what it changed. */
export function newestGuidance(rows: readonly Row[]): Given[] {
  const withdrawn = rows.filter(({ action }) => action === 'withdrawn')
  const stated = rows.filter(({ action }) => action !== 'withdrawn')
  const groups = groupedBy(stated, ({ metric, basis, period, unit }) => [metric, basis, period, unit].join(' '))
  return [...groups.values()].map((all): Given => {
    const row = all.at(-1)!
    const { metric, basis, unit } = row
    const end = withdrawn.findLast(({ period, known }) => period === row.period && known > row.known)
    if (end !== undefined) return { row: { ...row, ...end, metric, basis, unit }, action: 'withdrawn', prior: rangeOf(row) }
    // a report and a release of one day may both state the new range
    const before = all.findLast(({ known }) => known < row.known) ?? null
    const ended = before !== null && withdrawn.some(({ period, known }) => period === row.period && known >= before.known)
    const prior = priorOf(row) ?? (before === null || ended ? null : rangeOf(before))
    return {
      row,
      prior,
      action: row.action === 'new_basis' ? 'new_basis' : prior === null ? (row.action ?? 'given') : changeOf(prior, row),
    }
  })
}

const rangeOf = ({ low, high }: Range): Range => ({ low, high })
const priorOf = ({ prior_low: low, prior_high: high }: Row): Range | null =>
  low === null && high === null ? null : { low, high }

/** The range decides, whatever the release calls it: one that moves by one end is raised or cut, one that closes from both is narrowed. */
function changeOf(before: Range, now: Range): Action {
  const [up, down] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const low = Math.sign((now.low ?? up) - (before.low ?? up)) || 0
  const high = Math.sign((now.high ?? down) - (before.high ?? down)) || 0
  if (low === 0 && high === 0) return 'kept'
  if (low > 0 && high < 0) return 'narrowed'
  // one that opens to both sides is a new one
  if (low < 0 && high > 0) return 'given'
  return low + high > 0 ? 'raised' : 'cut'
}

function inForce({ row, action, prior }: Given): InForce {
  const { metric, basis, period, low, high, unit, known, quote, filing } = row
  return { metric, basis, period, low, high, unit, given_on: isoDay(known), action, prior, quote, filing }
}

/** `FY2024 Q2` -> quarters from the year 0 to its end. */
function endOf(period: string): number {
  const [, year = '0', half, quarter] = /^FY(\d{4})(?: (?:H([12])|Q([1-4])))?$/u.exec(period) ?? []
  return Number(year) * 4 + (half === undefined ? Number(quarter ?? 4) : Number(half) * 2)
}

/** What came of a point is set against it in as many digits as the point has. */
export function positionInRange(value: number, { low, high }: Range): 'below' | 'within' | 'above' {
  const shown = low === high && low !== null ? Number(value.toPrecision(digitsOf(low))) : value
  return low !== null && shown < low ? 'below' : high !== null && shown > high ? 'above' : 'within'
}

const digitsOf = (value: number) => Math.max(1, Math.abs(value).toExponential().split('e')[0]!.replace('.', '').length)
