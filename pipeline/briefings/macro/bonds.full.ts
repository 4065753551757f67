import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import { isoDay } from '../../time/day.ts'
import { periodAround } from '../../time/release.ts'
import { monthInWords, turnLevelText } from '../../values/amounts.ts'
import { type Column, valueOn } from '../../values/column.ts'
import { rounded } from '../../values/rounding.ts'
import type { BriefingDefinition } from '../briefer.ts'
import { currentOf, currentReading, rankInHistory, roundedChange, valueBefore } from '../readings.ts'
import { stockChangeState } from '../states/change.ts'
import { listing, table } from '../table.ts'
import { bondDemandFacts, bondLeadCandidates, demandSection } from './bond-demand.ts'
import { bondDemandNotes } from './bonds.context.ts'

type Holder = readonly [code: string, holder: string, note?: string]

const custody = 'custody centre'
/** By the code of the Treasury; a custody centre holds much for others. */
const countries: readonly Holder[] = [
  ['42609', 'Japan'],
  ['13005', 'United Kingdom', custody],
  ['41408', 'China, mainland'],
  ['29998', 'Canada'],
  ['10251', 'Belgium', custody],
  ['10804', 'France'],
  ['11703', 'Luxembourg', custody],
  ['36137', 'Cayman Islands', custody],
  ['46302', 'Taiwan'],
  ['46019', 'Singapore'],
  ['11401', 'Ireland', custody],
  ['42005', 'Hong Kong'],
  ['12688', 'Switzerland', custody],
  ['12203', 'Norway'],
  ['30309', 'Brazil'],
  ['42102', 'India'],
]
/** What is official is part of all foreigners. */
const groups: readonly Holder[] = [
  ['99996', 'All foreigners'],
  ['99990', 'Foreign official institutions'],
]
const shownHolders = 10
/** Older than this many days a month is not the newest any more. */
const oldestMonth = 130

/** What each holds in the newest month of a table of the Treasury, unless the month is too old or the table does not name the holder. */
const holdingsOf = (day: Day, holders: readonly Holder[], kind: 'treasuries' | 'treasuries-with-bills') =>
  holders.flatMap(([code, holder, note = '']) => {
    const column = day.series(`tic.${code}.${kind}`)
    const period = column?.period.at(-1)
    if (column === null || period === undefined || day.asOf - period > oldestMonth) return []
    return [{ code, holder, note, column, period, value: column.value.at(-1)! }]
  })

const billions = (millions: number | null): number | null => (millions === null ? null : rounded(millions / 1_000, 3))

/** The largest of the countries listed, with what they bought in the month. */
const holderSection = (day: Day): Section[] =>
  listing('holders', 'Largest foreign holders of long-term Treasuries', {
    note: 'By the country of the custodian: a custody centre holds for owners elsewhere. The change of a holding contains what prices did; purchases do not. Bills are not among them.',
    things: holdingsOf(day, countries, 'treasuries')
      .sort((a, b) => b.value - a.value)
      .slice(0, shownHolders),
    columns: {
      country: ['Country', ({ holder }) => holder],
      value: ['Holding | USD bn', ({ value }) => billions(value)],
      period: ['As of', ({ period }) => isoDay(period)],
      bought: [
        'Bought in the month | USD bn',
        ({ code, period }) => billions(valueOn(day.series(`tic.${code}.treasuries-net`), period)),
      ],
      year_change: [
        'Change over the year | USD bn',
        ({ column, value }) => billions(roundedChange(valueBefore(column, 364), value, 3)),
      ],
      custody: ['Note', ({ note }) => note],
    },
  })

/** Where the month before is missing, an older one is not a substitute. */
const changeOver = (days: number, { column, value }: { readonly column: Column; readonly value: number }) =>
  roundedChange(valueBefore(column, days, 3), value, 1)

