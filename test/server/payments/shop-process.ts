/**
 * One server process that sells for play money over a state store it shares with others, its clock so many milliseconds ahead.
 *
 *   node test/server/payments/shop-process.js STATE SHIFT [POINT]
 *
 * Says its port. A line `SHIFT SHARE` of its input sets the clock, and which share of what the facilitator is asked goes wrong. At POINT of the next purchase it kills itself: `reserved` (before verify), `verified` (before settle), `settled` (before the
 * settlement is recorded), `recorded` (before anything is sent), `half` (in the middle of the body).
 */
import { appendFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { devNull } from 'node:os'
import { createInterface } from 'node:readline'
import { openLog } from '../../../server/http/log.ts'
import { openGate } from '../../../server/open-gate.ts'
import type { Facilitator } from '../../../server/payments/facilitator.ts'
import { sandboxFacilitator } from '../../../server/payments/sandbox.ts'
import { startServer } from '../../../server/start.ts'
import type { State } from '../../../server/state/open.ts'
import { edition, fakeReader, packageFacts } from '../fixture.ts'
import { paymentsOver } from './shop.ts'

const [place, shift, point] = process.argv.slice(2) as [string, string, string | undefined]
let ahead = Number(shift)
/** Share of settlements that is answered badly. */
let bad = 0
const now = () => Date.now() + ahead
const die = (at: string) => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}

/** The facilitator of the sandbox: keeps a record of what it was asked to settle, and kills the process at a point. */
function dying(state: State): Facilitator {
  const inner = sandboxFacilitator(state, now)
  const record = place.startsWith('postgres') ? devNull : `${place}.settled`
  const isBad = () => Math.random() < bad
  return {
    getSupported: () => inner.getSupported(),
    async verify(payload, requirements) {
      die('reserved')
      if (isBad()) throw new TypeError('lost')
      return inner.verify(payload, requirements)
    },
    async settle(payload, requirements) {
      die('verified')
      appendFileSync(record, `${JSON.stringify(payload.payload)}\n`)
      if (isBad()) throw new TypeError('lost before it was settled')
      const settled = await inner.settle(payload, requirements)
      die('settled')
      if (isBad()) throw new TypeError('lost after it was settled')
      if (isBad()) return { ...settled, success: false, errorReason: 'invalid_exact_evm_transaction_failed' }
      return settled
    },
  }
}

if (point === 'half') {
  const end = ServerResponse.prototype.end
  ServerResponse.prototype.end = function (this: ServerResponse, body: Buffer) {
    if (this.statusCode !== 200) return end.call(this, body, 'utf8')
    this.write(body.subarray(0, body.length / 2), () => die('half'))
    return this
  } as typeof end
}

const log = openLog({ level: 'silent', now })
const { gate } = openGate({
  place,

  log,
  async payments(state) {
    const payments = paymentsOver(state, { facilitator: dying(state), now })
    const redeem: typeof payments.redeem = async (headers, offer) => {
      const paid = await payments.redeem(headers, offer)
      die('recorded')
      return paid
    }
    return { real: null, sample: { ...payments, redeem } }
  },
})
const { port } = await startServer({
  reader: fakeReader(edition({ edition: 'e1', sample: true })),
  gate,
  port: 0,
  host: '127.0.0.1',
  log,
  version: packageFacts,
  doc: () => '',
  now: Date.now,
})
createInterface(process.stdin)
  .on('line', (line) => {
    ;[ahead, bad] = line.split(' ').map(Number) as [number, number]
  })
  .on('close', () => process.exit())
process.stdout.write(`${port}\n`)
