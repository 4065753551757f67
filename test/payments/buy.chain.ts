import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { Mppx } from 'mppx/client'
import { evm } from 'mppx/evm/client'
import type { Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { networks } from '../../data/networks.ts'
import { ledgerTotals } from '../server/payments/ledger-totals.ts'
import { credentialOf, type Protocol, protocols, quoteIn, x402Header, x402Payload } from '../server/payments/signing.ts'
import { cost } from '../server/payments/terms.ts'
import { type Chain, startChain, withoutChain } from './chain.ts'
import { faultRows, openShop, path, priced, type Shop } from './shop.ts'
import { spend } from './spend.ts'

const payTo = '0x000000000000000000000000000000000000dEaD'
const evmNetworks = networks.filter(({ kind }) => kind === 'evm')

test('the bytes of the token are those of its source', () => {
  const { source_sha256: sum } = JSON.parse(readFileSync(join(import.meta.dirname, 'token.json'), 'utf8'))
  expect(
    createHash('sha256')
      .update(readFileSync(join(import.meta.dirname, 'token.sol')))
      .digest('hex'),
  ).toBe(sum)
})

describe.skipIf(withoutChain).each(evmNetworks.map((network) => [network.title, network] as const))('on %s', (_, network) => {
  let chain: Chain
  let shop: Shop
  let account: ReturnType<typeof privateKeyToAccount>
  beforeAll(async () => {
    chain = await startChain(network)
    shop = await openShop(chain, payTo)
  })
  afterAll(async () => {
    await shop.close()
    await chain.stop()
  })
  beforeEach(async () => {
    account = privateKeyToAccount(generatePrivateKey())
    await chain.mint(account.address, 10_000_000n)
  })

  const payX402 = () => wrapFetchWithPayment(fetch, new x402Client().register('eip155:*', new ExactEvmScheme(account)))
  const payMpp = () => {
    const currencies = [evm.assets.base.USDC, evm.assets.baseSepolia.USDC]
    return Mppx.create({ polyfill: false, methods: [evm.charge({ account, currencies })] }).fetch
  }
  const buyers = { x402: payX402, mpp: payMpp } as const
  const credential = async (protocol: Protocol) => credentialOf(protocol, account, (await shop.get(path)).headers)

  test.each(protocols)('an official client of %s buys every price, and balances move by exactly that', async (protocol) => {
    const pay = buyers[protocol]()
    for (const [of, price] of priced) {
      const before = await chain.balance(payTo)
      const answer = await pay(shop.at(of))
      expect([of, answer.status]).toEqual([of, 200])
      expect((await chain.balance(payTo)) - before).toBe(price)
      const receipt = answer.headers.get('payment-response') ?? answer.headers.get('payment-receipt')
      const said = JSON.parse(Buffer.from(receipt!, 'base64').toString())
      const hash = (said.transaction ?? said.reference) as Hex
      expect((await chain.client.getTransactionReceipt({ hash })).status).toBe('success')
    }
  })

  // what goes wrong is the same on every network
  describe.each(network.test ? [] : protocols)('%s', (protocol) => {
    const garbled = (['garbage', 'redirect'] as const).map((fault) => ['settle', fault, 2, faultRows[0]![3]] as const)
    test.each([...faultRows, ...garbled])(
      '%s: %s, %d times: charged once or not at all, and had in the end',
      async (endpoint, fault, times, outcome) => {
        expect(await shop.twice(await credential(protocol), fault, endpoint, times)).toEqual(outcome)
      },
    )

    test('40 at once: one served, one settled', async () => {
      const headers = await credential(protocol)
      const before = await chain.balance(payTo)
      const { settle } = shop.facilitator.calls
      const answers = await Promise.all(Array.from({ length: 40 }, () => shop.get(path, { headers })))
      expect(answers.filter(({ status }) => status === 200).length).toBe(1)
      expect([shop.facilitator.calls.settle - settle, (await chain.balance(payTo)) - before]).toEqual([1, cost])
    })

    test('nothing to pay with: 402, nothing charged', async () => {
      account = privateKeyToAccount(generatePrivateKey())
      const answer = await shop.get(path, { headers: await credential(protocol) })
      // the facilitator sees why by a contract that this chain does not have
      expect([answer.status, JSON.parse(answer.text).title]).toEqual([402, 'Verification Failed'])
    })
  })

  test('an authorization spent elsewhere while its outcome is unknown is refused, not served', async () => {
    const payload = await x402Payload(account, quoteIn((await shop.get(path)).headers))
    // the payer spends the same nonce on a payment to somebody else, behind the back of the facilitator
    const elsewhere = await x402Payload(account, quoteIn((await shop.get(path)).headers), {
      to: `0x${randomBytes(20).toString('hex')}`,
      nonce: payload.payload.authorization.nonce,
    })
    shop.facilitator.faults.settle.push('drop', 'drop')
    const headers = x402Header(payload)
    const pending = await shop.get(path, { headers })
    expect(pending.status).toBe(503)
    await spend(chain, elsewhere.payload)
    const answer = await shop.get(path, { headers })
    expect([answer.status, JSON.parse(answer.text).detail]).toEqual([402, 'The authorization was spent elsewhere.'])
  })

  test('the ledger says what the chain says', async () => {
    expect((await ledgerTotals(shop.holders.state)).settled).toBe(await chain.balance(payTo))
  })

  test('an outcome nobody knows stays open until the chain is past its end, whatever the clock here says', async () => {
    const headers = await credential('x402')
    shop.facilitator.faults.settle.push('drop', 'drop', 'drop', 'drop', 'drop', 'drop')
    expect((await shop.get(path, { headers })).status).toBe(503)
    shop.skip(3_600_000)
    expect((await shop.get(path, { headers })).status).toBe(503)
    shop.skip(-3_600_000)
    await chain.client.increaseTime({ seconds: 420 })
    await chain.client.mine({ blocks: 1 })
    const answer = await shop.get(path, { headers })
    expect([answer.status, JSON.parse(answer.text).title]).toEqual([402, 'Payment Expired'])
    expect(await chain.balance(account.address)).toBe(10_000_000n)
  })
})
