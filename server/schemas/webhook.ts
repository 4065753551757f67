import { z } from 'zod'
import { formatNames } from '../delivery/formats.ts'
import { component, instantSchema } from './base.ts'

const names = (what: string) => z.array(z.string()).optional().describe(what)

export const webhookRequest = component('WebhookRequest', 'An address to register. Any other member is refused.', {
  url: z.string().max(1_000).describe('https address that events are posted to, on port 443 or 8443.'),
  format: z
    .enum(formatNames)
    .optional()
    .describe('standard: the event as JSON (default); else what the platform of that name shows.'),
  types: names(
    'Types of events; all if absent. Names as in the parameter types of GET /api/events. Those of companies are refused without companies.',
  ),
  companies: names(
    'Companies whose events are wanted too, by ticker, securities code, ISIN, LEI, CIK or issuer id. One that no list has, or that can have none of the events named, is refused.',
  ),
  kinds: names('Kinds of news of companies; all but ownership-report if absent. Refused without company.news and companies.'),
})

export const webhookSchema = component('Webhook', 'A registered address.', {
  id: z.string(),
  url: z
    .string()
    .describe(
      'As registered; where it carries or may carry a secret, as with Slack, Discord and Telegram, its host and last characters alone.',
    ),
  format: z.enum(formatNames),
  state: z.enum(['active', 'paused', 'disabled']),
  reason: z
    .enum(['gone', 'failing'])
    .optional()
    .describe('Why it was disabled: it answered 410, or the last try failed and nothing arrived meanwhile.'),
  changed_at: instantSchema.describe('Since when it has been in this state.'),
  types: z.array(z.string()).nullable().describe('As registered; null for all.'),
  companies: z.array(z.string()).nullable(),
  kinds: z.array(z.string()).nullable(),
  public_key: z.string().describe('Verifies signatures v1a (ed25519): whpk_ and base64 of 32 bytes.'),
  secret: z.string().optional().describe('Verifies signatures v1. Only in the answer to a registration or a rotation.'),
  previous_secret_until: instantSchema.optional().describe('Until then the previous secret signs too.'),
  failures: z.int().describe('Attempts that failed in a row.'),
  last_delivered_at: instantSchema.nullable(),
  created_at: instantSchema,
})

export const webhookList = z.object({ count: z.int(), webhooks: z.array(webhookSchema) }).meta({ id: 'WebhookList' })

export const webhookDelivery = component('WebhookDelivery', 'One message to one address.', {
  id: z.string().describe('Id of the message, the same in every attempt: the header webhook-id.'),
  type: z.string(),
  event: z.string().nullable().describe('Id of the event; null for a test.'),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  next_attempt_at: instantSchema.nullable(),
  last_attempt_at: instantSchema.nullable(),
  status: z.int().nullable().describe('Status of the last answer. Nothing else of an answer is kept.'),
  fault: z
    .enum(['timeout', 'connection', 'certificate', 'name', 'address'])
    .nullable()
    .describe('Why the last attempt had no answer. address: the name led to an address that is not public.'),
  ms: z.int().nullable().describe('Milliseconds that the last attempt took.'),
  delivered_at: instantSchema.nullable(),
  created_at: instantSchema,
})

export const webhookDeliveries = z
  .object({ count: z.int(), deliveries: z.array(webhookDelivery) })
  .meta({ id: 'WebhookDeliveries', description: 'The newest first.' })

export const webhookDeleted = z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'WebhookDeleted' })

export type WebhookRecord = z.infer<typeof webhookSchema>
export type WebhookDelivery = z.infer<typeof webhookDelivery>
