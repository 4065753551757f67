import type { TextBlock } from '../../filings/fact.ts'
import { yearsAfter } from '../balance-day.ts'
import { missingPart, type Part, statedPart } from '../fact.ts'
import { type DebtInstrument, type MaturityRow, noTerms } from '../statement.ts'
import { type DebtOwed, isScheduled, type MaturitySchedule, readMaturitySchedule } from './edinet-schedule.ts'
import type { LiabilityLine } from './edinet-sheet.ts'

/** Lines of debt by the concepts they are filed under. Loans stand at principal under Japanese standards; IFRS carries all at amortised cost. */
const known: ReadonlyMap<string, { readonly kind: DebtOwed['kind']; readonly name: string }> = new Map([
  ['jppfs_cor:ShortTermLoansPayable', { kind: 'loans', name: 'Short-term loans' }],
  ['jppfs_cor:CurrentPortionOfLongTermLoansPayable', { kind: 'loans', name: 'Current portion of long-term loans' }],
  ['jppfs_cor:LongTermLoansPayable', { kind: 'loans', name: 'Long-term loans' }],
  ['jppfs_cor:ShortTermBondsPayable', { kind: 'bonds', name: 'Short-term bonds' }],
  ['jppfs_cor:CurrentPortionOfBonds', { kind: 'bonds', name: 'Current portion of bonds' }],
  ['jppfs_cor:BondsPayable', { kind: 'bonds', name: 'Bonds' }],
  [
    'jppfs_cor:CurrentPortionOfBondsWithSubscriptionRightsToShares',
    { kind: 'bonds', name: 'Current portion of bonds with stock acquisition rights' },
  ],
  ['jppfs_cor:BondsWithSubscriptionRightsToSharesNCL', { kind: 'bonds', name: 'Bonds with stock acquisition rights' }],
  ['jppfs_cor:CurrentPortionOfConvertibleBonds', { kind: 'bonds', name: 'Current portion of convertible bonds' }],
  ['jppfs_cor:ConvertibleBonds', { kind: 'bonds', name: 'Convertible bonds' }],
  [
    'jppfs_cor:ConvertibleBondTypeBondsWithSubscriptionRightsToShares',
    { kind: 'bonds', name: 'Convertible-bond-type bonds with stock acquisition rights' },
  ],
  ['jpigp_cor:BorrowingsCLIFRS', { kind: 'loans', name: 'Current borrowings' }],
  ['jpigp_cor:BorrowingsNCLIFRS', { kind: 'loans', name: 'Non-current borrowings' }],
  ['jpigp_cor:BondsPayableCLIFRS', { kind: 'bonds', name: 'Current bonds' }],
  ['jpigp_cor:BondsPayableNCLIFRS', { kind: 'bonds', name: 'Non-current bonds' }],
])
const kinds = ['loans', 'bonds'] as const

type DebtLine = LiabilityLine & Pick<DebtOwed, 'kind'>
/** Names of lines that are debt too, of a kind whose principal no rule here tells. */
const owing = /Loan|Borrowing|Bond|Debt(?!or)|CommercialPaper|InterestBearing|借入|社債|コマーシャル/u
/** What was paid for 100 yen of a bond when it was issued; what it is redeemed at is reported in the same words. */
const issuePrice =
  /(?:発行価[格額]|払込金額)[^。]{0,20}?100円につき金?(\d+(?:\.\d+)?)円|100円につき金?(\d+(?:\.\d+)?)円で(?:発行|払い?込)/gu

export interface Debt {
  readonly instruments: Part<readonly DebtInstrument[]>
  readonly maturities: Part<readonly MaturityRow[]>
}

interface Sheet {
  readonly day: string
  readonly standards: string | null
  /** Lines of whom the report is about, and of the company alone; null where they are not read whole. */
  readonly lines: readonly LiabilityLine[] | null
  readonly company: readonly LiabilityLine[] | null
}

/**
 * Debt by line of the balance sheet, where the line is its principal, and what falls due by year. Japanese standards: loans are carried at
 * principal; bonds count where a note says they were issued at par, or a table of what falls due adds up to them. IFRS: only where such a
 * table adds up to what is carried, and the company's own sheet, kept under Japanese standards, carries the same.
 */
