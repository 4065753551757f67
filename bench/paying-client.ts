/**
 * A client that pays: `paying-client.ts PORT PATH COUNT` signs that many x402 payments for a path, says that it is ready, and whenever its
 * parent says so sends that many of them at an even rate, then tells how each was answered.
 */
import { Pool } from 'undici'
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

const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 64 })

async function ask(headers: Record<string, string>) {
  const { statusCode, headers: answered, body } = await pool.request({ path, method: 'GET', headers })
  await body.dump()
  return { status: statusCode, headers: answered }
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
