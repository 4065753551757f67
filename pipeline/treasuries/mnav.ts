import type { Split } from '../../data/companies.ts'
import { seriesById } from '../../data/series.ts'
import { upstreamById } from '../../data/upstreams.ts'
import { upstreamOf } from '../analysis/series-source.ts'
import { splitRatioName } from '../companies/figures/splits.ts'
import { marketOf } from '../companies/markets/index.ts'
import type { CountedShares } from '../companies/statement.ts'
import type { Mnav, MnavInput } from '../documents/treasury.ts'
import { countDays } from '../freshness.ts'
import { dayNumber, isoDay, isoTime } from '../time/day.ts'
import { type Column, columnSlice, indexAtOrBefore, valueOn } from '../values/column.ts'
import { undeclaredJumps } from '../values/split-jump.ts'
import { isCountCurrent } from './age.ts'
import { roundToCents, yenRate } from './financing.ts'
import { type Holding, holdingCount } from './holding.ts'
import { filingCitation, type KnownCompany, type PeriodicReport } from './known.ts'

/** Days an in-house figure stands after its session, and a third party's after it was read. */
const inHouseDays = 7
const thirdPartyDays = 1
/** Shown only where the bitcoins are worth a tenth of market value or more; a third party's only from a quarter on. */
const most = 10
const leastThirdParty = 0.25

export interface MnavFacts {
  readonly company: KnownCompany
  readonly holding: Holding
  /** Dollars per bitcoin by day, as known on the day asked about. */
  readonly price: Column
  /** Id of the series its entry at an index is of. */
  priceFrom(at: number): string
  /** Yen per dollar, for closes in yen. */
  readonly yen: Column | null
  /** Whether the third party that publishes ratios was read within a day, so that one it has not given is one it does not publish. */
  readonly providerRead: boolean
  /** Day asked about, a day number. */
  readonly asOf: number
}

export type MnavResult = { readonly mnav: Mnav; readonly note: null } | { readonly mnav: null; readonly note: string }

/** Who publishes ratios. */
const provider = upstreamById.get('coingecko')!

/** The ratio in house where all its inputs are held, else a third party's, else why there is none. */
export function mnavOf(facts: MnavFacts): MnavResult {
  if (holdingCount(facts.holding) <= 0)
    return none(
      facts.holding.precision === 'estimate'
        ? 'The third party that tracks the company reports no bitcoins.'
        : 'The filings of the company state that it holds no bitcoin.',
    )
  const { holding } = facts
  const inHouse =
    holding.precision === 'last filed'
      ? `The last bitcoin count filed by the company is for ${holding.count.asOf}, more than ${countDays.filing.stands} days ago.`
      : inHouseMnav(facts)
  return typeof inHouse === 'string' ? thirdPartyMnav(facts, inHouse) : inHouse
}

function none(note: string): MnavResult {
  return { mnav: null, note }
}

/** Says no figure: none is shown above the line. */
const aboveTheLine = none('The bitcoins are worth less than a tenth of market value (mNAV above 10): no figure is shown.')

