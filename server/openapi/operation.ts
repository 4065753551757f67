import type { Kind } from '../../pipeline/documents/kind.ts'
import type { Scope } from '../access/access.ts'
import type { ErrorCode } from '../http/errors.ts'
import type { AnyFormat, DocumentFormat, FileFormat } from '../http/formats.ts'
import type { claimRows, WebhookRoute } from './account-operations.ts'

/** What the answer of an operation is made by; `routes.ts` has one for each. */
export type RouteName =
  | 'frontPage'
  | 'languageModels'
  | 'prices'
  | 'signIn'
  | 'signUp'
  | 'claimPage'
  | 'reference'
  | 'docIndex'
  | 'doc'
  | 'description'
  | 'health'
  | 'status'
  | 'version'
  | 'paymentStatus'
  | 'keySet'
  | 'didDocument'
  | 'balance'
  | 'catalogue'
  | 'document'
  | 'history'
  | 'company'
  | 'companyList'
  | 'companiesPage'
  | 'events'
  | 'feed'
  | 'calendar'
  | 'news'
  | (typeof claimRows)[number]['route']
  | WebhookRoute

/** One row of the server's table: a path, what it takes, and all it can answer with. */
export interface Operation {
  readonly id: string
  /** GET where left out. */
  readonly method?: 'post' | 'delete'
  /** A path parameter is written in braces. */
  readonly path: string
  readonly tag: string
  readonly route: RouteName
  /** The kind of document it serves, or lists. */
  readonly kind?: Kind
  /** Id of the document, or slug of the page of the documentation, where the path is one's own. */
  readonly row?: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly string[]
  /** Formats a caller may name by the parameter format; none where there is but one. */
  readonly formats: readonly AnyFormat[]
  /** Formats the header Accept chooses among, where there is no such parameter. */
  readonly accepts?: readonly DocumentFormat[]
  /** What is sent where none is named. */
  readonly otherwise: AnyFormat | FileFormat
  /** The JSON of it, by the name of its schema; null where there is none. */
  readonly document: string | null
  /** The JSON it takes, by the name of its schema. */
  readonly body?: string
  /** What its caller has to be allowed. */
  readonly scope: Scope
  /** What says who calls, if not an API key or a payment; `key`: a key of any plan, and single calls are not sold; `payment`: nothing but a payment. */
  readonly credential?: 'claimToken' | 'key' | 'payment'
  /** Status of a success; 200 where left out. */
  readonly status?: 201 | 202
  /** Answers that are neither that nor an error. */
  readonly also?: Readonly<Record<number, string>>
  /** Dollars a call; null where it is open. */
  readonly price: string | null
  /** Errors beside those that any request can end in. */
  readonly refusals: readonly ErrorCode[]
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
