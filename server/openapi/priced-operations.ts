import { prices } from '../../data/prices.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import type { Operation } from './operation.ts'
import { operations } from './operations.ts'

/** Operations that the shorter description names at most: above this, a client that puts a description into a prompt finds it long. */
const mostAdvertised = 40

/** What is quoted to a request with no query: first the kinds of document, then each with its own path, as many as clients take. */
export function quotedOperations(): readonly Operation[] {
  const cold = operations.filter(
    (each) => each.price !== null && !(each.kind?.route?.parameter?.missing && each.row === undefined),
  )
  return cold.toSorted((a, b) => Number(a.row !== undefined) - Number(b.row !== undefined)).slice(0, mostAdvertised)
}

/** What one call of a priced operation costs in dollars, the least and the most: of a company briefing by its blocks, also where a query names one. */
export function priceBounds({
  price,
  kind,
  row,
  route,
  document,
}: Operation & { readonly price: string }): readonly [least: string, most: string] {
  const every =
    row !== undefined || route !== 'document'
      ? [price, ...(document === 'CompanyBriefing' ? [prices.companyBlock] : [])]
      : [...kind!.rows(false).map((each) => each.price), ...(kind === briefingKind ? [prices.company, prices.companyBlock] : [])]
  const [least = price, ...others] = every.toSorted((a, b) => Number(a) - Number(b))
  return [least, others.at(-1) ?? least]
}
