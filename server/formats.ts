export type DocumentFormat = 'markdown' | 'json' | 'html'
/** What every document can be had as; a briefing also as a page. */
export type TextFormat = Exclude<DocumentFormat, 'html'>

export const textFormats = ['markdown', 'json'] as const satisfies readonly TextFormat[]
export const pageFormats = ['markdown', 'json', 'html'] as const satisfies readonly DocumentFormat[]

/** What a file that is no document is sent as. */
export type FileFormat = 'text'

export const contentTypes = {
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  problem: 'application/problem+json',
} as const
