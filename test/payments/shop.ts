import { vi } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { httpFacilitator } from '../../server/payments/facilitator.ts'
import { lookUpOnChain } from '../../server/payments/look-up-on-chain.ts'
import type { State } from '../../server/state/open.ts'
import { edition, type Running, running } from '../server/fixture.ts'
import { type KeyHolders, keyHolders } from '../server/key-holders.ts'
import { paymentsOver } from '../server/payments/shop.ts'
import { cost, terms, units } from '../server/payments/terms.ts'
import { type Fault, type HttpFacilitator, type PaymentChain, startFacilitator } from './facilitator.ts'

/** What is bought where the price is not the point. */
export const path = '/api/btc?format=json'

/** Addresses of every price, which is in base units. */
export const priced = [
  ...briefingRows.map(({ path: of, tier }) => [of, units[tier]] as const),
  [`/api/metrics/${metricRows[0]!.metric}`, units.metric] as const,
]

type Endpoint = 'verify' | 'settle'
const [nothing, once] = [0n, cost]
const later = { first: 503, charged: nothing, again: 200, chargedInAll: once }

/** What becomes of a credential that is sent twice, by what goes wrong the first time, so many times. */
export const faultRows: readonly (readonly [Endpoint, Fault, number, Twice])[] = [
  ...(['500', 'drop', 'garbage', 'redirect'] as const).map((fault) => ['verify', fault, 1, later] as const),
  ...(['act, then drop', 'act, then 500'] as const).map(
    (fault) => ['settle', fault, 1, { first: 200, charged: once, again: 402, chargedInAll: once }] as const,
  ),
  ...(['500', 'drop'] as const).map((fault) => ['settle', fault, 2, later] as const),
  // a word about the balance may be the echo of a settlement that no block has yet
  ['settle', 'success: false', 1, later],
]

export interface Shop extends Running {
  readonly facilitator: HttpFacilitator
  readonly holders: KeyHolders
  /** Address of a path. */
  at(of: string): string
  /** Sets the clock of the payments forward. */
  skip(ms: number): void
  /** Sends a credential twice, the first time with a fault, and tells what was answered and what moved. */
  twice(headers: Record<string, string>, fault: Fault, endpoint: Endpoint, times?: number): Promise<Twice>
}

export interface Twice {
  readonly first: number
  readonly charged: bigint
  readonly again: number
  readonly chargedInAll: bigint
}

/** A server that sells on a chain of ours, through a facilitator over HTTP whose first answers are at fault as told. */
export async function openShop(chain: PaymentChain, payTo: string, supported: readonly Fault[] = []): Promise<Shop> {
  const facilitator = await startFacilitator([chain])
  facilitator.faults.supported.push(...supported)
  let skipped = 0
  const payments = (state: State) =>
    paymentsOver(state, {
      sold: { ...terms, networks: [{ network: chain.network, payTo }], sandbox: false },
      facilitator: httpFacilitator({ url: facilitator.url, token: null }),
      lookUp: lookUpOnChain(new Map([[chain.network.id, chain.url]])),
      now: () => Date.now() + skipped,
    })
  const holders = await keyHolders({ payments: async (state) => ({ real: payments(state), sample: null }) })
  const server = await running(edition({ edition: 'e1' }), { gate: holders.gate })
  // beside other work the facilitator may not have answered the first look: nothing is sold until it has
  const isSelling = async () => (await server.get(path)).status === 402
  if (supported.length === 0) await vi.waitUntil(isSelling, { timeout: 60_000 })
  else await server.get(path)
  return {
    ...server,
    facilitator,
    holders,
    at: (of) => `http://127.0.0.1:${server.port}${of}`,
    skip(ms) {
      skipped += ms
    },
    async twice(headers, fault, endpoint, times = 1) {
      const before = await chain.balance(payTo)
      facilitator.faults[endpoint].push(...Array.from({ length: times }, () => fault))
      const first = await server.get(path, { headers })
      const charged = (await chain.balance(payTo)) - before
      facilitator.faults[endpoint].length = 0
      const again = await server.get(path, { headers })
      return { first: first.status, charged, again: again.status, chargedInAll: (await chain.balance(payTo)) - before }
    },
    async close() {
      await server.close()
      await holders.close()
      await facilitator.stop()
    },
  }
}
