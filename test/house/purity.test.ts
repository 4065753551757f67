import { expect, test } from 'vitest'
import { findings, sources, withoutComments } from './tree.ts'

/** Time, chance and the outside world are arguments in these folders; an orchestration is replayed, so they would differ there. */
const pure =
  /^(data|pipeline\/(time|documents|filings|warehouse\/tables|source\/(news|feeds)|analysis|companies|briefings|editions\/status)|sample|workflows\/orchestrations)\//

const impurities: readonly [what: string, pattern: RegExp][] = [
  ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new\s)(?<![.\w])Date\(|\bperformance\b|\bTemporal\.Now\b|\bhrtime\b/],
  ['chance', /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/],
  ['the process', /\bprocess\s*[.[]|\bglobalThis\b|\bconsole\./],
  ['the network', /(?<![.\w])(?<!async )fetch\(|\bXMLHttpRequest\b|\bWebSocket\b/],
  ['a timer', /(?<![.\w])set(Timeout|Interval|Immediate)\(/],
]

function impure(text: string): string[] {
  const code = withoutComments(text)
  return impurities.flatMap(([what, pattern]) => {
    const found = pattern.exec(code)
    return found ? [`reads ${what} (${found[0]}); take it as an argument`] : []
  })
}

test('pure folders read no clock, no chance, no environment, no network', () => {
  const paths = sources.filter((path) => pure.test(path))
  expect(paths.length).toBeGreaterThan(50)
  expect(findings(paths, impure)).toEqual([])
})

test.each([
  'const now = Date.now()',
  'const now = new Date()',
  'const now = new Date( )',
  'const now = Date()',
  'const t = performance.now()',
  'const t = Temporal.Now.instant()',
  'const x = Math.random()',
  "const key = process.env['KEY']",
  "const key = process['env']",
  "const body = await fetch('https://example.com')",
  'setTimeout(() => {}, 1)',
])('planted: %s', (line) => {
  expect(impure(`export const a = 1\n${line}\n`)).toHaveLength(1)
})

test.each([
  'const day = new Date(now).getUTCDay()',
  'const at = Date.UTC(2026, 0, 1)',
  'const at = Date.parse(text)',
  '// Date.now() would not do here',
  '/** Not process.env: it is an argument. */',
  'const response = await transport.fetch(request, signal)',
  'const transport = { async fetch(request) { return request } }',
])('lawful: %s', (line) => {
  expect(impure(line)).toEqual([])
})
