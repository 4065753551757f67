import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired, PaymentRequirements } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { Mppx } from 'mppx/client'
import { evm } from 'mppx/evm/client'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { networks } from '../../data/networks.ts'
import { InputError, UnavailableError } from '../../pipeline/errors.ts'
import { jsonOf } from '../../pipeline/store/cell.ts'
import { declare, type ParsedOptions } from '../command.ts'
import { print } from '../print.ts'
import { unknown } from '../unknown.ts'

const options = [
  ['--protocol <protocol>', 'x402 or mpp', 'x402'],
  ['--max-usd <dollars>', 'the most to pay', '1'],
  ['--main-network', 'pay real money with the key in BRIEFING_BUYER_KEY'],
  ['--repeat <payment>', 'send a payment again whose outcome is unknown; it is charged at most once'],
] as const

type BuyOptions = ParsedOptions<typeof options>

const baseUnits = 1_000_000
const firstLines = 12

/**
 * `briefing buy URL`: asks for the address, takes the quote, signs with an official client, pays, and tells what happened. Only on test
 * networks, unless `--main-network` and a key in BRIEFING_BUYER_KEY say otherwise; without a key the payer is a new one, which every sandbox
 * gives play money. A payment that was sent and got no answer, or a 5xx, is not signed again: the error says how to send the same one again.
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
    if (options.repeat !== undefined) return repeat(global, url, options.repeat)
    const { protocol = 'x402' } = options
    if (protocol !== 'x402' && protocol !== 'mpp')
      throw unknown('PROTOCOL', protocol, { kind: 'protocol', names: ['x402', 'mpp'] })
    const account = payerOf(env, options)
    const quote = await quoteOf(url)
    const chosen = chosenOf(quote, options)
    const { answer, body } = await outcomeOf(global, url, (send) =>
      (protocol === 'x402' ? payX402 : payMpp)(url, account, chosen, send),
    )
    const { network, asset, amount, payTo } = chosen
    const usd = String(Number(amount) / baseUnits)
    const paid = { url, protocol, network, asset, amount, usd, pay_to: payTo, payer: account.address }
    const signed = `signed  ${protocol} on ${network}: ${amount} base units (${usd} USD) of ${asset}, from ${account.address} to ${payTo}`
    tell(global, paid, [signed], answer, body)
  },
})

/** Sends a payment again that was sent before. */
async function repeat(global: Global, url: string, payment: string): Promise<void> {
  const [, protocol, value] = /^(x402|mpp):([\w+/=-]+)$/.exec(payment) ?? []
  if (protocol === undefined) throw new InputError('PAYMENT', 'give --repeat the payment as the error printed it')
  const headers = protocol === 'x402' ? { 'PAYMENT-SIGNATURE': value! } : { Authorization: `Payment ${value}` }
  const { answer, body } = await outcomeOf(global, url, (send) => send(url, { headers }))
  tell(global, { url, protocol }, [], answer, body)
}

type Global = Parameters<typeof print>[0]

/** Prints what was paid and served. Throws `UnavailableError` NOT_SERVED where the server did not take the payment. */
function tell(global: Global, paid: object, before: readonly string[], answer: Response, body: string): void {
  const receipt = receiptOf(answer)
  const { status, headers } = answer
  const served = { status, type: headers.get('content-type'), bytes: Buffer.byteLength(body), body }
  const lines = body.split('\n')
  print(global, { ...paid, receipt, ...served }, [
    ...before,
    `paid    ${receipt === null ? 'nothing' : JSON.stringify(receipt)}`,
    `served  ${status} ${served.type ?? ''}, ${served.bytes} bytes`,
    '',
    ...lines.slice(0, firstLines),
    ...(lines.length > firstLines ? ['...'] : []),
  ])
  if (status !== 200)
    throw new UnavailableError('NOT_SERVED', `the server answered ${status} and served nothing; its message is printed above`)
}

/**
 * The answer to a call that may send a payment, read to its end. Throws `UnavailableError` OUTCOME_UNKNOWN, with the command that sends the same
 * payment again, where one was sent and a 5xx or no answer came.
 */
