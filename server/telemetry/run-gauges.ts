import { Counter, Gauge, type Registry } from 'prom-client'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { feedsAt } from '../editions/freshness.ts'
import type { FeedRun } from '../schemas/system.ts'

/** How the runs of the pipeline stand, as its home says. */
export interface RunFigures {
  /** Runs by kind and status. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>
  /** By what starts them; `last_success_at` is RFC 3339 UTC. */
  readonly triggers: Readonly<
    Record<
      string,
      {
        readonly kind: string
        readonly trigger: string
        readonly last_success_at: string | null
        readonly failing: object | null
      }
    >
  >
  readonly feeds: Readonly<Record<string, { readonly down_since: string | null; readonly last_run?: FeedRun }>>
}

interface RunGauges {
  readonly runs: () => Promise<RunFigures>
  readonly view: () => EditionView | null
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const seconds = (time: string): number => Date.parse(time) / 1_000

/**
 * The pipeline and its feeds, for the same scrape as the server: runs by what the home says, so that they are seen whichever process runs
 * them, and feeds by what the edition says. Without a value where neither says anything, or cannot be read.
 */
export function openRunGauges(registers: Registry[], { runs, view, now }: RunGauges): void {
  const figures = () => runs().catch(() => null)
  new Counter({
    registers,
    name: 'briefing_runs_total',
    help: 'Runs of the pipeline by kind and status (ok, partial, failed, cancelled) since the home was created.',
    labelNames: ['kind', 'status'],
    async collect() {
      const counts = (await figures())?.counts ?? {}
      this.reset()
      for (const [kind, statuses] of Object.entries(counts))
        for (const [status, count] of Object.entries(statuses)) this.inc({ kind, status }, count)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_run_failing',
    help: '1 if the last run of this kind that this schedule or command started failed, else 0.',
    labelNames: ['kind', 'started_by'],
    async collect() {
      const triggers = Object.values((await figures())?.triggers ?? {})
      this.reset()
      for (const { kind, trigger, failing } of triggers) this.set({ kind, started_by: trigger }, failing === null ? 0 : 1)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_run_last_success_seconds',
    help: 'When the last run ended that did not fail, by what started it, in seconds since 1970.',
    labelNames: ['kind', 'started_by'],
    async collect() {
      const triggers = Object.values((await figures())?.triggers ?? {})
      this.reset()
      for (const { kind, trigger, last_success_at: at } of triggers)
        if (at !== null) this.set({ kind, started_by: trigger }, seconds(at))
    },
  })
  new Gauge({
    registers,
    name: 'briefing_feed_down',
    help: '1 if everything the last run requested from the feed failed or was refused, else 0.',
    labelNames: ['feed'],
    async collect() {
      const feeds = Object.entries((await figures())?.feeds ?? {})
      this.reset()
      for (const [feed, { down_since }] of feeds) this.set({ feed }, down_since === null ? 0 : 1)
    },
  })
  const feedLines = () => {
    const current = view()
    return current === null ? [] : feedsAt(current, now())
  }
  new Gauge({
    registers,
    name: 'briefing_feed_status',
    help: '1 for the state of each feed: fresh, late, stale, held, off or unread.',
    labelNames: ['feed', 'status'],
    collect() {
      this.reset()
      for (const { feed, status } of feedLines()) this.set({ feed, status }, 1)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_feed_last_read_seconds',
    help: 'When each feed was last read without a refusal, in seconds since 1970; no value if it never was.',
    labelNames: ['feed'],
    collect() {
      this.reset()
      for (const { feed, last_read_at: at } of feedLines()) if (at !== null) this.set({ feed }, seconds(at))
    },
  })
}
