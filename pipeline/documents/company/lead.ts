import { day, type MembersType, part, type SchemaType } from '../schema.ts'
import { filings } from './figure.ts'

/** Something about a company that stands out, and how much. */
const leadFact = part((z) =>
  z.object({
    topic: z.enum([
      'sales',
      'profit',
      'cash',
      'spending',
      'balance',
      'shares',
      'situation',
      'restatement',
      'guidance',
      'report',
      'industry',
    ]),
    strength: z
      .number()
      .describe('How unusual it is: a change in spreads of the company’s earlier ones, or the weight of an event; at most 10.'),
    text: z.string().describe('In words, without a full stop.'),
    period: z.string(),
    filing: z.string().describe('The newest filing it follows from.'),
    known_since: day(z),
  }),
)
export type LeadFact = SchemaType<typeof leadFact>

export const leadFacts = part((z) =>
  z.array(leadFact(z)).describe('What is unusual about the company now, the most unusual first.'),
)

/** What a briefing says first, as it is served. */
export const servedLead = part((z) => ({
  headline: z.string().describe('What is most unusual about the company now.'),
  summary: z.array(z.string()).describe('Sales, profit, cash, what else stands out, and what comes next with its date.'),
}))
export type ServedLead = MembersType<typeof servedLead>

/** What a briefing says first, as an edition keeps it. */
export const lead = part((z) => ({
  headline: z.string(),
  summary: z.array(z.string()).describe('Sales, profit, cash, and what else stands out.'),
  next: z
    .object({ text: z.string(), by: day(z) })
    .nullable()
    .describe('What comes next, and its last day.'),
  facts: leadFacts(z),
  filings: filings(z),
}))
export type Lead = MembersType<typeof lead>
