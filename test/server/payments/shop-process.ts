/**
 * One server process that sells for play money over a state store it shares with others, its clock so many milliseconds ahead.
 *
 *   node --import tsx test/server/payments/shop-process.ts STATE SHIFT [POINT]
 *
 * Says its port. At POINT of the next purchase it kills itself: `reserved` (before verify), `verified` (before settle), `settled` (before the
 * settlement is recorded), `recorded` (before anything is sent), `half` (in the middle of the body).
 */
import { appendFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { openLog } from '../../../server/log.ts'
import { openGate } from '../../../server/open-gate.ts'
import type { Facilitator } from '../../../server/payments/facilitator.ts'
import { openPayments } from '../../../server/payments/open.ts'
import { sandboxFacilitator, sandboxLookUp } from '../../../server/payments/sandbox.ts'
import { startServer } from '../../../server/start.ts'
import type { State } from '../../../server/state/open.ts'
import { edition, fakeReader, packageFacts } from '../fixture.ts'
import { terms } from './terms.ts'

const [place, shift, point] = process.argv.slice(2) as [string, string, string | undefined]
const now = () => Date.now() + Number(shift)
const die = (at: string) => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
}

function dying(state: State): Facilitator {
  const inner = sandboxFacilitator(state, now)
  return {
    getSupported: () => inner.getSupported(),
    async verify(payload, requirements) {
      die('reserved')
      return inner.verify(payload, requirements)
    },
    async settle(payload, requirements) {
      die('verified')
      appendFileSync(`${place}.settled`, `${JSON.stringify(payload.payload)}\n`)
      const said = await inner.settle(payload, requirements)
      die('settled')
      return said
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
    const parts = { state, terms, facilitator: dying(state), lookUp: sandboxLookUp(state), now, warn: () => {} }
    const payments = openPayments(parts)
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
  methodology: () => '',
  now: Date.now,
})
process.stdin.on('end', () => process.exit()).resume()
process.stdout.write(`${port}\n`)
