import { recoverAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { networks } from '../../../data/networks.ts'
import { sandboxPayTo } from '../../../server/payments/sandbox-terms.ts'
import { isSigned, signerOf } from '../../../server/payments/signature.ts'
import { seeded } from '../../source/feeds/mutate.ts'
import { payer, x402Payload } from './signing.ts'

const network = networks.find(({ name }) => name === 'base-sepolia')!
const accepts = [{ scheme: 'exact', network: network.id, asset: network.asset, amount: '20000', payTo: sandboxPayTo }]
const payment = async (seed: number) => {
  const quote = { x402Version: 2, resource: { url: 'u' }, accepts } as unknown as Parameters<typeof x402Payload>[1]
  return (await x402Payload(payer(seed), quote)).payload
}

describe('a signature', () => {
  test('is that of the payer, in whatever case its addresses are written, and of nobody for anything else', async () => {
    const random = seeded(5)
    for (let seed = 0; seed < 20; seed++) {
      const { authorization, signature } = await payment(seed)
      expect(isSigned(network, authorization, signature)).toBe(true)
      expect(isSigned(network, { ...authorization, from: authorization.from.toLowerCase() }, signature)).toBe(true)
      const upper = `0x${authorization.to.slice(2).toUpperCase()}`
      expect(isSigned(network, { ...authorization, to: upper }, signature)).toBe(true)
      const at = 2 + Math.floor(random() * 128)
      const other = signature[at] === '0' ? '1' : '0'
      expect(isSigned(network, authorization, signature.slice(0, at) + other + signature.slice(at + 1))).toBe(false)
      for (const change of [
        { value: '20001' },
        { validBefore: '1' },
        { validAfter: '1' },
        { to: payer(99).address },
        { from: payer(99).address },
        { nonce: `0x${'1'.repeat(64)}` },
      ])
        expect(isSigned(network, { ...authorization, ...change }, signature)).toBe(false)
      const real = networks.find(({ name }) => name === 'base')!
      expect(isSigned(real, authorization, signature)).toBe(false)
    }
  })

  test('of another length is nobody’s', async () => {
    const { authorization, signature } = await payment(1)
    for (const short of ['0x00', signature.slice(0, -2), `${signature}00`])
      expect(isSigned(network, authorization, short)).toBe(false)
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
