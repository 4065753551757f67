import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { Mppx } from 'mppx/client'
import { evm } from 'mppx/evm/client'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { networks } from '../../data/networks.ts'
import { InputError, UnavailableError } from '../../pipeline/errors.ts'
import { declare, type Given } from '../command.ts'
import { print } from '../print.ts'
import { unknown } from '../unknown.ts'

const options = [
  ['--protocol <protocol>', 'x402 or mpp', 'x402'],
  ['--max-usd <dollars>', 'the most to pay', '1'],
  ['--main-network', 'pay real money with the key in BRIEFING_BUYER_KEY'],
] as const

type BuyOptions = Given<typeof options>

const baseUnits = 1_000_000
const firstLines = 12

/**
 * `briefing buy URL`: asks for the address, takes the quote, signs with an official client, pays, and tells what happened. Only on test
 * networks, unless `--main-network` and a key in BRIEFING_BUYER_KEY say otherwise; without a key the payer is a new one, which every sandbox
 * gives play money.
 */
export const command = declare({
  args: [['<url>', 'URL of a priced document']],
  options,
  examples: ['buy http://127.0.0.1:8402/api/btc', 'buy http://127.0.0.1:8402/api/btc --protocol mpp --max-usd 0.05'],
  unreachable: 'the server does not answer, or did not serve what was paid for',
  guide: 'docs/payments.md',
  action: async ({ global }, options, url) => {
    const env = process.env
    if (!URL.canParse(url)) throw new InputError('URL', 'give the full URL of a document, such as http://127.0.0.1:8402/api/btc')
    const { protocol = 'x402' } = options
    if (protocol !== 'x402' && protocol !== 'mpp')
      throw unknown('PROTOCOL', protocol, { kind: 'protocol', names: ['x402', 'mpp'] })
    const account = payerOf(env, options)
    const quote = await quoteOf(url)
    const chosen = chosenOf(quote, options)
    const answer = await (protocol === 'x402' ? payX402 : payMpp)(url, account, chosen)
    const body = await answer.text()
    const { network, asset, amount, payTo } = chosen
    const usd = String(Number(amount) / baseUnits)
    const receipt = receiptOf(answer)
    const { status, headers } = answer
    const served = { status, type: headers.get('content-type'), bytes: Buffer.byteLength(body), body }
    const lines = body.split('\n')
    const paid = { url, protocol, network, asset, amount, usd, pay_to: payTo, payer: account.address, receipt }
    print(global, { ...paid, ...served }, [
      `signed  ${protocol} on ${network}: ${amount} base units (${usd} USD) of ${asset}, from ${account.address} to ${payTo}`,
      `paid    ${receipt === null ? 'nothing' : JSON.stringify(receipt)}`,
      `served  ${status} ${served.type ?? ''}, ${served.bytes} bytes`,
      '',
      ...lines.slice(0, firstLines),
      ...(lines.length > firstLines ? ['...'] : []),
    ])
    if (answer.status !== 200)
      throw new UnavailableError(
        'NOT_SERVED',
        `the server answered the payment with ${answer.status}; its message is printed above`,
      )
  },
})

function payerOf(env: Readonly<Record<string, string | undefined>>, { mainNetwork }: BuyOptions): PrivateKeyAccount {
  const key = env['BRIEFING_BUYER_KEY']
  if (mainNetwork && !key)
    throw new InputError(
      'BUYER_KEY',
      'set BRIEFING_BUYER_KEY to the private key of the payer: 0x followed by 64 hexadecimal digits',
    )
  if (key && !/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new InputError('BUYER_KEY', 'BRIEFING_BUYER_KEY must be 0x followed by 64 hexadecimal digits')
  return privateKeyToAccount((key as `0x${string}` | undefined) || generatePrivateKey())
}

async function quoteOf(url: string): Promise<PaymentRequired> {
  const answer = await reached(fetch(url))
  const header = answer.headers.get('payment-required')
  if (answer.status === 402 && header !== null) return decodePaymentRequiredHeader(header)
  throw new InputError('NO_QUOTE', `the URL answers ${answer.status} without asking for payment; inspect it with curl -i`)
}

function chosenOf({ accepts }: PaymentRequired, { maxUsd = '1', mainNetwork = false }: BuyOptions): PaymentRequirements {
  const most = Number(maxUsd)
  if (!(most > 0)) throw new InputError('MAX_USD', '--max-usd must be a number of dollars above 0')
  const known = accepts.find(({ network }) =>
    networks.some(({ id, kind, test }) => id === network && kind === 'evm' && test === !mainNetwork),
  )
  if (known === undefined)
    throw new InputError(
      'NETWORK',
      mainNetwork
        ? 'the server quotes no price on Base'
        : 'the server quotes no price on a test network; to pay real money, set BRIEFING_BUYER_KEY and add --main-network',
    )
  if (Number(known.amount) > most * baseUnits)
    throw new InputError(
      'PRICE_ABOVE_LIMIT',
      `this call costs ${Number(known.amount) / baseUnits} USD; raise --max-usd to allow it`,
    )
  return known
}

function payX402(url: string, account: PrivateKeyAccount, chosen: PaymentRequirements): Promise<Response> {
  const client = new x402Client().register(chosen.network, new ExactEvmScheme(account))
  return reached(wrapFetchWithPayment(fetch, client)(url))
}

function payMpp(url: string, account: PrivateKeyAccount, { network, extra }: PaymentRequirements): Promise<Response> {
  const authorization = { name: String(extra['name']), version: String(extra['version']) }
  const chain = Number(network.slice('eip155:'.length))
  const client = Mppx.create({ polyfill: false, methods: [evm.charge({ account, authorization, networks: [chain] })] })
  return reached(client.fetch(url))
}

async function reached(answer: Promise<Response>): Promise<Response> {
  try {
    return await answer
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new UnavailableError('NOT_REACHED', `the server does not answer, or the payment cannot be made: ${why}`)
  }
}

/** What the server says of the payment: PAYMENT-RESPONSE of x402, Payment-Receipt of MPP. */
function receiptOf({ headers }: Response): unknown {
  const text = headers.get('payment-response') ?? headers.get('payment-receipt')
  return text === null ? null : JSON.parse(Buffer.from(text, 'base64').toString())
}
