/**
 * One server process that sells for play money over a state store it shares with others, its clock so many milliseconds ahead.
 *
 *   node test/server/payments/shop-process.js STATE SHIFT [POINT]
 *
 * Says its port. A line `SHIFT SHARE` of its input sets the clock, and which share of what the facilitator is asked goes wrong. At POINT of the next purchase it kills itself: `reserved` (before verify), `verified` (before settle), `settled` (before the
 * settlement is recorded), `recorded` (before anything is sent), `half` (in the middle of the body).
 */
import { ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { openLog } from '../../../server/log.ts'
import { openGate } from '../../../server/open-gate.ts'
import { openPayments } from '../../../server/payments/open.ts'
import { processorInThread } from '../../../server/payments/processor-in-thread.ts'
import { sandboxSupport } from '../../../server/payments/sandbox-terms.ts'
import { startServer } from '../../../server/start.ts'
import { edition, fakeReader, packageFacts } from '../fixture.ts'
import type { DyingSettings } from './dying-processor.ts'
import { terms } from './terms.ts'

const [place, shift, point] = process.argv.slice(2) as [string, string, string | undefined]
const weather = new SharedArrayBuffer(16)
const [ahead, bad] = [0, 1] as const
const doubles = new Float64Array(weather)
doubles[ahead] = Number(shift)
const now = () => Date.now() + doubles[ahead]!
const die = (at: string) => {
  if (at === point) process.kill(process.pid, 'SIGKILL')
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
  async payments() {
    const settings: DyingSettings = { place, terms, outside: null, weather, point }
    const processor = processorInThread(settings, () => {}, new URL('./dying-processor.js', import.meta.url))
    const payments = openPayments({ terms, facilitator: sandboxSupport, processor, now, warn: () => {} })
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
    ;[doubles[ahead], doubles[bad]] = line.split(' ').map(Number) as [number, number]
  })
  .on('close', () => process.exit())
process.stdout.write(`${port}\n`)
