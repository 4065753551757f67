import { expect, test } from 'vitest'
import { files, read } from './tree.ts'

interface Line {
  readonly folder: string
  readonly idea: string
}

/** The tree of CONTRIBUTING.md, a folder a line with what it is; several on a line have no idea of their own. */
function treeOf(text: string): Line[] {
  const lines = text.split('\n').filter((line) => /^ {4}( {2})?[a-z]+\//.test(line))
  const tree: Line[] = []
  let parent = ''
  for (const line of lines) {
    const isBelow = /^ {6}/.test(line)
    const [names, ...idea] = line.trim().split(/ {2,}/)
    for (const name of names!.split(' ')) tree.push({ folder: isBelow ? parent + name : name, idea: idea.join(' ') })
    if (!isBelow) parent = names!
  }
  return tree
}

const tree = treeOf(read('CONTRIBUTING.md'))
const named = tree.map(({ folder }) => folder)

const foldersIn = (parent: string): string[] => [
  ...new Set(
    files.filter((path) => path.startsWith(parent)).flatMap((path) => /^([^/]+)\/./.exec(path.slice(parent.length))?.[1] ?? []),
  ),
]

test('names every folder there is at the top, and none that is not', () => {
  const top = foldersIn('').filter((name) => !name.startsWith('.'))
  expect(named.filter((folder) => folder.indexOf('/') === folder.length - 1).sort()).toEqual(top.map((name) => `${name}/`).sort())
  expect(named.filter((folder) => !files.some((path) => path.startsWith(folder)))).toEqual([])
})

test('names the folders of pipeline/', () => {
  const below = named.flatMap((folder) => /^pipeline\/([^/]+)\/$/.exec(folder)?.[1] ?? [])
  expect([...below].sort()).toEqual(foldersIn('pipeline/').sort())
})

test('says of every folder of pipeline/ the one idea it is about', () => {
  const ideas = tree.filter(({ folder }) => /^pipeline\/./.test(folder))
  expect(ideas.filter(({ idea }) => idea.split(' ').length < 3)).toEqual([])
  expect(treeOf('    data/    rows, no logic\n    pipeline/\n      stones/   a folder\n    test/ docs/\n')).toEqual([
    { folder: 'data/', idea: 'rows, no logic' },
    { folder: 'pipeline/', idea: '' },
    { folder: 'pipeline/stones/', idea: 'a folder' },
    { folder: 'test/', idea: '' },
    { folder: 'docs/', idea: '' },
  ])
})
