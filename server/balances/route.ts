import { prices } from '../../data/prices.ts'
import { currentRead } from '../access/access.ts'
import type { Gate } from '../access/gate.ts'
import { priceOf } from '../access/price.ts'
import { onlyJson } from '../answers/document-route.ts'
import { callOfferOf } from '../answers/offer.ts'
import { queryOf, type RequestContext, sendUncached } from '../answers/request-context.ts'
import { sellForPayment } from '../answers/serve-priced.ts'
import { codedBytesOf, prepareAnswer } from '../editions/prepared-answer.ts'
import { Refusal, wrong } from '../http/errors.ts'
import { contentTypes } from '../http/formats.ts'
import type { Operation } from '../openapi/operation.ts'
import { readFormat, readParameters } from '../openapi/query.ts'
import { balanceKeyIn } from '../payments/balance-key.ts'
import type { Balance } from '../schemas/balance.ts'

/**
 * GET /api/balance. Paid, it opens a balance: the answer has its key, the same one however often the same payment is delivered. With the key of a
 * balance it says how that stands, and costs nothing.
 */
export async function balanceRoute(ctx: RequestContext, operation: Operation, gate: Gate): Promise<void> {
  readFormat(readParameters(queryOf(ctx), operation), onlyJson)
  const sample = ctx.state.cache?.view.manifest.sample ?? false
  const key = balanceKeyIn(ctx.headers)
  const show = (balance: Balance) => JSON.stringify(balance)
  if (key !== null) {
    const stands = await gate.balances.of(key, sample)
    if (stands === null) throw unknownBalance()
    return sendUncached(ctx, 200, show(stands), contentTypes.json)
  }
  const caller = await gate.caller(ctx.headers)
  if (caller.kind === 'holder')
    throw wrong('Authorization', 'A call with an API key is counted, not paid: omit the key to buy a balance.')
  const wanted = { ...currentRead, name: `A balance of ${prices.balance} USD`, tier: 'free', price: prices.balance } as const
  const offer = callOfferOf(wanted, operation, operation.path, contentTypes.json)
  await sellForPayment(ctx, gate, {
    wanted,
    sample,
    offer,
    made: async (payment) => {
      const opened = await gate.balances.open(payment, Number(priceOf(prices.balance).base_units), sample)
      return prepareAnswer(codedBytesOf(show(opened)), {
        type: contentTypes.json,
        cache: 'no-store',
        vary: 'Authorization',
        edition: null,
      })
    },
  })
}

function unknownBalance(): Refusal {
  return new Refusal(
    'KEY_INVALID',
    'The key of a balance is unknown or mistyped. Buy a balance: GET /api/balance without a key.',
    {
      hint: 'Send GET /api/balance without a key to buy a balance.',
    },
  )
}
