/**
 * Writes `client/operations.ts`, the types and the table of operations of the client, from the description the server gives. The file is not
 * under version control: the build, the type check and the package of the client write it first.
 *
 *     tsx scripts/generate-client.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describeApi } from '../server/openapi/describe.ts'
import { operations } from '../server/openapi/operations.ts'
import { nothingForSale } from '../server/payments/status.ts'

/** The part of OpenAPI 3.0 schemas the description uses. */
interface Schema {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  nullable?: boolean
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  default?: unknown
}

interface Content {
  content?: Record<string, { schema: Schema }>
  $ref?: string
}

interface OperationObject {
  operationId: string
  summary: string
  description: string
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  responses: Record<string, Content>
}

interface Description {
  paths: Record<string, { get?: OperationObject }>
  components: { schemas: Record<string, Schema>; responses: Record<string, Content> }
}

const formats: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'text/csv': 'csv',
  'application/vnd.apache.arrow.stream': 'arrow',
}

const quoted = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`)
const named = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** A schema as a TypeScript type; `at` is how deep its members stand. */
function typeOf(schema: Schema, at = ''): string {
  const type = bareTypeOf(schema, at)
  return schema.nullable && !/\bnull$/.test(type) ? `${type} | null` : type
}

function bareTypeOf(schema: Schema, at: string): string {
  const { $ref, type, format, enum: values, properties, additionalProperties, items } = schema
  if ($ref !== undefined) return named($ref)
  if (values !== undefined) return values.map((value) => (value === null ? 'null' : literal(value))).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (variants !== undefined)
    return variants.map((variant) => typeOf(variant, at)).join(schema.allOf === undefined ? ' | ' : ' & ')
  if (type === 'array') return `readonly ${bracketed(typeOf(items ?? {}, at))}[]`
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'string' && format === 'binary') return 'Uint8Array'
  if (type === 'string' || type === 'boolean') return type
  if (type !== 'object') return 'unknown'
  if (properties !== undefined) return membersOf(Object.entries(properties), schema.required ?? [], at)
  return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties, at) : 'unknown'}>>`
}

const bracketed = (type: string): string => (/^[^{].* [|&] /.test(type) ? `(${type})` : type)

function membersOf(members: readonly (readonly [string, Schema])[], required: readonly string[], at: string): string {
  if (members.length === 0) return 'Readonly<Record<string, never>>'
  const lines = members.map(([name, member]) => {
    const comment = member.description === undefined ? '' : `${at}  /** ${member.description} */\n`
    return `${comment}${at}  readonly ${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(member, `${at}  `)}\n`
  })
  return `{\n${lines.join('')}${at}}`
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))

/** What an operation takes and answers with, as a type. */
function shapeOf({ parameters = [], responses }: OperationObject, components: Description['components']): string {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  const schemas = parameters.map(({ name, schema }) => [name, schema] as const)
  const taken = membersOf(schemas, required, '  ')
  const content = Object.entries(granted(responses, components).content ?? {}).map(
    ([type, { schema }]) => [formats[type] ?? 'text', schema] as const,
  )
  // where a part or members can be asked for, the JSON is the whole document or what was asked for
  const parted = parameters.some(({ name }) => name === 'part')
  const documents = content.map(([name, schema]): [string, Schema] => [name, schema.anyOf?.[0] ?? schema])
  const short = content
    .filter(([name]) => parted && name !== 'html')
    .map(([name, schema]): [string, Schema] => [name, schema.anyOf?.[1] ?? schema])
  const refusals = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => `    | { readonly status: ${status}; readonly error: ${refusedAs(response)} }\n`)
  const names = documents.map(([name]) => name)
  return `{
  readonly parameters: ${taken}
  readonly documents: ${membersOf(documents, names, '  ')}${parted ? `\n  /** With \`part=summary\`. */\n  readonly short: ${membersOf(short, names, '  ')}` : ''}
  readonly refusals:
${refusals.join('')}}`
}

const granted = ({ '200': one }: OperationObject['responses'], { responses }: Description['components']): Content =>
  one!.$ref === undefined ? one! : responses[named(one!.$ref)]!
const schemaOf = ({ content = {} }: Content): Schema => Object.values(content)[0]!.schema
const refusedAs = (response: Content): string => (response.$ref === undefined ? typeOf(schemaOf(response)) : named(response.$ref))

/** The whole file. */
function clientTypes(): string {
  const { paths, components } = describeApi(nothingForSale) as unknown as Description
  const schemas = Object.entries(components.schemas).map(([name, schema]) => typeLine(name, schema))
  const refusals = Object.entries(components.responses).flatMap(([name, response]) =>
    response.content === undefined || name in components.schemas ? [] : [typeLine(name, schemaOf(response))],
  )
  // what is read with a key; a claim has another credential, and only the bridge makes one
  const read = new Set(operations.filter(({ credential }) => credential !== 'claimToken').map(({ id }) => id))
  const all = Object.entries(paths).flatMap(([path, { get }]) => (get && read.has(get.operationId) ? [{ path, get }] : []))
  const shapes = new Map<string, string>()
  const lines = all.map(({ path, get }) => {
    const shape = shapeOf(get, components)
    const name = shapes.get(shape) ?? `${get.operationId.charAt(0).toUpperCase()}${get.operationId.slice(1)}`
    shapes.set(shape, name)
    const { description } = operations.find(({ id }) => id === get.operationId)!
    return `  /** ${path}: ${get.summary}. ${description} */\n  readonly ${get.operationId}: ${name}`
  })
  const table = all.map(({ path, get: { operationId, parameters = [], responses } }) => {
    const only = formats[Object.keys(granted(responses, components).content ?? {})[0]!] ?? 'text'
    const otherwise = parameters.find(({ name }) => name === 'format')?.schema.default ?? only
    return `  ${operationId}: { path: '${path}', otherwise: '${otherwise}' },`
  })
  return `/** Generated from the description by scripts/generate-client.ts. */

${[...schemas, ...refusals].join('\n\n')}

${[...shapes].map(([shape, name]) => `export type ${name} = ${shape}`).join('\n\n')}

/** What each operation takes and answers with. */
export interface Operations {
${lines.join('\n')}
}

/** Where each operation is, and the format it answers in where none is named. */
export const operations = {
${table.join('\n')}
} as const satisfies Record<keyof Operations, { path: string; otherwise: string }>
`
}

function typeLine(name: string, schema: Schema): string {
  const comment = schema.description === undefined ? '' : `/** ${schema.description.replaceAll('\n', '\n * ')} */\n`
  return `${comment}export type ${name} = ${typeOf(schema)}`
}

/** Writes the file where it is missing or says something else. @param root folder of the project */
export function writeClientTypes(root: string): void {
  const place = join(root, 'client', 'operations.ts')
  const made = clientTypes()
  if (!existsSync(place) || readFileSync(place, 'utf8') !== made) writeFileSync(place, made)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeClientTypes(process.cwd())
