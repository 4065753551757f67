import type { Tier } from '../../data/plans.ts'
import type { Block, OutputMedium, Text } from './blocks.ts'
import type { Charts } from './charts.ts'
import type { DocumentViews } from './document-view.ts'
import type { AnySchema } from './schema.ts'

/**
 * Formats as an edition keeps them; `latest.*`: the latest reading alone, for keys whose plan does not reach the whole; `summary.*`: the
 * short form, for callers who ask for it; `apart.json`: members that the JSON leaves out unless they are asked for.
 */
export const storedFormats = [
  'json',
  'md',
  'html',
  'latest.json',
  'latest.md',
  'latest.html',
  'summary.json',
  'summary.md',
  'apart.json',
] as const
export type Format = (typeof storedFormats)[number]

/** A document there may be, known from the registries before anything is computed. */
export interface RegisteredDocument {
  readonly id: string
  /** How callers know it. */
  readonly name: string
  readonly title: string
  readonly description: string
  /** Least plan that reads it whole. */
  readonly tier: Tier
  /** Dollars a call. */
  readonly price: string
  /** A separate path in addition to that of its kind. */
  readonly path?: string
  /** Other words callers use for it. */
  readonly aliases?: readonly string[]
}

/** What names one document of a kind in a request: in the path where it is there in braces, else in the query. */
export interface Parameter {
  readonly name: string
  readonly description: string
  readonly example: string
  /** Refused with this code where the text has another shape. */
  readonly shape?: { readonly pattern: RegExp; readonly code: 'INVALID_TICKER'; readonly message: string }
  /** Told where the registries have no such document. */
  readonly unknown: string
  /** Told where it is left out of the query. */
  readonly missing?: string
  /** Ids are written in capitals, whatever callers write. */
  readonly capitals?: true
}

export type DocumentFacts = Readonly<Record<string, string | number | boolean | null>>

/** How a kind is asked for over HTTP. */
export interface DocumentRoute {
  /** Id of the operation in the description. */
  readonly operation: string
  readonly path: string
  readonly tag: { readonly name: string; readonly description: string }
  readonly summary: string
  readonly description: string
  /** Null where a kind has one document. */
  readonly parameter: Parameter | null
  /** Dollars a call, the least where they differ; null where it is open. */
  readonly price: string | null
  /** Least plan of all its documents, where no lower one reads any part. */
  readonly needsPlan: boolean
  readonly otherwise: 'markdown' | 'json'
}

/** Where the documents of a kind are listed, openly: what each is, its price and its freshness. */
export interface Catalogue extends Pick<DocumentRoute, 'operation' | 'path' | 'summary' | 'description'> {
  /** The member that holds the list, such as `briefings`. */
  readonly member: string
  /** Its schema, where it tells more of each document than any catalogue does. */
  readonly component?: string
}

/**
 * A kind of document, declared once: rendering, publishing, access, routes, catalogues, description and docs walk the declarations. A
 * declaration is light: it loads rows, and neither the schema library nor anything that computes.
 */
export interface Kind {
  readonly kind: string
  /** First part of its places: `metric/vix`. */
  readonly folder: string
  /** The member that names a document of it, or, in quotes as `only`, the one name there is. */
  readonly id: string
  readonly only?: string
  /** What is served as JSON; its name in the description is that of its `meta`. */
  readonly schema: AnySchema
  readonly component: string
  readonly formats: readonly Format[]
  /** What `part=summary` serves as JSON, kept as `summary.json` and `summary.md`; null where a kind has no short form. */
  readonly short: ShortForm | null
  /** Members that the JSON has only where `fields` names them, kept as `apart.json`; null where it has all. */
  readonly apart: ApartOf | null
  /** The latest reading alone, before it is stamped, kept as `latest.*`; null where a kind has none. */
  readonly latest: LatestOf | null
  /** Carries the time it was computed and its fingerprint; else it is part of what the edition says of itself. */
  readonly stamped: boolean
  /** Its past days are kept and served. */
  readonly archived: boolean
  /** Stays in packs, compressed for `gzip`, and is read when asked for; else an edition is held in memory with all its codings. */
  readonly packed: boolean | 'gzip'
  /** What the server says of a document without opening it. */
  readonly facts: FactsOf
  /** What there may be of it in sample data, or in real ones. */
  rows(sample: boolean): readonly RegisteredDocument[]
  readonly route: DocumentRoute | null
  readonly catalogue: Catalogue | null
  /** What a document of it consists of, from which Markdown and page are made; null: Markdown has its members one by one. */
  readonly blocks: BlocksOf | null
  /** Views of its documents for analysts; null where the warehouse keeps none of them. */
  readonly views: DocumentViews | null
}

