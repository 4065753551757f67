import type { LoadableBody, ParsedBody } from '../pipeline/feeds/feed.ts'
import { type Rows, tables } from '../pipeline/tables/index.ts'

const none = Object.fromEntries(tables.map(({ name }) => [name, []])) as unknown as Required<Rows>

/** What a body says, each table as a member of its own; one it says nothing of has no rows. */
export const flattened = ({ rows, reports = [], rejected, next }: ParsedBody) => ({ ...none, ...rows, reports, rejected, next })

/** A body that gives these rows and nothing else. */
export const parsedOf = (rows: Rows): LoadableBody => ({ rows, rejected: [], next: [] })
