import { inWords } from '../../values/amounts.ts'
import { changeSurprise, lineReading, spanPlurals, type ValueTrend, valueTrend } from './course.ts'
import { type LeadDraft, type LeadSubject, maxChangeStrength } from './fact.ts'
import { changeVerb, moneyText } from './wording.ts'

/** Logarithm of a usual change of revenue over a year. */
const usual = 0.06
/** Changes from which the fastest and the slowest of them say something. */
const enoughChanges = 6

const titles: Readonly<Record<string, readonly [title: string, was: string]>> = {
  revenue: ['Revenue', 'was'],
  premiums_earned: ['Premiums earned', 'were'],
  net_interest_income: ['Net interest income', 'was'],
}

/** What revenue did over the year; `rest` has the year and the quarter before. */
export function salesFacts({ view, period, sales }: LeadSubject): LeadDraft[] {
  const course = sales === null ? null : valueTrend(view, period, lineReading(view, sales), 'ratio')
  if (sales === null || course === null) return []
  const [title, was] = titles[sales]!
  const { now, before, previous, figures } = course
  const amount = (value: number) => moneyText(value, figures[0]!.unit)
  const inPeriod = ` in ${period.label}`
  if (before === null || before <= 0 || now <= 0) {
    const text = `${title} ${was} ${amount(now)}`
    const end = previous === null || before !== null ? '' : `, against ${amount(previous)} in the quarter before`
    return [{ topic: 'sales', strength: now < 0 ? 5 : 0, headline: `${text}${inPeriod}${end}`, text: `${text}${end}`, figures }]
  }
  const change = `${title} ${changeVerb(now, before, was)} ${amount(now)}`
  const record = recordOf(course, period.span)
  return [
    {
      topic: 'sales',
      strength: Math.min(maxChangeStrength, changeSurprise(course, usual) + (record === '' ? 0 : 1)),
      headline: `${change}${inPeriod}${record}`,
      text: `${change} from ${amount(before)} a year before${record}`,
      rest: `${title} ${was} ${amount(now)}, against ${amount(before)} a year before${previous === null ? '' : ` and ${amount(previous)} in the quarter before`}`,
      figures,
    },
  ]
}

/** `, its fastest growth in nine quarters` */
function recordOf({ change, changes }: ValueTrend, span: keyof typeof spanPlurals): string {
  if (change === null || changes.length < enoughChanges) return ''
  const among = `in ${inWords(changes.length + 1)} ${spanPlurals[span]}`
  if (change > 0 && changes.every((each) => each < change)) return `, its fastest growth ${among}`
  if (change < 0 && changes.every((each) => each > 0)) return `, its first fall ${among}`
  if (change < 0 && changes.every((each) => each > change)) return `, its steepest fall ${among}`
  if (change > 0 && changes.every((each) => each > change)) return `, its slowest growth ${among}`
  return ''
}