/** A short form: its document, before it is stamped, and what its Markdown has room for. */
export interface ShortForm {
  readonly component: string
  readonly schema: AnySchema
  // biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
  of(whole: any): object
  // biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
  text(document: any, whole: any): ShortText
}

/** A document, before it is stamped, without those members; and an object of them alone. */
// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
type ApartOf = (whole: any) => { readonly kept: object; readonly apart: object }

/** What a short form may say. */
export interface ShortText {
  /** Of which it says the first that fits. */
  readonly warnings: readonly Text[]
  /** In the order in which they are taken while there is room. */
  readonly wanted: readonly RankedText[]
  blocks(warning: Text | null, pieces: readonly RankedText[]): Block[]
}

/** A text, a shorter one where there is no room for it, and its place among the others. */
export interface RankedText {
  readonly text: Text
  readonly shorter?: Text | null
  readonly at: number
}

// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
export type BlocksOf = (document: any, form: OutputMedium, charts: Charts) => Block[]

// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
type LatestOf = (whole: any) => object

// biome-ignore lint/suspicious/noExplicitAny: each takes the documents of its kind
type FactsOf = (document: any) => DocumentFacts

/** What most kinds have: stamped, its title the only fact, not archived, not packed, nothing of the registries, served by no route. */
const usual = {
  blocks: null,
  short: null,
  apart: null,
  latest: null,
  facts: ({ title }: { readonly title?: unknown }): DocumentFacts => (typeof title === 'string' ? { title } : {}),
  stamped: true,
  archived: false,
  packed: false,
  route: null,
  catalogue: null,
  rows: () => [],
  views: null,
}

/** A declaration with what is usual where it says nothing else. */
export const defineKind = (kind: Omit<Kind, keyof typeof usual> & Partial<Kind>): Kind => ({ ...usual, ...kind })

/** A kind of one document that an edition says of itself. */
export const defineSystemKind = (kind: Omit<Kind, keyof typeof usual | 'folder'> & Partial<Kind>): Kind =>
  defineKind({ folder: 'system', only: kind.id, stamped: false, ...kind })

/** How one document about this server is asked for: anyone may read it, as JSON unless another format is named. */
export const openRoute = {
  tag: { name: 'System', description: 'The state of the server and its data. Open.' },
  parameter: null,
  price: null,
  needsPlan: false,
  otherwise: 'json',
} as const

/** The name of a document at the path it has today, where its kind is archived; else null. */
export function archivedName(kinds: readonly Kind[], place: string): string | null {
  const [folder, name] = place.split('/')
  return kinds.some((kind) => kind.archived && kind.folder === folder) ? name! : null
}

const escapedIn = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')

/** `metric/vix`. Ids may come from filings: what a place has no room for is escaped as in a URL (`company/in:M%26M`). */
export function placeOf({ folder, only }: Kind, id: string): string {
  const escaped = (only ?? id).replace(/[^A-Za-z0-9._:-]/gu, escapedIn)
  return `${folder}/${escaped}`
}

/** Where one document of a kind is asked for: `/api/metrics/vix`, `/api/context?briefing=btc.pulse`. */
export function documentTarget({ path, parameter }: Pick<DocumentRoute, 'path' | 'parameter'>, id: string): string {
  if (parameter === null) return path
  const inPath = path.replace(`{${parameter.name}}`, id)
  return inPath === path ? `${path}?${parameter.name}=${id}` : inPath
}
