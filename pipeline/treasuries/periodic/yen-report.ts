import type { Tagged } from '../../filings/fact.ts'
import type { Filing, PeriodicReport } from '../known.ts'
import { balanceSheetLine } from './agreed.ts'
import { missing, type Part } from './part.ts'
import type { PeriodicReading } from './report.ts'
import { isInstant } from './scope.ts'

const coins = /(\d[\d,]*(?:\.\d+)?)\s?(?:BTC|ビットコイン)/gu
const assets = ['jpigp_cor:AssetsIFRS', 'jppfs_cor:Assets']
const cash = ['jpigp_cor:CashAndCashEquivalentsIFRS', 'jppfs_cor:CashAndCashEquivalents']

/**
 * Rows of a Japanese annual report -> what they state about its balance sheet day, in yen: of the group where it has consolidated
 * statements, else of the company alone. No element stands for a count of bitcoins, and counts in its text may be parts: none is read. Its
 * rows carry debt at carrying value, and its cover has no count of shares: none of these is served.
 */
export function readYenReport({ facts, texts }: Tagged, filing: Filing): PeriodicReading {
  const said = (name: string) => facts.find(({ concept }) => concept === `jpdei_cor:${name}DEI`)?.value ?? null
  const day = said('CurrentPeriodEndDate')
  if (day === null || day > filing.filed) {
    const reason =
      day === null ? 'The report states no day on which its period ends.' : `The period ends on ${day}, after the filing.`
    return { count: null, report: null, held: { reason }, missing: [] }
  }
  const member = said('WhetherConsolidatedFinancialStatementsArePrepared') === 'true' ? '' : 'NonConsolidatedMember'
  const own = facts.filter(
    (fact) =>
      fact.unit === 'iso4217:JPY' &&
      fact.context.end === day &&
      isInstant(fact) &&
      fact.context.dimensions.map((dimension) => dimension.member).join() === member,
  )
  const totalAssets = balanceSheetLine(own, assets, 'total assets')
  const held = balanceSheetLine(own, cash, 'cash')
  const parts: Partial<Record<keyof PeriodicReport, Part<unknown>>> = {
    btc: missing(whyNoCount(texts)),
    btcFairValue: missing('No element stands for the value of bitcoins alone.'),
    debt: missing('The rows state debt at carrying value, not at principal.'),
    preferred: missing('The rows state no preferred stock at liquidation preference.'),
    maturities: missing('Maturities stand in the text alone.'),
    dueWithin24Months: missing('Maturities stand in the text alone.'),
    cash: held,
    totalAssets,
    coverShares: missing('The report states issued shares, not shares outstanding on its cover.'),
  }
  return {
    count: null,
    report: {
      filing,
      periodEnd: day,
      currency: 'JPY',
      btc: null,
      btcFairValue: null,
      debt: null,
      preferred: null,
      maturities: [],
      dueWithin24Months: null,
      cash: held.value,
      totalAssets: totalAssets.value,
      coverShares: [],
    },
    held: null,
    missing: Object.entries(parts).flatMap(([part, { why }]) =>
      why === null ? [] : { part: part as keyof PeriodicReport, why },
    ),
  }
}

function whyNoCount(texts: Tagged['texts']): string {
  const named = new Set(texts.flatMap(({ text }) => [...text.matchAll(coins)].map((match) => match[1] ?? '')))
  const told = named.size === 0 ? '' : `; its text names ${[...named].join(', ')} BTC, which may be a part`
  return `No element of the report states a total of bitcoins${told}.`
}
