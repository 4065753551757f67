/**
 * Callers who pay for nothing: `flood-client.ts PORT PATH CALLERS`. Told true they begin, told false they stop, and each time it says how
 * many answers they have had since.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'undici'
import { payer, quoteIn, x402Header, x402Payload } from '../test/server/payments/signing.ts'

const [port, path, callers] = process.argv.slice(2) as [string, string, string]
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: Number(callers) })
let isOn = false
let answered = 0

async function ask(headers: Record<string, string>) {
  const { headers: answer, body } = await pool.request({ path, method: 'GET', headers })
  await body.dump()
  return answer
}

const payment = await x402Payload(payer(0), quoteIn(await ask({})))
const nonsense = [
  { 'payment-signature': 'x' },
  { authorization: 'Payment x' },
  x402Header({ ...payment, payload: { ...payment.payload, signature: `0x${'1'.repeat(130)}` } }),
]

async function flood(caller: number): Promise<void> {
  for (let sent = caller; ; sent++) {
    if (isOn) {
      await ask(nonsense[sent % nonsense.length]!)
      answered++
    } else await wait(20)
  }
}

process.on('disconnect', () => process.exit())
process.on('message', (on: boolean) => {
  process.send?.(answered)
  answered = 0
  isOn = on
})
process.send?.(0)
await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => flood(caller)))
