import { figure, inWords } from '../../values/amounts.ts'
import { changeSurprise, extremeClause, lineReading, shareReading, spanPlurals, type ValueTrend, valueTrend } from './course.ts'
import { type LeadDraft, type LeadSubject, maxChangeStrength, periodFact } from './fact.ts'
import { changeVerb, lowerFirst, moneyText, percentText } from './wording.ts'

/** Logarithm of a usual change of profit over a year. */
const usualChange = 0.2
/** `weight`: what is left to the owners says more than what operations make. */
const incomes = [
  { line: 'net_income', title: 'Net income', loss: 'Net loss', weight: 1 },
  { line: 'operating_income', title: 'Operating income', loss: 'Operating loss', weight: 0.85 },
] as const
/** `usual`: percentage points by which the margin usually changes over a year. */
const margins = [
  { line: 'gross_profit', title: 'Gross margin', usual: 1.5 },
  { line: 'operating_income', title: 'Operating margin', usual: 2.5 },
] as const
/** A margin beyond it says nothing: the loss itself is compared with revenue. */
const mostMargin = 100
/** Charges from this share of revenue on, in percent, are worth a sentence. */
const leastCharge = 3
const charges = [
  ['goodwill_impairment', 'An impairment of goodwill of'],
  ['restructuring', 'Restructuring costs of'],
] as const
/** Earlier periods from which the first loss says something. */
const enoughPeriods = 4

/** Income, losses, margins and charges of the newest period beside those of a year before. */
export const profitFacts = (subject: LeadSubject): LeadDraft[] => [
  ...incomes.flatMap((row) => incomeFact(subject, row)),
  ...margins.flatMap((row) => marginFact(subject, row)),
  ...chargeFacts(subject),
]

function incomeFact(subject: LeadSubject, { line, title, loss, weight }: (typeof incomes)[number]): LeadDraft[] {
  const { view, period } = subject
  const course = valueTrend(view, period, lineReading(view, line), 'ratio')
  if (course === null) return []
  const { now, before, previous, figures } = course
  const amount = (value: number) => moneyText(Math.abs(value), figures[0]!.unit)
  const fact = (
    strength: number,
    start: string,
    { sentence = start, onSales = '', record = '', end = '', contrast: against = '' }: Readonly<Partial<Wording>> = {},
  ): LeadDraft[] => [
    {
      topic: 'profit',
      strength: Math.min(maxChangeStrength + 1, weight * strength),
      headline: `${start}${onSales} in ${period.label}${record}${end}${record === '' || against === '' ? against : `,${against}`}`,
      text: `${sentence}${record}${end}`,
      figures,
    },
  ]
  if (now < 0) {
    const sold = soldIn(subject)
    const share = sold === null ? 0.5 : -now / sold.value
    const size = Math.min(2.5, 2.5 * share)
    const wording = {
      sentence: `The ${lowerFirst(loss)} was ${amount(now)}`,
      onSales: sold === null || share < leastShare ? '' : ` on revenue of ${moneyText(sold.value, sold.unit)}`,
    }
    if (before === null) return fact(3 + size, `${loss} of ${amount(now)}`, wording)
    const { strength, record } = lossRecord(course, period.span)
    const than =
      before < 0 ? `, against ${amount(before)} a year before` : `, after ${lowerFirst(title)} of ${amount(before)} a year before`
    const operating = line === 'net_income' ? view.figure('operating_income', period) : null
    const end = `${operating !== null && operating.value > 0 ? ` despite operating income of ${amount(operating.value)}` : ''}${than}`
    return fact((before < 0 ? 3 : 5.5) + size + strength, `${loss} of ${amount(now)}`, { ...wording, record, end })
  }
  const was = `${title} was ${amount(now)}`
  if (before === null || before === 0)
    return fact(0, was, { end: previous === null || previous < 0 ? '' : `, against ${amount(previous)} in the quarter before` })
  if (before < 0) {
    const turn = now / (2 * (soldIn(subject)?.value ?? now))
    return fact(5 + Math.min(2, turn), was, { end: `, after a loss of ${amount(before)} a year before` })
  }
  const against = contrast(subject, now > before)
  const strength = Math.min(maxChangeStrength, changeSurprise(course, usualChange) + (against === '' ? 0 : 1))
  const change = `${title} ${changeVerb(now, before)} ${amount(now)}`
  return fact(strength, change, { record: extremeClause(course, period.span), contrast: against })
}

