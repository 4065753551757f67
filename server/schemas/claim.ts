import { z } from 'zod'
import { plans } from '../../data/plans.ts'
import { component, instantSchema } from './base.ts'

export const claimRequest = z
  .object({
    client_name: z.string().max(64).optional().describe('Name of the client, without a URL. The key is named after it.'),
    purpose: z.string().max(200).optional().describe('What the key is for, in words for the person who decides.'),
    client_version: z.string().max(32).optional().describe('Version of the client, without a URL.'),
  })
  .meta({ id: 'ClaimRequest', description: 'What an agent says of itself. The person sees it as the words of a stranger.' })

const code = z.string().describe('Short code that the approval page shows too.')

export const claimCreated = component('ClaimCreated', null, {
  claim_code: code,
  claim_token: z.string().describe('Secret to poll with, sent only in this answer.'),
  status: z.literal('pending'),
  approve_url: z.string().describe('Page for the person. The agent does not open it.'),
  expires_at: instantSchema,
  expires_in: z.int().describe('Seconds until then.'),
  poll: z.object({ url: z.string(), method: z.literal('GET'), header: z.string(), interval_seconds: z.int() }),
  instructions: z.string(),
  without_a_human: z
    .object({ summary: z.string(), quickstart: z.string() })
    .optional()
    .describe('Present only while calls can be paid for without a key.'),
  docs: z.string(),
})

export const claimPolled = component('ClaimPolled', null, {
  status: z.enum(['pending', 'approved', 'denied', 'expired', 'delivered']),
  claim_code: code,
  poll_interval: z.int().optional().describe('Seconds between two polls, while there is reason to poll.'),
  expires_at: instantSchema.optional().describe('While pending. Later than before if the person has the page open.'),
  expires_in: z.int().optional(),
  api_key: z.string().optional().describe('The key. Only in the first answer after the approval.'),
  delivered_once: z.boolean().optional(),
  key: z.object({ id: z.string(), name: z.string(), prefix: z.string(), scopes: z.array(z.literal('read')) }).optional(),
  account: z
    .object({ tier: z.enum(plans.map(({ plan }) => plan)), limits: z.object({ per_hour: z.int(), per_day: z.int() }) })
    .optional()
    .describe('Plan and limits of the account that approved.'),
  how_to_use: z.object({ authorization: z.string(), x_api_key: z.string(), example: z.string(), note: z.string() }).optional(),
  error: z
    .enum(['KEY_ISSUE_FAILED', 'KEY_LIMIT_REACHED'])
    .optional()
    .describe('Why an approved claim has no key yet. The approval stands.'),
  message: z.string().optional(),
  hint: z.string().optional().describe('The next step, beside error.'),
  retry_after: z.int().optional().describe('Seconds to wait. Absent if waiting alone does not help.'),
  active_keys: z.int().optional(),
  max_keys: z.int().optional(),
  next: z.string().optional().describe('The same as hint.'),
  docs: z.string(),
})
