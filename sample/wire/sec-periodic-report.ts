import { isoDay } from '../../pipeline/time/day.ts'
import { coinCostOn, coinsHeldOn, type Filing } from '../world/filings.ts'
import { type Issuer, type IssuerReport, samplePurpose } from '../world/issuers.ts'
import { networkDay, wholeCents } from '../world/network.ts'
import { contextsOf, inlinePage, ixNonFraction, ixNonNumeric, ixThousands, xbrlUnit } from './inline-xbrl.ts'
import { groupedDigits, longDate, templateHtml } from './sec-markup.ts'

/** What the notes are to be paid back at, US dollars. */
export const principalOf = ({ notes }: IssuerReport): number => notes.reduce((sum, { principal }) => sum + principal, 0)

/** What the balance sheet carries them at: less the costs of their issue. */
export const carriedDebt = (report: IssuerReport): number => Math.round((0.985 * principalOf(report)) / 1_000) * 1_000

/** What falls due in each of the years counted from a balance sheet day, by the tag that says so. */
export function maturities({ notes }: IssuerReport, day: string): { tag: string; due: number }[] {
  const yearOf = (maturity: string) =>
    Math.min(5, Math.max(0, Number(maturity.slice(0, 4)) - Number(day.slice(0, 4)) - (maturity.slice(5) <= day.slice(5) ? 1 : 0)))
  const years = 'NextRollingTwelveMonths RollingYearTwo RollingYearThree RollingYearFour RollingYearFive RollingAfterYearFive'
  return years.split(' ').map((name, index) => ({
    tag: `LongTermDebtMaturitiesRepaymentsOfPrincipalIn${name}`,
    due: notes.filter(({ maturity }) => yearOf(maturity) === index).reduce((sum, { principal }) => sum + principal, 0),
  }))
}

/** The primary document of a 10-Q or 10-K, as a small filer would tag it. */
export function periodicReport(issuer: Issuer, report: IssuerReport, { form, reported, filed }: Filing): string {
  const prefix = issuer.ticker.toLowerCase()
  const { on, all } = contextsOf(issuer.cik)
  const day = isoDay(reported)
  const coins = coinsHeldOn(issuer, reported)
  const fairValue = Math.round((coins * wholeCents(networkDay(reported).price)) / 1_000) * 1_000
  const cost = coinCostOn(issuer, reported)
  const debt = carriedDebt(report)
  const { shares, cash, otherAssets, preferred, notes } = report
  const end = on(day)
  const bitcoin = on(day, 'srt:CryptoAssetAxis', `${prefix}:BitcoinMember`)
  const note = (member: string): string => on(day, 'us-gaap:DebtInstrumentAxis', `${prefix}:${member}`)
  const line = (label: string, tag: string, context: string, dollars: number): string =>
    `|${label}|$|${ixThousands(tag, context, dollars)}`
  const preferredStock = (): string => {
    const tag = 'us-gaap:PreferredStockSharesOutstanding'
    if (preferred === null) return `No share of preferred stock was outstanding (${ixNonFraction(tag, end, 'shares', '0')}).`
    const context = on(day, 'us-gaap:StatementClassOfStockAxis', `${prefix}:${preferred.member}`)
    const value = ixThousands('PreferredStockLiquidationPreferenceValue', context, preferred.preference)
    return `Preferred stock: ${ixNonFraction(tag, context, 'shares', groupedDigits(preferred.shares))} shares outstanding, with an aggregate liquidation preference of $${value} thousand.`
  }
  const debtNote = (): string => `
^Note 5. Debt (in thousands)
${notes.map(({ member, title, principal }) => line(title, 'DebtInstrumentFaceAmount', note(member), principal)).join('\n')}
${line('Total principal', 'DebtInstrumentFaceAmount', end, principalOf(report))}
${notes.map(({ member, title, coupon, maturity }) => `The ${title} bear interest at ${ixNonFraction('us-gaap:DebtInstrumentInterestRateStatedPercentage', note(member), 'pure', String(coupon), 'decimals="INF" scale="-2" ')}% and mature on ${ixNonNumeric('us-gaap:DebtInstrumentMaturityDate', note(member), maturity)}.`).join('\n')}
Principal due in the years after the balance sheet date:
${maturities(report, day)
  .map(({ tag, due }, index) => line(`Year ${index + 1}`, tag, end, due))
  .join('\n')}`
  const body = templateHtml(`
^${samplePurpose}
^FORM ${form}
For the period ended ${ixNonNumeric('dei:DocumentPeriodEndDate', end, day)}
^${issuer.registrant}
As of ${longDate(filed - 4)}, the registrant had ${ixNonFraction('dei:EntityCommonStockSharesOutstanding', on(isoDay(filed - 4)), 'shares', groupedDigits(shares))} shares of common stock outstanding.
^CONSOLIDATED BALANCE SHEETS (in thousands)
${line('Cash and cash equivalents', 'CashAndCashEquivalentsAtCarryingValue', end, cash)}
${line('Bitcoin, at fair value', 'CryptoAssetFairValue', bitcoin, fairValue)}
${line('Total assets', 'Assets', end, fairValue + cash + otherAssets)}
${line('Long-term debt, net', 'LongTermDebtNoncurrent', end, debt)}
${line('Accounts payable', 'AccountsPayableCurrent', end, 5_000_000)}
${line('Total liabilities', 'Liabilities', end, debt + 5_000_000)}
${preferredStock()}
^Note 3. Bitcoin
|Number of bitcoins held|${ixNonFraction('us-gaap:CryptoAssetNumberOfUnits', bitcoin, 'bitcoin', groupedDigits(coins))}
${cost === null ? '' : line('Cost basis of bitcoins held', 'CryptoAssetCost', bitcoin, Math.round(cost / 1_000) * 1_000)}
${notes.length === 0 ? '' : debtNote()}
^${samplePurpose}`)
  const units = [
    xbrlUnit('usd', 'iso4217:USD'),
    xbrlUnit('shares', 'xbrli:shares'),
    xbrlUnit('bitcoin', `${prefix}:Bitcoin`),
    xbrlUnit('pure', 'xbrli:pure'),
  ]
  return inlinePage({
    prefix,
    title: `${form} SAMPLE DATA`,
    hidden: `${ixNonNumeric('dei:DocumentType', end, form)} ${ixNonNumeric('dei:EntityCentralIndexKey', end, issuer.cik)}`,
    resources: [all(), ...units],
    body,
  })
}
