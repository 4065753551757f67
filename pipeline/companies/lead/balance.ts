import { figure as digits } from '../../values/amounts.ts'
import { changeSurprise, lineReading, type PeriodReading, valueTrend } from './course.ts'
import { type LeadDraft, type LeadSubject, maxChangeStrength, periodFact, yearChangeFact } from './fact.ts'
import { changeVerb, moneyText, scaledCountText } from './wording.ts'

const usualEquity = 0.12
const usualDebt = 0.2
const usualInventory = 0.15
const usualShares = 0.03
const usualProvision = 0.35
/** What a fall of equity to a third weighs, whatever happened before. */
const fallOfEquity = 5
/** Inventory below this share of assets is left out. */
const leastInventory = 0.03
/** What ten percent more shares weigh, whatever happened before. */
const dilution = 1.2
const mostOfDilution = 5.5

/** Equity, debt, inventory, provisions and the count of shares beside those of a year before. */
export const balanceFacts = (subject: LeadSubject): LeadDraft[] => [
  ...equityFact(subject),
  ...debtFact(subject),
  ...inventoryFact(subject),
  ...sharesFact(subject),
  ...provisionFact(subject),
]

function equityFact({ view, period }: LeadSubject): LeadDraft[] {
  const course = valueTrend(view, period, lineReading(view, 'equity'), 'ratio')
  if (course === null || course.before === null) return []
  const { now, before, figures } = course
  const amount = (value: number) => moneyText(Math.abs(value), figures[0]!.unit)
  const fact = (strength: number, start: string, end = ''): LeadDraft[] => [
    { topic: 'balance', strength, headline: `${start} at the end of ${period.label}${end}`, text: `${start}${end}`, figures },
  ]
  const over = `Liabilities exceed assets by ${amount(now)}`
  if (now < 0)
    return before < 0
      ? fact(3, over, `, against ${amount(before)} a year before`)
      : fact(7, over, `, after equity of ${amount(before)} a year before`)
  if (before < 0) return fact(4.5, `Equity is ${amount(now)}`, `, after a deficit of ${amount(before)} a year before`)
  if (before === 0 || now === 0) return []
  const surprise = changeSurprise(course, usualEquity)
  const strength = now < before ? Math.max(0.8 * surprise, fallOfEquity * Math.log(before / now)) : 0.5 * surprise
  const change = `Equity ${changeVerb(now, before)} ${amount(now)}`
  return [yearChangeFact('balance', strength, change, period, figures)]
}

/** Borrowings due within a year and later. */
const borrowings =
  ({ view }: LeadSubject): PeriodReading =>
  (period) => {
    const [due, later] = [view.figure('short_term_debt', period), view.figure('long_term_debt', period)]
    return due === null || later === null ? null : { value: due.value + later.value, figures: [due, later] }
  }

function debtFact(subject: LeadSubject): LeadDraft[] {
  if (subject.isFinancial) return []
  const { view, period } = subject
  const course = valueTrend(view, period, borrowings(subject), 'ratio')
  const assets = view.figure('total_assets', period)
  if (course === null || course.before === null || course.before <= 0 || course.now <= 0 || assets === null) return []
  const { now, before, figures } = course
  const share = Math.max(now, before) / assets.value
  const change = `Debt ${changeVerb(now, before)} ${moneyText(now, figures[0]!.unit)}`
  const strength = Math.min(1, 7 * share) * (now > before ? 0.9 : 0.6) * changeSurprise(course, usualDebt)
  return [yearChangeFact('balance', strength, change, period, figures)]
}

/** Inventory, which is unsold where it grows while sales fall. */
function inventoryFact({ view, period, sales }: LeadSubject): LeadDraft[] {
  const stock = valueTrend(view, period, lineReading(view, 'inventory'), 'ratio')
  const sold = sales === null ? null : valueTrend(view, period, lineReading(view, sales), 'ratio')
  const assets = view.figure('total_assets', period)
  if (stock === null || stock.before === null || stock.before <= 0 || stock.now <= 0 || assets === null) return []
  const { now, before, figures } = stock
  if (now < leastInventory * assets.value) return []
  const isUnsold = now > before && sold !== null && sold.change !== null && sold.change < 0
  const change = `Inventory ${changeVerb(now, before)} ${moneyText(now, figures[0]!.unit)}`
  const end = isUnsold ? ' while sales fell' : ''
  const strength = 0.6 * changeSurprise(stock, usualInventory) + (isUnsold ? 1.5 : 0)
  return [yearChangeFact('balance', strength, change, period, figures, end)]
}

function sharesFact({ view, period }: LeadSubject): LeadDraft[] {
  const line = view.figure('shares_diluted_average', period) === null ? 'shares_basic_average' : 'shares_diluted_average'
  const course = valueTrend(view, period, lineReading(view, line), 'ratio')
  if (course === null || course.before === null || course.before <= 0 || course.now <= 0) return []
  const { now, before, figures } = course
  const name = line === 'shares_basic_average' ? 'The average number of shares' : 'The average number of diluted shares'
  const say = (when: string) =>
    `${name} ${changeVerb(now, before)} ${scaledCountText(now)}${when} from ${scaledCountText(before)} a year before`
  const grown = 10 * (now / before - 1)
  const strength = Math.max(0.6 * changeSurprise(course, usualShares), dilution * grown)
  return [periodFact('shares', Math.min(mostOfDilution, strength), period, figures, say)]
}

/** What a bank sets aside for loans that may not be repaid. */
function provisionFact({ view, period }: LeadSubject): LeadDraft[] {
  const course = valueTrend(view, period, lineReading(view, 'provision_credit_losses'), 'ratio')
  if (course === null || course.before === null || course.before <= 0 || course.now <= 0) return []
  const { now, before, figures } = course
  const change = `Provisions for credit losses ${changeVerb(now, before, 'were')} ${moneyText(now, figures[0]!.unit)}`
  const strength = Math.min(maxChangeStrength, changeSurprise(course, usualProvision))
  return [periodFact('balance', strength, period, figures, (when) => `${change}${when}`)]
}

/** Equity as a share of assets: what a financial company has in place of cash. */
export function equityShareText({ view, period }: LeadSubject): string | null {
  const [equity, assets] = [view.figure('equity', period), view.figure('total_assets', period)]
  if (equity === null || assets === null || assets.value <= 0 || equity.unit !== assets.unit) return null
  return `Equity was ${moneyText(equity.value, equity.unit)}, ${digits((100 * equity.value) / assets.value, 1)}% of assets`
}
