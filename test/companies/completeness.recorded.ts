import { describe, expect, test } from 'vitest'
import { type CompanyLine, lines } from '../../data/companies/lines.ts'
import { type View, viewOf } from '../../pipeline/companies/figures/view.ts'
import { filerOfFacts } from '../../pipeline/feeds/sec-companyfacts.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { groupedBy } from '../../pipeline/values/grouped.ts'
import { statedFacts } from './loaded.ts'
import { companyBodies, recordedVersions } from './recorded.ts'

const versions = await recordedVersions()

const asKnown = '2026-07-01'
const banks = ['us:0000019617']

interface Filed {
  readonly concept: string
  readonly from: number | null
  readonly to: number
  readonly value: number
  readonly filing: string
  readonly form: string
  readonly filed: string
}

/** A line that a report states for its own period. */
interface Stated {
  readonly row: CompanyLine
  readonly span: 'year' | 'quarter'
  readonly to: number
}

describe('lines that reports state for their own period', () => {
  test('of the newest five years and twelve quarters at least 95% are served', () => {
    const bodies = groupedBy(companyBodies, ({ url }) => filerOfFacts(url)!)
    const shares: string[] = []
    const missing: string[] = []
    let all = 0
    for (const [company, recorded] of bodies) {
      const view = viewOf(versions.get(company)!, banks.includes(company) ? 'bank' : 'general', dayNumber(asKnown)!)
      const stated = statedIn(factsOf(recorded.at(-1)!.body), view.shape)
      const absent = stated.filter((each) => !isServed(view, each))
      // rule 14 withholds these where nothing confirms them
      const counted = absent.filter((each) => !(isJudged(each.row) && isLeftOut(view, each)))
      all += stated.length - (absent.length - counted.length)
      missing.push(...counted.map((each) => `${each.row.line}${isLeftOut(view, each) ? '' : ', unnamed'}`))
      shares.push(
        `${company}: ${stated.length - absent.length} of ${stated.length}, ${absent.length - counted.length} more by rule 14, ${
          counted.filter((each) => !isLeftOut(view, each)).length
        } absent without a reason`,
      )
    }
    const most = [...groupedBy(missing, (line) => line)].sort(([, a], [, b]) => b.length - a.length).slice(0, 25)
    console.log([...shares, ...most.map(([line, times]) => `missing ${times.length}: ${line}`)].join('\n'))
    expect(1 - missing.length / all).toBeGreaterThanOrEqual(0.95)
  })
})

const isJudged = ({ line }: CompanyLine) => line === 'operating_income' || line === 'pretax_income'

const isLeftOut = ({ leftOut }: View, { row, to }: Stated) =>
  leftOut.some((each) => each.to === to && each.lines.some((line) => line === row.line))

const isServed = (view: View, { row, span, to }: Stated) => {
  const period = (span === 'year' ? view.years : view.quarters).find((each) => each.to === to)
  return period !== undefined && view.figure(row.line, period) !== null
}

const daysOf = ({ from, to }: Filed) => (from === null ? 0 : to - from + 1)
const incomeConcepts = new Set(
  ['revenue', 'net_income', 'net_income_with_minorities'].flatMap((name) => conceptsOf(lines.find(({ line }) => line === name)!)),
)

/** What annual and quarterly reports state for the period they are about, read from a body of the SEC and the table of lines alone. */
function statedIn(facts: readonly Filed[], shape: View['shape']): Stated[] {
  const reports = [...groupedBy(facts, ({ filing }) => filing).values()].flatMap((filed) => {
    const { form } = filed[0]!
    const span = /^(?:10-KT?|20-F|40-F)$/.test(form) ? 'year' : form === '10-Q' ? 'quarter' : null
    const ends = filed.flatMap((fact) => (incomeConcepts.has(fact.concept) && daysOf(fact) >= 80 ? [fact.to] : []))
    return span === null || ends.length === 0 ? [] : [{ filed, span, to: Math.max(...ends) } as const]
  })
  const newest = (span: string, count: number) =>
    new Set(
      [...new Set(reports.flatMap((each) => (span === 'all' || each.span === span ? [each.to] : [])))]
        .sort((a, b) => b - a)
        .slice(0, count),
    )
  const [years, quarters] = [newest('year', 5), newest('all', 12)]
  const stated = reports
    .filter(({ span, to }) => (span === 'year' ? years : quarters).has(to))
    .flatMap(({ filed, span, to }) =>
      lines
        .filter((row) => row.line !== 'shares_outstanding' && (row.shapes === undefined || row.shapes.includes(shape)))
        .filter((row) => isStated(row, filed, span, to))
        .map((row) => [`${row.line} ${span} ${to}`, { row, span, to }] as const),
    )
  return [...new Map(stated).values()]
}

function isStated(row: CompanyLine, filed: readonly Filed[], span: Stated['span'], to: number): boolean {
  const own = filed.filter(
    (fact) => fact.to === to && conceptsOf(row).includes(fact.concept) && !isBarred(row, fact.concept, filed),
  )
  if (row.statement === 'balance') return own.some(({ from }) => from === null)
  // the cash flow of a quarter is stated from the beginning of the year
  const days = span === 'year' ? [350, 380] : row.statement === 'cash_flow' ? [80, 290] : [80, 121]
  return own.some((fact) => daysOf(fact) >= days[0]! && daysOf(fact) <= days[1]!)
}

function isBarred({ unless = {} }: CompanyLine, concept: string, filed: readonly Filed[]): boolean {
  const bar = Object.entries(unless).find(([name]) => conceptOf(name) === concept)?.[1]
  return bar !== undefined && filed.some((fact) => fact.concept.endsWith(`:${bar}`) && fact.value !== 0)
}

function conceptOf(name: string): string {
  return name.startsWith('ifrs:') ? name.replace('ifrs', 'ifrs-full') : `us-gaap:${name}`
}

function conceptsOf({ tags, parts = [] }: CompanyLine): string[] {
  return [...tags, ...parts.flat()].map(conceptOf)
}

function factsOf(body: Uint8Array): Filed[] {
  return statedFacts(body).flatMap(({ concept, start, end, val: value, accn: filing, form, filed }) => {
    const from = start === undefined ? null : dayNumber(start)!
    return filed > asKnown ? [] : [{ concept, from, to: dayNumber(end)!, value, filing, form, filed }]
  })
}
