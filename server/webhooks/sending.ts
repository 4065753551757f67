import type { EditionReader, EditionView } from '../../pipeline/editions/reader.ts'
import type { WebhookContext } from '../access/account-context.ts'
import type { ServerLog } from '../http/log.ts'
import { lazy } from '../http/once.ts'
import { issuersNamed } from '../news/company.ts'
import type { StateTelemetry } from '../telemetry/telemetry.ts'
import type { DeliveryParts, WebhookFeed } from './delivery.ts'

/** What is sent, and where it may be sent to. */
export interface WebhookSource {
  readonly reader: Pick<EditionReader, 'current' | 'onAdopt'>
  /** For development: addresses of this machine and its networks, and http, too. */
  readonly local: boolean
  /** Where callers reach the server; left out, messages to people have no links. */
  readonly origin?: string | null
}

export interface WebhookSender extends WebhookContext {
  /** Forgets deliveries of events that are not kept any more. */
  sweep(): Promise<void>
  close(): Promise<void>
}

export interface SendingParts extends Pick<DeliveryParts, 'state' | 'holder' | 'now' | 'wall'> {
  /** Null where this process sends nothing. */
  readonly source: WebhookSource | null
  readonly log: ServerLog
  readonly telemetry: StateTelemetry | null
}

/** Sends events in the background. What it takes is loaded after the server has begun to answer. */
export function beginSending({ source, state, holder, log, telemetry, now, wall }: SendingParts): WebhookSender {
  const local = source?.local ?? false
  const resolver = lazy(() => import('./post.ts').then(({ resolverOf }) => resolverOf(local)))
  const resolve = async (name: string) => (await resolver())(name)
  const delivery = source === null ? null : lazy(() => open(source))
  let ended = false

  async function open({ reader, origin }: WebhookSource) {
    const [{ openDelivery }, { guardedPost }, { deliveryFigures }] = await Promise.all([
      import('./delivery.ts'),
      import('./post.ts'),
      import('../state/webhook-deliveries.ts'),
    ])
    telemetry?.webhooksFrom(() => deliveryFigures(state))
    const opened = openDelivery({
      state,
      feed: () => feedOf(reader.current()),
      origin: origin ?? null,
      post: guardedPost({ local, resolve }),
      holder,
      log,
      now,
      wall,
      random: Math.random,
      attempted: (outcome) => telemetry?.webhookAttempted(outcome),
    })
    reader.onAdopt(() => opened.wake())
    return opened
  }

  const wake = () => {
    if (!ended) void delivery?.().then((opened) => opened.wake())
  }
  wake()
  return {
    local,
    resolve,
    wake,
    async sweep() {
      const [{ dropOldDeliveries }, { eventMs }] = await Promise.all([
        import('../state/webhook-deliveries.ts'),
        import('../events/page.ts'),
      ])
      await dropOldDeliveries(state, now() - eventMs)
    },
    async close() {
      ended = true
      await (await delivery?.())?.close()
    },
  }
}

function feedOf(view: EditionView | null): WebhookFeed {
  return {
    events: view?.events ?? [],
    issuersNamed: async (names) => (view === null ? new Set() : issuersNamed(view, names)),
  }
}
