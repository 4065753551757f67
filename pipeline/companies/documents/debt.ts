import type { DocumentSet } from '../../filings/document-set.ts'
import type { Fact } from '../../filings/fact.ts'
import type { DebtInstrumentRow, DebtMaturityRow, DebtRateRow } from '../../tables/company-document.ts'
import { type BalanceDay, readBalanceDay, yearsAfter } from '../balance-day.ts'
import { conceptTitle, wordsOf } from '../fact.ts'
import { secMarket } from '../markets/sec.ts'
import { debtInstrumentOf, isAllDebt } from '../markets/sec-debt.ts'
import { type BalanceSheetLine, carriedDebtLines, liabilitiesAddUp, whyMoreMayBeOwed } from '../markets/sec-debt-lines.ts'
import { debtRates, effectivePercentOf } from '../markets/sec-debt-rates.ts'
import {
  isWithinRounding,
  type ListedDebt,
  labelWithoutFootnotes,
  listedDebt,
  mayBePrincipalOfCarried,
} from '../markets/sec-debt-witness.ts'
import { readDebtYears } from '../markets/sec-debt-years.ts'
import { sheetAmounts } from '../markets/sec-sheet.ts'
import { readStatement } from '../reading.ts'
import type { DebtInstrument, MaturityRow, Statement } from '../statement.ts'

/** A line of the balance sheet that names debt among other things owed, or what is set aside for it. */
const notDebtAlone = /\b(?:reserve|warranty|subject to|deposits?|accounts? payable)\b/u
const dueWithin = /\b(?:current(?! maturities)|short term|commercial paper)\b/u
const dueAfter = /\b(?:noncurrent|long term)\b/u

interface Read {
  readonly day: BalanceDay
  readonly parts: Statement['parts']
  readonly lines: readonly BalanceSheetLine[]
  /** Instruments: at principal that two places confirm, or as the note alone states them. */
  readonly instruments: readonly DebtInstrument[]
  readonly basis: DebtInstrumentRow['basis']
  readonly besides: ListedDebt['besides']
  readonly years: readonly MaturityRow[]
  /** Whether the years make the same total as the instruments. */
  readonly agrees: boolean
}

function read({ form, facts, notes = [] }: DocumentSet): Read | null {
  const tagged = { facts, texts: notes, unread: [] }
  const { statement } = readStatement(secMarket, tagged, form)
  const day = readBalanceDay(tagged, form, secMarket)
  if (statement === null || typeof day === 'string') return null
  const { parts } = statement
  const lines = carriedDebtLines(day)
  const table = readDebtYears(day, notes)
  const isOfDebt = table !== null && (parts.maturities.value !== null || mayBePrincipalOfCarried(lines, table.total))
  const years = isOfDebt ? table : null
  const listed = listedDebt(day, lines, years?.total ?? null)
  const confirmed = parts.debt.value
  const total = confirmed?.reduce((sum, { principal }) => sum + principal, 0) ?? listed?.total ?? 0
  const rounding = listed?.rounding ?? 0.5
  const agrees = years !== null && isWithinRounding(years.total, total, rounding)
  const isListed =
    confirmed === null || (isAllDebt(confirmed) && listed !== null && isWithinRounding(listed.total, total, rounding))
  return {
    ...{ day, parts, lines, agrees },
    instruments: isListed ? (listed?.instruments.map((each) => debtInstrumentOf(day, each)) ?? []) : confirmed,
    besides: isListed ? (listed?.besides ?? []) : [],
    basis: confirmed !== null || agrees ? 'principal' : 'note',
    years: years?.rows ?? [],
  }
}

/** What a report says of debt: instruments and lines, years of maturity, and rates. */
export function debtRows(set: DocumentSet): {
  debt_instrument: DebtInstrumentRow[]
  debt_maturity: DebtMaturityRow[]
  debt_rate: DebtRateRow[]
} {
  const reading = read(set)
  if (reading === null) return { debt_instrument: [], debt_maturity: [], debt_rate: [] }
  return {
    debt_instrument: debtIn(set, reading),
    debt_maturity: maturitiesIn(set, reading),
    debt_rate: ratesIn(set, reading),
  }
}

/**
 * Debt and preferred stock on the balance sheet day. Instruments are at principal where two places of the filing agree, such as the note and
 * the years of maturity; where they differ, or one is alone, they are as the note states them. Lines of the balance sheet come at carrying
 * amount, divided by arm where it does so, unless all principal is confirmed. A row without an amount says why none is read.
 */
