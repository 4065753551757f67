import { InputError, NotFoundError } from '../../pipeline/errors.ts'
import {
  deliveryFigures,
  type ListedDelivery,
  listDeliveries,
  queueTest,
  redeliver,
} from '../../server/state/webhook-deliveries.ts'
import {
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  replaceWebhookSecret,
  type Webhook,
  webhookById,
} from '../../server/state/webhooks.ts'
import { declare, home, noStateText } from '../command.ts'
import { limitOption } from '../day-and-time.ts'
import { whoDecides } from '../decide.ts'
import { print, tableLines, timeText } from '../print.ts'
import { needAccount, withStateStore } from './keys.ts'

const seeIds = 'to see the ids: briefing webhooks list'
/** Events, and with them what was sent, are kept so long. */
const keptMs = 30 * 86_400_000

/**
 * `briefing webhooks list --account ID | deliveries ID --limit N | test ID | pause ID | resume ID | rotate ID | replay ID MESSAGE | delete ID`:
 * addresses that events are sent to. What is queued here, the server sends within seconds.
 */
export const command = declare({
  actions: ['list', 'deliveries', 'test', 'pause', 'resume', 'rotate', 'replay', 'delete'],
  args: [
    ['[id]', 'the id of a webhook'],
    ['[message]', 'replay: the id of a message'],
  ],
  options: [
    home,
    ['--account <id>', 'list: only webhooks of this account'],
    ['--limit <count>', 'deliveries: maximum number of messages, newest first', '50'],
    ['--by <name>', 'who does it (default: the current user)'],
  ],
  examples: ['webhooks list', 'webhooks deliveries wh_0b9f3f3e', 'webhooks resume wh_0b9f3f3e'],
  trouble: 'no webhook, message or account has this id',
  unreachable: noStateText,
  guide: 'docs/guides/receive-webhooks.md',
  action: async ({ settings, global }, options, action, id, message) => {
    await withStateStore(settings, options.home, async (state) => {
      if (action === 'list') {
        await needAccount(state, options.account)
        const rows = await listWebhooks(state, options.account)
        const { waiting, oldest } = await deliveryFigures(state)
        const heads = ['id', 'account', 'address', 'format', 'state', 'failures', 'last taken', 'made']
        const queue = `${waiting === 1 ? '1 message waits' : `${waiting} messages wait`}${oldest === null ? '' : `, the oldest since ${timeText(oldest)}`}`
        const lines = rows.length === 0 ? ['no webhooks'] : [...tableLines(heads, rows.map(cellsOf)), queue]
        return print(global, { count: rows.length, waiting, oldest: timeText(oldest), webhooks: rows }, lines)
      }
      if (!id) throw new InputError('ID_MISSING', `give the id of the webhook to ${action}; ${seeIds}`)
      const webhook = await webhookById(state, id)
      if (webhook === null) throw noWebhook(id)
      const doer = { by: whoDecides(options), now: Date.now() }
      switch (action) {
        case 'deliveries': {
          const rows = await listDeliveries(state, id, limitOption(options.limit))
          const heads = ['message', 'type', 'state', 'attempts', 'last answer', 'last attempt', 'next attempt']
          const lines = tableLines(heads, rows.map(deliveryCells), 'no deliveries')
          return print(global, { count: rows.length, deliveries: rows.map(({ body: _, ...row }) => row) }, lines)
        }
        case 'test': {
          needActive(webhook)
          const queued = await queueTest(state, webhook, doer)
          if (queued === 'too many')
            throw new InputError(
              'TESTS_WAIT',
              `several tests of ${id} wait for an answer; see briefing webhooks deliveries ${id}`,
            )
          return print(global, { id, message: queued.id }, [
            `the test ${queued.id} is queued; see briefing webhooks deliveries ${id}`,
          ])
        }
        case 'replay': {
          needActive(webhook)
          if (!message)
            throw new InputError(
              'MESSAGE_MISSING',
              `give the id of the message; to see the ids: briefing webhooks deliveries ${id}`,
            )
          const queued = await redeliver(state, webhook, message, { ...doer, oldest: doer.now - keptMs })
          if (queued === 'no delivery')
            throw new NotFoundError('MESSAGE', `${id} has no such message; to see the ids: briefing webhooks deliveries ${id}`)
          if (queued === 'too old') throw new InputError('TOO_OLD', 'the event is older than 30 days and is not sent again')
          return print(global, { id, message }, [`${message} is queued again`])
        }
        case 'rotate': {
          const rotated = await replaceWebhookSecret(state, webhook, doer)
          if (rotated === null) throw noWebhook(id)
          return print(global, { id, secret: rotated.secret }, [
            rotated.secret,
            `the new secret of ${id} is shown only once: store it now. The old one signs too for 24 hours.`,
          ])
        }
        case 'delete':
          if (!(await deleteWebhook(state, webhook, doer))) throw noWebhook(id)
          return print(global, { id, deleted: true }, [`${id} is deleted with its deliveries`])
        default: {
          const changed = await changeWebhook(state, webhook, action === 'pause' ? 'paused' : 'active', doer)
          if (changed === null) throw noWebhook(id)
          return print(global, { id, state: changed.state }, [`${id} is ${changed.state}`])
        }
      }
    })
  },
})

function needActive({ id, state }: Webhook): void {
  if (state !== 'active') throw new InputError('NOT_ACTIVE', `${id} is ${state}; first resume it: briefing webhooks resume ${id}`)
}

function noWebhook(id: string): NotFoundError {
  return new NotFoundError('WEBHOOK', `no webhook ${id.slice(0, 40)}; ${seeIds}`)
}

function cellsOf({ state, reason, ...row }: Webhook) {
  const standing = reason === null ? state : `${state}: ${reason}`
  return [
    ...[row.id, row.account, row.url, row.format, standing, row.failures],
    ...[timeText(row.last_delivered_at), timeText(row.created_at)],
  ]
}

function deliveryCells({ id, type, state, attempts, status, fault, last_at, next_at }: ListedDelivery) {
  return [id, type, state, attempts, status ?? fault, timeText(last_at), state === 'waiting' ? timeText(next_at) : null]
}
