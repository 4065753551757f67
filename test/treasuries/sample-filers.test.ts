import { describe, expect, test } from 'vitest'
import { companies } from '../../data/companies.ts'
import { dayOf, isoDay, isoTime } from '../../pipeline/time/day.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { answerAt } from '../../sample/wire/index.ts'
import { filingsOf } from '../../sample/world/filings.ts'
import { issuerOf } from '../../sample/world/issuers.ts'
import { loadOf } from '../load-of.ts'
import { flattened } from '../rows.ts'

const now = Date.UTC(2026, 10, 20, 12)

const ask = (url: string) =>
  flattened(loadOf(url, answerAt({ feed: 'sec-submissions', upstream: 'sec', url }, now).body, isoTime(now)).parsed)

describe('invented filers, from the index to the totals', () => {
  const updating = companies.filter(({ code }) => issuerOf(code)?.currentReports)
  test.each(updating)('$ticker: every total it tells is read and served', ({ code: cik }) => {
    const first = ask(`https://data.sec.gov/submissions/CIK${cik}.json`)
    const pages = first.next.filter((request) => request.feed === 'sec-submissions').map((request) => ask(request.url))
    const indexes = [first, ...pages]
    const filed = new Map(indexes.flatMap((page) => page.filing.map((filing) => [filing.accession, filing.filing_date] as const)))
    const urls = new Set(
      indexes.flatMap((page) => page.next.filter((request) => request.feed === 'sec-documents').map((request) => request.url)),
    )
    const read = [...urls].flatMap((url) => {
      const { span: spans } = ask(url)
      const accession = spans[0]?.accession
      return accession === undefined ? [] : [{ accession, filingDate: filed.get(accession) ?? null, spans }]
    })
    const told = filingsOf(cik, dayOf(now))
      .filter((filing) => filing.updates.length > 0)
      .map((filing) => {
        const update = filing.updates.at(-1)
        return [filing.accession, isoDay(update?.to ?? 0), String(Math.round((update?.heldHundredths ?? 0) / 100)), 'served']
      })
      .sort()
    const totals = extractTotals(read)
    expect(told.length).toBeGreaterThan(5)
    expect(totals.filter((total) => total.status === 'held').map((total) => total.reason)).toEqual([])
    expect(totals.map((total) => [total.accession, total.asOf, total.value, total.status]).sort()).toEqual(told)
  })
})
