import { expect, test } from 'vitest'
import { lazyPaymentProcessor } from '../../../server/payments/settlement.ts'
import type { State } from '../../../server/state/open.ts'
import { cost, terms } from './terms.ts'

test('where what settles cannot be opened the first time, the next payment opens it', async () => {
  let asked = 0
  const outside = {
    get facilitatorUrl(): string {
      if (asked++ === 0) throw new Error('too many open files')
      return 'https://facilitator.example'
    },
    facilitatorToken: null,
    rpcUrls: new Map<string, string>(),
  }
  const processor = lazyPaymentProcessor({ state: {} as State, terms, outside, now: Date.now, wall: Date.now, warn: () => {} })
  const listing = { route: '/api/btc', input: {}, inputSchema: {}, output: { example: {} } }
  const told = { name: 'btc.quick-check', description: 'btc.quick-check', listing }
  const offer = { target: '/api/btc', ...told, mimeType: 'text/markdown', units: String(cost) }
  const verifyOnly = () => processor.verifyOnly({ protocol: 'x402', name: null, text: 'e30=' }, offer)
  await expect(verifyOnly()).rejects.toThrow('too many open files')
  await expect(verifyOnly()).rejects.toMatchObject({ problem: 'malformed-credential' })
  await processor.close()
})
