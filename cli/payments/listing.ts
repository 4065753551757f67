import { usdText } from '../../server/access/price.ts'
import { operations } from '../../server/openapi/operations.ts'
import type { Receipt } from '../../server/payments/redeem.ts'
import type { State } from '../../server/state/open.ts'
import { paymentsWithVerdict } from '../../server/state/payment-rows.ts'
import { exits } from '../exit.ts'
import { print, tableLines, timeText } from '../print.ts'

/**
 * `briefing payments listing`: for each priced route what the facilitator last made of its listing, which came with a payment. A route with
 * no verdict has not been bought, or the facilitator says nothing of listings.
 */
export async function printListingVerdicts(state: State, global: { json?: boolean }): Promise<void> {
  const rows = await paymentsWithVerdict(state)
  const routes = operations.flatMap(({ path, price }) => {
    if (price === null) return []
    const shape = new RegExp(`^GET ${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)
    const { receipt, amount } = rows.findLast(({ scope }) => shape.test(scope)) ?? {}
    const { listing: verdict, settledAt } = receipt ? (JSON.parse(receipt) as Receipt) : {}
    return {
      route: path,
      verdict: verdict?.status ?? null,
      reason: verdict?.reason ?? null,
      at: timeText(settledAt ?? null),
      usd: amount === undefined ? null : usdText(amount),
    }
  })
  const listed = routes.filter(({ verdict }) => verdict !== null)
  const without = `${routes.length - listed.length} of ${routes.length} priced routes have no verdict: a facilitator lists a route when a payment for it settles`
  const cells = listed.map(({ route, verdict, at, usd, reason }) => [route, verdict, at, usd, reason])
  const table = tableLines(['route', 'verdict', 'at', 'USD', 'reason'], cells)
  print(global, { routes }, listed.length === 0 ? [without] : [...table, '', without])
  if (listed.some(({ verdict }) => verdict === 'rejected')) process.exitCode = exits.dataTrouble
}
