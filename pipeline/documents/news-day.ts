import { newsKinds, newsOrigins } from '../../data/news-kinds.ts'
import { defineKind } from './kind.ts'
import { day, identityMembers, instantSchema, part, type SchemaType, untrusted } from './schema.ts'

const storedRecord = part((z) =>
  z
    .object({
      id: z.string(),
      source: z.string(),
      kind: z.enum(newsOrigins),
      news_kinds: z.array(z.enum(newsKinds)),
      date: day(z),
      time: z.string().nullable(),
      time_zone: z.string().nullable(),
      at: instantSchema(z).nullable(),
      title: untrusted(z.string()),
      title_as_filed: untrusted(z.string().nullable()),
      form: untrusted(z.string().nullable()),
      items: z.array(z.string()),
      companies: z.array(z.object({ company: z.string(), name: untrusted(z.string().nullable()) })),
      link: z.string(),
      language: z.string(),
      withdrawn: z.boolean(),
      corrected: z.boolean(),
      known_at: instantSchema(z),
    })
    .meta({ id: 'StoredNewsRecord', description: 'A record of the news as an edition keeps it.' }),
)

const newsDay = part((z) =>
  z
    .object({
      day: day(z),
      ...identityMembers(z),
      mark: z.string().describe('Hash of the rows it was made from; it is rewritten only if the hash changes.'),
      records: z.array(storedRecord(z)).describe('In the order they are served.'),
    })
    .meta({ id: 'NewsDay', description: 'All news records of one shown date, as an edition keeps them.' }),
)

/** A record of the news: `at` is the shown time in UTC, `company` an issuer id. */
export type StoredNewsRecord = SchemaType<typeof storedRecord>
export type NewsDay = SchemaType<typeof newsDay>

/** Read when somebody asks for news: `server/news/` makes an answer of as many days as it takes. */
export const newsDayKind = defineKind({
  kind: 'news day',
  folder: 'news',
  id: 'day',
  component: 'NewsDay',
  schema: newsDay,
  formats: ['json'],
  facts: ({ mark }: NewsDay) => ({ mark }),
  packed: true,
})
