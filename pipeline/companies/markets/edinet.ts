import type { Fact } from '../../filings/fact.ts'
import { isInstant, missingPart, statedPart } from '../fact.ts'
import type { Market } from '../market.ts'
import type { StatementParts } from '../statement.ts'
import { readEdinetDebt } from './edinet-debt.ts'
import { liabilityLines } from './edinet-sheet.ts'

/** Passages that say what financing is, and all that name bitcoin. */
const onFinancing = /borrowing|bond|loan|debt|financialinstrument|financingactivit|equity|preferred|crypto/iu
const bitcoin = /BTC|ＢＴＣ|ビットコイン|暗号資産/u

/**
 * Japan: annual and semi-annual reports at EDINET, in yen, of the group where it has consolidated statements, else of the company alone. A
 * document without a balance sheet, such as an amendment of a passage, gives no statement.
 */
export const edinetMarket: Market = {
  id: 'jp',
  upstream: 'edinet',
  currency: 'JPY',
  rate: {
    series: 'H10.JPY',
    source: 'Federal Reserve H.10, noon buying rate in New York',
    url: 'https://www.federalreserve.gov/releases/h10/hist/',
  },
  namesFinancing: false,
  whyNoShareCount: 'There is no SEC filing reading: the company does not file with the SEC.',
  // public data licence 1.0
  citation: (url) => `出典：EDINET閲覧（提出）サイト（金融庁）（${url}）を加工して作成`,
  cover: { periodEnd: 'jpdei_cor:CurrentPeriodEndDateDEI', form: '', entity: (code) => code },
  periodicForms: /./u,
  needsAssets: () => true,
  tags: {
    total_assets: ['jpigp_cor:AssetsIFRS', 'jppfs_cor:Assets'],
    cash: ['jpigp_cor:CashAndCashEquivalentsIFRS', 'jppfs_cor:CashAndCashEquivalents'],
  },
  amounts: ({ all, day }) => {
    const group = stringOf(all, 'WhetherConsolidatedFinancialStatementsArePrepared') === 'true'
    return amountsOf(all, day, group ? '' : 'NonConsolidatedMember')
  },
  parts: ({ all, day }, tagged, amounts) => {
    const { instruments, maturities } = readEdinetDebt(
      {
        day,
        standards: stringOf(all, 'AccountingStandards'),
        lines: liabilityLines(amounts),
        company: liabilityLines(amountsOf(all, day, 'NonConsolidatedMember')),
      },
      tagged.texts.filter(({ concept, text }) => onFinancing.test(concept) || bitcoin.test(text)),
    )
    const [first, second] = maturities.value ?? []
    return {
      ...readShares(all, day),
      debt: instruments,
      maturities,
      dueWithin24Months: maturities.value === null ? maturities : statedPart((first?.amount ?? 0) + (second?.amount ?? 0)),
    }
  },
}

/** What the document information says under a name. */
function stringOf(facts: readonly Fact[], name: string): string | null {
  return facts.find(({ concept }) => concept === `jpdei_cor:${name}DEI`)?.value ?? null
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

const issued = 'jpcrp_cor:NumberOfIssuedSharesAsOfFiscalYearEndIssuedSharesTotalNumberOfSharesEtc'
const treasury = 'jpcrp_cor:TotalNumberOfSharesHeldTreasurySharesEtc'
const ordinary = 'OrdinaryShareMember'

/**
 * Ordinary shares outstanding at the end of the period: issued less those the company holds itself. Where all issued shares are ordinary
 * there is no preferred stock; of other classes the rows state a number, never a liquidation preference.
 *
 * @param day the balance sheet day
 */
function readShares(facts: readonly Fact[], day: string): Pick<StatementParts, 'coverShares' | 'preferred'> {
  const why = 'No number of issued shares is read from the report.'
  const counts = facts.filter(({ concept, unit }) => unit === 'xbrli:shares' && (concept === issued || concept === treasury))
  const ofClass = (concept: string, member: string) =>
    counts.filter((fact) => fact.concept === concept && fact.context.dimensions.map((each) => each.member).join() === member)
  const common = only(ofClass(issued, ordinary))
  const all = only(ofClass(issued, ''))
  if (common === null || all === null) return { coverShares: missingPart(why), preferred: missingPart(why) }
  const preferred =
    common === all
      ? statedPart([])
      : missingPart(
          `${all - common} of the ${all} issued shares are of other classes, whose liquidation preference is not read from the report.`,
        )
  const own = ofClass(treasury, '').filter(({ context }) => context.end === day)
  const kept = own.length === 0 ? null : only(own)
  if (kept === null || kept > common)
    return { coverShares: missingPart('No number of treasury shares is read from the report.'), preferred }
  return { coverShares: statedPart([{ name: 'Common stock', shares: common - kept, asOf: day }]), preferred }
}

/** The number that all of the rows state; null where they state none, or several. */
function only(facts: readonly Fact[]): number | null {
  const [number, ...more] = new Set(facts.map((fact) => fact.number))
  return number === undefined || more.length > 0 ? null : number
}
