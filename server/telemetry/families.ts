import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { EditionReader } from '../../pipeline/editions/reader.ts'
import type { Space } from '../../pipeline/store/space.ts'
import { feedsAt } from '../editions/freshness.ts'
import { oneAtATime } from '../http/once.ts'
import type { FeedRun } from '../schemas/system.ts'
import type { LedgerFigures } from '../state/payment-rows.ts'
import type { DeliveryFigures } from '../state/webhook-deliveries.ts'
import { type LedgerTelemetry, paymentOutcomes, paymentProtocols, type StateTelemetry, type Telemetry } from './telemetry.ts'

export interface FamiliesOptions {
  readonly reader: Pick<EditionReader, 'current' | 'reading'>
  /** How the runs of the home stand. */
  runs(): Promise<RunFigures>
  /** Room on the disk of the home; null where the system does not say. */
  space?(): Space | null
  /** Milliseconds since 1970. */
  now(): number
}

/** How the runs of the pipeline stand, as its home says. */
export interface RunFigures {
  /** Runs by kind and status. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** By what starts them; `last_success_at` is RFC 3339 UTC. */
  readonly triggers: Readonly<Record<string, RunTrigger>>
  readonly feeds: Readonly<Record<string, { readonly down_since: string | null; readonly last_run?: FeedRun }>>
}

interface RunTrigger {
  readonly kind: string
  readonly trigger: string
  readonly last_success_at: string | null
  readonly failing: object | null
}

/** Values of a family, each after its labels in their order; none where there is no data. */
type Rows = readonly (readonly [...labels: string[], value: number])[]
/** Adds a gauge whose values are read at each scrape. */
type AddGauge = (name: string, help: string, labelNames: readonly string[], rows: () => Rows | Promise<Rows>) => void

/** Seconds: an answer from memory takes a fraction of a thousandth, a settlement on a chain up to half a minute. */
const answerSeconds = [0.000_25, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30]

const inSeconds = (ms: number | null): Rows => (ms === null ? [] : [[ms / 1_000]])
const secondsAt = (time: string): number => Date.parse(time) / 1_000

