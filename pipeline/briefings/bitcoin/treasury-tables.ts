import type { Day } from '../../days/day.ts'
import type { Section } from '../../documents/briefing.ts'
import type { TreasuryList, TreasuryRow } from '../../documents/treasury-list.ts'
import { dayNumber } from '../../time/day.ts'
import { sumOf } from '../../values/numbers.ts'
import { twelveDigits } from '../../values/rounding.ts'
import { listing, table } from '../table.ts'
import { type FourWeekHoldingChange, filingDayOf, type HoldingStep } from './treasury-totals.ts'

/** Filed totals shown. */
const shown = 6

const mnavOf = ({ mnav_summary: mnav }: TreasuryRow, basis: 'in house' | 'third party') => (mnav?.basis === basis ? mnav : null)

const holdingSection = ({ holdings }: TreasuryList): Section[] =>
  listing('holdings', 'Holdings of listed companies, largest first', {
    note: 'An estimate is what a third party says, or a filed count more than 240 days old, rounded. mNAV in house divides market value, from the shares outstanding on the cover of the latest report (not diluted) and the close of the session, by the value of the bitcoins held; that of a third party is its own figure. The two are not comparable to the hundredth.',
    things: holdings,
    columns: {
      ticker: ['Ticker', ({ ticker }) => ticker],
      company_name: ['Company', ({ company_name }) => company_name],
      btc: ['Held | BTC', ({ btc_exact, btc_display }) => btc_exact ?? btc_display],
      precision: ['Precision', ({ precision }) => precision],
      stated_for: ['As of', ({ as_of }) => as_of],
      mnav_in_house: ['mNAV in house', (row) => mnavOf(row, 'in house')?.value],
      mnav_in_house_as_of: ['Session', (row) => mnavOf(row, 'in house')?.as_of],
      mnav_third_party: ['mNAV of a third party', (row) => mnavOf(row, 'third party')?.value],
      mnav_third_party_as_of: ['Read on', (row) => mnavOf(row, 'third party')?.as_of],
      senior_claims_usd: ['Senior claims | USD', ({ financing_summary }) => financing_summary?.senior_claims_usd],
      due_within_24_months_usd: [
        'Due in 24 months | USD',
        ({ financing_summary }) => financing_summary?.due_within_24_months_usd,
      ],
      reported_for: [null, ({ financing_summary }) => financing_summary?.as_of],
      age_days: [null, ({ age_days }) => age_days],
      filing_url: ['Filing', ({ filing_url }) => filing_url],
    },
  })

const withheldSection = ({ withheld }: TreasuryList): Section[] =>
  listing('withheld', 'Withheld: no count is shown', {
    things: withheld,
    columns: {
      ticker: ['Ticker', ({ ticker }) => ticker],
      company_name: ['Company', ({ company_name }) => company_name],
      reason: ['Why', ({ reason }) => reason],
      filing_url: ['Filing', ({ evidence_filing }) => evidence_filing.url],
    },
  })

const decisionSection = ({ holdings }: TreasuryList): Section[] =>
  listing('adjudications', 'Where sources disagree', {
    note: 'The first count is the one in the table of holdings.',
    things: holdings.flatMap(({ ticker, company_name, adjudication }) => {
      if (adjudication === null) return []
      const [stands, other] = adjudication.evidence
      return [{ ...adjudication, ticker, company_name, stands: stands!, other: other! }]
    }),
    columns: {
      ticker: [null, ({ ticker }) => ticker],
      company_name: ['Company', ({ company_name }) => company_name],
      stands: ['Stands | BTC', ({ stands }) => stands.btc],
      stands_as_of: ['As of', ({ stands }) => stands.as_of],
      stands_source: [null, ({ stands }) => stands.source],
      other: ['Other | BTC', ({ other }) => other.btc],
      other_as_of: ['As of', ({ other }) => other.as_of],
      other_source: [null, ({ other }) => other.source],
      difference: ['Difference | percent', ({ difference_percent }) => difference_percent],
      rule: ['Ruling', ({ rule }) => rule],
      decided_on: [null, ({ decided_on }) => decided_on],
    },
  })

