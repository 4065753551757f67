import { defineKind } from '../kind.ts'
import { day, identityMembers, part, type SchemaType } from '../schema.ts'

const companyFigures = part((z) => {
  const texts = z.array(z.string())
  const numbers = z.array(z.number())
  const days = numbers.describe('Days since 1970-01-01.')
  return z
    .object({
      issuer: z.string(),
      ...identityMembers(z),
      mark: z.string().describe('Hash of the rows it was made from; it is rewritten only if the hash changes.'),
      first_day: day(z).nullable().describe('First day at whose end statements were known; null if none are.'),
      shape: z.enum(['general', 'bank', 'insurer', 'reit', 'broker']),
      names: z
        .object({
          line: texts,
          unit: texts,
          concept: texts,
          label: texts,
          filing: texts,
          form: texts,
          basis: z.array(z.enum(['filed', 'reported', 'deadline'])),
        })
        .describe('What the columns of these names count into; a value without a label counts to an empty one.'),
      line: numbers,
      span: z.array(z.enum(['year', 'half', 'nine_months', 'quarter', 'other', 'instant'])),
      from: z.array(z.number().nullable()).describe('Days since 1970-01-01; null for an instant.'),
      to: days,
      unit: numbers,
      value: numbers,
      other: z.array(z.number().nullable()).optional().describe('Another amount that the same report states.'),
      concept: numbers,
      label: numbers,
      filing: numbers,
      form: numbers,
      basis: numbers,
      known: days,
      fiscalYear: z.array(z.number().nullable()),
    })
    .meta({
      id: 'StoredFigures',
      description:
        'Every value that the lines of a company have had, as an edition keeps it: an entry a value, in the order in which they became known.',
    })
})
/** Figures of a company as an edition keeps them: `server/companies/` selects from them what was known on a day. */
export type StoredFigures = SchemaType<typeof companyFigures>

/** Read when somebody asks for numbers of a past day. */
export const companyFiguresKind = defineKind({
  kind: 'company figures',
  folder: 'company-figures',
  id: 'issuer',
  component: 'StoredFigures',
  schema: companyFigures,
  formats: ['json'],
  facts: ({ mark, first_day }: StoredFigures) => ({ mark, first_day }),
  packed: 'gzip',
})
