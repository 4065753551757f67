import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { EditionReader } from '../../pipeline/editions/reader.ts'
import { openLedgerGauges } from './ledger-gauges.ts'
import { openRunGauges, type RunFigures } from './run-gauges.ts'
import { paymentOutcomes, protocols, type Telemetry } from './telemetry.ts'
import { openWebhookGauges } from './webhook-gauges.ts'

export interface FamiliesOptions {
  readonly reader: Pick<EditionReader, 'current'>
  /** How the runs of the home stand. */
  runs(): Promise<RunFigures>
  /** Milliseconds since 1970. */
  now(): number
}

/** Seconds: an answer from memory takes a fraction of a thousandth, a settlement on a chain up to half a minute. */
const answerSeconds = [0.000_25, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30]

/** All families, and the hands that move them. `registry` also has those of the process: event loop, heap, processor, files. */
export function openFamilies(options: FamiliesOptions): { readonly registry: Registry; readonly telemetry: Telemetry } {
  const { reader, runs, now } = options
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    registers,
    name: 'briefing_requests_total',
    help: 'Answers by route, status, error code and plan of the key ("paid" for a paid call, "none" for neither); 499 if the caller disconnected first.',
    labelNames: ['route', 'status', 'error', 'plan'],
  })
  const times = new Histogram({
    registers,
    name: 'briefing_answer_seconds',
    help: 'Seconds from the request until the complete answer is handed to the operating system, by route.',
    labelNames: ['route'],
    buckets: answerSeconds,
  })
  const payments = new Counter({
    registers,
    name: 'briefing_payments_total',
    help: 'Payment credentials received, by protocol and outcome: settled, redelivered, refused, unknown.',
    labelNames: ['protocol', 'outcome'],
  })
  for (const protocol of protocols) for (const outcome of paymentOutcomes) payments.inc({ protocol, outcome }, 0)
  const received = new Counter({
    registers,
    name: 'briefing_received_base_units_total',
    help: 'Amount settled, in base units of USDC (millionths of a dollar), by network.',
    labelNames: ['network'],
  })
  const facilitator = new Gauge({
    registers,
    name: 'briefing_facilitator_reachable',
    help: '1 if the facilitator answered the last check, 0 if it did not; no value if nothing is sold.',
  })
  facilitator.remove()
  const state = new Gauge({
    registers,
    name: 'briefing_state_reachable',
    help: '1 while the state store (keys, limits and ledger) answers, else 0.',
  })
  const uncounted = new Counter({
    registers,
    name: 'briefing_limit_count_failures_total',
    help: 'Calls that the state store failed to count.',
  })
  new Gauge({
    registers,
    name: 'briefing_edition_age_seconds',
    help: 'Seconds since the served edition was published; no value if there is none.',
    collect() {
      const view = reader.current()
      if (view === null) this.remove()
      else this.set((now() - Date.parse(view.manifest.published_at)) / 1_000)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_edition_info',
    help: '1 for the served edition.',
    labelNames: ['edition', 'as_of', 'sample'],
    collect() {
      this.reset()
      const manifest = reader.current()?.manifest
      if (manifest) this.set({ edition: manifest.edition, as_of: manifest.as_of, sample: String(manifest.sample) }, 1)
    },
  })
  let countClaims: Parameters<Telemetry['claimsFrom']>[0] | null = null
  new Gauge({
    registers,
    name: 'briefing_claims',
    help: 'Claims of agents of the last 30 days by state: pending, approved, denied, expired, delivered; no value while the state store does not answer.',
    labelNames: ['state'],
    async collect() {
      this.reset()
      const counts = await countClaims?.().catch(() => null)
      for (const [name, count] of Object.entries(counts ?? {})) this.set({ state: name }, count)
    },
  })
  openRunGauges(registers, { runs, view: () => reader.current(), now })
  const telemetry: Telemetry = {
    answered({ route, status, error = '', plan = 'none', ms }) {
      requests.inc({ route, status, error, plan })
      times.observe({ route }, ms / 1_000)
    },
    payment: (protocol, outcome) => payments.inc({ protocol, outcome }),
    received: (network, amount) => received.inc({ network }, Number(amount)),
    facilitatorReached: (reached) => facilitator.set(Number(reached)),
    stateReached: (reached) => state.set(Number(reached)),
    claimsFrom(count) {
      countClaims = count
    },
    countFailed: () => uncounted.inc(),
    ...openWebhookGauges(registers, now),
    ...openLedgerGauges(registers, now),
  }
  return { registry, telemetry }
}
