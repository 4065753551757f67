import { z } from 'zod'
import { plans } from '../../data/plans.ts'
import { type ErrorCode, errorCodes } from '../http/errors.ts'
import { component } from './base.ts'
import { quoteMembers } from './payment.ts'

const errorCode = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).meta({ id: 'ErrorCode' })

/** What every error has. */
export const errorSchema = component('Error', 'The body of every error response.', {
  error: errorCode,
  message: z.string().describe('What is wrong, and what to do next.'),
  hint: z.string().describe('The next step alone: what to send, set or call. Where an operation does it, its method and path.'),
  status: z.int(),
  request_id: z.string(),
  docs: z.string(),
  field: z.string().optional().describe('The invalid parameter or header.'),
  retry_after: z.int().optional().describe('Seconds to wait before retrying.'),
  allowed: z.array(z.string()).readonly().optional(),
  suggestions: z.array(z.string()).readonly().optional(),
})

const plan = z.enum(plans.map((row) => row.plan))

/** The members that errors of the status 402 and of the code PLAN_REQUIRED have beside them. Other codes of 403 have none of these. */
export const quoteErrorSchema = z.object(quoteMembers).meta({ id: 'QuoteMembers' })
export const planRequired = z
  .object({ plan, needs: plan, without_key: z.object({ price_usd: z.string() }) })
  .partial()
  .meta({ id: 'PlanMembers' })

export const errorList = component('ErrorList', null, {
  count: z.int(),
  errors: z.array(z.object({ error: errorCode, status: z.int(), meaning: z.string(), hint: z.string() })),
})
