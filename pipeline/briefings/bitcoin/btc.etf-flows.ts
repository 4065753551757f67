import { amount, amountInWords, dayInWords, inWords } from '../../analysis/amounts.ts'
import type { Day } from '../../analysis/days/day.ts'
import { sessionsIn } from '../../analysis/formulas/trailing.ts'
import { isoDay } from '../../time/day.ts'
import type { Briefer } from '../briefer.ts'
import { currentOf } from '../readings.ts'
import { level } from '../states/level.ts'
import { type Fact, subjectFact, wayOf } from '../story/ranking.ts'
import { fundSection, sessionSection, statedSection } from './etf-tables.ts'

/** Whether funds buy bitcoin or sell it. */
export const etfFlows: Briefer = {
  id: 'btc.etf-flows',
  state: level('btc-etf-flow-5d', { enter: 300, leave: 0, labels: ['outflows', 'balanced', 'inflows'] }),
  tell: (day) => ({
    nothing: 'No flow of a bitcoin fund is on record for this day.',
    facts: flowFacts(day),
    ranked: ['btc-etf-flow-20d', 'ibit-bitcoin-holdings', 'bitcoin-price'],
    sections: [...sessionSection(day), ...fundSection(day), ...statedSection(day)],
    notes: [
      'A session counts once every fund has reported and the total is the sum of the funds; until then it is not shown.',
      'Flows by fund are those Farside gathers from the issuers. Shares outstanding and holdings are read from the files of iShares; the assets of the other funds are left out.',
    ],
  }),
}

/** The flow of the newest session, and for how many in a row money has gone that way. */
const flowFacts = (day: Day): Fact[] =>
  currentOf(day, ['btc-etf-flow'], ({ metric, reading: { value, unit, period }, column }) => {
    const sum = day.reading('btc-etf-flow-5d')
    const way = wayOf(value)
    const last = column.value.length - 1
    const others = column.value.findLastIndex((each) => wayOf(each) !== way)
    const sessions = last - others
    // with a session missing nobody knows how long it has gone on
    const isWhole = others >= 0 && sessionsIn(column.period[others]!, column.period[last]!) === sessions + 1
    const isStreak = sessions > 1 && isWhole && way !== 0
    const streak = `the ${ordinal(sessions)} session of ${way > 0 ? 'inflows' : 'outflows'} in a row`
    const size = amount(Math.abs(value), unit)
    const moved = way === 0 ? 'saw no net flow' : way > 0 ? `took in ${size}` : `lost ${size}`
    const on = dayInWords(period, isoDay(day.asOf))
    const bySum = sum?.period === period ? `; five sessions come to ${amountInWords(sum.metric, sum.value, sum.unit)}` : ''
    const [even, odd] = [`Bitcoin funds ${moved} on ${on}`, `On ${on} bitcoin funds ${moved}`]
    const row = isStreak ? ` in ${streak}` : ''
    return subjectFact({
      ...{ metric, about: 'bitcoin funds', way, isSplit: true },
      text: `${even}${isStreak ? `, ${streak}` : ''}${bySum}.`,
      clauses: [
        [`${even}${row}`, even],
        [`${odd}${row}`, odd],
      ],
      asides: [`bitcoin funds ${moved} on ${on}`],
    })
  })

const ordinals: Readonly<Record<number, string>> = { 2: 'second', 3: 'third', 5: 'fifth', 8: 'eighth', 9: 'ninth' }

/** `second`, `fourth`, `12th`. */
function ordinal(count: number): string {
  if (count < 10) return ordinals[count] ?? `${inWords(count)}th`
  const end = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${end}`
}