export function readEdinetDebt({ day, standards, lines, company }: Sheet, texts: readonly TextBlock[]): Debt {
  const none = (why: string): Debt => ({ instruments: missingPart(why), maturities: missingPart(why) })
  if (standards !== 'Japan GAAP' && standards !== 'IFRS')
    return none(`Debt is not read under ${standards ?? 'unnamed accounting standards'}.`)
  if (lines === null) return none('The liability lines do not add up to their totals: a debt may be missing.')
  const debts = lines.flatMap((line) => {
    const row = known.get(line.concept)
    return row === undefined || line.amount === 0 ? [] : [{ ...line, ...row }]
  })
  const other = lines.find(
    ({ concept, label, amount }) =>
      amount !== 0 && !known.has(concept) && owing.test(`${concept.slice(concept.indexOf(':'))} ${label}`),
  )
  if (other !== undefined) return none(`The balance sheet carries ${other.concept}, whose principal cannot be determined.`)
  const unlisted = kinds.filter((kind) => !debts.some((debt) => debt.kind === kind))
  const hidden = unlisted.find((kind) => isScheduled(texts, kind) === true)
  if (hidden !== undefined)
    return none(
      `The schedule of ${hidden} lists some, but no line for them is read from the balance sheet: other liabilities may include them.`,
    )
  if (debts.length === 0)
    return standards === 'Japan GAAP' && kinds.every((kind) => isScheduled(texts, kind) === false)
      ? { instruments: statedPart([]), maturities: statedPart([]) }
      : none(
          'No debt line is read from the balance sheet, nor a schedule that says there is none: other liabilities may include debt.',
        )

  const owed = kinds.flatMap((kind) => owedOf(debts, kind) ?? [])
  const schedules = owed.map((each) => ({ ...each, schedule: readMaturitySchedule(texts, day, each) }))
  const unproved = schedules.find(
    ({ kind, schedule }) => schedule === null && (standards === 'IFRS' || (kind === 'bonds' && !areAtPar(texts))),
  )
  if (unproved !== undefined)
    return none(`No maturity table adds up to the ${unproved.kind} carried, so their principal is unknown.`)
  const apart = standards === 'IFRS' && debts.find((debt) => !isCarriedBy(company, debt))
  if (apart)
    return none(
      `${apart.name} are carried at amortised cost, and the company’s own balance sheet does not confirm their principal.`,
    )
  return {
    instruments: statedPart(debts.map(({ name, amount }) => ({ name, principal: amount, ...noTerms }))),
    maturities: maturitiesOf(
      schedules.map(({ schedule, current, noncurrent }) => schedule ?? (noncurrent === 0 ? [current, 0, 0, 0, 0, 0] : null)),
      day,
    ),
  }
}

function owedOf(debts: readonly DebtLine[], kind: DebtOwed['kind']): DebtOwed | null {
  const own = debts.filter((debt) => debt.kind === kind)
  const sum = (current: boolean) => own.reduce((total, debt) => (debt.current === current ? total + debt.amount : total), 0)
  return own.length === 0 ? null : { kind, current: sum(true), noncurrent: sum(false) }
}

function isCarriedBy(company: readonly LiabilityLine[] | null, debt: DebtLine): boolean {
  return (company ?? []).some(
    ({ concept, amount, current }) =>
      known.get(concept)?.kind === debt.kind && current === debt.current && amount === debt.amount,
  )
}

/** Whether the notes tell what bonds were issued at, and all of them at par. */
function areAtPar(texts: readonly TextBlock[]): boolean {
  const prices = texts.flatMap(({ text }) =>
    [...text.normalize('NFKC').replace(/\s+/gu, '').matchAll(issuePrice)].map(([, before, after]) => Number(before ?? after)),
  )
  return prices.length > 0 && prices.every((price) => price === 100)
}

function maturitiesOf(schedules: readonly (MaturitySchedule | null)[], day: string): Part<readonly MaturityRow[]> {
  if (schedules.includes(null)) return missingPart('No maturity table by year adds up to the debt carried.')
  const all = schedules.flatMap((schedule) => (schedule === null ? [] : [schedule]))
  const rows = [0, 1, 2, 3, 4, 5].map((year) => all.reduce((sum, schedule) => sum + schedule[year]!, 0))
  return statedPart(
    rows.map((amount, year) => ({
      label: year < 5 ? `Year ${year + 1}` : 'Thereafter',
      to: year < 5 ? yearsAfter(day, year + 1) : null,
      amount,
    })),
  )
}
