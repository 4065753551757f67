/** What a tool answers for programs, as the JSON Schema that clients read. */
export type OutputSchema = {
  readonly type: 'object'
  readonly properties: Properties
  readonly required?: string[]
}

type Properties = Record<string, { readonly [member: string]: unknown }>

export const textSchema = { type: 'string' } as const
export const integerSchema = { type: 'integer' } as const
export const textsSchema = { type: 'array', items: textSchema } as const

/** An object of these members, some of which may be absent. */
export const partialObjectSchema = (properties: Properties): OutputSchema => ({ type: 'object', properties })

/** An object that always has all of these members. */
export const objectSchema = (properties: Properties): OutputSchema => ({
  ...partialObjectSchema(properties),
  required: Object.keys(properties),
})

/** Rows whose members are texts. */
export const rowsSchema = (...names: readonly string[]) => ({
  type: 'array',
  items: partialObjectSchema(Object.fromEntries(names.map((name) => [name, textSchema]))),
})
