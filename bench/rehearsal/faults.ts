/** What an upstream does wrong. */
export type Misdeed =
  /** The connection is cut before an answer. */
  | { readonly kind: 'cut' }
  /** A refusal of any status: requests to the upstream are suspended. */
  | {
      readonly kind: 'refusal'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body: string
    }
  /** Everything is a redirect away. */
  | { readonly kind: 'moved' }
  /** It shows what it showed so many milliseconds ago. */
  | { readonly kind: 'behind'; readonly ms: number }
  /** Its own body changed; `type`: as another content type than that of sample rows, so that the feed's own parser reads it. */
  | { readonly kind: 'spoilt'; readonly type?: string; change(body: string): string }
  /** The response ends in the middle of its body. */
  | { readonly kind: 'torn' }

/** Where a fault must be named, at least once from its begin to an hour after its end, and nowhere after it is over and read again. */
export type Shows =
  /** The last error of a feed in `/api/status`, its code and text, or its note. */
  | { readonly in: 'status'; readonly feed: string; readonly says: RegExp }
  /** One alert that a subject (`feed ID`, `upstream ID`) fails, its code and text, and later one that it has recovered. */
  | { readonly in: 'alert'; readonly subject: string; readonly says: RegExp }
  /** A document is late in every look from when its release was due (RFC 3339 UTC) to the end of the fault, and in none of the day before. */
  | { readonly in: 'document'; readonly place: string; readonly lateSince: string }
  /** A later version of a value: the period (YYYY-MM-DD) of a series has more than one. */
  | { readonly in: 'version'; readonly series: string; readonly period: string }
  /** Nowhere: it is borne without loss. */
  | { readonly in: 'nothing' }

/** A row: what goes wrong where and when, and where it must be named. */
export interface Fault {
  readonly id: string
  /** Tried on `UPSTREAM FEED ADDRESS`. */
  readonly of: RegExp
  /** Milliseconds since 1970 UTC, the end not included. */
  readonly from: number
  readonly until: number
  readonly does: Misdeed
  readonly shows: readonly Shows[]
  /** Places of documents that may be late or stale because of it. */
  readonly late?: RegExp
}
