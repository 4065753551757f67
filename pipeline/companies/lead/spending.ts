import type { LineId } from '../../../data/companies/lines.ts'
import { changeSurprise, lineReading, valueTrend } from './course.ts'
import { type LeadDraft, type LeadSubject, maxChangeStrength, periodFact } from './fact.ts'
import { changeVerb, moneyText } from './wording.ts'

interface Row {
  readonly line: LineId
  readonly title: string
  readonly plural?: true
  readonly topic: LeadDraft['topic']
  /** Logarithm of a usual change over a year. */
  readonly usual: number
  readonly weight: number
  /** Share of revenue, or of assets for lines of the balance sheet, below which it is left out. */
  readonly least: number
}

const flows: readonly Row[] = [
  { line: 'research_development', title: 'Research and development', topic: 'spending', usual: 0.1, weight: 0.8, least: 0.03 },
  {
    line: 'selling_general_admin',
    title: 'Selling, general and administrative costs',
    plural: true,
    topic: 'spending',
    usual: 0.08,
    weight: 0.6,
    least: 0.05,
  },
  { line: 'capital_expenditure', title: 'Capital expenditure', topic: 'spending', usual: 0.25, weight: 0.7, least: 0.03 },
  { line: 'buybacks', title: 'Purchases of own shares', plural: true, topic: 'spending', usual: 0.4, weight: 0.7, least: 0.03 },
]
const stocks: readonly Row[] = [
  { line: 'goodwill', title: 'Goodwill', topic: 'balance', usual: 0.1, weight: 0.7, least: 0.05 },
  { line: 'receivables', title: 'Receivables', plural: true, topic: 'balance', usual: 0.15, weight: 0.6, least: 0.05 },
]
const ofFinancials: readonly Row[] = [
  { line: 'total_assets', title: 'Total assets', plural: true, topic: 'balance', usual: 0.05, weight: 0.8, least: 0 },
]

/** What is spent, bought and owed by customers, and what income tax and gains outside operations do to net income. */
export function spendingFacts(subject: LeadSubject): LeadDraft[] {
  const { view, period, sales, isFinancial } = subject
  const sold = sales === null ? null : view.figure(sales, period)
  const assets = view.figure('total_assets', period)
  return [
    ...flows.flatMap((row) => changeFact(subject, row, sold?.value ?? null, ` in ${period.label}`)),
    ...(isFinancial ? ofFinancials : stocks).flatMap((row) =>
      changeFact(subject, row, assets?.value ?? null, ` over the year to the end of ${period.label}`),
    ),
    ...taxFact(subject),
    ...(isFinancial ? [] : [...gainFact(subject), ...outsideFact(subject)]),
  ]
}

function changeFact({ view, period }: LeadSubject, row: Row, whole: number | null, when: string): LeadDraft[] {
  const course = valueTrend(view, period, lineReading(view, row.line), 'ratio')
  if (course === null || course.before === null || course.before <= 0 || whole === null || whole <= 0) return []
  const { now, before, figures } = course
  // another concept a year before may have other parts
  if (new Set(figures.map(({ concept }) => concept)).size > 1) return []
  const { unit } = figures[0]!
  if (Math.max(now, before) < row.least * whole || now < 0) return []
  const { topic, title, weight, usual, plural } = row
  if (now === 0) {
    const text = (inPeriod: string) => `${title} stopped${inPeriod}, after ${moneyText(before, unit)} a year before`
    return [{ topic, strength: 3, headline: text(when), text: text(''), figures }]
  }
  const change = `${title} ${changeVerb(now, before, plural ? 'were' : 'was')} ${moneyText(now, unit)}`
  const text = when.startsWith(' over') ? `${change} over the year` : change
  const strength = Math.min(maxChangeStrength - 1, weight * changeSurprise(course, usual))
  return [{ topic, strength, headline: `${change}${when}`, text, figures }]
}

/** Income tax that turned into a benefit. */
function taxFact({ view, period }: LeadSubject): LeadDraft[] {
  const course = valueTrend(view, period, lineReading(view, 'income_tax'), 'difference')
  const income = view.figure('net_income', period)
  if (course === null || course.before === null || income === null || course.now >= 0 || course.before <= 0) return []
  const { now, before, figures } = course
  const amount = (value: number) => moneyText(Math.abs(value), figures[0]!.unit)
  const say = (when: string) =>
    `Income tax was a benefit of ${amount(now)}${when}, after a charge of ${amount(before)} a year before`
  const share = Math.min(1, Math.abs(now / income.value))
  if (share < leastTax) return []
  return [periodFact('spending', 3 + 2 * share, period, figures, say)]
}

/** Share of net income from which a tax benefit matters. */
const leastTax = 0.05

/** Results outside operations that changed net income. */
function outsideFact({ view, period }: LeadSubject): LeadDraft[] {
  const course = valueTrend(view, period, lineReading(view, 'nonoperating_income'), 'difference')
  const net = valueTrend(view, period, lineReading(view, 'net_income'), 'difference')
  if (course === null || course.before === null || net === null || net.before === null || net.before === 0) return []
  const { now, before, figures } = course
  const share = Math.abs(now - before) / Math.abs(net.before)
  // it says why net income moved only where it moved the same way
  if (share < leastOutside || now > before !== net.now > net.before) return []
  const amount = (value: number) => moneyText(value, figures[0]!.unit)
  const say = (when: string) => `Income outside operations was ${amount(now)}${when}, against ${amount(before)} a year before`
  return [periodFact('spending', 1.5 + 2 * Math.min(1, share), period, figures, say)]
}
/** Share of the net income of a year before from which its change matters. */
const leastOutside = 0.3

/** Net income above that of operations comes from elsewhere: investments, currencies, tax, what was sold. */
function gainFact({ view, period }: LeadSubject): LeadDraft[] {
  const [operating, net] = [view.figure('operating_income', period), view.figure('net_income', period)]
  if (operating === null || net === null || operating.value <= 0 || operating.unit !== net.unit) return []
  const above = net.value / operating.value - 1
  if (above <= leastGain) return []
  const say = (when: string) =>
    `Net income of ${moneyText(net.value, net.unit)}${when} exceeds operating income of ${moneyText(operating.value, net.unit)}, through gains outside operations or tax`
  return [periodFact('spending', 2 + 3 * Math.min(1, above), period, [net, operating], say)]
}
const leastGain = 0.1