/** The ratio where it may be shown, or why it cannot be worked out. */
function inHouseMnav({ company, holding, price, priceFrom, yen, asOf }: MnavFacts): MnavResult | string {
  const { closes, splits } = company
  const report = countedIn(company, asOf)
  if (typeof report === 'string') return report
  const newest = closes === null ? -1 : indexAtOrBefore(closes, asOf)
  if (closes === null || newest < 0 || asOf - closes.period[newest]! > inHouseDays)
    return 'No closing price of the listed share from the last 7 days is available.'
  const session = newestSession(closes, price, asOf)
  if (session === null) return 'No bitcoin price for a session in the last 7 days is available.'
  const { day, at, priced } = session
  const rate = closes.unit === 'JPY' && yen !== null ? yenRate(yen, isoDay(day)) : null
  if (closes.unit === 'JPY' && rate === null) return 'No yen exchange rate for the session is available.'

  const shares = sharesOnBasis(splits, report.coverShares, day)
  const sessions = splits.map((split) => dayNumber(split.session)!)
  const [jump] = undeclaredJumps(closes, [dayNumber(shares.asOf)!, day], sessions, fallOf(price))
  if (jump !== undefined)
    return `The share price moved as in a ${splitRatioName(jump.ratio)} split on ${isoDay(jump.day)}, no split of that day is declared, and the share count is from ${shares.asOf}, before it.`
  const yenPerUsd = rate?.value ?? 1
  const marketValue = (shares.total * closes.value[at]!) / yenPerUsd
  const bitcoinValue = holdingCount(holding) * price.value[priced]!
  const value = marketValue / bitcoinValue
  if (value > most) return aboveTheLine
  const claims = balanceOf(report)
  const cited = filingCitation(report.filing)
  const filed = (what: string, value: number, unit: string, as_of: string) => ({ what, value, unit, as_of, ...cited })
  const basis = shares.applied.length === 0 ? '' : ', in shares of the session'
  const inputs: MnavInput[] = [
    filed(`shares outstanding on the cover, all classes${basis}`, shares.total, 'shares', shares.asOf),
    ...shares.applied.map(({ ratio, day: on, source }) => ({
      what: 'split between the count and the session',
      value: ratio,
      unit: 'new shares for one old',
      as_of: on,
      source,
      url: null,
    })),
    input('closing price of the listed share', closes, at),
    ...(rate === null ? [] : [input('yen per dollar', yen!, indexAtOrBefore(yen!, day))]),
    holdingInput(holding),
    input('bitcoin price', price, priced, priceFrom(priced)),
    ...claims.map(({ what, amount }) => filed(what, amount, report.currency, report.periodEnd)),
  ]
  const inUsd = (amount: number) => (report.currency === 'JPY' ? amount / yenPerUsd : amount)
  const senior = claims.reduce((sum, { amount, sign }) => sum + sign * inUsd(amount), 0)
  return {
    mnav: {
      value: roundToCents(value),
      basis: 'in house',
      as_of: isoDay(day),
      enterprise_value: claims.length === 0 ? null : roundToCents((marketValue + senior) / bitcoinValue),
      valid_until: isoDay(day + inHouseDays),
      inputs,
      source: null,
      source_url: null,
      provider_entity: null,
      read_at: null,
      why_not_in_house: null,
    },
    note: null,
  }
}

/** The report whose cover counts the listed shares, or why no filed count of them can be set against their close. */
function countedIn({ report, heldReport, market, foreign, classes }: KnownCompany, asOf: number): PeriodicReport | string {
  if (foreign) return 'The company is a 20-F filer: its share count is not on the same basis as its listed share.'
  const { whyNoShareCount } = marketOf({ market })
  if (whyNoShareCount !== null) return whyNoShareCount
  if (report === null)
    return `There is no SEC filing reading: ${heldReport === null ? 'no report is stored' : 'the latest report is held for review'}.`
  if (classes === null) return 'The share classes of the company have not been reviewed.'
  const [counted] = report.coverShares.map((cover) => cover.asOf).sort()
  if (counted === undefined) return 'There is no SEC filing reading of the shares outstanding.'
  return isCountCurrent(counted, asOf)
    ? report
    : `The last filed share count is for ${counted}, more than ${countDays.filing.stands} days ago.`
}

/** The newest session of which a close and the bitcoin price of that day are held. */
function newestSession(closes: Column, price: Column, asOf: number): { day: number; at: number; priced: number } | null {
  for (let at = indexAtOrBefore(closes, asOf); at >= 0 && asOf - closes.period[at]! <= inHouseDays; at--) {
    const day = closes.period[at]!
    const priced = indexAtOrBefore(price, day)
    if (price.period[priced] === day) return { day, at, priced }
  }
  return null
}

/** A price over its later one, where both days have one: what bitcoin lost is not the work of a split. */
const fallOf =
  (price: Column) =>
  (before: number, day: number): number => {
    const [one, other] = [valueOn(price, before), valueOn(price, day)]
    return one === null || other === null ? 1 : one / other
  }

/** What enterprise value adds to market value and takes off; nothing where the report lacks a part. */
function balanceOf({ debt, preferred, cash }: PeriodicReport): { what: string; amount: number; sign: 1 | -1 }[] {
  if (debt === null || preferred === null || cash === null) return []
  const principal = debt.reduce((sum, each) => sum + each.principal, 0)
  const preference = preferred.reduce((sum, each) => sum + each.liquidationPreference, 0)
  return [
    { what: 'debt principal', amount: principal, sign: 1 },
    { what: 'preferred stock at liquidation preference', amount: preference, sign: 1 },
    { what: 'cash', amount: cash, sign: -1 },
  ]
}

