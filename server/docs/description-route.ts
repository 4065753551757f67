import type { Exchange } from '../answers/exchange.ts'
import { type Keep, sendFile } from '../answers/open-routes.ts'
import type { Operation } from '../openapi/operation.ts'
import { operations } from '../openapi/operations.ts'
import { advertised } from '../openapi/priced-operations.ts'
import type { PaymentStatus } from '../schemas/payment.ts'

/**
 * The description, made when first asked for and again when what is sold changes: what makes it is loaded by nothing else. Which networks are
 * ready is told by the payment status, not here.
 */
export async function descriptionRoute(
  ctx: Exchange,
  operation: Operation,
  keep: Keep,
  sold: PaymentStatus,
  contact: string | null,
): Promise<void> {
  const { describe } = await import('../openapi/describe.ts')
  // payment clients read the whole path after path: they are shown what they can buy
  const described = operation.path === '/openapi.json' && sold.enabled ? advertised() : operations
  const write = () => JSON.stringify(describe(sold, contact, described))
  sendFile(ctx, { ...operation, id: `${described.length} described ${termsOf(sold)}` }, keep, write)
}

/** The same as a page for people. */
export async function referenceRoute(ctx: Exchange, operation: Operation, keep: Keep, sold: PaymentStatus): Promise<void> {
  const [{ describe }, { referencePage }] = await Promise.all([import('../openapi/describe.ts'), import('./reference.ts')])
  sendFile(ctx, { ...operation, id: `reference ${termsOf(sold)}` }, keep, () => referencePage(describe(sold)))
}

function termsOf({ enabled, x402, mpp }: PaymentStatus): string {
  return JSON.stringify([enabled, x402.networks.map(({ network }) => network), mpp])
}
