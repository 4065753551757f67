import { expect, test } from 'vitest'
import { filesWithOwnProcess, needsOwnProcess } from '../own-process.ts'
import { files, read, root } from './tree.ts'

/** What test files import; each puts back what it changes before it returns. */
const putBack: readonly string[] = ['test/cli/command.ts']

const planted: readonly [text: string, needs: boolean][] = [
  ["vi.mock('../data/series.ts')", true],
  ["vi.doMock('../data/series.ts', () => ({}))", true],
  ["vi.spyOn(Date, 'now').mockReturnValue(1)", true],
  ['beforeEach(() => void vi.useFakeTimers())', true],
  ["vi.stubEnv('TEMPORAL_ADDRESS', '')", true],
  ["vi.stubGlobal('fetch', none)", true],
  ["process.env['TZ'] = 'UTC'", true],
  ["delete process.env['TZ']", true],
  ['process.exitCode = undefined', true],
  ["process.chdir('/')", true],
  ['globalThis.fetch = none', true],
  ["Object.defineProperty(globalThis, 'fetch', { value: none })", true],
  ['await vi.waitFor(() => expect(count).toBe(3))', false],
  ["const env = { ...process.env, TZ: 'UTC' }", false],
  ["if (process.env['CI']) return", false],
  ['expect(process.exitCode).toBe(2)', false],
]

test.each(planted)('%s in a test file: in a process of its own %s', (text, needs) => {
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