/** All families, and the hands that move them. `registry` also has those of the process: event loop, heap, processor, files. */
export function openFamilies(options: FamiliesOptions): { readonly registry: Registry; readonly telemetry: Telemetry } {
  const { reader, now } = options
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const gauge: AddGauge = (name, help, labelNames, rows) => {
    const family = new Gauge({
      ...{ registers, name, help, labelNames },
      async collect() {
        const read = await rows()
        // without labels, reset leaves a 0
        if (labelNames.length === 0) family.remove()
        else family.reset()
        for (const row of read) family.set(labelled(labelNames, row), row.at(-1) as number)
      },
    })
  }
  const counter = (name: string, help: string, labelNames: readonly string[] = []) =>
    new Counter({ registers, name, help, labelNames })
  const inBytes = (bytes: number | undefined): Rows => (bytes === undefined ? [] : [[bytes]])
  gauge('briefing_disk_free_bytes', 'Bytes that are free on the disk of the home.', [], () => inBytes(options.space?.()?.free))
  gauge('briefing_disk_reserve_bytes', 'Free bytes below which a refresh stops, so that keys and payments go on.', [], () =>
    inBytes(options.space?.()?.reserve),
  )
  const requests = counter(
    'briefing_requests_total',
    'Answers by route, status, error code and plan of the key ("paid" for a paid call, "none" for neither); 499 if the caller disconnected first.',
    ['route', 'status', 'error', 'plan'],
  )
  const times = new Histogram({
    registers,
    name: 'briefing_answer_seconds',
    help: 'Seconds from the request until the complete answer is handed to the operating system, by route.',
    labelNames: ['route'],
    buckets: answerSeconds,
  })
  const payments = counter(
    'briefing_payments_total',
    'Payment credentials received, by protocol and outcome: settled, redelivered, refused, unknown.',
    ['protocol', 'outcome'],
  )
  for (const protocol of paymentProtocols) for (const outcome of paymentOutcomes) payments.inc({ protocol, outcome }, 0)
  const received = counter(
    'briefing_received_base_units_total',
    'Amount settled, in base units of USDC (millionths of a dollar), by network.',
    ['network'],
  )
  const facilitator = new Gauge({
    registers,
    name: 'briefing_facilitator_reachable',
    help: '1 if the facilitator answered the last calls, 0 if it did not or refused this server; no value if nothing is sold.',
  })
  facilitator.remove()
  const facilitatorFailures = counter(
    'briefing_facilitator_failures_total',
    'Calls of the facilitator that failed, by endpoint and status; `none` where no answer came.',
    ['call', 'status'],
  )
  const state = new Gauge({
    registers,
    name: 'briefing_state_reachable',
    help: '1 while the state store (keys, limits and ledger) answers, else 0.',
  })
  const uncounted = counter('briefing_limit_count_failures_total', 'Calls that the state store failed to count.')
  const attempts = counter(
    'briefing_webhook_attempts_total',
    'Attempts to send an event, by outcome: 2xx, 3xx, 4xx, 5xx, timeout, connection, certificate, name, address.',
    ['outcome'],
  )
  const manifest = () => reader.current()?.manifest
  gauge('briefing_edition_age_seconds', 'Seconds since the served edition was published; no value if there is none.', [], () => {
    const published = manifest()?.published_at
    return published === undefined ? [] : [[(now() - Date.parse(published)) / 1_000]]
  })
  gauge('briefing_edition_info', '1 for the served edition.', ['edition', 'as_of', 'sample'], () => {
    const served = manifest()
    return served === undefined ? [] : [[served.edition, served.as_of, String(served.sample), 1]]
  })
  gauge(
    'briefing_store_unread_seconds',
    'Seconds since the server last read which edition the home or bucket has; no value if it never has.',
    [],
    () => inSeconds(reader.reading().unreadMs),
  )
  gauge(
    'briefing_edition_refused',
    '1 while the published edition is older than one served before and is refused, else 0.',
    [],
    () => [[Number(reader.reading().refused !== null)]],
  )
  let countClaims: Parameters<Telemetry['claimsFrom']>[0] | null = null
  gauge(
    'briefing_claims',
    'Claims of agents of the last 30 days by state: pending, approved, denied, expired, delivered; no value while the state store does not answer.',
    ['state'],
    async () => Object.entries((await countClaims?.().catch(() => null)) ?? {}),
  )
  openRuns(registers, gauge, options)
  const telemetry: Telemetry = {
    answered({ route, status, error = '', plan = 'none', ms }) {
      requests.inc({ route, status, error, plan })
      times.observe({ route }, ms / 1_000)
    },
    payment: (protocol, outcome) => payments.inc({ protocol, outcome }),
    received: (network, amount) => received.inc({ network }, Number(amount)),
    facilitatorReached: (reached) => facilitator.set(Number(reached)),
    facilitatorFailed: (call, status) => facilitatorFailures.inc({ call, status: status ?? 'none' }),
    stateReached: (reached) => state.set(Number(reached)),
    claimsFrom(count) {
      countClaims = count
    },
    countFailed: () => uncounted.inc(),
    webhookAttempted: (outcome) => attempts.inc({ outcome }),
    ...openWebhooks(gauge, now),
    ...openLedger(gauge, now),
  }
  return { registry, telemetry }
}

const labelled = (names: readonly string[], row: readonly (string | number)[]) =>
  Object.fromEntries(names.map((name, at) => [name, row[at]!]))

/**
 * The pipeline and its feeds, for the same scrape as the server: runs by what the home says, so that they are seen whichever process runs
 * them, and feeds by what the edition says. Without a value where neither says anything, or cannot be read.
 */
