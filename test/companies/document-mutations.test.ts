import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { documentRows } from '../../pipeline/companies/documents/index.ts'
import { grouped } from '../../pipeline/companies/figures/version.ts'
import { ParseError } from '../../pipeline/errors.ts'
import { secCompanyFilings } from '../../pipeline/feeds/sec-company-filings.ts'
import { mutated, seeded } from '../feeds/mutate.ts'
import { ownTime } from '../own-time.ts'
import { recordedFolder, recordingOf } from '../recorded.ts'
import { withoutCompanies } from '../recorded-companies.ts'

const count = Number(process.env['MUTATIONS'] ?? 20)
const url = 'https://www.sec.gov/Archives/edgar/data/1/000000000100000000/'

/** A report with segments, and with debt at what it is carried at; its rows are read as those of any filing. */
const reports = ['gme_10q_2023-07-29', 'aapl_10k_2024-09-28'] as const

const rowsOf = (text: string) => {
  const body = Buffer.from(text)
  return documentRows(secCompanyFilings.parse(body, recordingOf(url, body, '2026-07-01T00:00:00Z')).documents ?? [])
}
type Rows = ReturnType<typeof rowsOf>

/** Tables of segments by what they say. */
const tablesOf = ({ segment_figure: rows = [] }: Rows) =>
  [
    ...grouped(rows, ({ axis, measure, from_day, to_day, unit }) => [axis, measure, from_day, to_day, unit].join(' ')).values(),
  ].map((own) => ({ own, text: own.map(({ role, segment, value }) => `${role} ${segment} ${value}`).join('; ') }))

/** Whether a table adds up, to one unit of its last digit for each row, or says why it is not served. */
function addsUp(own: NonNullable<Rows['segment_figure']>): boolean {
  if (own.some(({ why }) => why !== null)) return own.length === 1
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

describe.skipIf(withoutCompanies)('mutated reports', () => {
  test.each(reports)(
    `%s: ${count} mutations give no crash and no invented figure`,
    (name) => {
      const text = gunzipSync(readFileSync(join(recordedFolder, `sec/filings/companies/inline/${name}.html.gz`))).toString()
      const clean = rowsOf(text)
      const tables = new Set(tablesOf(clean).map((table) => table.text))
      const amounts = new Set(amountsOf(clean))
      expect(tables.size).toBeGreaterThan(3)
      expect(amounts.size).toBeGreaterThan(2)
      const random = seeded(11)
      const strange: string[] = []
      let slowest = 0
      let read = 0
      for (let run = 0; run < count; run++) {
        const bad = mutated(text, random)
        const started = ownTime()
        try {
          const rows = rowsOf(bad)
          read++
          for (const table of tablesOf(rows))
            if (!tables.has(table.text) && !addsUp(table.own)) strange.push(`${run}: ${table.text}`)
          const shown = bad.replaceAll(/[,.]/g, '')
          for (const digits of amountsOf(rows))
            if (!amounts.has(digits) && !shown.includes(digits)) strange.push(`${run}: ${digits}`)
        } catch (error) {
          if (!(error instanceof ParseError)) strange.push(`${run}: ${error}`)
        }
        slowest = Math.max(slowest, ownTime() - started)
      }
      expect(strange).toEqual([])
      expect(read).toBeGreaterThan(count / 2)
      expect(slowest).toBeLessThan(2_000)
    },
    60_000 + 1_000 * count,
  )
})
