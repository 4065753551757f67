import { type Series, series } from '../../../data/series.ts'
import { pathOf } from './level.ts'
import { type NetworkDay, networkDay } from './network.ts'

/** A number as Coin Metrics prints it: at most nine decimals, no exponent, no trailing zeros. */
function plain(value: number): string {
  const text = value.toFixed(Math.abs(value) < 1e12 ? 9 : 3)
  return text.replace(/\.?0+$/, '')
}

/** Price change in percent over `days`, or since the epoch where that is nearer. */
const change = (days: number) => (day: NetworkDay, at: number) => (day.price / networkDay(at - days).price - 1) * 100

const columns: Readonly<Record<string, (day: NetworkDay, at: number) => number>> = {
  AdrActCnt: (day) => day.addresses,
  BlkCnt: (day) => day.blocks,
  CapMrktCurUSD: (day) => cents(day.price) * day.supply,
  DiffMean: (day) => day.difficulty,
  FeeTotNtv: (day) => Math.round(day.fees * 1e8) / 1e8,
  HashRate: (day) => day.hashRate,
  IssTotNtv: (day) => day.issued,
  IssTotUSD: (day) => day.issued * cents(day.price),
  PriceBTC: () => 1,
  PriceUSD: (day) => cents(day.price),
  ROI1yr: change(365),
  ROI30d: change(30),
  SplyCur: (day) => day.supply,
  TxCnt: (day) => day.transactions,
}

/** Whole cents, so that capitalisation is exactly price times supply of what is printed. */
export const cents = (usd: number): number => Math.round(usd * 100) / 100

/** The reference rate at 00:00 UTC of a day is the close of the day before. */
export const referenceRate = (at: number): string => plain(cents(networkDay(at - 1).price))

const registered = new Map<string, Series>(series.filter((row) => row.upstream === 'coinmetrics').map((row) => [row.key, row]))

/** The printed value of a metric on day number `at`; null for one that is neither imitated nor registered. */
export function metricText(key: string, at: number): string | null {
  const column = columns[key]
  if (column) return plain(column(networkDay(at), at))
  if (key === 'ReferenceRate' || key === 'ReferenceRateUSD') return referenceRate(at)
  const row = registered.get(key)
  return row ? plain(Math.round(pathOf(key, row.range)(at) * 100) / 100) : null
}
