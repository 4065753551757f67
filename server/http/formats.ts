import type { Format } from '../../pipeline/documents/kind.ts'

export type DocumentFormat = 'markdown' | 'json' | 'html'
/** What every document can be had as; some also as a page. */
export type TextFormat = Exclude<DocumentFormat, 'html'>

export const textFormats = ['markdown', 'json'] as const satisfies readonly TextFormat[]

/** Each format as an edition keeps it, whole, as the latest reading alone and as the summary alone. */
export const wholeFormats = { markdown: 'md', json: 'json', html: 'html' } as const satisfies StoredNames
export const latestFormats = { markdown: 'latest.md', json: 'latest.json', html: 'latest.html' } as const satisfies StoredNames
const summaryAs = { markdown: 'summary.md', json: 'summary.json', html: null } as const satisfies StoredNames
type StoredNames = Record<DocumentFormat, Format | null>

/** Parts of a document that can be asked for instead of the whole. */
export const documentParts = ['summary'] as const
export type DocumentPart = (typeof documentParts)[number]

/** How an edition keeps a document, or a part of it, in a format; null where it does not. */
export function storedName(format: DocumentFormat, part: DocumentPart | null): Format | null {
  return part === null ? wholeFormats[format] : summaryAs[format]
}

/** What callers may ask for of a kind that is kept in these. */
export function formatsOf(stored: readonly Format[]): DocumentFormat[] {
  return [...textFormats, 'html' as const].filter((format) => stored.includes(wholeFormats[format]))
}

/** Content type of a file that is not a document. */
export type FileFormat = 'text' | 'atom' | 'jsonFeed' | 'calendar'

/** What a history can be had as: for programs, which take rows. */
export const historyFormats = ['json', 'csv', 'arrow'] as const
export type HistoryFormat = (typeof historyFormats)[number]

/** Every format a caller can name. */
export type AnyFormat = DocumentFormat | HistoryFormat

export const contentTypes = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  arrow: 'application/vnd.apache.arrow.stream',
  text: 'text/plain; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  jsonFeed: 'application/feed+json; charset=utf-8',
  calendar: 'text/calendar; charset=utf-8',
  problem: 'application/problem+json',
} as const
