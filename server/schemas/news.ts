import { z } from 'zod'
import { newsKinds, newsOrigins } from '../../data/news-kinds.ts'
import { untrusted } from '../../pipeline/documents/schema.ts'
import { component, daySchema, instantSchema } from './base.ts'

const company = z.object({
  company: z.string().describe('Issuer id: the market and its number there.'),
  code: z.string().nullable().describe('Ticker or securities code; null if no list names one.'),
  name: untrusted(z.string().nullable()),
})

const newsRecord = component('NewsRecord', 'A filing of a company, or a document of an agency or a central bank.', {
  id: z.string().describe('The id the source gives it, such as an accession number.'),
  source: z.string(),
  source_name: z.string(),
  kind: z.enum(newsOrigins),
  news_kinds: z
    .array(z.enum(newsKinds))
    .describe('All kinds a filing is of; empty for an official document, and for a filing whose items were not read.'),
  date: daySchema.describe('As the source shows it, in its own time zone.'),
  time: z.string().nullable().describe('Local time as the source shows it; null if it shows the day alone.'),
  time_zone: z.string().nullable(),
  at: instantSchema.nullable().describe('The same time in UTC.'),
  title: untrusted(z.string()),
  title_as_filed: untrusted(z.string().nullable(), 'Title in the language of the document, if that is not English.'),
  form: untrusted(z.string().nullable()),
  items: z.array(z.string()).describe('Items of an 8-K, or the reasons of an extraordinary report.'),
  companies: z.array(company),
  link: z.string(),
  language: z.string(),
  withdrawn: z.boolean().describe('True if the source says that the document was withdrawn.'),
  corrected: z.boolean().describe('True if the source corrected its entry later.'),
  known_at: instantSchema.describe('When it was first read.'),
})

export const newsPage = component('NewsPage', 'News records of a window.', {
  about: z
    .object({ company: z.string(), codes: z.array(z.string()), name: untrusted(z.string()) })
    .nullable()
    .describe('The company that was asked about.'),
  window: z.object({ since: daySchema, until: daySchema }).describe('First and last date of the records.'),
  records: z
    .array(newsRecord)
    .describe('Newest date first; within a date those with a time first, newest first, then those of the day alone.'),
  coverage: z.string().describe('The sources that were read.'),
  notices: z.array(z.string()).describe('The required notice of each source whose records are in the answer.'),
  note: z.string(),
  not_read: z.array(z.string()).describe('Sources that were not read, and why.'),
  sample: z.boolean().describe('True if the records are invented.'),
})

export type ServedRecord = z.infer<typeof newsRecord>
export type NewsPage = z.infer<typeof newsPage>
