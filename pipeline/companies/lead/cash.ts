import { figure as digits } from '../../values/amounts.ts'
import type { Period } from '../figures/fiscal.ts'
import type { Figure } from '../figures/version.ts'
import { changeSurprise, extremeClause, lineReading, type PeriodReading, sameSpanYearBefore, valueTrend } from './course.ts'
import { type LeadDraft, type LeadSubject, maxChangeStrength, periodFact, yearChangeFact } from './fact.ts'
import { changeVerb, moneyText } from './wording.ts'

const usualFlow = 0.35
const usualStock = 0.2
/** Months that cash lasts below which it is said. */
const mostMonths = 24

/** Cash that came in or went out, what there is of it, and how long it lasts; none of a financial company, whose cash is that of clients. */
export const cashFacts = (subject: LeadSubject): LeadDraft[] =>
  subject.isFinancial ? [] : [...flowFact(subject), ...stockFact(subject), ...runwayFact(subject), ...dueFact(subject)]

function flowFact({ view, period }: LeadSubject): LeadDraft[] {
  const course = valueTrend(view, period, lineReading(view, 'operating_cash_flow'), 'ratio')
  if (course === null) return []
  const { now, before, figures } = course
  const amount = (value: number) => moneyText(Math.abs(value), figures[0]!.unit)
  const fact = (strength: number, start: string, end = ''): LeadDraft[] => [
    periodFact('cash', strength, period, figures, (when) => `${start}${when}${end}`),
  ]
  if (now < 0) {
    const text = `Operations used ${amount(now)} of cash`
    if (before === null) return fact(2.5, text)
    const after = `, after bringing in ${amount(before)} a year before`
    return before < 0
      ? fact(now < 1.5 * before ? 3 : 2, text, `, against ${amount(before)} a year before`)
      : fact(4.5, text, after)
  }
  const text = `Operations brought in ${amount(now)} of cash`
  if (before === null || before === 0) return fact(0, text)
  if (before < 0) return fact(4, text, `, after using ${amount(before)} a year before`)
  return fact(
    Math.min(maxChangeStrength, 0.8 * changeSurprise(course, usualFlow)),
    `Cash from operations ${changeVerb(now, before)} ${amount(now)}`,
  )
}

/** Cash, with short-term investments where there are any. */
const stockIn =
  ({ view }: LeadSubject): PeriodReading =>
  (period) => {
    const [cash, more] = [view.figure('cash', period), view.figure('short_term_investments', period)]
    if (cash === null) return null
    return more === null || more.unit !== cash.unit
      ? { value: cash.value, figures: [cash] }
      : { value: cash.value + more.value, figures: [cash, more] }
  }

const stockTitle = (figures: readonly Figure[]): string => (figures.length > 1 ? 'cash and short-term investments' : 'cash')

function stockFact(subject: LeadSubject): LeadDraft[] {
  const { period, view } = subject
  const newest = stockIn(subject)(period)
  if (newest === null) return []
  // a sum with investments beside one without is not compared
  const alike: PeriodReading = (each) => {
    const read = stockIn(subject)(each)
    return read?.figures.length === newest.figures.length ? read : null
  }
  const course = valueTrend(view, period, alike, 'ratio')!
  const { now, before, figures } = course
  const many = newest.figures.length > 1
  const title = many ? 'Cash and short-term investments' : 'Cash'
  const was = many ? 'were' : 'was'
  const amount = (value: number) => moneyText(value, figures[0]!.unit)
  if (before === null || before <= 0 || now <= 0) {
    const text = `${title} ${was} ${amount(now)}`
    return [{ topic: 'cash', strength: 0, headline: `${text} at the end of ${period.label}`, text, figures }]
  }
  const assets = view.figure('total_assets', period)
  const share = assets === null || assets.value <= 0 ? 1 : Math.max(now, before) / assets.value
  const change = `${title} ${changeVerb(now, before, was)} ${amount(now)}`
  // of half-years only the ends of first halves are compared
  const record = period.span === 'half' ? '' : extremeClause(course, period.span, many ? 'their' : 'its')
  // little cash may double without anybody noticing
  const strength = Math.min(1, 8 * share) * (now < before ? 1 : 0.75) * changeSurprise(course, usualStock)
  return [yearChangeFact('cash', strength, change, period, figures, record)]
}

