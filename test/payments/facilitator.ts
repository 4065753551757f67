import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements, SchemeNetworkFacilitator } from '@x402/core/types'
import type { Network } from '../../data/networks.ts'
import { listen } from './listen.ts'

/** A chain of ours that calls are paid on, with a token that acts as USDC at its address. */
export interface PaymentChain {
  readonly network: Network
  /** Of its RPC. */
  readonly url: string
  /** The official class of a facilitator that pays its fees. */
  readonly scheme: SchemeNetworkFacilitator
  mint(to: string, value: bigint): Promise<void>
  balance(of: string): Promise<bigint>
  stop(): Promise<void>
}

/** What goes wrong with an answer over HTTP, before anything is done or after. */
export type Fault =
  | '500'
  | 'drop'
  | 'garbage'
  | 'redirect'
  | 'success: false'
  | 'act, then drop'
  | 'act, then 500'
  | 'act, then hang'

export interface HttpFacilitator {
  readonly url: string
  /** Faults of the next calls, by endpoint. */
  readonly faults: { verify: Fault[]; settle: Fault[]; supported: Fault[] }
  readonly calls: { verify: number; settle: number; supported: number }
  stop(): Promise<void>
}

/** The facilitator of the official classes over HTTP, on chains of ours, with faults. */
export async function startFacilitator(chains: readonly PaymentChain[]): Promise<HttpFacilitator> {
  const official = new x402Facilitator()
  for (const { network, scheme } of chains) official.register(network.id as `${string}:${string}`, scheme)
  const faults: HttpFacilitator['faults'] = { verify: [], settle: [], supported: [] }
  const calls = { verify: 0, settle: 0, supported: 0 }
  type Endpoint = keyof typeof calls

  async function act(endpoint: Endpoint, body: string): Promise<unknown> {
    if (endpoint === 'supported') return official.getSupported()
    const { paymentPayload, paymentRequirements } = JSON.parse(body) as {
      paymentPayload: PaymentPayload
      paymentRequirements: PaymentRequirements
    }
    return official[endpoint](paymentPayload, paymentRequirements)
  }

  const { url, stop } = await listen(async (body, res, req) => {
    const endpoint = req.url!.slice(1) as Endpoint
    calls[endpoint]++
    const fault = faults[endpoint].shift()
    const send = (status: number, text: string, headers = {}) =>
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
    if (fault === 'drop') req.socket.destroy()
    else if (fault === '500') send(500, '{"isValid":true,"success":true,"transaction":"0x1"}')
    else if (fault === 'garbage') send(200, '<html>')
    else if (fault === 'redirect') send(308, '', { location: `/other/${endpoint}` })
    else if (fault === 'success: false')
      send(
        200,
        JSON.stringify({ success: false, isValid: false, transaction: '', network: '', errorReason: 'insufficient_funds' }),
      )
    else {
      const said = JSON.stringify(await act(endpoint, body))
      if (fault === 'act, then drop') req.socket.destroy()
      else if (fault === 'act, then 500') send(500, 'gone')
      else if (fault !== 'act, then hang') send(200, said)
    }
  })
  return { url, faults, calls, stop }
}
