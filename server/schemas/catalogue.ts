import { z } from 'zod'
import { component, daySchema, instantSchema, priceSchema } from './base.ts'

/** A document of any kind, as a catalogue lists it. */
export const documentListing = component('DocumentListing', null, {
  id: z.string(),
  title: z.string(),
  description: z.string(),
  tier: z.enum(['free', 'basic', 'pro']),
  price: priceSchema,
  path: z.string(),
  first_date: daySchema,
  last_date: daySchema,
  updated_at: instantSchema,
  freshness: z.string().describe('fresh, late or stale: how fresh it is now. A briefing that is stale is refused.'),
  available: z.boolean().describe('False while it is refused with 503 DATA_STALE.'),
  bytes: z.object({ markdown: z.int(), json: z.int() }),
})

export const briefingListing = z
  .object({ ...documentListing.shape, metrics: z.array(z.string()).readonly() })
  .meta({ id: 'BriefingListing' })

/** What is omitted, and why; `id` as it would appear in the list. */
const absent = z
  .array(z.object({ id: z.string(), never: z.boolean(), why: z.string() }).meta({ id: 'AbsentListing' }))
  .describe(
    'Documents that are not published because there is no data for them. `never`: no refresh of this server will bring it.',
  )

const sample = z.boolean().describe('True if the figures are invented.')

const companyBriefings = component(
  'CompanyBriefings',
  'Briefings on listed companies, which GET /api/companies lists: the price of one block, and the most that a whole one costs.',
  {
    id: z.string().describe('The briefing on a company is this, a slash and its address.'),
    title: z.string(),
    description: z.string(),
    path: z.string().describe('Lists the companies.'),
    price: priceSchema,
    price_block: priceSchema,
  },
)

export const briefingCatalogue = z
  .object({ count: z.int(), sample, companies: companyBriefings, briefings: z.array(briefingListing), absent })
  .meta({ id: 'BriefingCatalogue', description: 'What the current edition contains.' })

export const documentCatalogue = z
  .object({ count: z.int(), sample, documents: z.array(documentListing), absent })
  .meta({ id: 'DocumentCatalogue', description: 'Documents of one kind in the current edition.' })

export const metricListing = component('MetricListing', null, {
  metric: z.string(),
  title: z.string(),
  description: z.string(),
  why: z.string(),
  category: z.string(),
  unit: z.string(),
  cadence: z.string(),
  source: z.string(),
  polarity: z.string(),
  pro_only: z.boolean(),
  price: priceSchema,
  path: z.string(),
  used_in: z.array(z.string()),
  method_version: z.string(),
})

export const metricCatalogue = component('MetricCatalogue', 'What the current edition contains.', {
  count: z.int().describe('Metrics on offer; of the category, where one is named.'),
  sample,
  categories: z.array(z.object({ id: z.string(), title: z.string(), count: z.int() })),
  free_key: z.string(),
  pro_only_metrics: z.array(z.string()),
  metrics: z.array(metricListing),
  page: z.int().optional().describe('Which page this is; absent if none was asked for.'),
  pages: z.int().optional().describe('How many pages there are.'),
  absent,
})

export type DocumentListing = z.infer<typeof documentListing>
export type DocumentCatalogue = z.infer<typeof documentCatalogue>
export type BriefingListing = z.infer<typeof briefingListing>
export type BriefingCatalogue = z.infer<typeof briefingCatalogue>
export type MetricListing = z.infer<typeof metricListing>
export type MetricCatalogue = z.infer<typeof metricCatalogue>