function thirdPartyMnav({ company, providerRead, asOf }: MnavFacts, whyNot: string): MnavResult {
  const { thirdPartyMnav: column, witnesses } = company
  const at = column === null ? -1 : newestRatio(column, asOf)
  if (column === null || at < 0) {
    if (column !== null) return none(`${whyNot} The ${provider.name} figure is more than a day old.`)
    if (!providerRead) return none(`${whyNot} No ${provider.name} figure from the last day is available.`)
    const listed = witnesses.some((witness) => witness.provider === provider.id)
    const silence = listed ? 'publishes no mNAV for the bitcoins of the company' : 'does not list the company'
    return none(`${whyNot} ${provider.name} ${silence}.`)
  }
  const value = column.value[at]!
  if (value < leastThirdParty) return none(`${whyNot} The ${provider.name} figure is below ${leastThirdParty} and is not shown.`)
  if (value > most) return aboveTheLine
  const row = seriesById.get(column.series)
  return {
    mnav: {
      value: roundToCents(value),
      basis: 'third party',
      as_of: isoDay(column.period[at]!),
      enterprise_value: null,
      valid_until: isoDay(column.period[at]! + thirdPartyDays),
      inputs: [],
      source: provider.name,
      source_url: row?.url ?? provider.url,
      provider_entity: row?.key.split(' ').at(-1) ?? null,
      read_at: isoTime(column.known[at]!),
      why_not_in_house: whyNot,
    },
    note: null,
  }
}

/** Index of the newest ratio of a third party that may still be shown on a day, or -1. */
export function newestRatio(column: Column, asOf: number): number {
  const at = indexAtOrBefore(column, asOf)
  return at >= 0 && asOf - column.period[at]! <= thirdPartyDays ? at : -1
}

/** @param from the series the value is of, where the column is made of several */
function input(what: string, column: Column, at: number, from = column.series): MnavInput {
  const row = seriesById.get(from)
  return {
    what,
    value: column.value[at]!,
    unit: column.unit,
    as_of: isoDay(column.period[at]!),
    source: row === undefined ? from : upstreamById.get(upstreamOf(from, columnSlice(column, 0, at + 1)))!.name,
    url: row?.url ?? null,
  }
}

function holdingInput(holding: Holding): MnavInput {
  const value = holdingCount(holding)
  if (holding.precision === 'estimate') {
    const { name, readOn, url } = holding.witness
    return { what: 'bitcoins held, as displayed', value, unit: 'BTC', as_of: readOn, source: name, url }
  }
  const { filing, asOf } = holding.count
  return { what: 'bitcoins held', value, unit: 'BTC', as_of: asOf, ...filingCitation(filing) }
}

/** A class of shares as counted on a day. */
type Counted = Pick<CountedShares, 'shares' | 'asOf'>

/**
 * Shares of all classes on the basis of the close of a session, with the oldest day any was counted on and the splits that were `applied`.
 *
 * A close already shows a split from its `session` on, a count from its `day` on: a split that one of the two shows and the other does not
 * is put into the count, or taken out of it. The price stays as it was.
 *
 * @param splits of the company
 * @param session day number of the close
 */
export function sharesOnBasis(
  splits: readonly Split[],
  counted: readonly Counted[],
  session: number,
): { total: number; asOf: string; applied: Split[] } {
  const between = ({ asOf }: Counted, split: Split): boolean => asOf >= split.day !== shows(split)
  const shows = (split: Split): boolean => session >= dayNumber(split.session)!
  const onBasis = (count: Counted): number =>
    splits
      .filter((split) => between(count, split))
      .reduce((sum, split) => (shows(split) ? sum * split.ratio : sum / split.ratio), count.shares)
  const [first = ''] = counted.map(({ asOf }) => asOf).sort()
  return {
    total: Math.round(counted.reduce((sum, each) => sum + onBasis(each), 0)),
    asOf: first,
    applied: splits.filter((split) => counted.some((count) => between(count, split))),
  }
}
