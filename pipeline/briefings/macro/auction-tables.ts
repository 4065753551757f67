import { couponMaturities } from '../../../data/auctions.ts'
import { rounded } from '../../analysis/rounding.ts'
import { dayNumber } from '../../calendar/day.ts'
import type { Section, SectionColumn } from '../../documents/briefing.ts'
import type { DatedRow } from '../../tables/index.ts'
import type { Day } from '../day.ts'
import { before } from './auction-demand.ts'
import { auctionsToCome, type PlannedAuction } from './auction-plans.ts'

export type HeldAuction = DatedRow<'auction'>

/** Bill auctions shown, newest first, and the days after which one is no longer among the latest: bills of all terms are sold in six weeks. */
const billsShown = 6
const billDays = 42
/** Days of scheduled auctions shown. */
const scheduledShown = 20
/** Operations shown: those of about six weeks. */
const buybacksShown = 12

const newestFirst = (a: HeldAuction, b: HeldAuction) =>
  a.auction_day > b.auction_day ? -1 : a.auction_day < b.auction_day ? 1 : 0

/** The auctions of one maturity as known, newest first. */
const auctionsOf = (day: Day, maturity: string): HeldAuction[] =>
  day
    .rows('auction')
    .filter((row) => row.kind === 'nominal' && row.maturity === maturity)
    .sort(newestFirst)

const billions = (dollars: number | null): number | null => (dollars === null ? null : rounded(dollars / 1e9, 1))
const roundedIfAny = (value: number | null, digits: number): number | null => (value === null ? null : rounded(value, digits))

/** Share of the competitive awards, percent: the three parts add to 100. */
function shareOf(row: HeldAuction, part: 'dealers' | 'direct' | 'indirect'): number | null {
  const { dealers, direct, indirect } = row
  if (dealers === null || direct === null || indirect === null) return null
  return (100 * row[part]!) / (dealers + direct + indirect)
}

/** Basis points the highest accepted yield is above the median. */
const dispersion = ({ high, median }: HeldAuction): number | null =>
  high === null || median === null ? null : 100 * (high - median)

/** The mean of the auctions before; null where they are too few to compare with. */
function meanOf(rows: readonly HeldAuction[], figure: (row: HeldAuction) => number | null): number | null {
  const values = rows.map(figure).filter((value) => value !== null)
  return values.length < before.fewest ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}

const column = (key: string, label: string, unit: string | null = null): SectionColumn => ({ key, label, unit })

/** The newest auction of each maturity with those before it, at most twelve. */
export function newestAuctions(day: Day): { readonly newest: HeldAuction; readonly earlier: readonly HeldAuction[] }[] {
  return couponMaturities.flatMap((maturity) => {
    const [newest, ...earlier] = auctionsOf(day, maturity)
    return newest === undefined ? [] : [{ newest, earlier: earlier.slice(0, before.most) }]
  })
}

function buyersSection(day: Day): Section {
  const shares = ['dealers', 'direct', 'indirect'] as const
  return {
    id: 'buyers',
    title: 'Who bought at the latest auction of each maturity, against its own before',
    note: `Shares of competitive awards add to 100. "Usual" is the mean of the auctions before, at most ${before.most} of the same maturity.`,
    columns: [
      column('maturity', 'Maturity'),
      column('auction_day', 'Auction'),
      column('bid_to_cover', 'Bid to cover'),
      column('bid_to_cover_usual', 'Usual'),
      column('dealers', 'Dealers', 'percent'),
      column('dealers_usual', 'Usual', 'percent'),
      column('direct', 'Direct', 'percent'),
      column('direct_usual', 'Usual', 'percent'),
      column('indirect', 'Indirect', 'percent'),
      column('indirect_usual', 'Usual', 'percent'),
      column('compared_with', 'Auctions before'),
    ],
    rows: newestAuctions(day).map(({ newest, earlier }) => ({
      maturity: newest.maturity,
      auction_day: newest.auction_day,
      cusip: newest.cusip,
      bid_to_cover: newest.bid_to_cover,
      bid_to_cover_usual: roundedIfAny(
        meanOf(earlier, ({ bid_to_cover: cover }) => cover),
        2,
      ),
      ...Object.fromEntries(
        shares.flatMap((part) => [
          [part, roundedIfAny(shareOf(newest, part), 1)],
          [
            `${part}_usual`,
            roundedIfAny(
              meanOf(earlier, (row) => shareOf(row, part)),
              1,
            ),
          ],
        ]),
      ),
      compared_with: earlier.length,
      known_at: new Date(newest.known).toISOString().replace('.000Z', 'Z'),
      known_basis: newest.basis,
    })),
  }
}

function soldSection(day: Day): Section {
  return {
    id: 'sold',
    title: 'What was sold, and at what yield',
    note: 'Dispersion is the high yield less the median: how far the last buyer stood from the middle. It is not a tail, which needs the yield before the auction.',
    columns: [
      column('maturity', 'Maturity'),
      column('auction_day', 'Auction'),
      column('term', 'Security'),
      column('offered', 'Offered', 'USD bn'),
      column('offered_before', 'Auction before', 'USD bn'),
      column('high_yield', 'High yield', 'percent'),
      column('dispersion', 'Dispersion', 'basis points'),
      column('dispersion_usual', 'Usual', 'basis points'),
    ],
    rows: newestAuctions(day).map(({ newest, earlier }) => ({
      maturity: newest.maturity,
      auction_day: newest.auction_day,
      term: newest.term === newest.maturity && newest.reopening !== true ? 'new' : `reopened, ${newest.term}`,
      offered: billions(newest.offered),
      offered_before: billions(earlier[0]?.offered ?? null),
      high_yield: newest.high,
      dispersion: roundedIfAny(dispersion(newest), 1),
      dispersion_usual: roundedIfAny(meanOf(earlier, dispersion), 1),
      issue_day: newest.issue_day,
    })),
  }
}