function debtIn(set: DocumentSet, reading: Read): DebtInstrumentRow[] {
  const { day, parts, lines, instruments, basis, besides } = reading
  const row = (kind: DebtInstrumentRow['kind'], name: string, more: Partial<DebtInstrumentRow>): DebtInstrumentRow => ({
    ...{ company: set.company, filing: set.accession, form: set.form, as_of: day.day, kind, name, arm: '', unit: 'USD' },
    ...{ basis: 'principal', amount: null, coupon_percent: null, effective_percent: null, maturity: null },
    ...{ within_a_year: null, why: null, place: 'notes' },
    ...more,
  })
  const { debt, preferred } = parts
  const isDue = (maturity: string | null) => (maturity === null ? null : maturity <= yearsAfter(day.day, 1))
  const listed = instruments.map(({ name, principal: amount, couponPercent, maturity }) =>
    row('debt', labelWithoutFootnotes(name), {
      basis,
      amount: String(amount),
      coupon_percent: couponPercent,
      effective_percent: effectivePercentOf(day, labelWithoutFootnotes(name)),
      maturity,
      within_a_year: isDue(maturity),
    }),
  )
  const mixed = lines.filter(({ concept }) => notDebtAlone.test(wordsOf(concept)))
  const isServed = debt.value === null && mixed.length === 0 && liabilitiesAddUp(day)
  const carried = isServed ? lines.filter(({ number }) => number !== 0) : []
  const isUnread = debt.value === null && instruments.length === 0 && reading.years.length === 0
  const why = debt.value !== null ? null : isUnread ? debt.why : whyMoreMayBeOwed(day)
  return [
    ...(debt.value?.length === 0 ? [row('debt', '', { amount: '0' })] : listed),
    ...besides.map(({ name, amount }) => row('adjustment', name, { basis, amount: String(amount) })),
    ...carried.map((line) => carriedRow(line, day, row)),
    ...(why === null ? [] : [row('debt', '', { why })]),
    ...(preferred.value?.length === 0 ? [row('preferred', '', { amount: '0' })] : []),
    ...(preferred.value ?? []).map(({ name, liquidationPreference }) =>
      row('preferred', name, { amount: String(liquidationPreference) }),
    ),
    ...(preferred.value === null ? [row('preferred', '', { why: preferred.why })] : []),
  ]
}

function carriedRow(
  { concept, member, label, number }: BalanceSheetLine,
  day: BalanceDay,
  row: (kind: 'debt', name: string, more: Partial<DebtInstrumentRow>) => DebtInstrumentRow,
): DebtInstrumentRow {
  const words = wordsOf(concept)
  const isOf = (fact: Fact) => fact.concept === concept && fact.context.dimensions.map((each) => each.member).join(' ') === member
  const { place } = sheetAmounts(day).find(isOf)!
  return row('debt', member === '' && label !== '' && label.length <= 80 ? label : conceptTitle(concept), {
    basis: 'carried',
    arm: member === '' ? '' : member.split(' ').map(conceptTitle).join(', '),
    amount: String(number),
    within_a_year: dueWithin.test(words) ? true : dueAfter.test(words) ? false : null,
    place: `table ${place.table}, row ${place.row}`,
  })
}

/** Long-term debt by year of maturity, with whether the instruments of the same report make the same total. */
function maturitiesIn(set: DocumentSet, { day, years, agrees }: Read): DebtMaturityRow[] {
  return years.map(({ label, to, amount }, seq) => ({
    ...{ company: set.company, filing: set.accession, form: set.form, as_of: day.day, seq, label, to_day: to },
    ...{ amount: String(amount), unit: 'USD', basis: agrees ? 'principal' : 'maturities', place: 'table of maturities' },
  }))
}

/** Weighted average rates, and fixed and floating debt, as the report tags them. */
function ratesIn(set: DocumentSet, { day }: Read): DebtRateRow[] {
  return debtRates(day).map(({ kind, of, percent, amount, from, place: { table, row } }) => ({
    ...{ company: set.company, filing: set.accession, form: set.form, as_of: day.day, from_day: from, kind, debt: of, percent },
    ...{ amount: amount === null ? null : String(amount), unit: 'USD' },
    place: table === null ? 'notes' : `table ${table}, row ${row}`,
  }))
}
