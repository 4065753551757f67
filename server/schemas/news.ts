import { z } from 'zod'
import { newsKinds, newsOrigins } from '../../data/news-kinds.ts'
import { untrusted } from '../../pipeline/documents/schema.ts'
import { instant } from './base.ts'

const date = z.iso.date()

const company = z.object({
  company: z.string().meta({ description: 'Issuer id: the market and its number there.' }),
  code: z.string().nullable().meta({ description: 'Ticker or securities code; null if no list names one.' }),
  name: untrusted(z.string().nullable()),
})

const newsRecord = z
  .object({
    id: z.string().meta({ description: 'The id the source gives it, such as an accession number.' }),
    source: z.string(),
    source_name: z.string(),
    kind: z.enum(newsOrigins),
    news_kinds: z.array(z.enum(newsKinds)).meta({
      description: 'All kinds a filing is of; empty for an official document, and for a filing whose items were not read.',
    }),
    date: date.meta({ description: 'As the source shows it, in its own time zone.' }),
    time: z.string().nullable().meta({ description: 'Local time as the source shows it; null if it shows the day alone.' }),
    time_zone: z.string().nullable(),
    at: instant.nullable().meta({ description: 'The same time in UTC.' }),
    title: untrusted(z.string()),
    title_as_filed: untrusted(z.string().nullable(), 'Title in the language of the document, if that is not English.'),
    form: untrusted(z.string().nullable()),
    items: z.array(z.string()).meta({ description: 'Items of an 8-K, or the reasons of an extraordinary report.' }),
    companies: z.array(company),
    link: z.string(),
    language: z.string(),
    withdrawn: z.boolean().meta({ description: 'True if the source says that the document was withdrawn.' }),
    corrected: z.boolean().meta({ description: 'True if the source corrected its entry later.' }),
    known_at: instant.meta({ description: 'When it was first read.' }),
  })
  .meta({ id: 'NewsRecord', description: 'A filing of a company, or a document of an agency or a central bank.' })

export const newsPage = z
  .object({
    about: z
      .object({ company: z.string(), codes: z.array(z.string()), name: untrusted(z.string()) })
      .nullable()
      .meta({ description: 'The company that was asked about.' }),
    window: z.object({ since: date, until: date }).meta({ description: 'First and last date of the records.' }),
    records: z.array(newsRecord).meta({
      description: 'Newest date first; within a date those with a time first, newest first, then those of the day alone.',
    }),
    coverage: z.string().meta({ description: 'The sources that were read.' }),
    notices: z.array(z.string()).meta({ description: 'The required notice of each source whose records are in the answer.' }),
    note: z.string(),
    not_read: z.array(z.string()).meta({ description: 'Sources that were not read, and why.' }),
    sample: z.boolean().meta({ description: 'True if the records are invented.' }),
  })
  .meta({ id: 'NewsPage', description: 'News records of a window.' })

export type ServedRecord = z.infer<typeof newsRecord>
export type NewsPage = z.infer<typeof newsPage>
