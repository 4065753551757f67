import { expect, test } from 'vitest'
import { filesWithOwnProcess, needsOwnProcess } from '../own-process.ts'
import planted from './own-process.json' with { type: 'json' }
import { files, read, root } from './tree.ts'

/** What test files import; each puts back what it changes before it returns. */
const putBack: readonly string[] = ['test/cli/command.ts']

test.each(planted as [string, boolean][])('%s in a test file: in a process of its own %s', (text, needs) => {
  expect(needsOwnProcess(text)).toBe(needs)
})

test('those that change what others would see run alone, and no more than a fifth of all', () => {
  const alone = filesWithOwnProcess(root, '.test.ts')
  expect(alone).toContain('test/house/adding-costs.test.ts')
  expect(alone.length).toBeLessThan(files.filter((path) => path.endsWith('.test.ts')).length / 5)
})

test('what they import changes nothing that it does not put back', () => {
  const shared = files.filter(
    (path) => /^test\/.*\.ts$/.test(path) && !/\.(test|recorded|temporal|chain|browser|torture|recorded-torture)\.ts$/.test(path),
  )
  expect(shared.filter((path) => needsOwnProcess(read(path)))).toEqual(putBack)
})
