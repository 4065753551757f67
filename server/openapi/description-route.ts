import type { Exchange } from '../exchange.ts'
import { type Keep, sendFile } from '../open-routes.ts'
import type { Operation } from './operations.ts'
import type { PaymentStatus } from './schemas/payment.ts'

/**
 * The description, made when first asked for and again when what is sold changes: what makes it is loaded by nothing else. Which networks are
 * ready is told by the payment status, not here.
 */
export async function descriptionRoute(ctx: Exchange, operation: Operation, keep: Keep, sold: PaymentStatus): Promise<void> {
  const { describe } = await import('./describe.ts')
  const terms = JSON.stringify([sold.enabled, sold.x402.networks.map(({ network }) => network), sold.mpp])
  sendFile(ctx, { ...operation, id: `description ${terms}` }, keep, () => JSON.stringify(describe(sold)))
}
