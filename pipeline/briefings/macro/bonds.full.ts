import { rounded } from '../../analysis/rounding.ts'
import { isoDay } from '../../calendar/day.ts'
import { indexAtOrBefore } from '../../column.ts'
import type { Section } from '../../documents/briefing.ts'
import type { Briefer, Day } from '../day.ts'
import { currentReading, ownHistoryOf } from '../own-history.ts'
import { change } from '../states/change.ts'
import { demandFacts, demandSection, rankedBeside } from './bond-demand.ts'
import { demandNotes } from './bonds.context.ts'
import { ownerSection } from './debt-owners.ts'

/** Countries by the code of the Treasury; `custody` where much is held for others. */
const holders = [
  { code: '42609', country: 'Japan', custody: false },
  { code: '13005', country: 'United Kingdom', custody: true },
  { code: '41408', country: 'China, mainland', custody: false },
  { code: '29998', country: 'Canada', custody: false },
  { code: '10251', country: 'Belgium', custody: true },
  { code: '10804', country: 'France', custody: false },
  { code: '11703', country: 'Luxembourg', custody: true },
  { code: '36137', country: 'Cayman Islands', custody: true },
  { code: '46302', country: 'Taiwan', custody: false },
  { code: '46019', country: 'Singapore', custody: false },
  { code: '11401', country: 'Ireland', custody: true },
  { code: '42005', country: 'Hong Kong', custody: false },
  { code: '12688', country: 'Switzerland', custody: true },
  { code: '12203', country: 'Norway', custody: false },
  { code: '30309', country: 'Brazil', custody: false },
  { code: '42102', country: 'India', custody: false },
] as const
const shownHolders = 10
/** Older than this many days a month is not the newest any more. */
const oldestMonth = 130

const billions = (millions: number): number => rounded(millions / 1_000, 3)

