import { etfSeries } from '../../../data/series/etf.ts'
import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { sessionsIn } from '../../formulas/trailing.ts'
import { isoDay } from '../../time/day.ts'
import { amount, amountInWords, dayInWords, inWords, monthInWords } from '../../values/amounts.ts'
import { type Column, valueOn } from '../../values/column.ts'
import { sumOf } from '../../values/numbers.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading } from '../readings.ts'
import { levelState } from '../states/level.ts'
import { type Fact, signOfChange, subjectFact } from '../story/ranking.ts'
import { listing } from '../table.ts'
import { extremeColumns, type FundFlows, flowWeekSection, flowWeekSentences } from './flow-weeks.ts'

/** Whether funds buy bitcoin or sell it. */
export const btcEtfFlows: BriefingDefinition = {
  id: 'btc.etf-flows',
  state: levelState('btc-etf-flow-5d', { enter: 300, leave: 0, labels: ['outflows', 'balanced', 'inflows'] }),
  tell: (day) => {
    // the flows of all funds, unless they are stale
    const flows = currentReading(day, total) && day.column(total)
    return {
      nothing: 'No flow of a bitcoin fund is on record for this day.',
      facts: flowFacts(day),
      ranked: ['ibit-bitcoin-holdings', 'bitcoin-price'],
      also: flows ? alsoSentences(flows, day) : [],
      sections: [...(flows ? flowSections(flows, day) : []), ...statedSection(day)],
      notes: [
        'A session counts once every fund has reported and the total is the sum of the funds; until then it is not shown. A session on which a fund of the table is missing has no total.',
        'Flows by fund are those Farside gathers from the issuers. What the files of iShares, Grayscale, ARK and 21Shares state about their funds is compared with them; the other funds publish no file that is read here.',
      ],
    }
  },
}

const flowSections = (flows: Column, day: Day): Section[] => [
  ...sessionSection(flows, day),
  ...flowWeekSection(flows, columnsOf(day), isoDay(day.asOf)),
  ...fundSection(flows, day),
]

/** The flow of the newest session, and for how many in a row money has gone that way. */
const flowFacts = (day: Day): Fact[] =>
  currentOf(day, ['btc-etf-flow'], ({ metric, reading: { value, unit, period }, column }) => {
    const sum = day.reading('btc-etf-flow-5d')
    const way = signOfChange(value)
    const last = column.value.length - 1
    const others = column.value.findLastIndex((each) => signOfChange(each) !== way)
    const sessions = last - others
    // with a session missing nobody knows how long it has gone on
    const isWhole = others >= 0 && sessionsIn(column.period[others]!, column.period[last]!) === sessions + 1
    const isStreak = sessions > 1 && isWhole && way !== 0
    const longest = isStreak ? longestSince(column, sessions, isoDay(day.asOf)) : ''
    const streak = `the ${ordinal(sessions)} session of ${way > 0 ? 'inflows' : 'outflows'} in a row`
    const size = amount(Math.abs(value), unit)
    const moved = way === 0 ? 'saw no net flow' : way > 0 ? `took in ${size}` : `lost ${size}`
    const on = dayInWords(period, isoDay(day.asOf))
    const bySum = sum?.period === period ? `; five sessions come to ${amountInWords(sum.metric, sum.value, sum.unit)}` : ''
    const [even, odd] = [`Bitcoin funds ${moved} on ${on}`, `On ${on} bitcoin funds ${moved}`]
    const row = isStreak ? ` in ${streak}` : ''
    return subjectFact({
      ...{ metric, about: 'bitcoin funds', way, isSplit: true },
      text: `${even}${isStreak ? `, ${streak}${longest}` : ''}${bySum}.`,
      clauses: [
        [`${even}${row}`, even],
        [`${odd}${row}`, odd],
      ],
      asides: [`bitcoin funds ${moved} on ${on}`],
    })
  })

/** Sessions in a row from which a stretch is compared with earlier ones. */
const longStreak = 5

/** `, the longest since March` of so many newest sessions the same way; empty where few, or where a session before them is missing. */
function longestSince({ period, value }: Column, sessions: number, today: string): string {
  const last = period.length - 1
  const way = signOfChange(value[last]!)
  let run = 0
  for (let i = last - sessions; sessions >= longStreak && i >= 0; i--) {
    if (sessionsIn(period[i]!, period[i + 1]!) !== 2) return ''
    run = signOfChange(value[i]!) === way ? run + 1 : 0
    if (run === sessions) return `, the longest run since ${monthInWords(isoDay(period[i + sessions - 1]!), today)}`
  }
  return ''
}

const ordinals: Readonly<Record<number, string>> = { 2: 'second', 3: 'third', 5: 'fifth', 8: 'eighth', 9: 'ninth' }

/** `second`, `fourth`, `12th`. */
function ordinal(count: number): string {
  if (count < 10) return ordinals[count] ?? `${inWords(count)}th`
  const end = count % 100 > 10 && count % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th')
  return `${count}${end}`
}

