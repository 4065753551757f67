import { expect, test } from 'vitest'
import { read } from './tree.ts'

const text = read('docs/payments.md')

/** Titles of the tests of a file, as patterns: %s stands for what each row of a table says. */
function titles(path: string): RegExp[] {
  const quoted = [...read(path).matchAll(/(['`])((?:(?!\1).)+)\1/g)].map(([, , title]) => title!)
  return quoted.map((title) => new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('%s', '.+')}$`))
}

test('each promise of docs/payments.md names a test there is', () => {
  const promises = [...text.matchAll(/\| `(test\/[\w./-]+)`: (.+?) +\|$/gm)].map(([, path, title]) => [path!, title!] as const)
  expect(promises.length).toBeGreaterThan(6)
  const missing = promises.filter(([path, title]) => !titles(path).some((pattern) => pattern.test(title)))
  expect(missing).toEqual([])
})
