/**
 * A client that pays: `paying-client.ts PORT PATH COUNT` signs that many x402 payments for a path, says that it is ready, and whenever its
 * parent says so sends that many of them at an even rate, then tells how each was answered.
 */
import { Agent, get, type IncomingHttpHeaders } from 'node:http'
import { payer, quoteIn, x402Header, x402Payload } from '../test/server/payments/signing.ts'
import { evenly } from './evenly.ts'

export interface Order {
  readonly payments: number
  readonly perSecond: number
}

/** How many answers had each status. */
export type Answered = Readonly<Record<number, number>>

const [port, path, count] = process.argv.slice(2) as [string, string, string]
/** Of the 10 play dollars of each payer, at 2 cents a call. */
const callsOfPayer = 400

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

function ask(headers: Record<string, string>): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const asked = get({ port, path, headers, host: '127.0.0.1', agent }, (res) => {
      res.resume()
      res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers }))
    })
    asked.on('error', reject)
  })
}

const quote = quoteIn((await ask({})).headers)
const waiting: Record<string, string>[] = []
for (let at = 0; at < Number(count); at += 1)
  waiting.push(x402Header(await x402Payload(payer(Math.floor(at / callsOfPayer)), quote, { validBefore: '4000000000' })))

process.on('disconnect', () => process.exit())
process.on('message', async ({ payments, perSecond }: Order) => {
  const answered: Record<number, number> = {}
  await evenly(payments, perSecond, async () => {
    const { status } = await ask(waiting.pop()!)
    answered[status] = (answered[status] ?? 0) + 1
  })
  process.send?.(answered satisfies Answered)
})
process.send?.('ready')
