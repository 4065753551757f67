import { prices } from '../../../data/prices.ts'
import { priceOf } from '../../../server/access/price.ts'
import { sandboxNetwork, sandboxPayTo } from '../../../server/payments/sandbox-terms.ts'
import type { PaymentTerms } from '../../../server/payments/terms.ts'

/** Terms of a shop for play money, the same in every process. */
export const terms: PaymentTerms = {
  networks: [{ network: sandboxNetwork, payTo: sandboxPayTo }],
  baseUrl: 'https://briefings.example',
  mpp: { secret: 'a secret of more than thirty-two characters', previous: null },
  sandbox: true,
}

const { briefing, ...others } = prices
const sold = { ...briefing, ...others }

/** Base units that a call costs, by what is bought; a briefing by its plan. */
export const units = Object.fromEntries(
  Object.entries(sold).map(([name, usd]) => [name, BigInt(priceOf(usd).base_units)]),
) as Record<keyof typeof sold, bigint>

/** Base units that a briefing of the plan free costs, which most tests buy. */
export const cost = units.free
