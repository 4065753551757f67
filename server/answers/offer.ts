import type { ReadRequest } from '../access/access.ts'
import { priceOf } from '../access/price.ts'
import type { TargetParameter } from '../http/target.ts'
import { listingOf } from '../openapi/listing.ts'
import type { Operation } from '../openapi/operation.ts'
import type { Offer } from '../payments/payments.ts'

/** A request target in one spelling: the path, then the parameters sorted by name. */
export function canonicalTarget(path: string, query: readonly TargetParameter[]): string {
  if (query.length === 0) return path
  const sorted = query.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return `${path}?${sorted.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`
}

/** Code points of a description, at most. */
const longest = 480

/** What one call of a target costs. `type` is its content type. */
export function callOfferOf({ name, contents, price }: ReadRequest, operation: Operation, target: string, type: string): Offer {
  const [mimeType = type] = type.split(';')
  const { summary, description } = operation
  const about = contents === undefined ? `${name}: ${summary}` : `${name} ${contents}`
  const described = [...`${about}. ${description}`].slice(0, longest).join('')
  return { target, name, description: described, listing: listingOf(operation), mimeType, units: priceOf(price).base_units }
}
