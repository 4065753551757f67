import { expect, test } from 'vitest'
import rooms from '../../docs/rooms.json' with { type: 'json' }
import { files, read } from './tree.ts'

/** Folders directly below one (with its slash), sorted. */
const foldersIn = (parent: string): string[] =>
  [
    ...new Set(
      files.filter((path) => path.startsWith(parent)).flatMap((path) => /^([^/.][^/]*)\/./.exec(path.slice(parent.length)) ?? []),
    ),
  ]
    .filter((name) => !name.includes('/'))
    .sort()

const named = (list: readonly string[][]) => list.map(([name]) => name!).sort()

test.each([
  ['', Object.keys(rooms.folders).sort()],
  ['pipeline/', named(rooms.pipeline)],
  ['server/', named(rooms.server)],
])('every folder of "%s" has its row, and no other', (parent, names) => {
  expect(names).toEqual(foldersIn(parent))
})

test('each row has the one idea that the folder is about', () => {
  const ideas = [...Object.entries(rooms.folders), ...rooms.pipeline, ...rooms.server]
  expect(ideas.filter(([, idea]) => idea!.split(' ').length < 3)).toEqual([])
})

test('CONTRIBUTING prints the rooms in the order of their walls', () => {
  const printed = [...read('CONTRIBUTING.md').matchAll(/^ {6}([a-z]+)\/ /gm)].map(([, name]) => name)
  expect(printed).toEqual([...rooms.pipeline, ...rooms.server].map(([name]) => name))
})
