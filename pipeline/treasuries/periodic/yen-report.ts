import type { Fact, Tagged } from '../../filings/fact.ts'
import { type Extraction, figureId, withVerdict } from '../extraction.ts'
import type { Filing, PeriodicReport } from '../known.ts'
import { balanceSheetLine } from './agreed.ts'
import { missing, type Part, stated } from './part.ts'
import type { PeriodicReading, ReportFacts } from './report.ts'
import { isInstant } from './scope.ts'
import { countsNamed, readYenCount, saysOnlyBitcoinInYen, type YenEvidence } from './yen-count.ts'
import { readYenDebt, type YenDebt } from './yen-debt.ts'
import { readYenShares } from './yen-shares.ts'
import { assetLines, liabilityLines } from './yen-sheet.ts'

/** What a report in yen is read with besides itself. */
interface YenReportFacts extends Pick<ReportFacts, 'priceAt' | 'said'> {
  /** Yen for a dollar at a day; null where none is held. */
  readonly yenAt: (day: string) => number | null
}

const assets = ['jpigp_cor:AssetsIFRS', 'jppfs_cor:Assets']
const cash = ['jpigp_cor:CashAndCashEquivalentsIFRS', 'jppfs_cor:CashAndCashEquivalents']
const bitcoin = /Bitcoin|BTC|ビットコイン/u
const crypto = /Crypto|VirtualCurrenc|暗号資産|仮想通貨/u
/** A line that names bitcoin and other coins. */
const others = /ビットコイン(?:等|など|及び|および|並びに|、|・|その他)/u

/**
 * Rows and texts of a Japanese annual or semi-annual report -> what they state about its balance sheet day, in yen: of the group where it
 * has consolidated statements, else of the company alone. What is not stated, or not borne out, is null; `missing` says why. A document
 * without a balance sheet, such as an amendment of a passage, gives no report.
 */
export function readYenReport(tagged: Tagged, filing: Filing, facts: YenReportFacts): PeriodicReading {
  const said = (name: string) => tagged.facts.find(({ concept }) => concept === `jpdei_cor:${name}DEI`)?.value ?? null
  const day = said('CurrentPeriodEndDate')
  if (day === null || day > filing.filed) {
    const reason =
      day === null ? 'The report states no day on which its period ends.' : `The period ends on ${day}, after the filing.`
    return { count: null, report: null, held: { reason }, missing: [] }
  }
  const group = said('WhetherConsolidatedFinancialStatementsArePrepared') === 'true'
  const own = amountsOf(tagged.facts, day, group ? '' : 'NonConsolidatedMember')
  const totalAssets = balanceSheetLine(own, assets, 'total assets')
  if (totalAssets.value === null)
    return { count: null, report: null, held: null, missing: [{ part: 'totalAssets', why: totalAssets.why }] }
  const held = balanceSheetLine(own, cash, 'cash')
  const evidence = evidenceOf(own, tagged, day, facts)
  const read = readYenCount(tagged.texts, day, filing, said('EDINETCode') ?? '', evidence)
  const count = read && withVerdict(read, facts.said.get(figureId(read)))
  const btc = countPart(count, tagged)
  // an accepted count bears no value out: that it does not is why it was held
  const btcFairValue: Part<number> =
    read?.status === 'served' && count?.status === 'served' && evidence.carried !== null
      ? stated(evidence.carried)
      : missing('No count of bitcoins bears out what the balance sheet carries them at.')
  const { instruments, maturities } = debtOf(tagged, own, day, said('AccountingStandards'))
  const { coverShares, preferred } = readYenShares(tagged.facts, day)
  const due = dueWithin24Months(maturities)
  const parts = {
    btc,
    btcFairValue,
    debt: instruments,
    preferred,
    maturities,
    dueWithin24Months: due,
    cash: held,
    totalAssets,
    coverShares,
  }
  return {
    count,
    report: {
      filing,
      periodEnd: day,
      currency: 'JPY',
      btc: btc.value,
      btcFairValue: btcFairValue.value,
      debt: instruments.value,
      preferred: preferred.value,
      maturities: maturities.value ?? [],
      dueWithin24Months: due.value,
      cash: held.value,
      totalAssets: totalAssets.value,
      coverShares: coverShares.value ?? [],
    },
    held: null,
    missing: Object.entries(parts).flatMap(([part, { why }]) => (why === null ? [] : { part: part as keyof typeof parts, why })),
  }
}

/** Yen on the day, of the entity the member stands for. */
function amountsOf(facts: readonly Fact[], day: string, member: string): Fact[] {
  return facts.filter(
    (fact) =>
      fact.unit === 'iso4217:JPY' &&
      fact.context.end === day &&
      isInstant(fact) &&
      fact.context.dimensions.map((dimension) => dimension.member).join() === member,
  )
}

function debtOf({ facts, texts }: Tagged, own: readonly Fact[], day: string, standards: string | null): YenDebt {
  if (standards !== 'Japan GAAP' && standards !== 'IFRS') {
    const part = missing(`Debt is not read under ${standards ?? 'unnamed accounting standards'}.`)
    return { instruments: part, maturities: part }
  }
  const company = liabilityLines(amountsOf(facts, day, 'NonConsolidatedMember'))
  return readYenDebt({ day, standards, lines: liabilityLines(own), company }, texts)
}

/** The lines of assets that are bitcoins by name, or where none is and the report says it holds no other, those of crypto assets. */
function evidenceOf(own: readonly Fact[], { texts }: Tagged, day: string, { priceAt, yenAt }: YenReportFacts): YenEvidence {
  const lines = assetLines(own)
  const named = (name: RegExp) =>
    lines.filter(({ concept, place }) => name.test(`${concept.slice(concept.indexOf(':'))} ${place.label}`))
  const ofBitcoin = named(bitcoin).filter(({ place }) => !others.test(place.label))
  const found = ofBitcoin.length > 0 ? ofBitcoin : saysOnlyBitcoinInYen(texts, day) ? named(crypto) : []
  const carried = found.length === 0 ? null : found.reduce((sum, { number }) => sum + (number ?? 0), 0)
  return { price: priceAt(day), yen: yenAt(day), carried: carried === 0 ? null : carried }
}

function countPart(count: Extraction | null, { texts }: Tagged): Part<NonNullable<PeriodicReport['btc']>> {
  if (count?.status === 'served') return stated({ value: Number(count.value), basis: 'report text' })
  if (count !== null) return missing(count.reason ?? '')
  const named = countsNamed(texts)
  const told = named.length === 0 ? '' : `; its text names ${named.join(', ')} BTC, which may be a part`
  return missing(`No place of the report states a total of bitcoins for the balance sheet day${told}.`)
}

function dueWithin24Months(maturities: YenDebt['maturities']): Part<number> {
  if (maturities.value === null) return maturities
  const [first, second] = maturities.value
  return stated((first?.amount ?? 0) + (second?.amount ?? 0))
}
