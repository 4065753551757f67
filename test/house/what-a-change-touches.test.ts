import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read, root } from './tree.ts'

/** The table of CONTRIBUTING.md: what is added, and what that touches. */
const rows = read('CONTRIBUTING.md')
  .split('## What a change touches')[1]!
  .split('\n\n')[1]!
  .split('\n')
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, added, touched]) => [added!, touched!] as const)

const house = 'test/house'
/** By row, the test that adds one, or that fails where one is added by halves; and words of its title. */
const tests: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'a series of a known feed': [`${house}/adding-costs.test.ts`, 'a series of a known feed is one row'],
  'a metric of a known formula': [`${house}/adding-costs.test.ts`, 'a metric of a known formula is one row'],
  'a formula': [`${house}/registries.test.ts`, 'no file of formulas outside the index'],
  'a briefing': [`${house}/adding-costs.test.ts`, 'a briefing is one row and one file'],
  'a feed of a table or of JSON': [`${house}/adding-a-feed.test.ts`, 'is a declaration, a line and a row'],
  'a table, a kind of row': [`${house}/adding-costs.test.ts`, 'a table is one declaration'],
  'a market of companies': [`${house}/adding-a-market.test.ts`, 'a market is its tags, a feed and its companies'],
  'segments of a market': ['test/companies/planted-market.test.ts', 'a sixth market is a row with its concepts and a feed'],
  'an upstream': [`${house}/registries.test.ts`, 'have upstream and credential'],
  'a company of the roster': [`${house}/adding-a-company.recorded.ts`, 'a company is one row'],
  'a release rule': [`${house}/registries.test.ts`, 'have an upstream, a release rule and a feed'],
  'a time at which feeds are read': [`${house}/schedules.test.ts`, 'at times of its own'],
  'a kind of document': [`${house}/new-kind.test.ts`, 'a kind of document is one file'],
  'a format of webhooks': ['test/server/webhooks/formats.test.ts', 'test.each(formatNames)'],
  'a price': [`${house}/docs.test.ts`, 'are what the registries say now'],
  'a command': [`${house}/docs.test.ts`, 'commands and options are those that the command declares'],
  'a setting': [`${house}/docs.test.ts`, 'all of them and no other'],
  'an error the server answers': ['test/server/errors.test.ts', 'every code stands on /docs/errors'],
  'a column of the state store': ['test/state/migrations.test.ts', 'has the tables of a new one'],
  'an orchestration, activity': [`${house}/schedules.test.ts`, 'run orchestrations that a Temporal worker knows'],
}

test('each row of the table is backed by a test', () => {
  expect(rows.map(([added]) => added).sort()).toEqual(Object.keys(tests).sort())
  for (const [added, [file, title]] of Object.entries(tests)) expect(read(file).includes(title), added).toBe(true)
})

test.each(rows)('%s touches files that are there', (_, touched) => {
  const paths = [...touched.matchAll(/`([a-z-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path]) => path!)
  const missing = paths.filter((path) => path.includes('/') && !existsSync(join(root, path)))
  expect(missing).toEqual([])
})