function openRuns(registers: Registry[], gauge: AddGauge, { reader, runs, now }: FamiliesOptions): void {
  const figures = () => runs().catch(() => null)
  const triggers = async () => Object.values((await figures())?.triggers ?? {})
  const counted = new Counter({
    registers,
    name: 'briefing_runs_total',
    help: 'Runs of the pipeline by kind and status (ok, partial, failed, cancelled) since the home was created.',
    labelNames: ['kind', 'status'],
    async collect() {
      const counts = (await figures())?.counts ?? {}
      counted.reset()
      for (const [kind, statuses] of Object.entries(counts))
        for (const [status, count] of Object.entries(statuses)) counted.inc({ kind, status }, count)
    },
  })
  gauge(
    'briefing_run_failing',
    '1 if the last run of this kind that this schedule or command started failed, else 0.',
    ['kind', 'started_by'],
    async () => (await triggers()).map(({ kind, trigger, failing }) => [kind, trigger, failing === null ? 0 : 1]),
  )
  gauge(
    'briefing_run_last_success_seconds',
    'When the last run ended that did not fail, by what started it, in seconds since 1970.',
    ['kind', 'started_by'],
    async () =>
      (await triggers()).flatMap(
        ({ kind, trigger, last_success_at: at }): Rows => (at === null ? [] : [[kind, trigger, secondsAt(at)]]),
      ),
  )
  gauge(
    'briefing_feed_down',
    '1 if everything the last run requested from the feed failed or was refused, else 0.',
    ['feed'],
    async () =>
      Object.entries((await figures())?.feeds ?? {}).map(([feed, { down_since }]) => [feed, down_since === null ? 0 : 1]),
  )
  const feeds = () => {
    const view = reader.current()
    return view === null ? [] : feedsAt(view, now())
  }
  gauge(
    'briefing_feed_status',
    '1 for the state of each feed: fresh, late, stale, held, off or unread.',
    ['feed', 'status'],
    () => feeds().map(({ feed, status }) => [feed, status, 1]),
  )
  gauge(
    'briefing_feed_last_read_seconds',
    'When each feed was last read without a refusal, in seconds since 1970; no value if it never was.',
    ['feed'],
    () => feeds().flatMap(({ feed, last_read_at: at }): Rows => (at === null ? [] : [[feed, secondsAt(at)]])),
  )
}

/**
 * How deliveries of events stand, asked of the store when they are read; no value while it does not answer. An address is named by the id of
 * its webhook: what an account registered may be a secret.
 */
function openWebhooks(gauge: AddGauge, now: () => number): Pick<StateTelemetry, 'webhooksFrom'> {
  let look: (() => Promise<DeliveryFigures>) | null = null
  /** One look for the families of one reading. */
  const looking = oneAtATime(() => Promise.resolve(look?.() ?? null).catch(() => null))
  const rowsOf = (read: (figures: DeliveryFigures) => Rows) => async () => {
    const figures = await looking.run()
    return figures === null ? [] : read(figures)
  }
  gauge(
    'briefing_webhook_queue',
    'Messages to active webhooks that wait for an attempt.',
    [],
    rowsOf(({ waiting }) => [[waiting]]),
  )
  gauge(
    'briefing_webhook_oldest_seconds',
    'Seconds since the oldest of these messages was queued; 0 if there is none.',
    [],
    rowsOf(({ oldest }) => [[ageOf(oldest, now())]]),
  )
  gauge(
    'briefing_webhook_failures',
    'Attempts that failed in a row, by webhook; none for a webhook whose last message was taken.',
    ['webhook'],
    rowsOf(({ failures }) => [...failures]),
  )
  gauge(
    'briefing_webhooks',
    'Webhooks by state: active, paused, disabled.',
    ['state'],
    rowsOf(({ webhooks }) => [...webhooks]),
  )
  return {
    webhooksFrom(asked) {
      look = asked
    },
  }
}

/** Seconds since then; 0 where there is nothing. */
const ageOf = (since: number | null, now: number) => (since === null ? 0 : Math.max(0, now - since) / 1_000)

/**
 * How the ledger stood when it was last looked at. Without a value where it could not be read, or nobody has looked. Ages grow between
 * looks.
 */
function openLedger(gauge: AddGauge, now: () => number): LedgerTelemetry {
  let figures: LedgerFigures | null = null
  let ended: Readonly<Record<string, number>> | null = null
  const owed = () => Object.entries(figures?.owed ?? {})
  gauge(
    'briefing_ledger_payments',
    'Payments in the ledger by state: reserved, unknown, settled, served, closed.',
    ['state'],
    () => Object.entries({ ...figures?.rows, ...ended }),
  )
  gauge(
    'briefing_ledger_owed',
    'Payments not being processed whose outcome is unknown, or that settled but whose answer was not delivered.',
    ['state'],
    () => owed().map(([name, { count }]) => [name, count]),
  )
  gauge(
    'briefing_ledger_oldest_owed_seconds',
    'Seconds since the oldest of these payments was first sent; 0 if there is none.',
    ['state'],
    () => owed().map(([name, { oldest }]) => [name, ageOf(oldest, now())]),
  )
  gauge(
    'briefing_ledger_last_settlement_seconds',
    'Time of the last settlement, in seconds since 1970; no value if there was none.',
    [],
    () => (figures?.lastSettlement == null ? [] : [[figures.lastSettlement / 1_000]]),
  )
  return {
    ledger(latest) {
      figures = latest
    },
    ledgerEnded(counts) {
      ended = counts
    },
  }
}
