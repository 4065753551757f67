import { sandboxNetwork, sandboxPayTo } from '../../../server/payments/sandbox-terms.ts'
import type { Terms } from '../../../server/payments/terms.ts'

/** Terms of a shop for play money, the same in every process. */
export const terms: Terms = {
  networks: [{ network: sandboxNetwork, payTo: sandboxPayTo }],
  baseUrl: 'https://briefings.example',
  mpp: { secret: 'a secret of more than thirty-two characters', previous: null },
  sandbox: true,
}
