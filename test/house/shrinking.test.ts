import { writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { bindingsOf, emptyBindings } from './names.ts'
import standing from './shrinking.json' with { type: 'json' }
import { read, root, sources } from './tree.ts'

/**
 * What the house has too much of, as it stood when it was last counted: lists that may only shrink. A run outside CI takes what is gone off
 * them by itself; what is new fails.
 */

/** Files shorter than this that only a file beside them imports belong into it. */
const tooSmall = 40

/** Who imports each file; what is loaded late stays out, for it is a file of its own on purpose. */
function importersByFile(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const late = new Set<string>()
  for (const path of sources)
    for (const [, how, target] of read(path).matchAll(/(from|import\()\s*'(\.[^']+)'/g)) {
      const file = posix.join(posix.dirname(path), target!)
      if (how === 'import(') late.add(file)
      importers.set(file, [...new Set([...(importers.get(file) ?? []), path])])
    }
  for (const file of late) importers.delete(file)
  return importers
}

/** An entry of a registry, and the registry, stand alone on purpose. */
const isEntry = (file: string, importer: string): boolean =>
  file.startsWith('data/') || [file, importer].some((path) => posix.basename(path) === 'index.ts')

function smallFiles(lines: (path: string) => number, importers: ReadonlyMap<string, readonly string[]>): string[] {
  return [...importers]
    .filter(([file, by]) => {
      const [importer] = by
      const isBeside = by.length === 1 && posix.dirname(importer!) === posix.dirname(file)
      return isBeside && !isEntry(file, importer!) && lines(file) < tooSmall
    })
    .map(([file]) => file)
    .sort()
}

/** Bindings of `texts` that say nothing, counted by folder: two names deep, as in `pipeline/feeds`. */
function emptyNames(texts: ReadonlyMap<string, string>): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [path, text] of texts) {
    const folder = posix.dirname(path).split('/').slice(0, 2).join('/')
    const count = bindingsOf(text).filter((name) => emptyBindings.has(name)).length
    if (count > 0) counts[folder] = (counts[folder] ?? 0) + count
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function keep(now: typeof standing): void {
  if (!process.env['CI']) writeFileSync(join(root, 'test/house/shrinking.json'), `${JSON.stringify(now, null, 2)}\n`)
}

const lineCount = (path: string): number => read(path).split('\n').length - 1

test(`a file of under ${tooSmall} lines that one file beside it imports is part of that file`, () => {
  const small = smallFiles(lineCount, importersByFile())
  const allowed: Record<string, string> = standing.small
  expect(small.filter((file) => !(file in allowed))).toEqual([])
  const gone = Object.keys(allowed).filter((file) => !small.includes(file))
  if (gone.length > 0)
    keep({ ...standing, small: Object.fromEntries(Object.entries(allowed).filter(([file]) => !gone.includes(file))) as never })
  if (process.env['CI']) expect(gone, 'no longer too small: take them off test/house/shrinking.json').toEqual([])
})

test('bindings are named for what they hold: fewer and fewer are found, held, said, told or it', () => {
  const now = emptyNames(new Map(sources.map((path) => [path, read(path)])))
  const allowed: Record<string, number> = standing.names
  expect(Object.entries(now).filter(([folder, count]) => count > (allowed[folder] ?? 0))).toEqual([])
  if (JSON.stringify(now) !== JSON.stringify(allowed)) keep({ ...standing, names: now as never })
  if (process.env['CI']) expect(allowed, 'fewer than test/house/shrinking.json says').toEqual(now)
})

test('what is planted is seen', () => {
  const importers = new Map([
    ['server/a/small.ts', ['server/a/big.ts']],
    ['server/a/shared.ts', ['server/a/big.ts', 'server/a/other.ts']],
    ['server/b/small.ts', ['server/a/big.ts']],
    ['pipeline/feeds/entry.ts', ['pipeline/feeds/index.ts']],
    ['data/row.ts', ['data/rows.ts']],
    ['server/a/long.ts', ['server/a/big.ts']],
  ])
  expect(smallFiles((path) => (path.endsWith('long.ts') ? tooSmall : tooSmall - 1), importers)).toEqual(['server/a/small.ts'])
  const text = `
    const found = 1, { held, said: of, deep: [told = 2, ...it] } = row
    for (const said of rows) keep((it) => it, function (found) { return held.found })
    try { act() } catch (told) { throw told }
    interface Shape { readonly found: string; told(said: string): void }
    export type Told = (said: unknown) => void
    class Held { constructor(readonly path: string) {} find(told: number) { return this.held } }`
  expect(
    bindingsOf(text)
      .filter((name) => emptyBindings.has(name))
      .sort(),
  ).toEqual(['found', 'held', 'told', 'it', 'said', 'it', 'found', 'told', 'told'].sort())
  expect(
    emptyNames(
      new Map([
        ['server/payments/deep/a.ts', 'const found = 1\n'],
        ['cli/b.ts', 'let fine = 1\n'],
      ]),
    ),
  ).toEqual({
    'server/payments': 1,
  })
})
