import { Counter, Gauge, type Registry } from 'prom-client'
import type { DeliveryFigures } from '../state/webhook-deliveries.ts'
import type { StateTelemetry } from './telemetry.ts'

/**
 * How deliveries of events stand, asked of the store when they are read; no value while it does not answer. An address is named by the id of
 * its webhook: what an account registered may be a secret.
 */
export function openWebhookGauges(
  registers: Registry[],
  now: () => number,
): Pick<StateTelemetry, 'webhooksFrom' | 'webhookAttempted'> {
  let look: (() => Promise<DeliveryFigures>) | null = null
  /** One look for the families of one reading. */
  let figures: Promise<DeliveryFigures | null> | null = null
  const current = () => {
    figures ??= Promise.resolve(look?.() ?? null)
      .catch(() => null)
      .finally(() => {
        figures = null
      })
    return figures
  }
  new Gauge({
    registers,
    name: 'briefing_webhook_queue',
    help: 'Messages to active webhooks that wait for an attempt.',
    async collect() {
      const waiting = (await current())?.waiting
      if (waiting === undefined) this.remove()
      else this.set(waiting)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_webhook_oldest_seconds',
    help: 'Seconds since the oldest of these messages was queued; 0 if there is none.',
    async collect() {
      const latest = await current()
      if (latest === null) this.remove()
      else this.set(latest.oldest === null ? 0 : Math.max(0, now() - latest.oldest) / 1_000)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_webhook_failures',
    help: 'Attempts that failed in a row, by webhook; none for a webhook whose last message was taken.',
    labelNames: ['webhook'],
    async collect() {
      this.reset()
      for (const [webhook, failures] of (await current())?.failures ?? []) this.set({ webhook }, failures)
    },
  })
  new Gauge({
    registers,
    name: 'briefing_webhooks',
    help: 'Webhooks by state: active, paused, disabled.',
    labelNames: ['state'],
    async collect() {
      this.reset()
      for (const [state, count] of (await current())?.webhooks ?? []) this.set({ state }, count)
    },
  })
  const attempts = new Counter({
    registers,
    name: 'briefing_webhook_attempts_total',
    help: 'Attempts to send an event, by outcome: 2xx, 3xx, 4xx, 5xx, timeout, connection, certificate, name, address.',
    labelNames: ['outcome'],
  })
  return {
    webhooksFrom(asked) {
      look = asked
    },
    webhookAttempted: (outcome) => attempts.inc({ outcome }),
  }
}
