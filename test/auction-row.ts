import type { auctionTable } from '../pipeline/tables/auction.ts'
import type { RowOf } from '../pipeline/tables/table.ts'

/** The ten-year auction of 2026-05-12, or one that differs from it. */
export function auctionRow(changes: Partial<RowOf<typeof auctionTable>> = {}): RowOf<typeof auctionTable> {
  return {
    cusip: '91282CQQ7',
    auction_day: '2026-05-12',
    issue_day: '2026-05-15',
    kind: 'nominal',
    term: '10-Year',
    maturity: '10-Year',
    reopening: false,
    offered: 42_000_000_000,
    accepted: 51_972_791_100,
    competitive: null,
    dealers: 5_015_000_000,
    direct: 10_078_500_000,
    indirect: 26_775_518_000,
    bid_to_cover: 2.4,
    high: 4.468,
    median: null,
    due_at: '2026-05-12T17:05:00Z',
    ...changes,
  }
}
