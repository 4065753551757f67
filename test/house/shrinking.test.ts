import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { avoidable, commentsOf } from './phrases.ts'
import standing from './shrinking.json' with { type: 'json' }
import { syntaxByPath, syntaxOf } from './syntax.ts'
import { read, root, sources } from './tree.ts'

/**
 * What the house has too much of, as it stood when it was last counted: lists that may only shrink. A run outside CI takes what is gone off
 * them by itself; what is new fails.
 */

const place = 'test/house/shrinking.json'

/** Bindings that say nothing of what they hold. */
const emptyBindings: ReadonlySet<string> = new Set(['found', 'held', 'said', 'told', 'it'])

/** Files shorter than this that only a file beside them imports belong into it. */
const tooSmall = 40

/** Who imports each file; what is loaded late stays out: it is a separate file on purpose. */
function importersByFile(): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  const late = new Set<string>()
  for (const path of sources)
    for (const [, how, target] of read(path).matchAll(/(from|import\()\s*'(\.[^']+)'/g)) {
      if (!target!.endsWith('.ts')) continue
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

/** Bindings that say nothing, counted for each folder, two names deep as in `pipeline/feeds`; none for one without any. */
function emptyNames(bindings: readonly (readonly [path: string, names: readonly string[]])[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const [path, names] of bindings) {
    const folder = posix.dirname(path).split('/').slice(0, 2).join('/')
    const here = names.filter((name) => emptyBindings.has(name)).length
    if (here > 0) counts[folder] = (counts[folder] ?? 0) + here
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Comments of a file, and names of tests, with a phrase that docs/style.md lists. */
function phrasesIn(text: string, { titles } = syntaxOf(text)): string[] {
  const prose = [...commentsOf(text), ...titles]
  return prose.filter((each) => avoidable(each).length > 0)
}

const git = (...asked: string[]): string =>
  execFileSync('git', asked, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 28 })

function keep(part: 'small' | 'names', list: object): void {
  const now = { ...(JSON.parse(readFileSync(join(root, place), 'utf8')) as object), [part]: list }
  if (!process.env['CI']) writeFileSync(join(root, place), `${JSON.stringify(now, null, 2)}\n`)
}

/** Lets counts fall and never rise. */
function onlyFewer(part: 'names', allowed: Record<string, number>, now: Record<string, number>): void {
  const fewer = Object.entries(allowed).flatMap(([folder, count]) =>
    now[folder] === undefined ? [] : [[folder, Math.min(count, now[folder])] as const],
  )
  if (JSON.stringify(fewer) !== JSON.stringify(Object.entries(allowed))) keep(part, Object.fromEntries(fewer))
  if (process.env['CI']) expect(Object.entries(allowed), `fewer than ${place} says`).toEqual(fewer)
  expect(Object.entries(now).filter(([folder, count]) => count > (allowed[folder] ?? 0))).toEqual([])
}

const lineCount = (path: string): number => read(path).split('\n').length - 1

test(`a file of under ${tooSmall} lines that one file beside it imports is part of that file`, () => {
  const small = smallFiles(lineCount, importersByFile())
  const allowed: Record<string, string> = standing.small
  const gone = Object.keys(allowed).filter((file) => !small.includes(file))
  if (gone.length > 0) keep('small', Object.fromEntries(Object.entries(allowed).filter(([file]) => !gone.includes(file))))
  if (process.env['CI']) expect(gone, `no longer too small: take them off ${place}`).toEqual([])
  expect(small.filter((file) => !(file in allowed))).toEqual([])
})

test('bindings are named for what they hold: fewer and fewer are found, held, said, told or it', async () => {
  const syntax = await syntaxByPath()
  onlyFewer('names', standing.names, emptyNames(sources.map((path) => [path, syntax[path]!.bindings])))
})

/** Comments that are newer than this commit are checked. */
const lookedAtSince = 'e2dd1000d8'

test('comments and names of tests that are new have none of the phrases that docs/style.md lists', async (context) => {
  const syntax = await syntaxByPath()
  let changes: string[] = []
  try {
    changes = git('diff', '--name-status', '--find-renames', '--diff-filter=AMR', lookedAtSince, '--', '*.ts').trim().split('\n')
  } catch {
    context.skip('the history of the repository is not here')
  }
  const fresh = changes
    .map((line) => line.split('\t'))
    .filter(([, path]) => path !== undefined && path !== 'test/house/english.test.ts')
    .flatMap(([status, ...paths]) => {
      const [before, now] = [paths[0]!, paths.at(-1)!]
      const phrases = phrasesIn(read(now), syntax[now])
      // most files have none, and a process of git for each takes longer than all else here
      if (phrases.length === 0) return []
      const old = new Set(status === 'A' ? [] : phrasesIn(git('show', `${lookedAtSince}:${before}`)))
      return phrases.filter((each) => !old.has(each)).map((each) => `${now}: ${each}`)
    })
  expect(fresh).toEqual([])
})

/** Subjects of commits after this moment are checked. */
const checkedSince = '2026-11-25T18:30:00Z'

test('subjects of commits have none of them, so that the history can be searched', (context) => {
  let subjects: string[] = []
  try {
    subjects = git('log', '--no-merges', '--format=%s', `--since=${checkedSince}`).split('\n')
  } catch {
    context.skip('the history of the repository is not here')
  }
  expect(subjects.filter((subject) => avoidable(subject).length > 0)).toEqual([])
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
    syntaxOf(text)
      .bindings.filter((name) => emptyBindings.has(name))
      .sort(),
  ).toEqual(['found', 'held', 'told', 'it', 'said', 'it', 'found', 'told', 'told'].sort())
  expect(
    emptyNames([
      ['server/payments/deep/a.ts', ['found']],
      ['cli/b.ts', ['fine']],
    ]),
  ).toEqual({ 'server/payments': 1 })
  const prose = "/** The row\n * goes on. */\n// asks\n// again\ntest('a page is left alone', () => { fine() }) // fine\n"
  expect(phrasesIn(prose)).toHaveLength(3)
})
