import type { CompanyBlockName } from '../../../data/companies/blocks.ts'
import { companyMarkets } from '../../../data/companies/markets.ts'
import type { Block } from '../blocks.ts'
import { defineKind } from '../kind.ts'
import { day, identityMembers, part, type SchemaType, untrusted, type Zod } from '../schema.ts'
import { againstGuidance, againstGuidanceBlocks } from './against-guidance.ts'
import { capitalStructure, capitalStructureBlocks } from './capital-structure.ts'
import { omittedSchema } from './figure.ts'
import { header, headerBlocks } from './header.ts'
import { lead } from './lead.ts'
import { numbers, numbersBlocks } from './numbers.ts'
import { profitability, profitabilityBlocks } from './per-share.ts'
import { quality, qualityBlocks } from './scores.ts'
import { segments, segmentsBlocks } from './segments.ts'
import { situations, situationsBlocks } from './situations.ts'
import { valuation, valuationBlocks } from './valuation.ts'
import { whatChanged, whatChangedBlocks } from './what-changed.ts'

/** A block that is kept with the edition: its members, and what its Markdown and page consist of. */
interface KeptBlock {
  readonly members: (z: Zod) => object
  // biome-ignore lint/suspicious/noExplicitAny: each takes its own members
  readonly blocks: (members: any) => Block[]
}

/** The blocks that follow from statements, in the order of the whole; news is added from the records of the edition where it is served. */
export const statementBlocks = {
  header: { members: header, blocks: headerBlocks },
  what_changed: { members: whatChanged, blocks: whatChangedBlocks },
  situations: { members: situations, blocks: situationsBlocks },
  against_guidance: { members: againstGuidance, blocks: againstGuidanceBlocks },
  numbers: { members: numbers, blocks: numbersBlocks },
  segments: { members: segments, blocks: segmentsBlocks },
  valuation: { members: valuation, blocks: valuationBlocks },
  capital_structure: { members: capitalStructure, blocks: capitalStructureBlocks },
  quality: { members: quality, blocks: qualityBlocks },
  profitability: { members: profitability, blocks: profitabilityBlocks },
} as const satisfies Partial<Record<CompanyBlockName, KeptBlock>>
export type KeptBlockName = keyof typeof statementBlocks

/** What the server knows of a company without opening its briefing: the rows of all are the directory. */
const directoryRow = part((z) =>
  z.object({
    company: z.string().describe('Issuer id.'),
    name: untrusted(z.string()),
    codes: z.array(z.string()).describe('Codes it is listed under; the first is its address.'),
    former_codes: z
      .array(z.string())
      .optional()
      .describe('What it was listed under and no company is now; left out where there is none.'),
    lei: z.string().optional().describe('Legal entity identifier; left out where it is not known.'),
    industry: untrusted(z.string().nullable()),
    industry_code: z.string().nullable(),
    shape: z.string(),
    blocks: z.array(z.string()).describe('Blocks kept with the edition; empty if the company is not covered.'),
    why: z
      .record(z.string(), z.string())
      .describe('Why a block is left out; by the name company, why the company is not covered.'),
    on: z
      .array(z.string())
      .optional()
      .describe('Situations that are on, each with its first day; left out where they are not read.'),
    latest_period: z.object({ label: z.string(), end: day(z) }).nullable(),
    latest_report: z
      .object({ known: day(z), basis: z.enum(['filed', 'reported', 'deadline']) })
      .optional()
      .describe('When the newest figures of that period became known, and how that day is known; left out where there are none.'),
    next_report: z
      .object({ report: z.string(), period_end: day(z), due: day(z), year_end: day(z), stops: day(z) })
      .optional()
      .describe(
        'The report after the newest one, with its last day; from `stops` on the two annual reports after year_end are missing. Left out where no rule says.',
      ),
    values: z.record(z.string(), z.number()).describe('Its ratios that have a value, for ranks.'),
  }),
)
export type DirectoryRow = SchemaType<typeof directoryRow>

/** Where a company is asked for: its first code, else its number in its market. */
export const companyAddress = ({ company, codes }: Pick<DirectoryRow, 'company' | 'codes'>): string =>
  codes[0] ?? company.slice(company.indexOf(':') + 1)

/** How every block, and the whole, begins. */
export const companyHead = part((z) => ({
  briefing: z.string().describe('equities.company/ and the address.'),
  company: z.string().describe('Its address: ticker, securities code, or its number in its market.'),
  name: untrusted(z.string()),
  market: z.enum(companyMarkets.map(({ market }) => market)),
  ...identityMembers(z),
  left_out: omittedSchema(z),
}))

const company = part((z) =>
  z
    .object({
      ...companyHead(z),
      issuer: z.string(),
      row: directoryRow(z),
      mark: z.string().describe('Hash of the rows it was made from; it is rewritten only if the hash changes.'),
      lead: z.object(lead(z)).nullable().describe('Null where the company is not covered.'),
      blocks: z
        .object({
          header: z.object(header(z)),
          what_changed: z.object(whatChanged(z)),
          situations: z.object(situations(z)),
          against_guidance: z.object(againstGuidance(z)),
          numbers: z.object(numbers(z)),
          segments: z.object(segments(z)),
          valuation: z.object(valuation(z)),
          capital_structure: z.object(capitalStructure(z)),
          quality: z.object(quality(z)),
          profitability: z.object(profitability(z)),
        })
        .partial(),
    })
    .meta({ id: 'StoredCompany', description: 'A company briefing as an edition keeps it: `server/companies/` serves it.' }),
)
export type StoredCompany = SchemaType<typeof company>

/** Read when somebody asks for it. */
export const companyKind = defineKind({
  kind: 'company',
  folder: 'company',
  id: 'issuer',
  component: 'StoredCompany',
  schema: company,
  formats: ['json'],
  facts: ({ mark, row }: StoredCompany) => ({ mark, row: JSON.stringify(row) }),
  packed: 'gzip',
})

/** Whether an entry of an edition is a company that is sold: one that is not covered has no blocks. */
export const isSoldCompany = (place: string, entry: { readonly facts: Readonly<Record<string, unknown>> } | undefined): boolean =>
  place.startsWith(`${companyKind.folder}/`) && !String(entry?.facts['row']).includes('"blocks":[]')
