import { z } from 'zod'
import { companyBlocks } from '../../data/companies/blocks.ts'
import { companyHead } from '../../pipeline/documents/company/company.ts'
import { header, offeredBlocks } from '../../pipeline/documents/company/header.ts'
import { numbers } from '../../pipeline/documents/company/numbers.ts'
import { profitability } from '../../pipeline/documents/company/per-share.ts'
import { quality } from '../../pipeline/documents/company/scores.ts'
import { situations } from '../../pipeline/documents/company/situations.ts'
import { valuation } from '../../pipeline/documents/company/valuation.ts'
import { whatChanged } from '../../pipeline/documents/company/what-changed.ts'
import { newsPage } from './news.ts'

/** The members of each block as it is served. */
const blocks = {
  header: { ...header(z), blocks: offeredBlocks(z) },
  what_changed: whatChanged(z),
  situations: situations(z),
  numbers: numbers(z),
  valuation: valuation(z),
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
        numbers: z.object(blocks.numbers).meta({ id: 'CompanyNumbers' }),
        valuation: z.object(blocks.valuation).meta({ id: 'CompanyValuation' }),
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
        name: z.string(),
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
