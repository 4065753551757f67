import { Ajv, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { Answer } from '../fixture.ts'

/** The part of an OpenAPI document that is looked at here. */
export interface Described {
  paths: Record<string, { get: DescribedOperation; post?: DescribedOperation }>
  components: Record<string, Record<string, unknown>>
}

export interface DescribedOperation {
  operationId: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: DescribedParameter[]
  responses: Record<string, DescribedResponse>
  'x-payment-info'?: {
    price: { mode: string; amount?: string; min?: string; max?: string }
    protocols: object[]
    offers?: { amount: string | null }[]
  }
}

export interface DescribedParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: { type: string; enum?: string[]; format?: string; example?: string }
}

export interface DescribedResponse {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<string, DescribedContent>
}

interface DescribedContent {
  schema: object
  example?: unknown
  examples?: { served: { $ref: string } }
}

/** Headers that any answer of HTTP may have, beside those a description names. */
const usual = [
  ...['content-type', 'content-length', 'content-encoding', 'cache-control', 'vary', 'date', 'connection', 'keep-alive'],
  ...['x-content-type-options', 'referrer-policy', 'content-security-policy', 'transfer-encoding'],
  ...['access-control-allow-origin', 'access-control-expose-headers'],
]

/** Judges answers by a description, with every object closed: a member it does not name is a finding. */
export class Conformance {
  readonly #described: Described
  readonly #ajv = new Ajv({ strict: false, allErrors: false, discriminator: false })
  readonly #compiled = new Map<object, ValidateFunction>()

  constructor(described: Described) {
    this.#described = described
    addFormats.default(this.#ajv)
    const { schemas } = described.components
    this.#ajv.addSchema(closed({ components: { schemas } }) as object, 'description')
  }

  response(operation: DescribedOperation, status: number): DescribedResponse | undefined {
    const response = operation.responses[status]
    const name = response?.$ref?.split('/').at(-1)
    return name === undefined ? response : (this.#described.components['responses']![name] as DescribedResponse)
  }

  /** What was served once, as the description has it; undefined where it has none. */
  served({ examples }: Pick<DescribedContent, 'examples'>): unknown {
    const name = examples?.served.$ref.split('/').at(-1)
    return name && (this.#described.components['examples']![name] as { value: unknown }).value
  }

  /** What is wrong with an answer to GET of an operation; null where nothing is. `isCut`: members of a document were asked for, not the whole. */
  finding(operation: DescribedOperation, { status, headers, text }: Answer, isCut = false): string | null {
    const response = this.response(operation, status)
    if (response === undefined) return `status ${status} is not described`
    const strange = Object.keys(headers).filter(
      (name) => !usual.includes(name) && !Object.keys(response.headers ?? {}).some((known) => known.toLowerCase() === name),
    )
    if (strange.length > 0) return `headers that are not described: ${strange}`
    if (status === 304) return text === '' ? null : 'a 304 with a body'
    const type = String(headers['content-type']).split(';')[0]!
    const content = response.content?.[type]
    if (content === undefined) return `type ${type} is not described for ${status}`
    return /json$/.test(type) ? this.invalid(isCut ? content.schema : wholeOf(content.schema), JSON.parse(text)) : null
  }

  /** What is wrong with a value, by a schema of the description. */
  invalid(schema: object, value: unknown): string | null {
    let validate = this.#compiled.get(schema)
    if (validate === undefined) {
      validate = this.#ajv.compile(closed(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"description#/'))) as object)
      this.#compiled.set(schema, validate)
    }
    return validate(value) ? null : this.#ajv.errorsText(validate.errors)
  }
}

const wholes = new WeakMap<object, object>()

/** What a whole document has to be: any object with an identity would do for members of it. */
function wholeOf(schema: { readonly anyOf?: readonly { readonly $ref?: string }[] }): object {
  let whole = wholes.get(schema)
  if (whole === undefined) {
    const anyOf = schema.anyOf?.filter(({ $ref }) => !$ref?.endsWith('/Selection'))
    whole = anyOf === undefined ? schema : { ...schema, anyOf }
    wholes.set(schema, whole)
  }
  return whole
}

/** The same schemas, in which an object has no member that is not named. The description itself, which this one cannot describe, stays open. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === 'example' ? member : closed(member)]),
  )
  const open = !('properties' in members) || 'additionalProperties' in members || 'openapi' in (members['properties'] as object)
  return members['type'] === 'object' && !open ? { ...members, additionalProperties: false } : members
}