/** Major holders with bills, which another table of the Treasury states for some countries. */
const withBillsSection = (day: Day): Section[] =>
  listing('holders_with_bills', 'Major foreign holders of Treasuries, bills included', {
    note: 'From the table of major holders, which contains bills: not to be added to or compared with long-term holdings. Changes contain what prices did.',
    things: holdingsOf(day, [...groups, ...countries], 'treasuries-with-bills'),
    columns: {
      holder: ['Holder', ({ holder }) => holder],
      value: ['Holding with bills | USD bn', ({ value }) => value],
      period: ['As of', ({ period }) => isoDay(period)],
      month_change: ['Change over the month | USD bn', (holding) => changeOver(28, holding)],
      year_change: ['Change over the year | USD bn', (holding) => changeOver(364, holding)],
      note: ['Note', ({ note }) => note],
    },
  })

const stocks = [
  ['debt-held-by-public', 'Federal debt held by the public'],
  ['fed-treasuries', 'Treasuries of the Federal Reserve'],
  ['fed-mbs', 'Mortgage-backed securities of the Federal Reserve'],
  ['dealer-coupons', 'Notes and bonds of primary dealers'],
] as const

/** What the public had to take in 13 weeks, and what the Federal Reserve and dealers took of it. */
const supplySection = (day: Day): Section[] =>
  listing('supply', 'Supply and the official side', {
    note: 'Debt held by the public contains what the Federal Reserve holds. Its securities are at par, inflation-linked ones with their compensation. Higher than: the share of all earlier changes over 13 weeks.',
    things: stocks.flatMap(([metric, what]) => {
      const [stock, quarter] = [currentReading(day, metric), currentReading(day, `${metric}-13w`)]
      return stock === null ? [] : [{ what, stock, own: quarter?.period === stock.period ? quarter : null }]
    }),
    columns: {
      what: ['Stock', ({ what }) => what],
      value: ['Now | USD bn', ({ stock }) => stock.value],
      period: ['As of', ({ stock }) => stock.period],
      change: ['Over 13 weeks | USD bn', ({ own }) => own?.value],
      above: ['Higher than | percent', ({ own }) => own && rankInHistory(day.column(own.metric))?.above],
    },
  })

const contracts = [
  ['2-year note', '2y', 200_000],
  ['5-year note', '5y', 100_000],
  ['10-year note', '10y', 100_000],
  ['Treasury bond', 'bond', 100_000],
] as const

/** Positions in each future by itself, with what share of all contracts they are. */
const futuresSection = (day: Day): Section[] =>
  listing('futures', 'Positions in Treasury futures', {
    note: 'Futures only, Tuesdays. Contracts differ in face value and in what a basis point moves them: rows do not add up.',
    things: contracts.flatMap(([contract, key, face]) => {
      const leveraged = currentReading(day, `leveraged-net-${key}`)
      const managers = currentReading(day, `asset-managers-net-${key}`)
      const open = currentReading(day, `open-interest-${key}`)
      const isWhole = leveraged && managers && open && leveraged.period === open.period && open.value > 0
      return isWhole ? [{ contract, face, leveraged, managers, open }] : []
    }),
    columns: {
      contract: ['Contract', ({ contract }) => contract],
      face: ['Face value | USD', ({ face }) => face],
      leveraged: ['Leveraged funds, net | contracts', ({ leveraged }) => leveraged.value],
      share: ['Of open interest | percent', ({ leveraged, open }) => rounded((100 * leveraged.value) / open.value, 1)],
      further_short: [
        'Further short before in | percent',
        ({ leveraged }) => rankInHistory(day.column(leveraged.metric))?.above ?? null,
      ],
      managers: ['Asset managers, net | contracts', ({ managers }) => managers.value],
      open: [null, ({ open }) => open.value],
      period: ['As of', ({ open }) => open.period],
    },
  })

const watched = [
  'treasury-10y',
  'foreign-treasury-purchases',
  'foreign-official-purchases',
  'fed-treasuries',
  'fed-mbs',
  'debt-held-by-public',
] as const

/** The value at which each signal would turn, the nearest of each. */
const watchSection = (day: Day): Section[] =>
  table('watch', 'What would change each reading', {
    note: 'The nearest value of the next release at which the signal would turn, all else being equal.',
    columns: { reading: 'Reading', signal: 'Signal', value: 'Now', turns: 'Would turn', side: 'At or', level: 'Level' },
    rows: currentOf(day, watched, ({ metric, reading: { title, value, unit, signal } }) => {
      const away = (turn: { readonly value: number }) => Math.abs(turn.value - value)
      const [turn] = (signal?.turns ?? []).filter((each) => each.held === 'next_release').sort((a, b) => away(a) - away(b))
      if (!signal || !turn) return null
      const { to: turns, side, value: at } = turn
      const level = turnLevelText(metric, turn, unit)
      return { metric, reading: title, signal: signal.direction, value, unit, turns, side, at, level }
    }),
  })