/** What was last read of each kind of source. */
function sourceSection({ holdings, total_btc_exact }: TreasuryList, day: Day): Section[] {
  const row = (source: string, rows: readonly TreasuryRow[], btc: number | null) => {
    const newest = rows
      .map(({ known_at }) => known_at)
      .sort()
      .at(-1)
    return newest === undefined ? [] : [{ source, newest, age_days: day.asOf - dayNumber(newest.slice(0, 10))!, btc }]
  }
  const exact = holdings.filter(({ precision }) => precision === 'exact')
  const listed = holdings.filter(({ filing }) => filing === null)
  return table('lists', 'When each source was last read', {
    columns: {
      source: 'Source',
      newest: 'Newest count known since',
      age_days: 'Age | days',
      btc: 'Exact counts together | BTC',
    },
    rows: [...row('Filings', exact, total_btc_exact), ...row('Lists of third parties', listed, null)],
  })
}

/** The treasuries of the roster, and how their sources stand to each other. */
export const treasuryRosterSections = (list: TreasuryList, day: Day): Section[] => [
  ...holdingSection(list),
  ...withheldSection(list),
  ...decisionSection(list),
  ...sourceSection(list, day),
]

type Amount = 'senior_claims_usd' | 'due_within_24_months_usd'

/** The sum of an amount over the companies whose latest report states it, and the days of these reports. */
export function sumReportedAmount(holdings: readonly TreasuryRow[], member: Amount) {
  const reports = holdings.flatMap(({ financing_summary: summary }) => {
    const value = summary?.[member] ?? null
    return summary === null || value === null ? [] : [{ value, day: summary.as_of }]
  })
  return { count: reports.length, sum: reports.reduce((sum, { value }) => sum + value, 0), days: reports.map(({ day }) => day) }
}

/** The market in a few rows, each with how many companies it is of. */
export function treasuryMarketSection(
  { holdings, total_btc_exact }: TreasuryList,
  compared: FourWeekHoldingChange | null,
  week: readonly HoldingStep[],
): Section[] {
  const row = (what: string, value: number, unit: string, days: readonly string[]) => {
    const [from = null, ...others] = [...days].sort()
    return from === null ? [] : [{ what, value, value_unit: unit, companies: days.length, from, to: others.at(-1) ?? from }]
  }
  const exact = holdings.filter(({ precision }) => precision === 'exact').map(({ as_of }) => as_of)
  const moved = week.flatMap(({ change, total }) => (change === null ? [] : [{ change, day: total.asOf }]))
  const [claims, due] = (['senior_claims_usd', 'due_within_24_months_usd'] as const).map((each) =>
    sumReportedAmount(holdings, each),
  )
  return table('market', 'The companies together', {
    columns: { what: 'What', value: 'Sum', companies: 'Companies', from: 'Oldest', to: 'Newest' },
    rows: [
      ...row('Bitcoins by filings', total_btc_exact, 'BTC', exact),
      ...(compared === null ? [] : changeRows(compared)),
      ...row(
        'Change filed in the last seven days',
        sumOf(moved.map(({ change }) => change)),
        'BTC',
        moved.map(({ day }) => day),
      ),
      ...row('Senior claims by the latest reports', claims!.sum, 'USD', claims!.days),
      ...row('Due within 24 months of these', due!.sum, 'USD', due!.days),
    ],
  })
}

const changeRows = ({ change, percent, companies, from, to }: FourWeekHoldingChange) => [
  { what: 'Change over four weeks', value: change, value_unit: 'BTC', companies, from, to, percent: twelveDigits(percent) },
]

/** The filed totals of all companies with their steps, the newest filing first. */
export const filedTotalsSection = (steps: readonly HoldingStep[], day: Day): Section[] =>
  listing('filed-totals', 'Filed totals of all companies, newest first', {
    note: steps.length > shown ? `The newest ${shown} of ${steps.length} filed totals.` : null,
    things: steps.slice(0, shown),
    columns: {
      company_name: [null, ({ company }) => company.name],
      ticker: ['Ticker', ({ company }) => company.ticker],
      as_of: ['As of', ({ total }) => total.asOf],
      btc: ['Total | BTC', ({ total }) => total.value],
      change: ['Step | BTC', ({ change }) => change],
      filed_days_ago: [null, ({ total }) => day.asOf - filingDayOf(total)],
      age_days: [null, ({ total }) => day.asOf - dayNumber(total.asOf)!],
      known_at: ['Accepted', ({ total }) => total.knownAt],
      known_basis: [null, ({ total }) => total.knownBasis],
      form: ['Form', ({ total }) => total.form],
      accession: [null, ({ total }) => total.accession],
      filing_url: ['Filing', ({ total }) => total.url],
    },
  })