function billsSection(day: Day): Section {
  const bills = day
    .rows('auction')
    .filter(({ kind }) => kind === 'bill' || kind === 'cash management')
    .filter(({ auction_day: on }) => day.asOf - dayNumber(on)! <= billDays)
    .sort(newestFirst)
  return {
    id: 'bills',
    title: 'Latest bill auctions',
    note: null,
    columns: [
      column('term', 'Bill'),
      column('auction_day', 'Auction'),
      column('offered', 'Offered', 'USD bn'),
      column('high_rate', 'High discount rate', 'percent'),
      column('bid_to_cover', 'Bid to cover'),
      column('dealers', 'Dealers', 'percent'),
      column('indirect', 'Indirect', 'percent'),
    ],
    rows: bills.slice(0, billsShown).map((row) => ({
      term: row.kind === 'bill' ? row.term : `${row.term}, cash management`,
      auction_day: row.auction_day,
      offered: billions(row.offered),
      high_rate: row.high,
      bid_to_cover: row.bid_to_cover,
      dealers: roundedIfAny(shareOf(row, 'dealers'), 1),
      indirect: roundedIfAny(shareOf(row, 'indirect'), 1),
    })),
  }
}

const kindWords = {
  nominal: '',
  'inflation-linked': 'inflation-linked',
  floating: 'floating rate',
  bill: 'bill',
  'cash management': 'cash management bill',
} as const

/** `10-Year (9-Year 11-Month, reopened)`, `2-Year floating rate`. */
export function securityOf({
  kind,
  term,
  maturity,
  reopening,
}: Pick<PlannedAuction, 'kind' | 'term' | 'maturity' | 'reopening'>): string {
  const name = [maturity ?? term, kindWords[kind]].filter((part) => part !== '').join(' ')
  const aside = [
    ...(maturity !== null && maturity !== term ? [term] : []),
    ...(reopening === true && kind !== 'bill' ? ['reopened'] : []),
  ]
  return aside.length === 0 ? name : `${name} (${aside.join(', ')})`
}

function toComeSections(day: Day): Section[] {
  const all = auctionsToCome(day)
  const isAnnounced = ({ source, offered }: PlannedAuction) => source === 'announced' && offered !== null
  const isOfQuarter = ({ source }: PlannedAuction) => source === 'tentative'
  const rowOf = (row: PlannedAuction) => ({
    security: securityOf(row),
    auction_day: row.auction_day,
    offered: billions(row.offered),
    issue_day: row.issue_day,
    announcement_day: row.announcement_day,
    cusip: row.cusip === '' ? null : row.cusip,
    source: row.source === 'announced' ? 'list of upcoming auctions' : 'schedule of the quarter, tentative',
    results: `${row.kind === 'bill' || row.kind === 'cash management' ? '11:35' : '13:05'} New York, ${row.due_at.slice(11, 16)} UTC`,
    results_due_at: row.due_at,
  })
  const announced: Section = {
    id: 'announced',
    title: 'Announced',
    note: null,
    columns: [
      column('security', 'Security'),
      column('auction_day', 'Auction'),
      column('results', 'Results due'),
      column('offered', 'Offered', 'USD bn'),
      column('issue_day', 'Issued'),
    ],
    rows: all.filter(isAnnounced).map(rowOf),
  }
  const scheduled: Section = {
    id: 'scheduled',
    title: 'Scheduled, amounts not announced yet',
    note: all.some(isOfQuarter)
      ? `Days of the schedule of the quarter are tentative and move. Its bills, sold every week, are left out, and what comes after the next ${scheduledShown} auctions.`
      : null,
    columns: [
      column('security', 'Security'),
      column('auction_day', 'Auction'),
      column('announcement_day', 'Amount on'),
      column('issue_day', 'Issued'),
      column('source', 'From'),
    ],
    rows: all
      .filter((row) => !isAnnounced(row) && !(isOfQuarter(row) && row.kind === 'bill'))
      .slice(0, scheduledShown)
      .map(rowOf),
  }
  return [announced, scheduled]
}

/** Operations to come, soonest first: what the Treasury means to buy back. */
function buybackSection(day: Day): Section {
  const ahead = day
    .rows('planned_buyback')
    .filter(({ due_at }) => Date.parse(due_at) > day.now)
    .sort((a, b) => (a.due_at < b.due_at ? -1 : a.due_at > b.due_at ? 1 : 0) || (a.bucket < b.bucket ? -1 : 1))
  return {
    id: 'buybacks',
    title: 'Buybacks scheduled',
    note: 'Amounts are limits at par: the Treasury may buy less, or nothing. The schedule of the quarter is tentative, and amounts raised since by a press release may be missing in it.',
    columns: [
      column('operation_day', 'Operation'),
      column('time', 'Time'),
      column('bucket', 'Bought'),
      column('maximum', 'At most', 'USD bn'),
      column('purpose', 'Purpose'),
    ],
    rows: ahead.slice(0, buybacksShown).map((row) => ({
      operation_day: row.operation_day,
      time: `${row.starts} to ${row.ends} New York, until ${row.due_at.slice(11, 16)} UTC`,
      bucket: row.bucket,
      maximum: rounded(row.maximum / 1e9, 3),
      purpose: row.operation_type.toLowerCase(),
      ends_at: row.due_at,
    })),
  }
}

/** The tables of the briefing on auctions; one without rows is left out. */
export const auctionSections = (day: Day): Section[] =>
  [buyersSection(day), soldSection(day), ...toComeSections(day), buybackSection(day), billsSection(day)].filter(
    ({ rows }) => rows.length > 0,
  )
