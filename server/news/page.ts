import { escapeText } from '../../pipeline/documents/escape.ts'
import type { StoredNewsRecord } from '../../pipeline/documents/news-day.ts'
import type { NewsDirectory } from '../../pipeline/documents/news-directory.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { linksColumn, markdownTable } from '../http/markdown-table.ts'
import { memoizeRead } from '../http/once.ts'
import { mostRecords, type NewsFilter } from '../openapi/news-filter.ts'
import type { NewsPage, ServedRecord } from '../schemas/news.ts'
import { type Coverage, coverageOf, noticesOf, sourceName } from './coverage.ts'
import { type KnownCompany, readDirectory, readRecords } from './stored.ts'

/** What an answer is made of beside the records of its window. */
export interface PageParts {
  readonly filter: NewsFilter
  readonly company: Pick<KnownCompany, 'company' | 'codes' | 'name'> | null
  readonly directory: NewsDirectory | null
  readonly covered: Coverage
  readonly sample: boolean
}

/**
 * The answer: of the records of a window, which are in their order, those that are asked for, as many as the limit allows.
 */
export function newsPageOf(records: readonly StoredNewsRecord[], parts: PageParts): NewsPage {
  const { filter, company, directory, covered, sample } = parts
  const matching = records.filter(
    (record) =>
      (filter.kind === null || record.kind === filter.kind) &&
      (company === null || record.companies.some((each) => each.company === company.company)),
  )
  const page = matching.slice(0, filter.limit)
  const listed = new Map(directory?.companies.map((each) => [each.company, each]))
  return {
    about: company && { company: company.company, codes: [...company.codes], name: company.name },
    window: { since: filter.since, until: filter.until },
    records: page.map((record) => served(record, listed)),
    coverage: covered.coverage,
    notices: noticesOf(page.map(({ source }) => source)),
    note: [
      countOf(matching.length, page.length),
      ...(filter.untilUnused ? ['as_of was used in place of until.'] : []),
      ...covered.gaps,
    ].join(' '),
    not_read: covered.not_read,
    sample,
  }
}

function countOf(matching: number, shown: number): string {
  if (matching === 0) return 'No record of this window matches.'
  if (matching === shown) return shown === 1 ? 'This is the only record that matches.' : `All ${shown} records that match.`
  const more = shown < mostRecords ? `raise limit, at most ${mostRecords}, or ` : ''
  return `The newest ${shown} of ${matching} records that match: ${more}narrow the window for the others.`
}

function served(record: StoredNewsRecord, listed: ReadonlyMap<string, NewsDirectory['companies'][number]>): ServedRecord {
  const { id, source, companies, ...rest } = record
  return {
    id,
    source,
    source_name: sourceName(source),
    ...rest,
    companies: companies.map(({ company, name }) => ({
      company,
      code: listed.get(company)?.codes[0] ?? null,
      name: name ?? listed.get(company)?.name ?? null,
    })),
  }
}

/** The same answer as Markdown. */
export function newsText(page: NewsPage): string {
  const { about, window, records, coverage, notices, note, not_read } = page
  const rows = records.map(({ date, time, time_zone, companies, title, withdrawn, source_name, link }) => [
    time === null ? date : `${date} ${time} ${time_zone}`,
    companies.map(({ code, name }) => code ?? name ?? '').join(', '),
    withdrawn ? `${title} (withdrawn)` : title,
    source_name,
    link,
  ])
  const table = markdownTable(['date', 'company', 'what', 'source', linksColumn('link')], rows)
  const heading = `# News${about === null ? '' : ` of ${escapeText(about.name)}`}, ${window.since} to ${window.until}`
  return `${[
    page.sample ? `${heading} (SAMPLE DATA)` : heading,
    ...(records.length === 0 ? [] : [table]),
    note,
    `Read: ${coverage}`,
    ...(not_read.length === 0 ? [] : [`Not read:\n\n${not_read.map((line) => `- ${line}`).join('\n')}`]),
    ...notices,
  ].join('\n\n')}\n`
}

/** Days of news that are searched. */
export const recentDays = 90

/** Records of the last days of an edition, newest first. */
export function recentRecords(view: EditionView): Promise<StoredNewsRecord[]> {
  const { as_of: until } = view.manifest
  return readRecords(view, dayBefore(until, recentDays), until)
}

/** Companies (issuer ids) with a filing of the last days: those whose briefing has the block news. */
export const recentFilers = memoizeRead(async (view: EditionView): Promise<ReadonlySet<string>> => {
  const filed = (await recentRecords(view)).filter(({ kind }) => kind === 'filed')
  return new Set(filed.flatMap(({ companies }) => companies.map(({ company }) => company)))
})

/** The recent record of a source with an id, as a page of news that has it alone; null where there is none. */
export async function newsRecordById(view: EditionView, source: string, id: string): Promise<NewsPage | null> {
  const record = (await recentRecords(view)).find((each) => each.source === source && each.id === id)
  if (record === undefined) return null
  const { kind, date } = record
  const filter = { about: null, kind, since: date, until: date, untilUnused: false, limit: 1 }
  const directory = await readDirectory(view)
  const covered = coverageOf(view, directory, filter, null)
  return newsPageOf([record], { filter, company: null, directory, covered, sample: view.manifest.sample })
}
