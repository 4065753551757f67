import type { Fact } from '../../filings/fact.ts'
import type { BalanceDay } from '../balance-day.ts'
import { isUsdBalance, isUsdFact, isWhole, missingPart, type Part, statedPart } from '../fact.ts'
import type { Market } from '../market.ts'
import type { DebtInstrument, MaturityRow } from '../statement.ts'
import { readSecDebt } from './sec-debt.ts'
import { type MaturityTable, readFiscalTable, readMaturityTable } from './sec-maturities.ts'
import { readPreferred } from './sec-preferred.ts'
import { readCoverShares } from './sec-shares.ts'
import { sheetLines } from './sec-sheet.ts'

/** Notes that say what financing is, by the names of their blocks. */
const onFinancing = /debt|borrowing|loan|note|maturit|preferred|equity|crypto|bitcoin|digital|intangible/iu

/** Cash with restricted cash in it, the sum a statement of cash flows explains; some filers give this tag to their line of cash. */
const cashOfAllKinds = 'us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents'

const totalAssets = ['us-gaap:Assets', 'ifrs-full:Assets']

/**
 * Amounts of the day for the filer as a whole. The sum of all cash is one only where it is the balance sheet's own line of cash alone. A
 * filer that keeps its books in another currency has none: what it puts beside them in dollars is a convenience translation.
 */
function amounts(day: BalanceDay): Fact[] {
  if (day.facts.some((fact) => totalAssets.includes(fact.concept) && isWhole(fact) && fact.number !== null && !isUsdFact(fact)))
    return []
  const whole = day.facts.filter((fact) => isUsdBalance(fact) && isWhole(fact))
  if (!whole.some(({ concept }) => concept === cashOfAllKinds)) return whole
  const sheet = sheetLines(day)
  const isCashAlone = ({ place: { label } }: Fact) => /^(?:total )?cash\b/iu.test(label) && !/restricted/iu.test(label)
  return whole.filter((fact) => fact.concept !== cashOfAllKinds || (sheet.includes(fact) && isCashAlone(fact)))
}

/**
 * The United States: filings with the SEC, in dollars. Of debt, preferred stock and shares the tags alone do not tell what is outstanding:
 * debt is read at principal where two places agree on it, preferred stock at its liquidation preference, shares by class on the cover.
 * Foreign private issuers report a year on 20-F, or on 40-F, whose statements may be in an exhibit; some under IFRS.
 */
export const secMarket: Market = {
  id: 'us',
  upstream: 'sec',
  currency: 'USD',
  rate: null,
  namesFinancing: true,
  whyNoShareCount: null,
  citation: () => null,
  cover: { periodEnd: 'dei:DocumentPeriodEndDate', form: 'dei:DocumentType', entity: (cik) => cik.padStart(10, '0') },
  periodicForms: /^(?:10-[QK]|[24]0-F)/u,
  needsAssets: (form) => /^[24]0-F/u.test(form),
  tags: {
    total_assets: totalAssets,
    cash: ['us-gaap:CashAndCashEquivalentsAtCarryingValue', 'us-gaap:Cash', 'ifrs-full:CashAndCashEquivalents', cashOfAllKinds],
    digital_assets: ['us-gaap:CryptoAssetFairValue'],
    shares: ['dei:EntityCommonStockSharesOutstanding'],
  },
  amounts,
  parts: (day, tagged) => {
    const texts = tagged.texts.filter(({ concept }) => onFinancing.test(concept))
    const table = readMaturityTable(day, texts) ?? readFiscalTable(day, texts)
    const { instruments: debt, maturitiesArePrincipal } = readSecDebt(day, table, texts)
    const maturities: Part<readonly MaturityRow[]> =
      table === null || !maturitiesArePrincipal
        ? missingPart('No tagged maturity table can be confirmed to contain principal only.')
        : statedPart(table.rows)
    return {
      debt,
      preferred: readPreferred(day),
      maturities,
      dueWithin24Months: dueWithin24Months(debt.value, table, maturities),
      coverShares: readCoverShares(day),
    }
  },
}

function dueWithin24Months(
  debt: readonly DebtInstrument[] | null,
  table: MaturityTable | null,
  maturities: Part<readonly MaturityRow[]>,
): Part<number> {
  if (debt?.length === 0) return statedPart(0)
  if (table === null || maturities.value === null) return missingPart(maturities.why ?? '')
  const [first, second] = table.rows
  if (!table.rolling || first === undefined || second === undefined)
    return missingPart('The rows of the maturity table may be fiscal years, so the 24-month horizon may fall within one.')
  return statedPart(first.amount + second.amount)
}
