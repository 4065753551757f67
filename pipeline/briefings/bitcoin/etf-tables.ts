import { etfSeries } from '../../../data/series/etf.ts'
import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Day } from '../day.ts'

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

/** The flow of exactly this session, or null. */
function flowOn(column: Column, period: number): number | null {
  const at = indexAtOrBefore(column, period)
  return at >= 0 && column.period[at] === period ? column.value[at]! : null
}

/** The last sessions, newest first, each with the funds that took in and lost most. */
export function sessionSection(day: Day): Section[] {
  const flows = day.column(total)
  if (!flows || day.reading(total)?.freshness.status === 'stale') return []
  const columns = columnsOf(day)
  const rows = [...flows.period]
    .map((period, at) => ({ period, flow: flows.value[at]! }))
    .slice(-shown)
    .reverse()
    .map(({ period, flow }) => {
      const parts = columns
        .flatMap(({ fund, column }) => {
          const own = flowOn(column, period)
          return own === null ? [] : [{ fund, own }]
        })
        .sort((a, b) => b.own - a.own)
      const [most, least] = [parts.at(0), parts.at(-1)]
      return {
        period: isoDay(period),
        flow,
        most: most && most.own > 0 ? `${most.fund} ${most.own.toFixed(1)}` : 'none',
        least: least && least.own < 0 ? `${least.fund} ${least.own.toFixed(1)}` : 'none',
        reported: parts.length,
      }
    })
  return [
    {
      id: 'sessions',
      title: 'By session',
      note: 'Largest inflow and outflow in millions of dollars.',
      columns: [
        { key: 'period', label: 'Session', unit: null },
        { key: 'flow', label: 'Net flow', unit: 'USD mn' },
        { key: 'most', label: 'Largest inflow', unit: null },
        { key: 'least', label: 'Largest outflow', unit: null },
        { key: 'reported', label: 'Funds', unit: null },
      ],
      rows,
    },
  ]
}

/** Each fund over one, five and twenty sessions, the largest month first. */
export function fundSection(day: Day): Section[] {
  const flows = day.column(total)
  if (!flows || day.reading(total)?.freshness.status === 'stale') return []
  const sessions = [...flows.period.subarray(-monthSessions)]
  const sum = (column: Column, count: number): number =>
    Number(
      sessions
        .slice(-count)
        .reduce((all, period) => all + (flowOn(column, period) ?? 0), 0)
        .toFixed(1),
    ) + 0
  const rows = columnsOf(day)
    .filter(({ column }) => column.period.at(-1)! >= sessions[0]!)
    .map(({ fund, column }) => ({
      fund,
      last: flowOn(column, sessions.at(-1)!),
      five: sum(column, 5),
      twenty: sum(column, monthSessions),
    }))
    .sort((a, b) => b.twenty - a.twenty)
  if (rows.length === 0) return []
  return [
    {
      id: 'funds',
      title: 'By fund',
      note: 'GBTC and BTC are both of Grayscale: the second is its cheaper twin.',
      columns: [
        { key: 'fund', label: 'Fund', unit: null },
        { key: 'last', label: 'Last session', unit: 'USD mn' },
        { key: 'five', label: 'Five sessions', unit: 'USD mn' },
        { key: 'twenty', label: 'Twenty sessions', unit: 'USD mn' },
      ],
      rows,
    },
  ]
}

/** What the issuer of the largest fund states of it, session by session, and its flow beside that of the table. */
export function statedSection(day: Day): Section[] {
  const shares = day.series('ishares.IBIT.shares')
  const coins = day.series('ishares.IBIT.coins')
  const assets = day.series('ishares.IBIT.assets')
  const byShares = day.column('ibit-share-flow')
  const byTable = day.column('ibit-flow')
  if (!shares || !coins || !assets || day.reading('ibit-assets')?.freshness.status === 'stale') return []
  const rows = [...shares.period]
    .slice(-5)
    .reverse()
    .flatMap((period) => {
      const [count, bitcoin, worth] = [shares, coins, assets].map((column) => flowOn(column, period)) as (number | null)[]
      if (count == null || bitcoin == null || worth == null) return []
      const own = byShares && flowOn(byShares, period)
      return [
        {
          period: isoDay(period),
          shares: count,
          bitcoin,
          perShare: rounded(worth / count, 2),
          own: own === null ? null : rounded(own, 1),
          table: byTable && flowOn(byTable, period),
        },
      ]
    })
  if (rows.length === 0) return []
  return [
    {
      id: 'stated',
      title: 'What the issuer of IBIT states',
      note: 'The flow by shares is their change at the value of one; it may fall on the session after the table’s, for shares count once delivered.',
      columns: [
        { key: 'period', label: 'Session', unit: null },
        { key: 'shares', label: 'Shares', unit: 'shares' },
        { key: 'bitcoin', label: 'Bitcoin held', unit: 'BTC' },
        { key: 'perShare', label: 'Assets of a share', unit: 'USD' },
        { key: 'own', label: 'Flow by shares', unit: 'USD mn' },
        { key: 'table', label: 'Flow in the table', unit: 'USD mn' },
      ],
      rows,
    },
  ]
}
