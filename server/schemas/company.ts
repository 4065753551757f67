import { z } from 'zod'
import { companyBlocks } from '../../data/companies/blocks.ts'
import { againstGuidance } from '../../pipeline/documents/company/against-guidance.ts'
import { capitalStructure } from '../../pipeline/documents/company/capital-structure.ts'
import { companyHead } from '../../pipeline/documents/company/company.ts'
import { header, offeredBlocks } from '../../pipeline/documents/company/header.ts'
import { leadFacts, servedLead } from '../../pipeline/documents/company/lead.ts'
import { numbers } from '../../pipeline/documents/company/numbers.ts'
import { profitability } from '../../pipeline/documents/company/per-share.ts'
import { quality } from '../../pipeline/documents/company/scores.ts'
import { segments } from '../../pipeline/documents/company/segments.ts'
import { situations } from '../../pipeline/documents/company/situations.ts'
import { valuation } from '../../pipeline/documents/company/valuation.ts'
import { whatChanged } from '../../pipeline/documents/company/what-changed.ts'
import { untrusted } from '../../pipeline/documents/schema.ts'
import { component } from './base.ts'
import { newsPage } from './news.ts'

/** Each block as it is served. */
const blocks = {
  header: z
    .object({ ...header(z), blocks: offeredBlocks(z), price_usd: z.string().describe('Of the whole briefing.') })
    .meta({ id: 'CompanyHeader' }),
  what_changed: z.object({ ...whatChanged(z), facts: leadFacts(z) }).meta({ id: 'CompanyChanges' }),
  situations: z.object(situations(z)).meta({ id: 'CompanySituations' }),
  against_guidance: z.object(againstGuidance(z)).meta({ id: 'CompanyGuidance' }),
  numbers: z.object(numbers(z)).meta({ id: 'CompanyNumbers' }),
  segments: z.object(segments(z)).meta({ id: 'CompanySegments' }),
  valuation: z.object(valuation(z)).meta({ id: 'CompanyValuation' }),
  capital_structure: z.object(capitalStructure(z)).meta({ id: 'CompanyCapital' }),
  quality: z.object(quality(z)).meta({ id: 'CompanyQuality' }),
  profitability: z.object(profitability(z)).meta({ id: 'CompanyProfitability' }),
  news: z.object(newsPage.omit({ about: true, sample: true, notices: true }).shape).meta({ id: 'CompanyNewsBlock' }),
}
const head = companyHead(z)
const lead = z.object(servedLead(z)).partial().shape

export const companyBriefing = component('CompanyBriefing', 'All that is read of a listed company.', {
  ...head,
  ...lead,
  blocks: z.object(blocks).partial().describe('By name; left_out has the reason of each that is not covered.'),
})

const named = { ...head, ...lead, block: z.enum(companyBlocks.map(({ block }) => block)) }
export const companyBlock = z
  .union(Object.values(blocks).map(({ shape }) => z.object({ ...named, ...shape })))
  .meta({ id: 'CompanyBlock', description: 'One block of a company briefing: the members every block has, then its own.' })

export const companyList = component('CompanyList', 'Companies that can be asked about.', {
  count: z.int().describe('Companies that match, on all pages.'),
  companies: z.array(
    z.object({
      company: z.string().describe('Issuer id.'),
      name: untrusted(z.string()),
      market: z.string(),
      address: z.string().describe('What it is asked for by.'),
      blocks: z.array(z.string()),
      latest_period: z.object({ label: z.string(), end: z.string() }).nullable(),
      latest_report: z
        .object({ known: z.string(), basis: z.enum(['filed', 'reported', 'deadline']) })
        .nullable()
        .describe('When the newest figures of that period became known, and how that day is known.'),
      report_due: z
        .string()
        .nullable()
        .describe('Which report was due by the day of the edition and has not been read; null if none.'),
      tier: z.string(),
      price_usd: z.string().describe('Of the whole briefing: never more than that of its blocks singly.'),
    }),
  ),
  next_cursor: z.string().nullable().describe('Null on the last page.'),
})
export type CompanyList = z.infer<typeof companyList>