/** Parts of a headline on income, and the start of its sentence. */
interface Wording {
  readonly sentence: string
  /** ` on revenue of $164m` */
  readonly onSales: string
  readonly record: string
  readonly end: string
  /** ` while revenue rose 3.4%`, in the headline alone. */
  readonly contrast: string
}

/** A loss of a smaller share of revenue is not compared with it. */
const leastShare = 0.02

function soldIn({ view, period, sales }: LeadSubject) {
  const sold = sales === 'revenue' ? view.figure('revenue', period) : null
  return sold === null || sold.value <= 0 ? null : sold
}

/** How much more unusual a loss is for being the first, the largest or a quarter larger than that of a year before. */
function lossRecord(
  { now, before, earlier }: ValueTrend,
  span: keyof typeof spanPlurals,
): { readonly strength: number; readonly record: string } {
  const among = `in ${inWords(earlier.length + 1)} ${spanPlurals[span]}`
  const wider = before !== null && before < 0 ? Math.min(2, Math.max(0, 1.5 * Math.log(now / before))) : 0
  if (earlier.length < enoughPeriods) return { strength: wider, record: '' }
  if (earlier.every((each) => each >= 0)) return { strength: 1, record: `, the first ${among}` }
  return earlier.every((each) => each > now)
    ? { strength: wider + 1.5, record: `, the largest ${among}` }
    : { strength: wider, record: '' }
}

/** ` while revenue rose 3.4%`, where profit moved the other way. */
function contrast({ view, period, sales }: LeadSubject, isUp: boolean): string {
  const course = sales !== 'revenue' ? null : valueTrend(view, period, lineReading(view, sales), 'ratio')
  if (course === null || course.before === null || course.change === null || course.change > 0 === isUp) return ''
  const change = percentText(100 * Math.abs(course.now / course.before - 1))
  return change === '0%' ? '' : ` while revenue ${course.change > 0 ? 'rose' : 'fell'} ${change}`
}

function marginFact(subject: LeadSubject, { line, title, usual }: (typeof margins)[number]): LeadDraft[] {
  const { view, period, sales } = subject
  if (sales !== 'revenue') return []
  const course = valueTrend(view, period, shareReading(view, line, 'revenue'), 'difference')
  if (course === null || course.before === null) return []
  const { now, before, figures } = course
  if (Math.abs(now) > mostMargin || Math.abs(before) > mostMargin) return []
  const isSmall = Math.abs(now - before) < usual / 2
  const record = isSmall ? '' : extremeClause(course, period.span)
  const way = Math.abs(now - before) < 0.05 ? 'was unchanged at' : now > before ? 'rose to' : 'fell to'
  const say = (when: string) => `${title} ${way} ${figure(now, 1)}%${when} from ${figure(before, 1)}% a year before${record}`
  const income = view.figure('net_income', period)
  const sold = soldIn(subject)
  // where more is lost than sold a margin is a side matter
  const weight = income !== null && sold !== null && -income.value > sold.value ? 0.4 : 0.9
  const strength = Math.min(maxChangeStrength, weight * changeSurprise(course, usual) + (record === '' ? 0 : 1))
  return [periodFact('profit', strength, period, figures, say)]
}

function chargeFacts(subject: LeadSubject): LeadDraft[] {
  const { view, period } = subject
  const sold = soldIn(subject)
  if (sold === null) return []
  return charges.flatMap(([line, name]): LeadDraft[] => {
    const charge = view.figure(line, period)
    const share = charge === null || charge.unit !== sold.unit ? 0 : (100 * charge.value) / sold.value
    if (charge === null || share < leastCharge) return []
    const say = (when: string) => `${name} ${moneyText(charge.value, charge.unit)}${when} took ${percentText(share)} of revenue`
    return [periodFact('profit', Math.min(maxChangeStrength, 3 + share / 8), period, [charge], say)]
  })
}
