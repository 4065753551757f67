import type { Parsed } from '../pipeline/feeds/feed.ts'
import { type Rows, tables } from '../pipeline/tables/index.ts'

const none = Object.fromEntries(tables.map(({ name }) => [name, []])) as unknown as Required<Rows>

/** What a body says, each table as a member of its own; one it says nothing of has no rows. */
export const flattened = ({ rows, rejected, next }: Parsed) => ({ ...none, ...rows, rejected, next })

/** A body that gives these rows and nothing else. */
export const parsedOf = (rows: Rows): Parsed => ({ rows, rejected: [], next: [] })
