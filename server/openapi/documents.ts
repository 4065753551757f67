import { z } from 'zod'
import { briefing } from './schemas/briefing.ts'
import { briefingCatalogue, metricCatalogue } from './schemas/catalogue.ts'
import { errorList } from './schemas/error.ts'
import { metric } from './schemas/metric.ts'
import { paymentStatus } from './schemas/payment.ts'
import { calibration, health, status, version } from './schemas/system.ts'
import { treasury, treasuryList } from './schemas/treasury.ts'

/** Every JSON document that is served, by the name operations give it. */
export const documents = {
  briefing,
  metric,
  treasuryList,
  treasury,
  briefingCatalogue,
  metricCatalogue,
  calibration,
  errorList,
  health,
  paymentStatus,
  status,
  version,
  description: z.object({ openapi: z.literal('3.0.3') }).meta({ id: 'Description', description: 'An OpenAPI document.' }),
} as const

export type DocumentName = keyof typeof documents
