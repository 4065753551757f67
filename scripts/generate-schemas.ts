/**
 * Writes what the schemas of documents and answers say as plain tables, so that nothing that runs loads the schema library: the renderer of
 * JSON takes the order of members from them, the description of the interface its components. The files are not under version control: the
 * build and the type check write them first.
 *
 *     tsx scripts/generate-schemas.ts
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { createDocument } from 'zod-openapi'
import { kinds } from '../pipeline/documents/index.ts'
import type { Kind } from '../pipeline/documents/kind.ts'
import { servedSchemas } from '../server/schemas/index.ts'

type Components = Readonly<Record<string, object>>

/** The components of OpenAPI 3.0.3 that schemas with an id are made of. */
export function componentsOf(schemas: readonly z.ZodType[]): Components {
  const paths = schemas.map((schema, at) => [
    `/${at}`,
    { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } },
  ])
  const { components } = createDocument({
    openapi: '3.0.3',
    info: { title: '', version: '' },
    paths: Object.fromEntries(paths),
  })
  return plain(components?.schemas ?? {}) as Components
}

/** Those of the kinds of document. */
export function kindComponents(all: readonly Kind[]): Components {
  return componentsOf(all.flatMap(({ schema, short }) => [schema(z), ...(short === null ? [] : [short.schema(z)])]))
}

/** OpenAPI 3.0.3 has no type null; a schema without its own type becomes nullable by this alternative. */
const nothing = { type: 'string', nullable: true, enum: [null] }

/**
 * Schemas as clients should read them: objects may gain members, so none forbids others; a pattern in addition to a format says nothing more; null
 * stands among the values of a nullable enum; and nullable only where a type is.
 */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  const { additionalProperties, pattern, allOf, anyOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === 'example' ? member : plain(member)]),
  )
  const variants = (anyOf ?? allOf) as object[] | undefined
  if (variants !== undefined && rest['nullable'] === true) {
    const { nullable, ...others } = rest
    return { ...others, anyOf: [...variants, nothing] }
  }
  if (allOf !== undefined && Object.keys(rest).length === 0) return (allOf as object[])[0]
  const { format, nullable, enum: values } = rest
  return {
    ...rest,
    ...(variants === undefined ? {} : { anyOf: variants }),
    ...(additionalProperties === undefined || additionalProperties === false ? {} : { additionalProperties }),
    ...(pattern === undefined || format !== undefined ? {} : { pattern }),
    ...(nullable === true && Array.isArray(values) ? { enum: [...new Set([...values, null])] } : {}),
  }
}

/** One component a line. */
function linesOf(components: readonly (readonly [string, object])[]): string {
  return `{\n${components.map(([name, schema]) => `"${name}":${JSON.stringify(schema)}`).join(',\n')}\n}\n`
}

/** Each file by its path, as it should be. */
function schemaFiles(): Readonly<Record<string, string>> {
  const documents = kindComponents(kinds)
  const others = Object.entries(componentsOf(servedSchemas)).filter(([name]) => !(name in documents))
  return {
    'pipeline/documents/schemas.json': linesOf(Object.entries(documents)),
    'server/openapi/schemas.json': linesOf(others),
  }
}

/** Writes them below the root of the checkout, where they are not what they should be. */
export function writeSchemas(root: string): void {
  for (const [path, text] of Object.entries(schemaFiles())) {
    const file = join(root, path)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeSchemas(fileURLToPath(new URL('..', import.meta.url)))
