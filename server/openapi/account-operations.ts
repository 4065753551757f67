import type { Scope } from '../access/access.ts'
import type { ErrorCode } from '../http/errors.ts'

/** An operation on the webhooks of the account whose key calls. `refusals`: beside those of every such operation. */
export interface WebhookRow {
  readonly route:
    | 'listWebhooks'
    | 'createWebhook'
    | 'deleteWebhook'
    | 'rotateWebhook'
    | 'pauseWebhook'
    | 'resumeWebhook'
    | 'testWebhook'
    | 'listDeliveries'
    | 'replayDelivery'
  readonly method?: 'post' | 'delete'
  readonly path: string
  readonly parameters?: readonly string[]
  readonly body?: string
  readonly document: string
  readonly scope: Scope
  readonly status?: 201 | 202
  readonly summary: string
  readonly description: string
  readonly refusals?: readonly ErrorCode[]
}

export const webhookRows: readonly WebhookRow[] = [
  {
    route: 'listWebhooks',
    path: '/api/webhooks',
    document: 'WebhookList',
    scope: 'account',
    summary: 'Webhooks of the account',
    description: 'The addresses of the account, without their secrets.',
  },
  {
    route: 'createWebhook',
    method: 'post',
    path: '/api/webhooks',
    parameters: ['Idempotency-Key'],
    body: 'WebhookRequest',
    document: 'Webhook',
    scope: 'account',
    status: 201,
    summary: 'Register a webhook',
    description:
      'Registers an address that change events are posted to, as Standard Webhooks 1.0.0 has it: at least once, each with an id that stays the same. The answer carries the secret, once. At most 10 per account. It ends when the key that registered it is revoked or expires, unless that key is rotated.',
    refusals: [
      'ADDRESS_UNPROVED',
      'VALIDATION_ERROR',
      'WEBHOOK_ADDRESS',
      'BODY_TOO_LARGE',
      'WEBHOOK_LIMIT',
      'IDEMPOTENCY_KEY_REUSED',
    ],
  },
  {
    route: 'deleteWebhook',
    method: 'delete',
    path: '/api/webhooks/{webhook}',
    parameters: ['webhook'],
    document: 'WebhookDeleted',
    scope: 'account',
    summary: 'Delete a webhook',
    description: 'Deletes the address and its deliveries. Nothing is sent to it any more.',
    refusals: ['WEBHOOK_NOT_FOUND'],
  },
  {
    route: 'rotateWebhook',
    method: 'post',
    path: '/api/webhooks/{webhook}/rotate',
    parameters: ['webhook'],
    document: 'Webhook',
    scope: 'account',
    summary: 'Replace the secret',
    description: 'Makes a new secret, which the answer carries once. For 24 hours messages are signed with both.',
    refusals: ['ADDRESS_UNPROVED', 'WEBHOOK_NOT_FOUND'],
  },
  {
    route: 'pauseWebhook',
    method: 'post',
    path: '/api/webhooks/{webhook}/pause',
    parameters: ['webhook'],
    document: 'Webhook',
    scope: 'account',
    summary: 'Pause a webhook',
    description: 'Nothing is sent until it is resumed.',
    refusals: ['WEBHOOK_NOT_FOUND'],
  },
  {
    route: 'resumeWebhook',
    method: 'post',
    path: '/api/webhooks/{webhook}/resume',
    parameters: ['webhook'],
    document: 'Webhook',
    scope: 'account',
    summary: 'Resume a webhook',
    description: 'Resumes one that is paused or disabled. What happened meanwhile is sent, as far as events are kept.',
    refusals: ['WEBHOOK_NOT_FOUND'],
  },
  {
    route: 'testWebhook',
    method: 'post',
    path: '/api/webhooks/{webhook}/test',
    parameters: ['webhook'],
    document: 'WebhookDelivery',
    scope: 'account',
    status: 202,
    summary: 'Send a test message',
    description: 'Queues a message of type webhook.test, signed as any other. Its delivery shows what the address answered.',
    refusals: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_STATE'],
  },
  {
    route: 'listDeliveries',
    path: '/api/webhooks/{webhook}/deliveries',
    parameters: ['webhook'],
    document: 'WebhookDeliveries',
    scope: 'account',
    summary: 'Deliveries of a webhook',
    description: 'The newest 100 messages and what became of them. They are kept 30 days.',
    refusals: ['WEBHOOK_NOT_FOUND'],
  },
  {
    route: 'replayDelivery',
    method: 'post',
    path: '/api/webhooks/{webhook}/deliveries/{delivery}/replay',
    parameters: ['webhook', 'delivery'],
    document: 'WebhookDelivery',
    scope: 'account',
    status: 202,
    summary: 'Send a message again',
    description: 'Sends the same message under the same id, whether it was taken or given up.',
    refusals: ['WEBHOOK_NOT_FOUND', 'DELIVERY_NOT_FOUND', 'WEBHOOK_STATE'],
  },
]

/** The operations by which an agent asks a person for a key. */
export const claimRows = [
  {
    id: 'createClaim',
    method: 'post',
    path: '/api/agent/claims',
    route: 'createClaim',
    parameters: ['Idempotency-Key'],
    body: 'ClaimRequest',
    document: 'ClaimCreated',
    status: 201,
    summary: 'Ask a person for an API key',
    description:
      'Begins a claim: show `approve_url` and `claim_code` to the person, who signs in and approves or denies, and poll meanwhile. At most 5 claims per hour and address.',
    refusals: [
      'VALIDATION_ERROR',
      'BODY_TOO_LARGE',
      'IDEMPOTENCY_KEY_REUSED',
      'RATE_LIMITED',
      'CLAIM_RATE_LIMITED',
      'CLAIM_CAPACITY',
      'STATE_UNAVAILABLE',
    ],
  },
  {
    id: 'pollClaim',
    path: '/api/agent/claims/{claim_code}',
    route: 'pollClaim',
    parameters: ['claim_code'],
    credential: 'claimToken',
    document: 'ClaimPolled',
    summary: 'How a claim stands',
    description:
      'Send the `claim_token` as `Authorization: Bearer TOKEN`, every 5 seconds. The first answer after the approval carries the API key, once. At most 30 polls per minute and address.',
    refusals: ['NOT_FOUND', 'CLAIM_NOT_FOUND', 'RATE_LIMITED', 'STATE_UNAVAILABLE'],
  },
] as const
