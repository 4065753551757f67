import { markdownTable } from '../http/markdown-table.ts'
import type { PaymentStatus } from '../schemas/payment.ts'

/** The status if nothing is for sale. */
export const nothingForSale: PaymentStatus = {
  enabled: false,
  sandbox: false,
  x402: { version: 2, networks: [] },
  mpp: null,
  facilitator: { reachable: false, checked_at: null, trouble: null },
}

/** The status while no payment can be recorded: nothing is quoted. */
export function withoutQuotes(status: PaymentStatus): PaymentStatus {
  const networks = status.x402.networks.map((network) => ({ ...network, ready: false }))
  return { ...status, x402: { ...status.x402, networks } }
}

export function paymentStatusTable({ enabled, sandbox, x402, mpp, facilitator }: PaymentStatus): string {
  const head = enabled
    ? sandbox
      ? 'Sandbox: play money on a test network.'
      : 'Payments are accepted.'
    : 'Payments are not accepted; use an API key.'
  const rows = x402.networks.map(({ network, title, test, asset, pay_to, ready }) => [
    ...[network, title, test ? 'yes' : 'no', asset, pay_to, ready ? 'yes' : 'no'],
  ])
  const table = markdownTable(['Network', 'Title', 'Test', 'Asset', 'Pay to', 'Quoted'], rows)
  const also = mpp === null ? 'MPP is not accepted.' : `MPP 1.0, intent charge, on ${mpp.network} for ${mpp.realm}.`
  const answers = `The facilitator ${facilitator.trouble ?? (facilitator.reachable ? 'responds' : 'does not respond')}${facilitator.checked_at === null ? '' : `, as of ${facilitator.checked_at}`}.`
  return `# Payments\n\n${head}\n\n## x402 version 2, scheme exact, USDC\n\n${table}\n\n${also}\n\n${answers}\n`
}
