import { escaped } from '../pages/page.ts'

/** A schema as the description has it, as far as a person reads it. */
export interface DescribedSchema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly nullable?: boolean
  readonly description?: string
  readonly default?: unknown
  readonly example?: unknown
  readonly items?: DescribedSchema
  readonly anyOf?: readonly DescribedSchema[]
  readonly oneOf?: readonly DescribedSchema[]
  readonly allOf?: readonly DescribedSchema[]
  readonly properties?: Readonly<Record<string, DescribedSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: DescribedSchema | boolean
}

/** A parameter of an operation as the description has it. */
export interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: DescribedSchema
}

/** A member of a document: its place from the root of the schema, such as `rows[].date`. */
export interface Member {
  readonly place: string
  readonly optional: boolean
  readonly schema: DescribedSchema
}

/** Members of an object, those of the objects and lists inside it among them; what has a separate schema is named, not entered. */
export function schemaMembersOf(schema: DescribedSchema, before = ''): Member[] {
  const { properties = {}, required = [] } = schema
  return Object.entries(properties).flatMap(([name, member]) => {
    const place = before === '' ? name : `${before}.${name}`
    return [{ place, optional: !required.includes(name), schema: member }, ...inside(member, place)]
  })
}

function inside(schema: DescribedSchema, place: string): Member[] {
  const { items, additionalProperties } = schema
  const variants = (schema.anyOf ?? schema.oneOf ?? []).flatMap((variant) => inside(variant, place))
  const keyed = typeof additionalProperties === 'object' ? inside(additionalProperties, `${place}.*`) : []
  return [...schemaMembersOf(schema, place), ...(items ? inside(items, `${place}[]`) : []), ...keyed, ...variants]
}

const words: Readonly<Record<string, string>> = { date: 'day, YYYY-MM-DD', 'date-time': 'time, RFC 3339 UTC', uri: 'address' }

/** What a value is, in words, as HTML: the name of another schema leads to it. */
export function typeText(schema: DescribedSchema): string {
  const { $ref, items, enum: values, nullable, additionalProperties, type, format, pattern } = schema
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf
  const or = (text: string) => (nullable === true && values === undefined && type !== undefined ? `${text} or null` : text)
  if ($ref !== undefined) {
    const name = escaped($ref.split('/').at(-1)!)
    return `<a href="#${name}">${name}</a>`
  }
  if (variants !== undefined) return [...new Set(variants.map(typeText))].join(' or ')
  if (values !== undefined)
    return values.map((value) => (value === null ? 'null' : `<code>${escaped(String(value))}</code>`)).join(' or ')
  if (items !== undefined) return or(`list of ${typeText(items)}`)
  if (typeof additionalProperties === 'object') return or(`object by name, each ${typeText(additionalProperties)}`)
  if (pattern !== undefined) return or(`${escaped(type ?? 'any')} like <code>${escaped(pattern)}</code>`)
  return or(escaped(words[format ?? ''] ?? type ?? 'any'))
}
