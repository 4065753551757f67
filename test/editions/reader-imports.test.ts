import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Follows the relative imports of a source file; types cost nothing at run time and are left out. */
function importsOf(file: URL, seen = new Map<string, string[]>()): Map<string, string[]> {
  if (seen.has(file.href)) return seen
  const specifiers = [
    ...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?:\{[^}]*\}|\* as \w+|\w+) from '([^']+)'/gm),
  ].map(([, name]) => name!)
  seen.set(
    file.href,
    specifiers.filter((name) => !name.startsWith('.')),
  )
  for (const name of specifiers) if (name.startsWith('.')) importsOf(new URL(name, file), seen)
  return seen
}

test('the server may load the reader without loading the pipeline', () => {
  const graph = importsOf(new URL('../../pipeline/editions/reader.ts', import.meta.url))
  expect([...new Set([...graph.values()].flat())]).toEqual(['node:crypto', 'node:zlib'])
  expect(graph.size).toBeLessThan(12)
  expect(
    [...graph.keys()].filter(
      (file) => !/\/(?:pipeline\/(?:editions|store|errors|time\/day)|data\/(?:plans|event-types))/.test(file),
    ),
  ).toEqual([])
})

test('a serving process listens before anything of the warehouse or a schema library is loaded', () => {
  const graph = importsOf(new URL('../../cli/commands/serve.ts', import.meta.url))
  const libraries = [...graph.values()].flat().filter((name) => !name.startsWith('node:'))
  expect([...new Set(libraries)].sort()).toEqual(['@koa/router', 'ipaddr.js', 'kysely', 'standardwebhooks'])
  expect([...graph.keys()].filter((file) => /\/(pipeline\/warehouse|pipeline\/recordings|workflows)\//.test(file))).toEqual([])
})
