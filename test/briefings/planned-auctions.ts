import { couponMaturities, shortMaturity } from '../../data/auctions.ts'
import { type Known, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { resultsDue } from '../../pipeline/feeds/treasury-security.ts'
import type { DatedRow } from '../../pipeline/tables/index.ts'
import { dayMs, dayNumber, isoDay } from '../../pipeline/time/day.ts'
import type { Versions } from '../../pipeline/values/column.ts'
import { columnOf } from '../analysis/columns.ts'
import { auctionRow } from '../auction-row.ts'

export interface Sale {
  readonly day: number
  readonly maturity: (typeof couponMaturities)[number]
  readonly cover: number
  readonly dealers: number
}

/** What is known of auctions: figures as series, rows as a table, each from 17:05 UTC of its day on. */
export function knownOf(sales: readonly Sale[], planned: readonly DatedRow<'planned_auction'>[] = []): Known {
  const at = ({ day }: Sale) => day * dayMs + 17 * 3_600_000 + 300_000
  const versions = new Map<string, Versions>()
  for (const maturity of couponMaturities) {
    const own = sales.filter((sale) => sale.maturity === maturity)
    for (const [key, figureOf] of [
      ['bid-to-cover', ({ cover }: Sale) => cover],
      ['dealers', ({ dealers }: Sale) => dealers],
      ['indirect', ({ dealers }: Sale) => 80 - dealers],
    ] as const) {
      const series = `auction.${shortMaturity(maturity)}.${key}`
      const points = own.map((sale) => [sale.day, figureOf(sale), at(sale)] as const)
      versions.set(series, columnOf(points, '1', series))
    }
  }
  const rows = sales.map((sale): DatedRow<'auction'> => {
    const [day, dealers] = [isoDay(sale.day), Math.round(sale.dealers * 1e8)]
    const parts = { dealers, direct: 2_000_000_000, indirect: 8_000_000_000 - dealers, competitive: null }
    const row = auctionRow({ cusip: `9${day}`, auction_day: day, maturity: sale.maturity, bid_to_cover: sale.cover, ...parts })
    return { ...row, due_at: resultsDue(day, 'nominal'), known: at(sale), basis: 'deadline', gone: null }
  })
  return {
    versions,
    rows: { auction: rows, planned_auction: planned.toSorted((a, b) => a.known - b.known) },
    ...nothingFiled,
    sample: false,
  }
}

export const asOf = dayNumber('2026-07-31')!

export const planned = (over: Partial<DatedRow<'planned_auction'>>): DatedRow<'planned_auction'> => {
  const day = over.auction_day ?? '2026-08-11'
  return {
    source: 'announced',
    kind: 'nominal',
    term: '10-Year',
    maturity: '10-Year',
    reopening: false,
    cusip: '91282CRF0',
    offered: null,
    announcement_day: null,
    auction_day: day,
    issue_day: null,
    due_at: resultsDue(day, over.kind ?? 'nominal'),
    known: (asOf - 1) * dayMs,
    basis: 'reported',
    gone: null,
    ...over,
  }
}
