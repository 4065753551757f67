import { marketOf } from '../companies/markets/index.ts'
import type { FinancingSummary } from '../documents/holding.ts'
import type { Financing } from '../documents/treasury.ts'
import { dayNumber, isoDay } from '../time/day.ts'
import { type Column, indexAtOrBefore } from '../values/column.ts'
import { sumOf } from '../values/numbers.ts'
import { filingReference, type KnownCompany, type PeriodicReport } from './known.ts'

/** Yen for a dollar on a day: the H.10 rate stored for the balance sheet day, or the last one before it. */
export interface YenRate {
  readonly value: number
  readonly date: string
  readonly source: string
  readonly url: string
}

/** Later filings that are listed one by one. */
const mostLater = 40

/**
 * Financing as the newest periodic report of a company states it. Amounts of a yen filer are put into dollars at one rate; its ratios are
 * worked out on yen. What the report does not state is null and named in `missing`.
 *
 * @param rate for a yen filer; its report gives nothing without one
 */
export function financingOf({ report, market, foreign, laterFinancing }: KnownCompany, rate: YenRate | null): Financing | null {
  if (report === null) return null
  const { namesFinancing, citation } = marketOf({ market })
  const yen = report.currency === 'JPY'
  if (yen && rate === null) return null
  const usd = (amount: number): number => (yen ? roundToCents(amount / rate!.value) : amount)
  const debtPrincipal = report.debt === null ? null : sumOf(report.debt.map(({ principal }) => principal))
  const preferred = report.preferred === null ? null : sumOf(report.preferred.map((row) => row.liquidationPreference))
  const claims = debtPrincipal === null || preferred === null ? null : debtPrincipal + preferred
  const btc = report.btc?.value ?? null
  const perBtc = claims === null || btc === null || btc === 0 ? null : claims / btc
  const later = namesFinancing ? laterFinancing : []
  return {
    as_of: report.periodEnd,
    senior_claims_usd: claims === null ? null : usd(claims),
    senior_claims_per_btc_usd: perBtc === null ? null : roundToCents(yen ? perBtc / rate!.value : perBtc),
    btc_share_of_total_assets_percent: shareOf(report),
    due_within_24_months_usd: report.dueWithin24Months === null ? null : usd(report.dueWithin24Months),
    filing_url: report.filing.url,
    filed_currency:
      !yen || claims === null
        ? null
        : {
            currency: 'JPY',
            senior_claims: claims,
            rate: { jpy_per_usd: rate!.value, date: rate!.date, source: rate!.source, url: rate!.url },
          },
    citation: citation(report.filing.url),
    filing: filingReference(report.filing),
    debt:
      report.debt?.map(({ name, principal, couponPercent, maturity, put }) => ({
        name,
        principal_usd: usd(principal),
        coupon_percent: couponPercent,
        maturity,
        put,
      })) ?? null,
    debt_principal_usd: debtPrincipal === null ? null : usd(debtPrincipal),
    preferred:
      report.preferred?.map(({ name, shares, liquidationPreference }) => ({
        name,
        shares,
        liquidation_preference_usd: usd(liquidationPreference),
      })) ?? null,
    preferred_usd: preferred === null ? null : usd(preferred),
    maturities: report.maturities.map(({ label, to, amount }) => ({ label, to, amount_usd: usd(amount) })),
    btc,
    count_basis: report.btc?.basis === 'report text' ? 'report text' : null,
    btc_fair_value_usd: report.btcFairValue === null ? null : usd(report.btcFairValue),
    btc_cost_usd: report.btcCost === null ? null : usd(report.btcCost),
    cash_usd: report.cash === null ? null : usd(report.cash),
    total_assets_usd: report.totalAssets === null ? null : usd(report.totalAssets),
    missing: missingFrom(report),
    later_filings: later.slice(0, mostLater).map((filing) => ({ ...filingReference(filing), items: filing.items })),
    later_filings_count: namesFinancing && !foreign ? later.length : null,
  }
}

export function financingSummaryOf(financing: Financing): FinancingSummary {
  const { as_of, senior_claims_usd, senior_claims_per_btc_usd, btc_share_of_total_assets_percent } = financing
  const { due_within_24_months_usd, filing_url, filed_currency, citation } = financing
  return {
    as_of,
    senior_claims_usd,
    senior_claims_per_btc_usd,
    btc_share_of_total_assets_percent,
    due_within_24_months_usd,
    filing_url,
    filed_currency,
    citation,
  }
}

/** Why a company shows no financing. */
export function financingNote({ foreign, heldReport }: KnownCompany): string {
  if (heldReport !== null) {
    const { form, filed } = heldReport
    return `No filing reading is shown: the latest report (${form}, filed ${filed}) is held for review.`
  }
  if (foreign) return 'The company files no periodic report with the SEC of a kind that is read here.'
  return 'No filing reading is shown: no periodic report is stored.'
}

function shareOf({ btcFairValue, totalAssets }: PeriodicReport): number | null {
  if (btcFairValue === null || totalAssets === null || totalAssets <= 0) return null
  return Math.round((10_000 * btcFairValue) / totalAssets) / 100
}

function missingFrom(report: PeriodicReport): string[] {
  const parts: readonly [string, unknown][] = [
    ['debt principal', report.debt],
    ['preferred stock at liquidation preference', report.preferred],
    ['amount due within 24 months', report.dueWithin24Months],
    ['bitcoin count', report.btc],
    ['fair value of bitcoin', report.btcFairValue],
    ['total assets', report.totalAssets],
    ['cash', report.cash],
  ]
  return parts.filter(([, value]) => value === null).map(([name]) => name)
}

/**
 * The rate of a day: its own, or that of the last day before it that has one, no more than a week earlier.
 *
 * @param rates yen per dollar by period, as known on the day asked about
 */
export function yenRate(rates: Pick<Column, 'period' | 'value'>, on: string): Pick<YenRate, 'value' | 'date'> | null {
  const day = dayNumber(on)!
  const at = indexAtOrBefore(rates, day)
  if (at < 0 || day - rates.period[at]! > 7) return null
  return { value: rates.value[at]!, date: isoDay(rates.period[at]!) }
}

/** To the hundredth, of an amount the cent. */
export function roundToCents(amount: number): number {
  return Math.round(100 * amount) / 100
}
