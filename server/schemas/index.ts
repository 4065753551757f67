import { z } from 'zod'
import { balanceSchema } from './balance.ts'
import { briefingCatalogue, documentCatalogue, metricCatalogue } from './catalogue.ts'
import { claimCreated, claimPolled, claimRequest } from './claim.ts'
import { companyBlock, companyBriefing, companyList } from './company.ts'
import { errorList, errorSchema, planRequired, quoteErrorSchema } from './error.ts'
import { eventPage } from './event.ts'
import { metricHistory } from './metric-history.ts'
import { newsPage } from './news.ts'
import { paymentStatus } from './payment.ts'
import { selectionSchema } from './selection.ts'
import { didSchema, healthSchema, keySetSchema, statusSchema, versionSchema } from './system.ts'
import { webhookDeleted, webhookDeliveries, webhookDelivery, webhookList, webhookRequest, webhookSchema } from './webhook.ts'

const description = z.object({ openapi: z.literal('3.0.3') }).meta({ id: 'Description', description: 'An OpenAPI document.' })

/** What is served beside the documents of `pipeline/documents/`. Only `scripts/generate-schemas.ts` loads this. */
export const servedSchemas = [
  description,
  briefingCatalogue,
  metricCatalogue,
  documentCatalogue,
  companyBriefing,
  companyBlock,
  companyList,
  metricHistory,
  selectionSchema,
  eventPage,
  newsPage,
  errorList,
  errorSchema,
  quoteErrorSchema,
  planRequired,
  healthSchema,
  paymentStatus,
  statusSchema,
  versionSchema,
  keySetSchema,
  didSchema,
  balanceSchema,
  claimRequest,
  claimCreated,
  claimPolled,
  webhookRequest,
  webhookSchema,
  webhookList,
  webhookDelivery,
  webhookDeliveries,
  webhookDeleted,
]
