import { companyKind, type DirectoryRow } from '../../pipeline/documents/company/company.ts'
import { type NewsDay, newsDayKind, type StoredNewsRecord } from '../../pipeline/documents/news-day.ts'
import { type NewsDirectory, newsDirectoryKind } from '../../pipeline/documents/news-directory.ts'
import type { EditionView } from '../../pipeline/editions/reader.ts'
import { dayBefore } from '../../pipeline/time/day.ts'
import { storedDocument } from '../editions/stored-document.ts'
import { memoize, memoizeRead } from '../http/once.ts'

const unread = 'The news cannot be read right now.'

/** The companies of an edition whose statements were read. */
export interface CompanyDirectory {
  readonly companies: readonly DirectoryRow[]
}

/** What an edition says of its companies, in the order of their issuer ids. */
export const directoryOf = memoize(({ packedEntries }: EditionView): CompanyDirectory => {
  const rows = [...packedEntries].filter(([place]) => place.startsWith(`${companyKind.folder}/`))
  rows.sort(([a], [b]) => (a < b ? -1 : 1))
  return { companies: rows.map(([, { facts }]): DirectoryRow => JSON.parse(String(facts['row']))) }
})

/** Companies that exchanges list, as the sources of news name them; null where the edition was published before there was any news. */
export function readDirectory(view: EditionView): Promise<NewsDirectory | null> {
  return storedDocument(view, newsDirectoryKind, '', unread)
}

/** A company that callers may name: one that an exchange lists, or whose statements were read. */
export interface KnownCompany {
  /** Issuer id. */
  readonly company: string
  readonly codes: readonly string[]
  readonly name: string
  readonly lei?: string | undefined
  /** Day by which its statements are to be read; left out where they were, or no plan says. */
  readonly to_be_read?: string | undefined
  /** What its briefing says of it; null where its statements were not read. */
  readonly row: DirectoryRow | null
}

/**
 * Every company that an edition knows, from both of its directories: whatever takes the name of a company looks here, so that a name means
 * the same company everywhere.
 */
export const companiesOf = memoizeRead(async (view: EditionView): Promise<readonly KnownCompany[]> => {
  const companies = new Map<string, KnownCompany>()
  for (const listed of (await readDirectory(view))?.companies ?? []) companies.set(listed.company, { ...listed, row: null })
  for (const row of directoryOf(view).companies) {
    const { company, name, lei } = row
    const listed = companies.get(company)
    const codes = [...new Set([...row.codes, ...(listed?.codes ?? [])])]
    companies.set(company, { company, codes, name: listed?.name ?? name, lei, row })
  }
  return [...companies.values()]
})

/** All records of a window (YYYY-MM-DD, both ends included), in the order they are served. */
export async function readRecords(view: EditionView, since: string, until: string): Promise<StoredNewsRecord[]> {
  const days: string[] = []
  for (let day = until; day >= since; day = dayBefore(day, 1)) days.push(day)
  const read = await Promise.all(days.map((day) => storedDocument<NewsDay>(view, newsDayKind, day, unread)))
  return read.flatMap((day) => day?.records ?? [])
}
