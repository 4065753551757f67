import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { Mppx } from 'mppx/client'
import { evm } from 'mppx/evm/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../client/index.ts'

/**
 * What a page does with the official clients, as the README shows it, and with the typed client of this project. A bundle of it runs in a
 * browser: `globalThis.page` is what a test calls there.
 */
const account = privateKeyToAccount(generatePrivateKey())
const methods = [evm.charge({ account, currencies: [evm.assets.base.USDC, evm.assets.baseSepolia.USDC] })]

export interface Bought {
  readonly payer: string
  readonly status: number
  readonly text: string
  /** The receipt as the page could read it. */
  readonly receipt: string | null
}

async function bought(answer: Response): Promise<Bought> {
  const receipt = answer.headers.get('payment-response') ?? answer.headers.get('payment-receipt')
  return { payer: account.address, status: answer.status, text: await answer.text(), receipt }
}

const clients = {
  async '@x402/fetch'(url: string) {
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(account))
    return bought(await wrapFetchWithPayment(fetch, client)(url))
  },
  async mppx(url: string) {
    return bought(await Mppx.create({ polyfill: false, methods }).fetch(url))
  },
  async 'mppx in the place of fetch'(url: string) {
    Mppx.create({ methods })
    return bought(await fetch(url))
  },
}

export type ClientName = keyof typeof clients

const page = {
  buy: (name: ClientName, url: string) => clients[name](url),

  /** Reads with a key, again with the entity tag, and with headers of its own. */
  async read(url: string, key: string) {
    const client = createClient({ url, key })
    const first = await client.getBtcQuickCheck({ format: 'json' })
    if (!first.ok || first.etag === null) return { status: first.status }
    const again = await client.getBtcQuickCheck({ format: 'json', ifNoneMatch: first.etag })
    const left = first.headers.get('x-ratelimit-remaining')
    return { status: first.status, again: again.status, left }
  },

  /** What the page is told, status and body, of a request with headers of its own. */
  async ask(url: string, headers: Record<string, string>) {
    const answer = await fetch(url, { headers })
    return { status: answer.status, text: await answer.text() }
  },
}

export type Page = typeof page

Object.assign(globalThis, { page })