const id = 'bonds.full'

/** The market for Treasury debt: who owes, who buys, who holds. */
export const bondsFull: BriefingDefinition = {
  id,
  state: stockChangeState('fed-treasuries', { enter: 1, leave: 0.4, labels: ['Fed shrinking', 'Fed steady', 'Fed growing'] }),
  tell: (day) => ({
    nothing: 'No Treasury yield, purchase, holding or position is on record for this day.',
    ranked: bondLeadCandidates(id),
    facts: bondDemandFacts(day),
    sections: [
      ...demandSection(day),
      ...supplySection(day),
      ...ownerSection(day),
      ...holderSection(day),
      ...withBillsSection(day),
      ...futuresSection(day),
      ...watchSection(day),
    ],
    notes: [
      ...bondDemandNotes,
      'Dealers’ coupons by maturity are without inflation-linked securities, in the buckets used since January 2022; older ones are cut elsewhere and are not joined to them.',
      'Only what says “bills included” contains bills: it is from another table of the Treasury, which gives 13 months at a time.',
      'Prices of bond funds belong to their exchanges, and when-issued and swap levels to dealers; they are omitted.',
    ],
  }),
}

const owners = {
  foreign: 'Foreign and international',
  others: 'Other investors: individuals, brokers and dealers, businesses',
  'mutual-funds': 'Mutual funds, money market funds among them',
  banks: 'Banks',
  states: 'States and municipalities',
  insurers: 'Insurance companies',
  'public-pensions': 'Pension funds of states and municipalities',
  'private-pensions': 'Private pension funds',
  'savings-bonds': 'Savings bonds',
} as const
const sums = {
  private: 'Held outside the Federal Reserve and government accounts',
  official: 'Federal Reserve and government accounts',
  total: 'Total public debt',
} as const

/** The end of the quarter four before one (day numbers). */
function yearBefore(quarter: number): number {
  let at = quarter
  for (let n = 0; n < 4; n++) at = periodAround('quarterly', at).first - 1
  return at
}

/**
 * Who owned the debt at the end of the newest quarter of which every owner is stated. It is two quarters old when it comes, so its quarter is
 * named, and a quarter after it that is overdue is named as missing.
 */
export function ownerSection(day: Day): Section[] {
  const amountOn = (key: string, quarter: number) => valueOn(day.series(`fiscaldata.ofs2.${key}`), quarter)
  const keys = Object.keys({ ...owners, ...sums })
  const quarter = day
    .series('fiscaldata.ofs2.foreign')
    ?.period.findLast((period) => keys.every((key) => amountOn(key, period) !== null))
  if (quarter === undefined) return []
  const outside = amountOn('private', quarter)!
  const row = ([key, owner]: readonly [string, string]) => {
    const value = amountOn(key, quarter)!
    const share = key in owners ? rounded((100 * value) / outside, 1) : null
    return { owner, value, share, year_change: roundedChange(amountOn(key, yearBefore(quarter)), value, 1) }
  }
  const status = day.reading('foreign-debt-share')?.freshness.status ?? 'fresh'
  const overdue = status === 'fresh' ? '' : ` The quarter after it is overdue and not on record: these figures are ${status}.`
  return table('owners', `Who owned the debt at the end of ${monthInWords(isoDay(quarter), isoDay(day.asOf))}`, {
    note: `Estimates of the Treasury, published two quarters late.${overdue} Shares are of what is held outside the Federal Reserve and government accounts. Foreign holdings contain bills; those of the table of long-term Treasuries by country do not.`,
    columns: { owner: 'Owner', value: 'Debt | USD bn', share: 'Share | percent', year_change: 'Change over the year | USD bn' },
    rows: [
      ...Object.entries(owners)
        .map(row)
        .sort((a, b) => b.value - a.value),
      ...Object.entries(sums).map(row),
    ],
  })
}
