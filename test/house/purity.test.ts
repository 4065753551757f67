import { expect, test } from 'vitest'
import cases from './purity.json' with { type: 'json' }
import { findings, sources, withoutComments } from './tree.ts'

/** Time, chance and the outside world are arguments in these folders; an orchestration is replayed, so they would differ there. */
const pure =
  /^(data|pipeline\/(time|documents|values|filings|tables|news|feeds|formulas|analysis|companies|treasuries|days|briefings|status|render)|sample|workflows\/orchestrations)\//

const impurities: readonly [what: string, pattern: RegExp][] = [
  [
    'the clock',
    /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new\s)(?<![.\w])Date\(|(?<!\w-)\bperformance\b|\bTemporal\.Now\b|\bhrtime\b/,
  ],
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

test.each(cases.impure)('planted: %s', (line) => {
  expect(impure(`export const a = 1\n${line}\n`)).toHaveLength(1)
})

test.each(cases.lawful)('lawful: %s', (line) => {
  expect(impure(line)).toEqual([])
})
