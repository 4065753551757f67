import { describe, expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openShop } from './shop.ts'
import { protocols } from './signing.ts'
import { cost } from './terms.ts'

/** Reasons of the specification, of facilitators, and none at all. */
const reasons = [
  ...['invalid_exact_evm_nonce_already_used', 'invalid_exact_evm_transaction_simulation_failed', 'insufficient_funds'],
  ...['invalid_exact_evm_insufficient_balance', 'invalid_exact_evm_payload_signature', 'invalid_payload', 'invalid_scheme'],
  ...['invalid_exact_svm_transaction_duplicate', 'duplicate_settlement', 'unexpected_settle_error', 'settlement_pending'],
  ...['invalid_exact_evm_payload_authorization_valid_before', 'authorization is used or canceled', ''],
]
const path = '/api/btc'

const looked = closedAfter(await openShop())
const blind = closedAfter(await openShop({ lookUp: { begin: async () => null, find: async () => ({ kind: 'untold' }) } }))

describe('a facilitator that moves the money and then refuses', () => {
  describe.each(protocols)('%s', (protocol) => {
    const buyer = (at: number) => 100 + at

    test.each([...reasons.entries()])(
      '%i: "%s": where payments are looked up, the call is served, charged once',
      async (at, reason) => {
        await looked.forget()
        const headers = await looked.credential(path, buyer(at), protocol)
        looked.facilitator.settleFaults.push(`settles and refuses: ${reason}`)
        const statuses = [await looked.get(path, { headers }), await looked.get(path, { headers })].map(({ status }) => status)
        expect([reason, ...statuses]).toEqual([reason, 200, 402])
        expect(await looked.takings()).toEqual({ paid: cost, ledger: cost })
      },
    )

    test.each([...reasons.entries()])(
      '%i: "%s": where nobody can be asked, the outcome stays unknown and is listed',
      async (at, reason) => {
        await blind.forget()
        const headers = await blind.credential(path, buyer(at), protocol)
        const refuses = `settles and refuses: ${reason}` as const
        blind.facilitator.settleFaults.push(refuses, refuses, refuses)
        for (let sent = 0; sent < 3; sent++) {
          const { status, text } = await blind.get(path, { headers })
          expect([reason, status, JSON.parse(text).error]).toEqual([reason, 503, 'PAYMENT_PENDING'])
        }
        const rows = await blind.holders.state.db.selectFrom('payment').select(['state', 'lease_until']).execute()
        expect(rows).toEqual([{ state: 'unknown', lease_until: 0 }])
        expect((await blind.takings()).paid).toBe(cost)
      },
    )
  })
})