async function outcomeOf(global: Global, url: string, call: (send: typeof fetch) => Promise<Response>) {
  let payment: string | null = null
  const send: typeof fetch = async (input, init) => {
    payment = paymentIn(new Request(input, init)) ?? payment
    return fetch(input, init)
  }
  try {
    const answer = await call(send)
    const body = await answer.text()
    if (payment === null || answer.status < 500) return { answer, body }
    throw outcomeUnknown(global, url, payment, `the server answered ${answer.status}`)
  } catch (error) {
    if (error instanceof UnavailableError) throw error
    if (payment !== null) throw outcomeUnknown(global, url, payment, 'the connection ended without an answer')
    throw notReached(error)
  }
}

/** The payment a request carries, as `--repeat` takes it; null where it carries none. */
function paymentIn({ headers }: Request): string | null {
  const x402 = headers.get('payment-signature')
  const [, mpp] = /^Payment (\S+)$/.exec(headers.get('authorization') ?? '') ?? []
  return x402 !== null ? `x402:${x402}` : mpp === undefined ? null : `mpp:${mpp}`
}

/** Prints the command, since errors are printed without what may be a secret. */
function outcomeUnknown(global: Global, url: string, payment: string, what: string): UnavailableError {
  const again = `briefing buy '${url.replaceAll("'", '%27')}' --repeat ${payment}`
  print(global, { url, payment, repeat: again }, [`repeat  ${again}`])
  return new UnavailableError(
    'OUTCOME_UNKNOWN',
    `the payment was sent and ${what}, so whether it was charged is unknown. Do not buy it again. The same payment is charged at most once, however often it is sent; send it again until the server serves the document, or answers 402 and says what became of it. The command for that is printed above.`,
  )
}

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
  const answer = await fetch(url).catch((error: unknown) => {
    throw notReached(error)
  })
  const header = answer.headers.get('payment-required')
  if (answer.status === 402 && header !== null) return decodePaymentRequiredHeader(header)
  const reason = await errorText(answer).catch(() => '')
  if (answer.status >= 500)
    throw new UnavailableError(
      'NO_QUOTE',
      `the server answers ${answer.status} instead of a quote; nothing was paid. Retry later. ${reason}`.trim(),
    )
  const why = reason === '' ? '; inspect it with curl -i' : `. ${reason}`
  throw new InputError('NO_QUOTE', `the URL answers ${answer.status} without asking for payment${why}`)
}

const longestBody = 65_536
const longestText = 600

/** The code, message and hint of an error on one line, bounded because any server may answer; empty for a body of another form. */
async function errorText({ body }: Response): Promise<string> {
  let bytes = Buffer.alloc(0)
  for await (const part of body ?? []) {
    bytes = Buffer.concat([bytes, part])
    if (bytes.byteLength > longestBody) return ''
  }
  const answer = jsonOf(bytes) as Readonly<Record<string, unknown>> | null | undefined
  const [code, ...words] = ['error', 'message', 'hint'].map((name) => answer?.[name])
  if (typeof code !== 'string') return ''
  const line = `The server says ${code}: ${words.filter((each) => typeof each === 'string').join(' ')}`
  return line.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longestText)
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

type Pay = (url: string, account: PrivateKeyAccount, chosen: PaymentRequirements, send: typeof fetch) => Promise<Response>

const payX402: Pay = (url, account, chosen, send) => {
  const client = new x402Client().register(chosen.network, new ExactEvmScheme(account))
  return wrapFetchWithPayment(send, client)(url)
}

const payMpp: Pay = (url, account, { network, extra }, send) => {
  const authorization = { name: String(extra['name']), version: String(extra['version']) }
  const chain = Number(network.slice('eip155:'.length))
  const client = Mppx.create({
    fetch: send,
    polyfill: false,
    methods: [evm.charge({ account, authorization, networks: [chain] })],
  })
  return client.fetch(url)
}

function notReached(error: unknown): UnavailableError {
  const why = error instanceof Error ? error.message : String(error)
  return new UnavailableError(
    'NOT_REACHED',
    `the server does not answer, or the payment cannot be made; nothing was paid: ${why}`,
  )
}

/** What the server says of the payment: PAYMENT-RESPONSE of x402, Payment-Receipt of MPP. */
function receiptOf({ headers }: Response): unknown {
  const text = headers.get('payment-response') ?? headers.get('payment-receipt')
  return text === null ? null : JSON.parse(Buffer.from(text, 'base64').toString())
}
