import type { DocumentSet } from '../../filings/document-set.ts'
import type { Fact } from '../../filings/fact.ts'
import type { DebtInstrumentRow, DebtMaturityRow } from '../../warehouse/tables/company-document.ts'
import { type BalanceDay, readBalanceDay, yearsAfter } from '../balance-day.ts'
import { titleOf, wordsOf } from '../fact.ts'
import { sec } from '../markets/sec.ts'
import { leastCarried, mostCarried } from '../markets/sec-debt.ts'
import { carriedLines, liabilitiesAddUp, type SheetLine } from '../markets/sec-debt-lines.ts'
import { readMaturityTable } from '../markets/sec-maturities.ts'
import { sheetAmounts } from '../markets/sec-sheet.ts'
import { readStatement } from '../reading.ts'
import type { Statement } from '../statement.ts'

/** A line of the balance sheet that names debt among other things owed, or what is set aside for it. */
const notDebtAlone = /\b(?:reserve|warranty|subject to|deposits?|accounts? payable)\b/u
const dueWithin = /\b(?:current(?! maturities)|short term|commercial paper)\b/u
const dueAfter = /\b(?:noncurrent|long term)\b/u

interface Read {
  readonly day: BalanceDay
  readonly parts: Statement['parts']
  readonly lines: readonly SheetLine[]
}

function read({ form, facts, notes = [] }: DocumentSet): Read | null {
  const tagged = { facts, texts: notes, unread: [] }
  const { statement } = readStatement(sec, tagged, form)
  const day = readBalanceDay(tagged, form, sec)
  if (statement === null || typeof day === 'string') return null
  return { day, parts: statement.parts, lines: carriedLines(day) }
}

/**
 * Debt and preferred stock on the balance sheet day. Debt is by instrument at principal if two places of the filing agree; else by line
 * at carrying amount, divided by arm where the balance sheet does so, if its liabilities add up. A row without an amount says why
 * principal is not read.
 */
export function debtIn(set: DocumentSet): DebtInstrumentRow[] {
  const reading = read(set)
  if (reading === null) return []
  const { day, parts, lines } = reading
  const row = (kind: DebtInstrumentRow['kind'], name: string, more: Partial<DebtInstrumentRow>): DebtInstrumentRow => ({
    ...{ company: set.company, filing: set.accession, form: set.form, as_of: day.day, kind, name, arm: '', unit: 'USD' },
    ...{ basis: 'principal', amount: null, coupon_percent: null, maturity: null, within_a_year: null, why: null, place: 'notes' },
    ...more,
  })
  const { debt, preferred } = parts
  const isDue = (maturity: string | null) => (maturity === null ? null : maturity <= yearsAfter(day.day, 1))
  const principal = (debt.value ?? []).map(({ name, principal: amount, couponPercent, maturity }) =>
    row('debt', name.replace(/:$/u, ''), {
      amount: String(amount),
      coupon_percent: couponPercent,
      maturity,
      within_a_year: isDue(maturity),
    }),
  )
  const mixed = lines.filter(({ concept }) => notDebtAlone.test(wordsOf(concept)))
  const isServed = debt.value === null && mixed.length === 0 && liabilitiesAddUp(day)
  const carried = isServed ? lines.filter(({ number }) => number !== 0) : []
  return [
    ...(debt.value?.length === 0 ? [row('debt', '', { amount: '0' })] : principal),
    ...carried.map((line) => carriedRow(line, day, row)),
    ...(debt.value === null ? [row('debt', '', { why: debt.why })] : []),
    ...(preferred.value?.length === 0 ? [row('preferred', '', { amount: '0' })] : []),
    ...(preferred.value ?? []).map(({ name, liquidationPreference }) =>
      row('preferred', name, { amount: String(liquidationPreference) }),
    ),
    ...(preferred.value === null ? [row('preferred', '', { why: preferred.why })] : []),
  ]
}

function carriedRow(
  { concept, member, label, number }: SheetLine,
  day: BalanceDay,
  row: (kind: 'debt', name: string, more: Partial<DebtInstrumentRow>) => DebtInstrumentRow,
): DebtInstrumentRow {
  const words = wordsOf(concept)
  const isOf = (fact: Fact) => fact.concept === concept && fact.context.dimensions.map((each) => each.member).join(' ') === member
  const { place } = sheetAmounts(day).find(isOf)!
  return row('debt', member === '' && label !== '' && label.length <= 80 ? label : titleOf(concept), {
    basis: 'carried',
    arm: member === '' ? '' : member.split(' ').map(titleOf).join(', '),
    amount: String(number),
    within_a_year: dueWithin.test(words) ? true : dueAfter.test(words) ? false : null,
    place: `table ${place.table}, row ${place.row}`,
  })
}

/**
 * Long-term debt by year of maturity, if the table is of principal alone or its total is the carrying amount, give or take discount,
 * costs and premium.
 */
export function maturitiesIn(set: DocumentSet): DebtMaturityRow[] {
  const reading = read(set)
  if (reading === null) return []
  const { day, parts, lines } = reading
  const longTerm = lines.filter(({ concept }) => !/\b(?:short term|commercial paper)\b/u.test(wordsOf(concept)))
  const carried = longTerm.reduce((sum, { number }) => sum + number, 0)
  const table = parts.maturities.value === null ? readMaturityTable(day, set.notes ?? []) : null
  const isCarried = table !== null && carried >= leastCarried * table.total && carried <= mostCarried * table.total
  const rows = parts.maturities.value ?? (isCarried ? table.rows : [])
  return rows.map(({ label, to, amount }, seq) => ({
    ...{ company: set.company, filing: set.accession, form: set.form, as_of: day.day, seq, label, to_day: to },
    ...{ amount: String(amount), unit: 'USD', place: 'table of maturities' },
  }))
}
