import { memoize } from '../http/once.ts'
import type { Listing } from '../payments/payments.ts'
import { exampleName, examples } from './examples.ts'
import type { Operation } from './operation.ts'
import { parametersOf } from './parameters.ts'
import type { DescribedParameter } from './schema-text.ts'

/** How a priced operation is listed: what its row takes, and a few members of its example. */
export const listingOf = memoize((operation: Operation): Listing => {
  const taken = parametersOf(operation) as unknown as readonly DescribedParameter[]
  const inPath = taken.filter((each) => each.in === 'path')
  const inQuery = taken.filter((each) => each.in === 'query')
  const needed = inQuery.filter(({ required }) => required).map(({ name, schema }) => [name, String(schema.example)])
  const isAsked = inQuery.some(({ name }) => name === 'format') && operation.otherwise !== 'json'
  return {
    route: operation.path.replace(/\{(\w+)\}/g, ':$1'),
    input: Object.fromEntries([...needed, ...(isAsked ? [['format', 'json']] : [])]),
    inputSchema: schemaOf(inQuery),
    ...(inPath.length === 0 ? {} : { pathParamsSchema: schemaOf(inPath) }),
    output: { example: essenceOf(operation) },
  }
})

/** Of a schema what says which values there are. */
const kept = ['type', 'enum'] as const

function schemaOf(taken: readonly DescribedParameter[]) {
  const properties = taken.map(({ name, schema }) => [
    name,
    Object.fromEntries(kept.flatMap((word) => (schema[word] === undefined ? [] : [[word, schema[word]]]))),
  ])
  const required = taken.filter((each) => each.required).map(({ name }) => name)
  return { properties: Object.fromEntries(properties), ...(required.length === 0 ? {} : { required }) }
}

/** Members of an example whose values would not fit into a header. */
const longestText = 60
/** Members that say how a document was made, or, of a briefing, what its figures mean on the day of the example. */
const left: readonly string[] = ['computed_at', 'fingerprint', 'headline', 'summary', 'lead']

/** The short members of the example of what is answered; a briefing with its own path has its own id, title and tier. */
function essenceOf({ document, row, kind }: Operation): Record<string, unknown> {
  const example = Object.entries(examples[exampleName(document, 'json')]?.value ?? {}).filter(
    ([name, value]) => !left.includes(name) && value !== null && typeof value !== 'object' && String(value).length <= longestText,
  )
  const { id, title, tier } = kind?.rows(false).find((each) => each.id === row) ?? {}
  const own: Readonly<Record<string, unknown>> = row === undefined ? {} : { [kind!.id]: id, title, tier }
  return Object.fromEntries(example.map(([name, value]) => [name, own[name] ?? value]))
}
