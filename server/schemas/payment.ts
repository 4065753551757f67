import { z } from 'zod'
import { component, instantSchema } from './base.ts'

/** A payment a call can be met by, as x402 v2 writes it. */
const accepted = component('AcceptedPayment', 'A payment accepted for the call (x402 v2, scheme exact).', {
  scheme: z.literal('exact'),
  network: z.string(),
  amount: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.int(),
  extra: z.record(z.string(), z.unknown()),
})

/** How MPP is taken. */
const mppTerms = { version: z.literal('1.0'), intent: z.literal('charge'), method: z.literal('evm') }

/** What a 402 says beside the members every error has. The quote is in the body of unpaid requests only, in the headers of every 402. */
export const quoteMembers = {
  type: z.string().describe('The problem type, a URI of the Payment scheme.'),
  title: z.string(),
  detail: z.string(),
  challengeId: z.string().optional(),
  x402Version: z.literal(2).optional(),
  resource: z
    .object({
      url: z.string(),
      description: z.string(),
      mimeType: z.string(),
      serviceName: z.string(),
      tags: z.array(z.string()),
      iconUrl: z.string(),
    })
    .optional(),
  accepts: z.array(accepted).optional(),
  extensions: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('How the call is listed (x402 extension bazaar): its input, an example of its output, and their JSON Schema.'),
  mpp: z
    .object({ ...mppTerms, realm: z.string() })
    .nullable()
    .optional(),
}

export const paymentStatus = component('PaymentStatus', 'Payments currently accepted.', {
  enabled: z.boolean(),
  sandbox: z.boolean().describe('Play money on a test network.'),
  x402: z.object({
    version: z.literal(2),
    networks: z.array(
      z.object({
        network: z.string(),
        title: z.string(),
        test: z.boolean(),
        asset: z.string(),
        pay_to: z.string(),
        ready: z.boolean(),
      }),
    ),
  }),
  mpp: z.object({ ...mppTerms, network: z.string(), realm: z.string() }).nullable(),
  facilitator: z.object({
    reachable: z.boolean(),
    checked_at: instantSchema.nullable(),
    trouble: z.string().nullable().describe('What is wrong with its answers, with the status; null if nothing is.'),
  }),
})

export type PaymentStatus = z.infer<typeof paymentStatus>
