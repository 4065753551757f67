import type { Fact } from '../../filings/fact.ts'

/** A line of the liabilities, in yen; nil is zero. */
export interface LiabilityLine {
  readonly concept: string
  /** Its name as filed; empty where the package has none. */
  readonly label: string
  readonly amount: number
  /** Due within a year, as the sheet groups it. */
  readonly current: boolean
}

/** Concepts that end a part of the balance sheet, under Japanese standards and under IFRS, spelt as the taxonomy does. */
const ends = {
  assets: ['jppfs_cor:Assets', 'jpigp_cor:AssetsIFRS'],
  current: ['jppfs_cor:CurrentLiabilities', 'jpigp_cor:TotalCurrentLiabilitiesIFRS'],
  noncurrent: ['jppfs_cor:NoncurrentLiabilities', 'jpigp_cor:NonCurrentLabilitiesIFRS'],
  all: ['jppfs_cor:Liabilities', 'jpigp_cor:LiabilitiesIFRS'],
} as const

/** Amounts before the total of the assets: its lines. */
export function assetLines(amounts: readonly Fact[]): readonly Fact[] {
  return amounts.slice(0, indexOf(amounts, 'assets', 0))
}

/**
 * The lines of the liabilities, where they are read whole: in the order of the sheet, those of each part add up to its total and the parts
 * to all liabilities, but for the rounding of each line. Null where they do not.
 *
 * @param amounts of the balance sheet day and of one entity, as filed
 */
export function liabilityLines(amounts: readonly Fact[]): readonly LiabilityLine[] | null {
  const assets = indexOf(amounts, 'assets', 0)
  const current = indexOf(amounts, 'current', assets)
  const all = indexOf(amounts, 'all', assets)
  if (assets < 0 || current < 0 || all < current) return null
  const noncurrent = indexOf(amounts, 'noncurrent', current)
  const hasLong = noncurrent >= 0 && noncurrent < all
  const parts = [
    { lines: amounts.slice(assets + 1, current), total: amounts[current]! },
    ...(hasLong ? [{ lines: amounts.slice(current + 1, noncurrent), total: amounts[noncurrent]! }] : []),
  ]
  if (!parts.every(addsUp) || !addsUp({ lines: parts.map(({ total }) => total), total: amounts[all]! })) return null
  return parts.flatMap(({ lines }, index) =>
    lines.map(({ concept, number, place }) => ({ concept, label: place.label, amount: number ?? 0, current: index === 0 })),
  )
}

function indexOf(amounts: readonly Fact[], part: keyof typeof ends, from: number): number {
  const names: readonly string[] = ends[part]
  return from < 0 ? -1 : amounts.findIndex(({ concept }, index) => index >= from && names.includes(concept))
}

function addsUp({ lines, total }: { readonly lines: readonly Fact[]; readonly total: Fact }): boolean {
  const numbers = [...lines, total].map(({ number }) => number ?? 0)
  const unit = [1_000_000, 1_000].find((size) => numbers.every((number) => number % size === 0)) ?? 1
  const sum = lines.reduce((added, { number }) => added + (number ?? 0), 0)
  return lines.length > 0 && total.number !== null && Math.abs(sum - total.number) <= unit * lines.length
}
