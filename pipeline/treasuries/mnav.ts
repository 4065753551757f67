import type { Split } from '../../data/splits.ts'
import { isoDay, isoTime } from '../calendar/day.ts'
import { type Column, indexAtOrBefore } from '../column.ts'
import { countOf, type Holding } from './holding.ts'
import type { KnownCompany } from './known.ts'
import { onBasisOf } from './one-basis.ts'

/** An input of a ratio with its own source and date. */
export interface MnavInput {
  what: string
  value: number
  unit: string
  as_of: string
  source: string
  url: string | null
}

/** Market value over the value of the bitcoins held. Values of the two bases are not comparable to the hundredth. */
export interface Mnav {
  value: number
  basis: 'in house' | 'third party'
  as_of: string
  /** With debt and preferred stock added and cash taken off; null where the report lacks one of them, and of a third party. */
  enterprise_value: number | null
  valid_until: string | null
  inputs: MnavInput[]
  source: string | null
  provider_entity: string | null
  read_at: string | null
  why_not_in_house: string | null
}

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
  /** Yen per dollar, for closes in yen. */
  readonly yen: Column | null
  readonly splits: readonly Split[]
  /** Day asked about, a day number. */
  readonly asOf: number
}

export type MnavResult = { readonly mnav: Mnav; readonly note: null } | { readonly mnav: null; readonly note: string }

/** The ratio in house where all its inputs are held, else a third party's, else why there is none. */
export function mnavOf(facts: MnavFacts): MnavResult {
  const inHouse = inHouseMnav(facts)
  if (typeof inHouse !== 'string') {
    if (inHouse.value > most) return none(`The bitcoins are worth less than a tenth of market value (mNAV ${inHouse.value}).`)
    return { mnav: inHouse, note: null }
  }
  const third = thirdPartyMnav(facts, inHouse)
  return third ?? none(`${inHouse} No third party publishes one for the company.`)
}

function none(note: string): MnavResult {
  return { mnav: null, note }
}

/** The ratio, or why it cannot be worked out. */
function inHouseMnav({ company, holding, price, yen, splits, asOf }: MnavFacts): Mnav | string {
  const { report, closes, files, ticker } = company
  if (files === 'foreign')
    return 'The company files with the SEC as a foreign issuer: its share count is not on one basis with its listed share.'
  if (report === null || report.coverShares.length === 0) return 'No reading of a filing states the shares outstanding.'
  if (company.classes === null) return 'The share classes of the company are not reviewed.'
  const at = closes === null ? -1 : indexAtOrBefore(closes, asOf)
  if (closes === null || at < 0 || asOf - closes.period[at]! > inHouseDays)
    return 'No close of the listed share from the last 7 days is held.'
  const session = closes.period[at]!
  const priced = indexAtOrBefore(price, session)
  if (priced < 0 || session - price.period[priced]! > 1) return 'No bitcoin price of the session is held.'
  const btc = countOf(holding)
  if (btc <= 0) return 'The filings of the company state no bitcoin held.'
  const rate = closes.unit === 'JPY' ? rateAt(yen, session) : null
  if (closes.unit === 'JPY' && rate === null) return 'No yen rate of the session is held.'
  const shares = onBasisOf(splits, ticker, report.coverShares, session)
  const close = rate === null ? closes.value[at]! : closes.value[at]! / rate.value
  const marketValue = shares.total * close
  const held = btc * price.value[priced]!
  const inputs: MnavInput[] = [
    {
      what: 'shares outstanding on the cover, all classes',
      value: shares.total,
      unit: 'shares',
      as_of: shares.asOf,
      source: `${report.filing.form} filed ${report.filing.filed}`,
      url: report.filing.url,
    },
    input('close of the listed share', closes, at),
    ...(rate === null
      ? []
      : [{ what: 'yen per dollar', value: rate.value, unit: 'JPY/USD', as_of: rate.date, source: 'H.10', url: null }]),
    holdingInput(holding),
    input('bitcoin price', price, priced),
  ]
  return {
    value: round(marketValue / held),
    basis: 'in house',
    as_of: isoDay(session),
    enterprise_value: enterpriseValue(company, marketValue, held, rate?.value ?? null),
    valid_until: isoDay(session + inHouseDays),
    inputs,
    source: null,
    provider_entity: null,
    read_at: null,
    why_not_in_house: null,
  }
}

function enterpriseValue({ report }: KnownCompany, marketValue: number, held: number, yenPerUsd: number | null): number | null {
  if (report === null || report.debt === null || report.preferred === null || report.cash === null) return null
  const claims =
    report.debt.reduce((sum, { principal }) => sum + principal, 0) +
    report.preferred.reduce((sum, { liquidationPreference }) => sum + liquidationPreference, 0)
  const inUsd = (amount: number) => (report.currency === 'JPY' && yenPerUsd !== null ? amount / yenPerUsd : amount)
  return round((marketValue + inUsd(claims - report.cash)) / held)
}

function thirdPartyMnav({ company, asOf }: MnavFacts, whyNot: string): MnavResult | null {
  const { thirdPartyMnav: column, witnesses, name } = company
  const at = column === null ? -1 : indexAtOrBefore(column, asOf)
  if (column === null || at < 0 || asOf - column.period[at]! > thirdPartyDays) return null
  const value = round(column.value[at]!)
  if (value < leastThirdParty)
    return none(`${whyNot} The figure a third party publishes, ${value}, is below ${leastThirdParty} and is not shown.`)
  if (value > most) return none(`The bitcoins are worth less than a tenth of market value (mNAV ${value} by a third party).`)
  return {
    mnav: {
      value,
      basis: 'third party',
      as_of: isoDay(column.period[at]!),
      enterprise_value: null,
      valid_until: isoDay(column.period[at]! + thirdPartyDays),
      inputs: [],
      source: witnesses[0]?.name ?? 'third party',
      provider_entity: name,
      read_at: isoTime(column.known[at]!),
      why_not_in_house: whyNot,
    },
    note: null,
  }
}

function input(what: string, column: Column, at: number): MnavInput {
  return {
    what,
    value: column.value[at]!,
    unit: column.unit,
    as_of: isoDay(column.period[at]!),
    source: column.series,
    url: null,
  }
}

function holdingInput(holding: Holding): MnavInput {
  const value = countOf(holding)
  if (holding.precision === 'estimate') {
    const { name, readOn, url } = holding.witness
    return { what: 'bitcoins held, as displayed', value, unit: 'BTC', as_of: readOn, source: name, url }
  }
  const { filing, asOf } = holding.count
  const source = `${filing.form} filed ${filing.filed}`
  return { what: 'bitcoins held', value, unit: 'BTC', as_of: asOf, source, url: filing.url }
}

function rateAt(yen: Column | null, session: number): { value: number; date: string } | null {
  const at = yen === null ? -1 : indexAtOrBefore(yen, session)
  return yen === null || at < 0 || session - yen.period[at]! > inHouseDays
    ? null
    : { value: yen.value[at]!, date: isoDay(yen.period[at]!) }
}

/** To the hundredth. */
function round(value: number): number {
  return Math.round(100 * value) / 100
}