/** The largest of the countries listed, with what they bought in the month. */
function holderSection(day: Day): Section[] {
  const rows = holders
    .flatMap(({ code, country, custody }) => {
      const holding = day.series(`tic.${code}.treasuries`)
      const last = (holding?.period.length ?? 0) - 1
      if (holding === null || last < 0 || day.asOf - holding.period[last]! > oldestMonth) return []
      const period = holding.period[last]!
      const bought = day.series(`tic.${code}.treasuries-net`)
      const at = bought === null ? -1 : indexAtOrBefore(bought, period)
      const yearAgo = indexAtOrBefore(holding, period - 364)
      return [
        {
          country,
          value: billions(holding.value[last]!),
          period: isoDay(period),
          bought: at >= 0 && bought!.period[at] === period ? billions(bought!.value[at]!) : null,
          year_change: yearAgo < 0 ? null : billions(holding.value[last]! - holding.value[yearAgo]!),
          custody: custody ? 'custody centre' : '',
        },
      ]
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, shownHolders)
  if (rows.length === 0) return []
  return [
    {
      id: 'holders',
      title: 'Largest foreign holders of long-term Treasuries',
      note: 'By the country of the custodian: a custody centre holds for owners elsewhere. The change of a holding contains what prices did; purchases do not. Bills are not among them.',
      columns: [
        { key: 'country', label: 'Country', unit: null },
        { key: 'value', label: 'Holding', unit: 'USD bn' },
        { key: 'period', label: 'As of', unit: null },
        { key: 'bought', label: 'Bought in the month', unit: 'USD bn' },
        { key: 'year_change', label: 'Change over the year', unit: 'USD bn' },
        { key: 'custody', label: 'Note', unit: null },
      ],
      rows,
    },
  ]
}

const holdersWithBills = [
  { code: '99996', holder: 'All foreigners', custody: false },
  { code: '99990', holder: 'Foreign official institutions', custody: false },
  { code: '42609', holder: 'Japan', custody: false },
  { code: '13005', holder: 'United Kingdom', custody: true },
  { code: '41408', holder: 'China, mainland', custody: false },
  { code: '10251', holder: 'Belgium', custody: true },
  { code: '11703', holder: 'Luxembourg', custody: true },
  { code: '36137', holder: 'Cayman Islands', custody: true },
] as const

/** Major holders with bills, which another table of the Treasury states; what is official is part of all foreigners. */
function withBillsSection(day: Day): Section[] {
  const rows = holdersWithBills.flatMap(({ code, holder, custody }) => {
    const holding = day.series(`tic.${code}.treasuries-with-bills`)
    const last = (holding?.period.length ?? 0) - 1
    if (holding === null || last < 0 || day.asOf - holding.period[last]! > oldestMonth) return []
    const period = holding.period[last]!
    const changeSince = (days: number) => {
      const at = indexAtOrBefore(holding, period - days)
      // where the month before is missing, an older one is not a substitute
      return at < 0 || holding.period[at]! < period - days - 3 ? null : rounded(holding.value[last]! - holding.value[at]!, 1)
    }
    const note = custody ? 'custody centre' : ''
    const [month, year] = [changeSince(28), changeSince(364)]
    return [{ holder, value: holding.value[last]!, period: isoDay(period), month_change: month, year_change: year, note }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'holders_with_bills',
      title: 'Major foreign holders of Treasuries, bills included',
      note: 'From the table of major holders, which contains bills: not to be added to or compared with long-term holdings. Changes contain what prices did.',
      columns: [
        { key: 'holder', label: 'Holder', unit: null },
        { key: 'value', label: 'Holding with bills', unit: 'USD bn' },
        { key: 'period', label: 'As of', unit: null },
        { key: 'month_change', label: 'Change over the month', unit: 'USD bn' },
        { key: 'year_change', label: 'Change over the year', unit: 'USD bn' },
        { key: 'note', label: 'Note', unit: null },
      ],
      rows,
    },
  ]
}

/** What the public had to take in 13 weeks, and what the Federal Reserve and dealers took of it. */
function supplySection(day: Day): Section[] {
  const rows = (
    [
      ['Federal debt held by the public', 'debt-held-by-public', 'debt-held-by-public-13w'],
      ['Treasuries of the Federal Reserve', 'fed-treasuries', 'fed-treasuries-13w'],
      ['Mortgage-backed securities of the Federal Reserve', 'fed-mbs', 'fed-mbs-13w'],
      ['Notes and bonds of primary dealers', 'dealer-coupons', 'dealer-coupons-13w'],
    ] as const
  ).flatMap(([what, metric, over]) => {
    const [stock, change] = [currentReading(day, metric), currentReading(day, over)]
    if (stock === null) return []
    const own = change?.period === stock.period ? change.value : null
    const above = own === null ? null : (ownHistoryOf(day.column(over))?.above ?? null)
    return [{ what, value: stock.value, period: stock.period, change: own, above }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'supply',
      title: 'Supply and the official side',
      note: 'Debt held by the public contains what the Federal Reserve holds. Its securities are at par, inflation-linked ones with their compensation. Higher than: the share of all earlier changes over 13 weeks.',
      columns: [
        { key: 'what', label: 'Stock', unit: null },
        { key: 'value', label: 'Now', unit: 'USD bn' },
        { key: 'period', label: 'As of', unit: null },
        { key: 'change', label: 'Over 13 weeks', unit: 'USD bn' },
        { key: 'above', label: 'Higher than', unit: 'percent' },
      ],
      rows,
    },
  ]
}

const contracts = [
  { name: '2-year note', key: '2y', dollars: 200_000 },
  { name: '5-year note', key: '5y', dollars: 100_000 },
  { name: '10-year note', key: '10y', dollars: 100_000 },
  { name: 'Treasury bond', key: 'bond', dollars: 100_000 },
] as const

/** Positions in each future by itself, with what share of all contracts they are. */
function futuresSection(day: Day): Section[] {
  const rows = contracts.flatMap(({ name, key, dollars }) => {
    const [leveraged, managers, open] = [`leveraged-net-${key}`, `asset-managers-net-${key}`, `open-interest-${key}`].map(
      (metric) => currentReading(day, metric),
    )
    if (!leveraged || !managers || !open || leveraged.period !== open.period || open.value <= 0) return []
    const history = ownHistoryOf(day.column(leveraged.metric))
    return [
      {
        contract: name,
        face: dollars,
        leveraged: leveraged.value,
        share: rounded((100 * leveraged.value) / open.value, 1),
        further_short: history?.above ?? null,
        managers: managers.value,
        open: open.value,
        period: open.period,
      },
    ]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'futures',
      title: 'Positions in Treasury futures',
      note: 'Futures only, Tuesdays. Contracts differ in face value and in what a basis point moves them: rows do not add up.',
      columns: [
        { key: 'contract', label: 'Contract', unit: null },
        { key: 'face', label: 'Face value', unit: 'USD' },
        { key: 'leveraged', label: 'Leveraged funds, net', unit: 'contracts' },
        { key: 'share', label: 'Of open interest', unit: 'percent' },
        { key: 'further_short', label: 'Further short before in', unit: 'percent' },
        { key: 'managers', label: 'Asset managers, net', unit: 'contracts' },
        { key: 'period', label: 'As of', unit: null },
      ],
      rows,
    },
  ]
}

/** The value at which each signal would turn, the nearest of each. */
function watchSection(day: Day): Section[] {
  const rows = (
    [
      'treasury-10y',
      'foreign-treasury-purchases',
      'foreign-official-purchases',
      'fed-treasuries',
      'fed-mbs',
      'debt-held-by-public',
    ] as const
  ).flatMap((metric) => {
    const reading = currentReading(day, metric)
    const turn = [...(reading?.signal?.turns ?? [])]
      .filter((each) => each.held === 'next_release')
      .sort((a, b) => Math.abs(a.value - reading!.value) - Math.abs(b.value - reading!.value))[0]
    if (!reading?.signal || turn === undefined) return []
    const { title, value, unit, signal } = reading
    return [{ metric, reading: title, signal: signal.direction, value, unit, turns: turn.to, side: turn.side, at: turn.value }]
  })
  if (rows.length === 0) return []
  return [
    {
      id: 'watch',
      title: 'What would change each reading',
      note: 'The nearest value of the next release at which the signal would turn, all else being equal. The window moves with each release, so the level can be one that is passed today.',
      columns: [
        { key: 'reading', label: 'Reading', unit: null },
        { key: 'signal', label: 'Signal', unit: null },
        { key: 'value', label: 'Now', unit: null },
        { key: 'turns', label: 'Would turn', unit: null },
        { key: 'side', label: 'At or', unit: null },
        { key: 'at', label: 'Level', unit: null },
      ],
      rows,
    },
  ]
}

const id = 'bonds.full'

/** The market for Treasury debt: who owes, who buys, who holds. */
export const bondsFull: Briefer = {
  id,
  state: change('fed-treasuries', { enter: 1, leave: 0.4, labels: ['Fed shrinking', 'Fed steady', 'Fed growing'] }),
  tell: (day) => ({
    nothing: 'No Treasury yield, purchase, holding or position is on record for this day.',
    ranked: rankedBeside(id),
    facts: demandFacts(day),
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
      ...demandNotes,
      'Dealers’ coupons by maturity are without inflation-linked securities, in the buckets used since January 2022; older ones are cut elsewhere and are not joined to them.',
      'Only what says “bills included” contains bills: it is from another table of the Treasury, which gives 13 months at a time, so that its history is short.',
      'Prices of bond funds belong to their exchanges, and when-issued and swap levels to dealers; they are omitted.',
    ],
  }),
}
