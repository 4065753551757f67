import { isoDay } from '../../calendar/day.ts'
import { sessionsIn } from '../../metrics/trailing.ts'
import type { Briefer, Day } from '../day.ts'
import { level } from '../states/level.ts'
import { amount, dayInWords, inWords } from '../story/amounts.ts'
import type { Fact } from '../story/ranking.ts'
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
function flowFacts(day: Day): Fact[] {
  const flow = day.reading('btc-etf-flow')
  const column = day.column('btc-etf-flow')
  const sum = day.reading('btc-etf-flow-5d')
  if (!flow || !column || flow.freshness.status === 'stale') return []
  const way = Math.sign(flow.value) as -1 | 0 | 1
  const last = column.value.length - 1
  const others = column.value.findLastIndex((value) => Math.sign(value) !== way)
  const sessions = last - others
  // with a session missing nobody knows how long it has gone on
  const isWhole = others >= 0 && sessionsIn(column.period[others]!, column.period[last]!) === sessions + 1
  const isStreak = sessions > 1 && isWhole && way !== 0
  const size = amount(Math.abs(flow.value), flow.unit)
  const on = dayInWords(flow.period, isoDay(day.asOf))
  const moved = way === 0 ? 'saw no net flow' : way > 0 ? `took in ${size}` : `lost ${size}`
  const streak = isStreak ? `, the ${ordinal(sessions)} session of ${way > 0 ? 'inflows' : 'outflows'} in a row` : ''
  const bySum = sum && sum.period === flow.period ? `; five sessions come to ${amount(sum.value, sum.unit)}` : ''
  const row = isStreak ? ` in the ${ordinal(sessions)} session of ${way > 0 ? 'inflows' : 'outflows'} in a row` : ''
  return [
    {
      metric: flow.metric,
      about: 'bitcoin funds',
      kind: 'subject',
      isNews: true,
      weight: 0,
      strength: 0,
      way,
      meaning: way,
      text: `Bitcoin funds ${moved} on ${on}${streak}${bySum}.`,
      clauses: [
        [`Bitcoin funds ${moved} on ${on}${row}`, `Bitcoin funds ${moved} on ${on}`],
        [`On ${on} bitcoin funds ${moved}${row}`, `On ${on} bitcoin funds ${moved}`],
      ],
      asides: [],
      isSplit: true,
    },
  ]
}

const ordinals: Readonly<Record<number, string>> = { 2: 'second', 3: 'third', 5: 'fifth', 8: 'eighth', 9: 'ninth' }
/** `second`, `fourth`, `12th`. */
function ordinal(count: number): string {
  if (count < 10) return ordinals[count] ?? `${inWords(count)}th`
  const end = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${end}`
}
