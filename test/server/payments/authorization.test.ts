import { recoverAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { networks } from '../../../data/networks.ts'
import { sandboxPayTo } from '../../../server/payments/sandbox-terms.ts'
import { isSigned, signerOf } from '../../../server/payments/signature.ts'
import { seeded } from '../../feeds/mutate.ts'
import { payer, x402Payload } from './signing.ts'
import { cost } from './terms.ts'

const network = networks.find(({ name }) => name === 'base-sepolia')!
const accepts = [{ scheme: 'exact', network: network.id, asset: network.asset, amount: String(cost), payTo: sandboxPayTo }]
const payment = async (seed: number) => {
  const quote = { x402Version: 2, resource: { url: 'u' }, accepts } as unknown as Parameters<typeof x402Payload>[1]
  return (await x402Payload(payer(seed), quote)).payload
}

describe('a signature', () => {
  test('is good on the network it was made for alone', async () => {
    const { authorization, signature } = await payment(1)
    const real = networks.find(({ name }) => name === 'base')!
    expect([isSigned(network, authorization, signature), isSigned(real, authorization, signature)]).toEqual([true, false])
  })

  test('is whose viem says it is, whatever its bytes are', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    const of = (hex: string) => BigInt(`0x${hex}`)
    const random = seeded(11)
    const hash = Buffer.from('5a'.repeat(32), 'hex')
    for (let seed = 0; seed < 12; seed++) {
      const { signature } = await payment(seed)
      const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
      const noise = Array.from({ length: 64 }, () =>
        Math.floor(random() * 256)
          .toString(16)
          .padStart(2, '0'),
      ).join('')
      const all = [
        ...['00', '01', '02', '1a', '1b', '1c', '1d', 'ff'].map((last) => r + s + last),
        r + word(order - of(s)) + v,
        noise + v,
        word(0n) + s + v,
        r + word(0n) + v,
        word(order) + s + v,
        r + word(order) + v,
        word(order - 1n) + s + v,
        'f'.repeat(128) + v,
      ].map((hex): `0x${string}` => `0x${hex}`)
      for (const each of all) {
        const said = await recoverAddress({ hash, signature: each }).catch(() => null)
        expect([each, signerOf(hash, each)]).toEqual([each, said === null ? null : said.toLowerCase()])
      }
    }
  })
})
