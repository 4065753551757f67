import type { AuctionKind } from '../../data/auctions.ts'
import { calendar, columnType, defineTable, recordingColumn } from './table.ts'

/** An auction that was held. Parts of the competitive awards add up to `competitive`; `accepted` has the noncompetitive ones and the Federal Reserve's. */
export const auctionTable = defineTable({
  name: 'auction',
  comment: 'Results of US Treasury auctions, in every version recorded. Use v_auction for when each became known.',
  key: ['cusip', 'auction_day', 'recording'],
  ...calendar,
  per: ['cusip', 'auction_day'],
  columns: [
    ['cusip', 'VARCHAR NOT NULL', 'CUSIP of the security.'],
    ['auction_day', 'DATE NOT NULL', 'Day of the auction (New York).'],
    ['issue_day', 'DATE NOT NULL', 'Day the security was issued.'],
    ['kind', columnType<AuctionKind>('VARCHAR NOT NULL'), 'nominal, inflation-linked, floating, bill or cash management.'],
    ['term', 'VARCHAR NOT NULL', 'Time to maturity as the Treasury writes it, such as 9-Year 10-Month.'],
    [
      'maturity',
      'VARCHAR',
      'Maturity it was sold as, such as 10-Year: a reopening counts with the new issues of its length; null if it is none of them.',
    ],
    ['reopening', 'BOOLEAN', 'True if more of an existing security was sold; null if not stated.'],
    ['offered', 'BIGINT', 'Amount offered, US dollars.'],
    ['accepted', 'BIGINT NOT NULL', 'All awards, the noncompetitive and those of the Federal Reserve included, US dollars.'],
    ['competitive', 'BIGINT', 'Competitive awards, US dollars; null if not stated.'],
    ['dealers', 'BIGINT', 'Competitive awards to primary dealers, US dollars.'],
    ['direct', 'BIGINT', 'Competitive awards to direct bidders, US dollars; null if not stated.'],
    ['indirect', 'BIGINT', 'Competitive awards to indirect bidders, US dollars.'],
    ['bid_to_cover', 'DOUBLE NOT NULL', 'Bids for each dollar awarded, as the Treasury states it.'],
    ['high', 'DOUBLE', 'Highest accepted yield, percent; of bills the discount rate; null for floating rates.'],
    ['median', 'DOUBLE', 'Median of the accepted yields or discount rates, percent; null if not stated.'],
    ['due_at', 'TIMESTAMP NOT NULL', 'When results are out: 13:05 New York on the day, of bills 11:35 (UTC).'],
    recordingColumn,
  ],
})

/** An auction that is to come, as its source has it: a calendar stands whole until the source is read again. */
export const plannedAuctionTable = defineTable({
  name: 'planned_auction',
  comment: 'US Treasury auctions to come, in every version recorded. Use v_planned_auction for what stood when.',
  key: ['source', 'kind', 'term', 'auction_day', 'cusip', 'recording'],
  ...calendar,
  columns: [
    [
      'source',
      columnType<'announced' | 'tentative'>('VARCHAR NOT NULL'),
      'announced: the list of upcoming auctions; tentative: the schedule of the quarter, whose days may move.',
    ],
    ['kind', columnType<AuctionKind>('VARCHAR NOT NULL'), 'nominal, inflation-linked, floating, bill or cash management.'],
    ['term', 'VARCHAR NOT NULL', 'Time to maturity as the Treasury writes it, such as 9-Year 10-Month.'],
    ['maturity', 'VARCHAR', 'Maturity it is sold as, such as 10-Year; null if it is none of the coupons of fixed rate.'],
    ['reopening', 'BOOLEAN', 'True if more of an existing security is sold; null if not stated.'],
    ['cusip', 'VARCHAR NOT NULL', 'CUSIP of the security; empty while it has none.'],
    ['offered', 'BIGINT', 'Amount offered, US dollars; null until it is announced.'],
    ['announcement_day', 'DATE', 'Day the amount is announced.'],
    ['auction_day', 'DATE NOT NULL', 'Day of the auction (New York).'],
    ['issue_day', 'DATE', 'Day the security is issued.'],
    ['due_at', 'TIMESTAMP NOT NULL', 'When results are out: 13:05 New York on the day, of bills 11:35 (UTC).'],
    recordingColumn,
  ],
})
