import type { Wanted } from '../access/access.ts'
import { priceOf } from '../access/price.ts'
import type { Parameter } from '../http/target.ts'
import type { Offer } from '../payments/payments.ts'

/** A request target in one spelling: the path, then the parameters sorted by name. */
export function canonicalTarget(path: string, query: readonly Parameter[]): string {
  if (query.length === 0) return path
  const sorted = query.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `${path}?${sorted.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
}

/** What one call of a target costs. `type` is its content type. */
export function offerOf(wanted: Wanted, target: string, type: string): Offer {
  const [mimeType = type] = type.split(';')
  return { target, description: wanted.name, mimeType, units: priceOf(wanted.price).base_units }
}
