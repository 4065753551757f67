import { etfSeries } from '../../../data/series/etf.ts'
import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import type { Column } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import { indexOf } from '../../metrics/formula.ts'
import type { Day } from '../day.ts'
import { currentReading } from '../own-history.ts'
import { table } from '../table.ts'

const prefix = 'farside.btc.'
const total = 'btc-etf-flow'
const funds = etfSeries.flatMap(({ id }) => (id.startsWith(prefix) && id !== `${prefix}Total` ? [id.slice(prefix.length)] : []))
/** Sessions shown one by one, and those of a month. */
const shown = 10
const monthSessions = 20

/** The funds' flows as known on the day, those that have any. */
const columnsOf = (day: Day): { readonly fund: string; readonly column: Column }[] =>
  funds.flatMap((fund) => {
    const column = day.series(`${prefix}${fund}`)
    return column ? [{ fund, column }] : []
  })

/** The value of exactly this session, or null. */
function valueOn(column: Column | null, period: number): number | null {
  const at = column === null ? -1 : indexOf(column, period)
  return at < 0 ? null : column!.value[at]!
}

/** The newest sessions first. */
const newestOf = ({ period }: Column, count: number): number[] => [...period.subarray(-count)].reverse()

/** The flows of all funds, unless they are stale. */
const totalOf = (day: Day): Column | null => currentReading(day, total) && day.column(total)

/** The last sessions, each with the funds that took in and lost most. */
export function sessionSection(day: Day): Section[] {
  const flows = totalOf(day)
  if (flows === null) return []
  const columns = columnsOf(day)
  return table('sessions', 'By session', {
    note: 'Largest inflow and outflow in millions of dollars.',
    columns: {
      period: 'Session',
      flow: 'Net flow | USD mn',
      most: 'Largest inflow',
      least: 'Largest outflow',
      reported: 'Funds',
    },
    rows: newestOf(flows, shown).map((period) => {
      const parts = columns
        .flatMap(({ fund, column }) => {
          const own = valueOn(column, period)
          return own === null ? [] : [{ own, text: `${fund} ${own.toFixed(1)}` }]
        })
        .sort((a, b) => b.own - a.own)
      const [most, least] = [parts.at(0), parts.at(-1)]
      return {
        period: isoDay(period),
        flow: valueOn(flows, period),
        most: most && most.own > 0 ? most.text : 'none',
        least: least && least.own < 0 ? least.text : 'none',
        reported: parts.length,
      }
    }),
  })
}

/** Each fund over one, five and twenty sessions, the largest month first. */
export function fundSection(day: Day): Section[] {
  const flows = totalOf(day)
  if (flows === null) return []
  const sessions = [...flows.period.subarray(-monthSessions)]
  const sum = (column: Column, count: number): number =>
    rounded(
      sessions.slice(-count).reduce((all, period) => all + (valueOn(column, period) ?? 0), 0),
      1,
    )
  return table('funds', 'By fund', {
    note: 'GBTC and BTC are both of Grayscale: the second is its cheaper twin.',
    columns: {
      fund: 'Fund',
      last: 'Last session | USD mn',
      five: 'Five sessions | USD mn',
      twenty: 'Twenty sessions | USD mn',
    },
    rows: columnsOf(day)
      .filter(({ column }) => column.period.at(-1)! >= sessions[0]!)
      .map(({ fund, column }) => ({
        fund,
        last: valueOn(column, sessions.at(-1)!),
        five: sum(column, 5),
        twenty: sum(column, monthSessions),
      }))
      .sort((a, b) => b.twenty - a.twenty),
  })
}

/** What the issuer of the largest fund states of it, session by session, and its flow beside that of the table. */
export function statedSection(day: Day): Section[] {
  const shares = day.series('ishares.IBIT.shares')
  const coins = day.series('ishares.IBIT.coins')
  const assets = day.series('ishares.IBIT.assets')
  if (shares === null || currentReading(day, 'ibit-assets') === null) return []
  return table('stated', 'What the issuer of IBIT states', {
    note: 'The flow by shares is their change at the value of one; it may fall on the session after the table’s, for shares count once delivered.',
    columns: {
      period: 'Session',
      shares: 'Shares | shares',
      bitcoin: 'Bitcoin held | BTC',
      perShare: 'Assets of a share | USD',
      own: 'Flow by shares | USD mn',
      table: 'Flow in the table | USD mn',
    },
    rows: newestOf(shares, 5).flatMap((period) => {
      const [count, bitcoin, worth] = [valueOn(shares, period), valueOn(coins, period), valueOn(assets, period)]
      if (count === null || bitcoin === null || worth === null) return []
      const own = valueOn(day.column('ibit-share-flow'), period)
      return [
        {
          period: isoDay(period),
          shares: count,
          bitcoin,
          perShare: rounded(worth / count, 2),
          own: own === null ? null : rounded(own, 1),
          table: valueOn(day.column('ibit-flow'), period),
        },
      ]
    }),
  })
}