/** How long cash lasts at the pace of twelve months. */
function runwayFact(subject: LeadSubject): LeadDraft[] {
  const { view, period } = subject
  const stock = stockIn(subject)(period)
  const flows = twelveMonths(subject)
  const burn = -sumOf(flows ?? [])
  if (stock === null || flows === null || burn <= 0) return []
  const months = (12 * stock.value) / burn
  if (months >= mostMonths) return []
  const { unit } = flows[0]!
  const pace = `enough for ${digits(months, months < 10 ? 1 : 0)} months at that pace`
  const text = `Operations used ${moneyText(burn, unit)} in twelve months, beside ${stockTitle(stock.figures)} of ${moneyText(stock.value, unit)}: ${pace}`
  const assets = view.figure('total_assets', period)
  // a company that burns little beside what it owns can sell some of it
  const isSmall = assets !== null && burn < leastBurn * assets.value
  const strength = isSmall ? 1.5 : months < 6 ? 7.5 : months < 12 ? 6 : 3.5
  return [{ topic: 'cash', strength, headline: text, text, figures: [...flows, ...stock.figures] }]
}

/** Share of assets burnt in twelve months below which a short supply of cash weighs little. */
const leastBurn = 0.02

const sumOf = (figures: readonly Figure[]): number => figures.reduce((sum, { value }) => sum + value, 0)

/** Cash from operations in the twelve months to the end of the newest period: its year, or four quarters; null where one lacks. */
function twelveMonths({ view, period }: LeadSubject): readonly Figure[] | null {
  if (period.span === 'half') return null
  const ends = period.span === 'year' ? [period] : view.quarters.filter(({ to }) => to <= period.to).slice(0, 4)
  const figures = ends.flatMap((each) => view.figure('operating_cash_flow', each) ?? [])
  const days = period.to - ends.at(-1)!.from + 1
  return figures.length === ends.length && days > 350 && days < 380 ? figures : null
}

/** Debt that falls due within a year and is more than the cash there is. */
function dueFact(subject: LeadSubject): LeadDraft[] {
  const { view, period } = subject
  const above = aboveCash(subject, period)
  const assets = view.figure('total_assets', period)
  if (above === null || assets === null || above.due.value < leastDue * assets.value) return []
  // other current assets, such as investments set aside for it, may pay it
  const [current, owed] = [view.figure('current_assets', period), view.figure('current_liabilities', period)]
  if (current !== null && owed !== null && current.value >= owed.value) return []
  const { due, stock } = above
  const text = `Debt of ${moneyText(due.value, due.unit)} falls due within a year, above ${stockTitle(stock.figures)} of ${moneyText(stock.value, due.unit)}`
  const before = sameSpanYearBefore(view, period)
  // a company that lives on short debt, or brings in as much within the year, has nothing unusual
  const isUsual = before !== null && aboveCash(subject, before) !== null
  const isPaid = due.value <= stock.value + sumOf(twelveMonths(subject) ?? [])
  return [{ topic: 'cash', strength: isUsual || isPaid ? 1.5 : 4.5, headline: text, text, figures: [due, ...stock.figures] }]
}

/** Share of assets below which debt due within a year is left out. */
const leastDue = 0.05

function aboveCash(subject: LeadSubject, period: Period) {
  const [due, stock] = [subject.view.figure('short_term_debt', period), stockIn(subject)(period)]
  return due === null || stock === null || due.value <= stock.value ? null : { due, stock }
}
