import { z } from 'zod'
import { balance } from './balance.ts'
import { briefingCatalogue, documentCatalogue, metricCatalogue } from './catalogue.ts'
import { claimCreated, claimPolled, claimRequest } from './claim.ts'
import { companyBlock, companyBriefing, companyList } from './company.ts'
import { error, errorList, planRequired, quoteErrorSchema } from './error.ts'
import { eventPage } from './event.ts'
import { metricHistory } from './metric-history.ts'
import { newsPage } from './news.ts'
import { paymentStatus } from './payment.ts'
import { selection } from './selection.ts'
import { didSchema, health, keySet, status, version } from './system.ts'
import { webhook, webhookDeleted, webhookDeliveries, webhookDelivery, webhookList, webhookRequest } from './webhook.ts'

const description = z.object({ openapi: z.literal('3.0.3') }).meta({ id: 'Description', description: 'An OpenAPI document.' })

/** What is served beside the documents of `pipeline/documents/`. Only `scripts/generate-schemas.ts` loads this. */
export const answers = [
  description,
  briefingCatalogue,
  metricCatalogue,
  documentCatalogue,
  companyBriefing,
  companyBlock,
  companyList,
  metricHistory,
  selection,
  eventPage,
  newsPage,
  errorList,
  error,
  quoteErrorSchema,
  planRequired,
  health,
  paymentStatus,
  status,
  version,
  keySet,
  didSchema,
  balance,
  claimRequest,
  claimCreated,
  claimPolled,
  webhookRequest,
  webhook,
  webhookList,
  webhookDelivery,
  webhookDeliveries,
  webhookDeleted,
]