const prefix = 'farside.btc.'
const total = 'btc-etf-flow'
const funds = etfSeries.flatMap(({ id }) => (id.startsWith(prefix) && id !== `${prefix}Total` ? [id.slice(prefix.length)] : []))
/** Sessions shown one by one, and those of a month. */
const shown = 10
const monthSessions = 20

/** The funds' flows as known on the day, those that have any. */
const columnsOf = (day: Day): FundFlows[] =>
  funds.flatMap((fund) => {
    const column = day.series(`${prefix}${fund}`)
    return column ? [{ fund, column }] : []
  })

/** The newest sessions first. */
const newestOf = ({ period }: Column, count: number): number[] => [...period.subarray(-count)].reverse()

/** The last sessions, each with the funds that took in and lost most. */
function sessionSection(flows: Column, day: Day): Section[] {
  const columns = columnsOf(day)
  return listing('sessions', 'By session', {
    note: 'Largest inflow and outflow in millions of dollars.',
    things: newestOf(flows, shown).map((period) => {
      const parts = columns.flatMap(({ fund, column }) => {
        const own = valueOn(column, period)
        return own === null ? [] : [{ fund, own }]
      })
      return { period, parts }
    }),
    columns: {
      period: ['Session', ({ period }) => isoDay(period)],
      flow: ['Net flow | USD mn', ({ period }) => valueOn(flows, period)],
      ...extremeColumns,
      reported: ['Funds', ({ parts }) => parts.length],
    },
  })
}

/** What the last calendar week, the month and twenty sessions came to. */
function alsoSentences(flows: Column, day: Day): string[] {
  const whole = currentReading(day, 'btc-etf-flow-20d')
  const sessions = flows.period.subarray(-monthSessions)
  const parts = columnsOf(day).map(({ fund, column }) => ({ fund, own: flowOver(column, [...sessions]) }))
  const [largest] = whole === null ? [] : parts.sort((a, b) => signOfChange(whole.value) * (b.own - a.own))
  const twenty = whole === null || largest === undefined ? null : { flow: whole.value, ...largest }
  return flowWeekSentences(flows, twenty, isoDay(day.asOf))
}

/** The sum of a fund's flows over some sessions, to the tenth. */
const flowOver = (column: Column, sessions: readonly number[]): number =>
  rounded(sumOf(sessions.map((period) => valueOn(column, period) ?? 0)), 1)

/** Each fund over one, five and twenty sessions, the largest month first. */
function fundSection(flows: Column, day: Day): Section[] {
  const sessions = [...flows.period.subarray(-monthSessions)]
  const sum = (column: Column, count: number): number => flowOver(column, sessions.slice(-count))
  return listing('funds', 'By fund', {
    note: 'GBTC and BTC are both of Grayscale: the second is its cheaper twin.',
    things: columnsOf(day)
      .filter(({ column }) => column.period.at(-1)! >= sessions[0]!)
      .map((fund) => ({ ...fund, month: sum(fund.column, monthSessions) }))
      .sort((a, b) => b.month - a.month),
    columns: {
      fund: ['Fund', ({ fund }) => fund],
      last: ['Last session | USD mn', ({ column }) => valueOn(column, sessions.at(-1)!)],
      five: ['Five sessions | USD mn', ({ column }) => sum(column, 5)],
      twenty: ['Twenty sessions | USD mn', ({ month }) => month],
    },
  })
}

/** What the issuer of the largest fund states of it, session by session, and its flow beside that of the table. */
function statedSection(day: Day): Section[] {
  const shares = day.series('ishares.IBIT.shares')
  const coins = day.series('ishares.IBIT.coins')
  const worth = day.series('ishares.IBIT.worth')
  if (coins === null || currentReading(day, 'ibit-assets') === null) return []
  const inTenths = (metric: string, period: number): number | null => {
    const flow = valueOn(day.column(metric), period)
    return flow === null ? null : rounded(flow, 1)
  }
  return listing('stated', 'What the issuer of IBIT states', {
    note: 'The flow by coins is their change at the price of the day, with the coins sold for the fee. Shares are counted once they are settled: the flow by shares of a session is their change to the next one.',
    things: newestOf(coins, 5).map((period) => ({ period, bitcoin: valueOn(coins, period)!, value: valueOn(worth, period) })),
    columns: {
      period: ['Session', ({ period }) => isoDay(period)],
      shares: ['Shares settled | shares', ({ period }) => valueOn(shares, period)],
      bitcoin: ['Bitcoin held | BTC', ({ bitcoin }) => bitcoin],
      price: [
        'Price in the file | USD',
        ({ bitcoin, value }) => (value === null || bitcoin === 0 ? null : rounded(value / bitcoin, 2)),
      ],
      byCoins: ['Flow by coins | USD mn', ({ period }) => inTenths('ibit-coin-flow', period)],
      own: ['Flow by shares | USD mn', ({ period }) => inTenths('ibit-share-flow', period)],
      table: ['Flow in the table | USD mn', ({ period }) => valueOn(day.series(`${prefix}IBIT`), period)],
    },
  })
}
