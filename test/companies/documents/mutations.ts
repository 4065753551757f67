import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { documentRows } from '../../../pipeline/companies/documents/index.ts'
import { ParseError } from '../../../pipeline/errors.ts'
import { secCompanyFilings } from '../../../pipeline/feeds/sec-company-filings.ts'
import { groupedBy } from '../../../pipeline/values/grouped.ts'
import { mutated, seeded } from '../../feeds/mutate.ts'
import { ownTime } from '../../own-time.ts'
import { recordedFolder } from '../../recorded.ts'
import { recordingOf } from '../../recording-of.ts'

const url = 'https://www.sec.gov/Archives/edgar/data/1/000000000100000000/'

/** Reports with segments, and with debt at what it is carried at; texts with guidance, of situations and of nothing of either. */
export const mutatedDocuments = [
  'inline/gme_10q_2023-07-29.html.gz',
  'inline/aapl_10k_2024-09-28.html.gz',
  'inline/amc_10q_2023-06-30.html.gz',
  'nvda_8k_202_ex99-2_2024-05-22_guidance.html',
  'inline/psem_8k_2006-10-26_202.txt',
  'inline/hrzb_8k_2009-11-10_301.htm',
  'inline/8k_oracle.html',
] as const

const rowsOf = (text: string) => {
  const body = Buffer.from(text)
  return documentRows(secCompanyFilings.parse(body, recordingOf(url, body, '2026-07-01T00:00:00Z')).documents ?? [])
}
type Rows = ReturnType<typeof rowsOf>

/** Tables of segments by what they say. */
const tablesOf = ({ segment_figure: rows = [] }: Rows) =>
  [
    ...groupedBy(rows, ({ axis, measure, from_day, to_day, unit }) => [axis, measure, from_day, to_day, unit].join(' ')).values(),
  ].map((own) => ({ own, text: own.map(({ role, segment, value }) => `${role} ${segment} ${value}`).join('; ') }))

/** Whether a table adds up, to one unit of its last digit for each row, or says why it is not served. */
function addsUp(rows: NonNullable<Rows['segment_figure']>): boolean {
  const own = rows.filter(({ why }) => why === null)
  if (own.length === 0) return rows.length === 1
  const terms = own.map(({ role, value }) => (/segment|reconciling/.test(role) ? 1 : -1) * Number(value))
  const zeros = own.flatMap(({ value }) => (Number(value) === 0 ? [] : /0*$/.exec(value)![0].length))
  return Math.abs(terms.reduce((sum, term) => sum + term, 0)) <= own.length * 10 ** Math.min(...zeros)
}

/** Digits without sign, point and outer zeros. */
const digitsOf = (value: string | number) =>
  String(value)
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '')

/** Amounts of debt and counts of shares. */
const amountsOf = ({ debt_instrument: debts = [], debt_maturity: years = [], share_class: classes = [] }: Rows) =>
  [...debts.map(({ amount }) => amount ?? '0'), ...years.map(({ amount }) => amount), ...classes.map(({ shares }) => shares)].map(
    digitsOf,
  )

/** What texts say, without the sentence it is read from. */
const sayingsOf = ({ company_guidance: guidance = [], next_results: days = [], situation_mark: marks = [] }: Rows) => [
  ...guidance.map(({ metric, basis, period, low, high, unit, quote }) => ({
    ...{ text: [metric, basis, period, low, high, unit].join(' '), quote },
  })),
  ...days.map(({ day, timing, quote }) => ({ text: `${day} ${timing}`, quote })),
  ...marks.map(({ situation, change, quote }) => ({ text: `${situation} ${change}`, quote })),
]

/** Reads so many mutations of a document and expects no crash, no hang, and nothing but what the document or the mutated sentence states. */
export function mutateDocument(name: string, count: number): { readonly read: number; readonly slowestMs: number } {
  const stored = readFileSync(join(recordedFolder, 'sec/filings/companies', name))
  const text = (name.endsWith('.gz') ? gunzipSync(stored) : stored).toString()
  const clean = rowsOf(text)
  const tables = new Set(tablesOf(clean).map((table) => table.text))
  const amounts = new Set(amountsOf(clean))
  const quotes = new Set(sayingsOf(clean).map(({ quote }) => quote))
  const sayings = new Set(sayingsOf(clean).map((each) => each.text))
  const random = seeded(11)
  const strange: string[] = []
  let slowestMs = 0
  let read = 0
  for (let run = 0; run < count; run++) {
    const bad = mutated(text, random)
    const started = ownTime()
    try {
      const rows = rowsOf(bad)
      read++
      for (const table of tablesOf(rows)) if (!tables.has(table.text) && !addsUp(table.own)) strange.push(`${run}: ${table.text}`)
      const shown = bad.replaceAll(/[,.]/g, '')
      for (const digits of amountsOf(rows)) if (!amounts.has(digits) && !shown.includes(digits)) strange.push(`${run}: ${digits}`)
      for (const saying of sayingsOf(rows))
        if (!sayings.has(saying.text) && quotes.has(saying.quote)) strange.push(`${run}: ${saying.text}: ${saying.quote}`)
    } catch (error) {
      if (!(error instanceof ParseError)) strange.push(`${run}: ${error}`)
    }
    slowestMs = Math.max(slowestMs, ownTime() - started)
  }
  expect(strange).toEqual([])
  expect(read).toBeGreaterThan(count / 2)
  expect(slowestMs).toBeLessThan(2_000)
  return { read, slowestMs }
}
