import { z } from 'zod'
import { companyBlocks } from '../../data/companies/blocks.ts'
import { againstGuidance } from '../../pipeline/documents/company/against-guidance.ts'
import { capitalStructure } from '../../pipeline/documents/company/capital-structure.ts'
import { companyHead } from '../../pipeline/documents/company/company.ts'
import { header, offeredBlocks } from '../../pipeline/documents/company/header.ts'
import { numbers } from '../../pipeline/documents/company/numbers.ts'
import { profitability } from '../../pipeline/documents/company/per-share.ts'
import { quality } from '../../pipeline/documents/company/scores.ts'
import { segments } from '../../pipeline/documents/company/segments.ts'
import { situations } from '../../pipeline/documents/company/situations.ts'
import { valuation } from '../../pipeline/documents/company/valuation.ts'
import { whatChanged } from '../../pipeline/documents/company/what-changed.ts'
import { untrusted } from '../../pipeline/documents/schema.ts'
import { newsPage } from './news.ts'

/** The members of each block as it is served. */
const blocks = {
  header: { ...header(z), blocks: offeredBlocks(z) },
  what_changed: whatChanged(z),
  situations: situations(z),
  against_guidance: againstGuidance(z),
  numbers: numbers(z),
  segments: segments(z),
  valuation: valuation(z),
  capital_structure: capitalStructure(z),
  quality: quality(z),
  profitability: profitability(z),
  news: newsPage.omit({ about: true, sample: true, notices: true }).shape,
}
const head = companyHead(z)

export const companyBriefing = z
  .object({
    ...head,
    blocks: z
      .object({
        header: z.object(blocks.header).meta({ id: 'CompanyHeader' }),
        what_changed: z.object(blocks.what_changed).meta({ id: 'CompanyChanges' }),
        situations: z.object(blocks.situations).meta({ id: 'CompanySituations' }),
        against_guidance: z.object(blocks.against_guidance).meta({ id: 'CompanyGuidance' }),
        numbers: z.object(blocks.numbers).meta({ id: 'CompanyNumbers' }),
        segments: z.object(blocks.segments).meta({ id: 'CompanySegments' }),
        valuation: z.object(blocks.valuation).meta({ id: 'CompanyValuation' }),
        capital_structure: z.object(blocks.capital_structure).meta({ id: 'CompanyCapital' }),
        quality: z.object(blocks.quality).meta({ id: 'CompanyQuality' }),
        profitability: z.object(blocks.profitability).meta({ id: 'CompanyProfitability' }),
        news: z.object(blocks.news).meta({ id: 'CompanyNewsBlock' }),
      })
      .partial()
      .meta({ description: 'By name; left_out has the reason of each that is not covered.' }),
  })
  .meta({ id: 'CompanyBriefing', description: 'All that is read of a listed company.' })

const named = z.object({ ...head, block: z.enum(companyBlocks.map(({ block }) => block)) })
export const companyBlock = z
  .union([...new Set(Object.values(blocks))].map((members) => z.object({ ...named.shape, ...members })))
  .meta({ id: 'CompanyBlock', description: 'One block of a company briefing: the members every block has, then its own.' })

export const companyList = z
  .object({
    count: z.int().meta({ description: 'Companies that match, on all pages.' }),
    companies: z.array(
      z.object({
        company: z.string().meta({ description: 'Issuer id.' }),
        name: untrusted(z.string()),
        market: z.string(),
        address: z.string().meta({ description: 'What it is asked for by.' }),
        blocks: z.array(z.string()),
        latest_period: z.object({ label: z.string(), end: z.string() }).nullable(),
        tier: z.string(),
        price_usd: z.string().meta({ description: 'Of the whole briefing.' }),
      }),
    ),
    next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }),
  })
  .meta({ id: 'CompanyList', description: 'Companies that can be asked about.' })
export type CompanyList = z.infer<typeof companyList>
