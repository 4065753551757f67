import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { type Chain, feePayer } from './chain.ts'

/** What goes wrong with an answer over HTTP, before anything is done or after. */
export type Fault = '500' | 'drop' | 'garbage' | 'redirect' | 'success: false' | 'act, then drop' | 'act, then 500'

export interface HttpFacilitator {
  readonly url: string
  /** Faults of the next calls, by endpoint. */
  readonly faults: { verify: Fault[]; settle: Fault[]; supported: Fault[] }
  readonly calls: { verify: number; settle: number; supported: number }
  stop(): Promise<void>
}

/** The facilitator of the official classes over HTTP, on chains of ours, with faults. */
export async function startFacilitator(chains: readonly Chain[]): Promise<HttpFacilitator> {
  const official = new x402Facilitator()
  for (const { url, network } of chains) {
    const wallet = feePayer(url, network)
    const signer = toFacilitatorEvmSigner({ ...wallet, address: wallet.account.address } as Parameters<
      typeof toFacilitatorEvmSigner
    >[0])
    official.register(network.id as `${string}:${string}`, new ExactEvmScheme(signer))
  }
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

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const endpoint = req.url!.slice(1) as Endpoint
    calls[endpoint]++
    const body = Buffer.concat(await req.toArray()).toString()
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
        JSON.stringify({
          success: false,
          isValid: false,
          transaction: '',
          network: '',
          errorReason: 'invalid_exact_evm_transaction_failed',
        }),
      )
    else {
      const said = JSON.stringify(await act(endpoint, body))
      if (fault === 'act, then drop') req.socket.destroy()
      else if (fault === 'act, then 500') send(500, 'gone')
      else send(200, said)
    }
  }
  const server = createServer((req, res) => void answer(req, res).catch(() => res.destroy())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    calls,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
