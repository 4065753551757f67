import { describe, expect, test } from 'vitest'
import { newestGuidance } from '../../pipeline/companies/blocks/against-guidance.ts'
import { guidanceIn } from '../../pipeline/companies/documents/guidance.ts'
import type { DocumentSet } from '../../pipeline/filings/document-set.ts'
import { documentsIn } from './documents.ts'
import { handRead } from './markets.ts'
import { releaseText } from './release-text.ts'

interface Guided {
  readonly id: string
  readonly file: string
  readonly company_key: string
  readonly given_on: string
  readonly metric: string
  readonly basis: string
  readonly period: string
  readonly low: number
  readonly high: number
  readonly unit: string
  readonly action: string
  readonly prior?: readonly [number, number]
}
const factsOf = (kind: string) => handRead.filter((fact) => fact.kind === kind && fact.market !== 'Japan') as unknown as Guided[]
const facts = factsOf('guidance')

const setsOf = (file: string): readonly DocumentSet[] => (file.includes('/filings/') ? documentsIn(file) : [releaseText(file)])

const read = new Map<string, ReturnType<typeof guidanceIn>['company_guidance'] & object>()
/** Rows of a file, which many facts are read off: each file is read once. */
function rowsOf(file: string) {
  const rows = read.get(file) ?? setsOf(file).flatMap((set) => guidanceIn(set).company_guidance!)
  read.set(file, rows)
  return rows
}

const metrics: readonly (readonly [RegExp, string])[] = [
  [/comparable sales/, 'comparable_sales'],
  [/organic revenue/, 'organic_revenue'],
  [/EPS/, 'eps'],
  [/EBITDA/, 'ebitda'],
  [/free cash flow/, 'free_cash_flow'],
  [/operating margin/, 'operating_margin'],
  [/revenue|sales/, 'revenue'],
]
const metricOf = (metric: string) => metrics.find(([words]) => words.test(metric))![1]
const basisOf = (basis: string) =>
  /constant currency/.test(basis) ? 'constant currency' : /adjusted|non-GAAP|core|organic/.test(basis) ? 'adjusted' : 'reported'

/** `fiscal Q1 2007 (to 2006-09-30)` -> `FY2007 Q1` */
function periodOf(period: string): string {
  const bare = period.replace(/ \(.*/, '')
  const year = /20\d\d/.exec(bare)?.[0] ?? `20${/FY(\d\d)/.exec(bare)?.[1]}`
  const quarter = /Q[1-4]/.exec(bare)?.[0]
  return `FY${year}${quarter === undefined ? '' : ` ${quarter}`}`
}

const scales: Readonly<Record<string, number>> = { bn: 1e9, m: 1e6, 'cents/share': 0.01 }
const scaled = (value: number, unit: string) =>
  Number((value * (scales[/(?:bn|m|cents\/share)$/.exec(unit)?.[0] ?? ''] ?? 1)).toPrecision(12))

/** `cut (high end)` -> `cut` */
const actionOf = (action: string) => (/^new basis/.test(action) ? 'new_basis' : /^\w+/.exec(action)![0])

const keyOf = ({ metric, basis, period, unit }: { metric: string; basis: string; period: string; unit: string }) =>
  [metric, basis, period, /percent|%/.test(unit) ? '%' : 'amount'].join(' ')

/** What stands after a release of a company and those before it, by measure, basis and period. */
function standing(fact: Guided) {
  const files = [
    ...new Map(facts.filter((each) => each.company_key === fact.company_key).map((each) => [each.file, each.given_on])),
  ]
    .filter(([, given]) => given <= fact.given_on)
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
  const rows = files.flatMap(([file], known) => rowsOf(file).map((row) => ({ ...row, filing: file, recording: '', known })))
  return new Map(newestGuidance(rows).map((given) => [keyOf(given.row), given]))
}

describe('guidance in recorded releases', () => {
  const texts = [...new Set(facts.map(({ file }) => file))].flatMap(setsOf)

  test('a document with parts cut out, doubled or broken off says nothing else', () => {
    const saidIn = (set: DocumentSet) => guidanceIn(set).company_guidance!.map((row) => [keyOf(row), row.low, row.high].join(' '))
    for (let seed = 1; seed <= 20; seed += 1) {
      const set = texts[(seed * 7) % texts.length]!
      const all = set.texts.flatMap(({ spans }) => spans)
      const at = (seed * 7919) % all.length
      const mutated = [
        all.filter((_, place) => place % seed !== 0),
        all.slice(0, at),
        all.slice(at),
        [...all.slice(0, at), ...all],
        all.map((span, place) => (place === at ? { ...span, text: span.text.slice(0, span.text.length / 2) } : span)),
      ]
      const before = saidIn(set)
      for (const spans of mutated)
        expect(before).toEqual(expect.arrayContaining(saidIn({ ...set, texts: [{ ...set.texts[0]!, spans }] })))
    }
  })

  test.each(facts.map((fact) => [fact.id, fact] as const))('%s as read by hand', (_, fact) => {
    const { metric, basis, period, low, high, unit, action, prior } = fact
    const key = keyOf({ metric: metricOf(metric), basis: basisOf(`${metric} ${basis}`), period: periodOf(period), unit })
    const given = standing(fact).get(key)
    expect(given, key).toBeDefined()
    expect([given!.row.low, given!.row.high]).toEqual([scaled(low, unit), scaled(high, unit)])
    expect(given!.action).toBe(actionOf(action))
    if (prior !== undefined) expect(given!.prior).toEqual({ low: scaled(prior[0], unit), high: scaled(prior[1], unit) })
  })

  test.each(factsOf('not_guidance').map(({ id, file }) => [id, file] as const))('%s states none', (_, file) => {
    expect(rowsOf(file)).toEqual([])
  })
})
