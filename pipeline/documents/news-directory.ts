import { defineKind } from './kind.ts'
import { day, identityMembers, part, type SchemaType, untrusted } from './schema.ts'

const newsDirectory = part((z) =>
  z
    .object({
      ...identityMembers(z),
      mark: z.string().describe('Hash of the rows it was made from; it is rewritten only if the hash changes.'),
      sources: z.array(
        z.object({
          source: z.string(),
          from: day(z).describe('First day of which all filings were listed; before it only those of some companies.'),
        }),
      ),
      companies: z
        .array(
          z.object({
            company: z.string(),
            codes: z.array(z.string()),
            name: untrusted(z.string()),
            to_be_read: day(z)
              .optional()
              .describe(
                'Day by which its statements are to be read for the first time, a Sunday; left out where they were, and where no plan says.',
              ),
          }),
        )
        .describe('Companies whose filings are read, by issuer id, with the codes they are listed under.'),
    })
    .meta({ id: 'NewsDirectory', description: 'Whom news records can be asked about, as an edition keeps it.' }),
)

export type NewsDirectory = SchemaType<typeof newsDirectory>

/** Read when somebody asks for news of one company. */
export const newsDirectoryKind = defineKind({
  kind: 'news directory',
  folder: 'news-directory',
  id: 'directory',
  only: 'companies',
  component: 'NewsDirectory',
  schema: newsDirectory,
  formats: ['json'],
  facts: ({ mark }: NewsDirectory) => ({ mark }),
  packed: true,
})
