import type { DartAccount } from './dart-account.ts'

/** Sections of liabilities, by the id of their total, and the line that the debt of each makes. */
const sections = {
  'ifrs-full_CurrentLiabilities': 'sum:debt in current liabilities',
  'ifrs-full_NoncurrentLiabilities': 'sum:debt in non-current liabilities',
} as const
type Section = keyof typeof sections
const totals = /^ifrs-full_(?:(?:Current|Noncurrent)?(?:Assets|Liabilities)|Equity\w*)$/
/** Borrowings, bonds and their current portions, and the discounts and rights taken off them. */
const debt = /차입|사채|유동성장기(?:부채|채무)|유동화(?:부채|채무)|콜머니|기업어음|환매조건부|전환권조정|신주인수권조정/u
const noDebt = /이자|파생|보증금/u
/** Names under which debt may stand among other things. */
const unclear = /우선주|이자부|^(?:유동|비유동|단기|장기)?금융부채$/u
const lease = /리스부채/u
const leases = 'sum:lease liabilities'

type Kept = DartAccount & { readonly concept: string }

/**
 * Debt due within a year and after it, and leases, of a balance sheet: all rows that are some, added up, whatever their ids. There is none unless
 * the rows of each section add up to its total, so that no row is a part of another, and none where debt may be in a row with other things:
 * part of the debt would be worse than nothing. A sheet without sections has no debt, and the leases of its one row.
 */
export function koreanDebtOf(sheet: readonly DartAccount[]): Kept[] {
  const rows = new Map<Section, DartAccount[]>()
  const heads = new Map<Section, DartAccount>()
  let section: Section | null = null
  for (const row of sheet) {
    if (totals.test(row.account)) {
      section = row.account in sections ? (row.account as Section) : null
      if (section !== null) heads.set(section, row)
    } else if (section !== null) rows.set(section, [...(rows.get(section) ?? []), row])
  }
  const parts = [...heads].map(([name, head]) => ({ head, concept: sections[name], rows: rows.get(name) ?? [] }))
  const columns = Object.keys(parts[0]?.head.amounts ?? {}).filter((column) =>
    parts.every(({ head, rows: each }) => sumOf(each, column) === sumOf([head], column)),
  )
  const isLease = ({ label }: DartAccount) => lease.test(label.replaceAll(/\s/gu, ''))
  if (parts.length === 0) {
    const rows = sheet.filter(isLease)
    return rows.length === 1 ? [{ ...rows[0]!, concept: leases }] : []
  }
  if (parts.length < 2 || columns.length === 0) return []
  const isUnclear = parts.some((part) => part.rows.some(({ label }) => unclear.test(label.replaceAll(/\s/gu, ''))))
  const owed = parts.map(({ concept, rows: each }) => ({
    concept,
    rows: each.filter(({ label }) => debt.test(label) && !noDebt.test(label)),
  }))
  const leased = parts.map((part) => part.rows.filter(isLease))
  const lines = [
    ...(isUnclear ? [] : owed),
    ...(leased.every((each) => each.length > 0) ? [{ concept: leases, rows: leased.flat() }] : []),
  ]
  return lines.flatMap(({ concept, rows: [first, ...more] }) => {
    if (first === undefined) return []
    const all = [first, ...more]
    return [
      {
        ...first,
        concept,
        label: all.map(({ label }) => label).join(' + '),
        amounts: Object.fromEntries(columns.map((column) => [column, String(sumOf(all, column))])),
      },
    ]
  })
}

/** The sum of a column; null where an amount has decimals. */
function sumOf(rows: readonly DartAccount[], column: string): bigint | null {
  const amounts = rows.map(({ amounts: each }) => each[column] ?? '0')
  return amounts.some((amount) => amount.includes('.')) ? null : amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
}
