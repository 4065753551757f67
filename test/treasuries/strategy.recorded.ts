import { describe, expect, test } from 'vitest'
import { readTotals } from '../../pipeline/treasuries/bitcoin-total.ts'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { documents, recordedSpans } from '../filings/recorded.ts'

describe("Strategy's recorded current reports against what a person read in them", () => {
  const whole = documents.filter((row) => row.whole)
  const read = (row: (typeof whole)[number]) => {
    const accession = row.accession ?? row.file
    const spans = recordedSpans(row.file, accession)
    return readTotals(spans, new Map([[accession, row.filed]])).map(({ extraction }) => extraction)
  }

  test('the person read 36 whole documents, and a total in 18 of them', () => {
    expect([whole.length, whole.filter((row) => row.count !== null).length]).toEqual([36, 18])
  })

  test.each(whole)('$file', (row) => {
    const totals = read(row)
    if (row.count === null) return expect(totals).toEqual([])
    expect(totals).toMatchObject([
      {
        accession: row.accession,
        company: 'us:0001050446',
        what: 'bitcoin-total',
        value: row.count,
        unit: 'BTC',
        asOf: row.as_of,
        how: row.how,
      },
    ])
    expect(totals[0]).toMatchObject({ status: 'served', reason: null })
    expect(totals[0]?.quote).toContain(row.quote)
    if (row.how === 'table') expect(totals[0]?.place.startsWith(`${row.place},`)).toBe(true)
    const names = totals[0]?.check.map((check) => check.name)
    expect(names).toEqual(['number', 'as-of', 'agreement', ...(row.how === 'table' ? ['period'] : []), 'price'])
  })

  test('as a series: all served, each adjoining step adds up', () => {
    const totals = extractTotals(
      whole.map((row) => {
        const accession = row.accession ?? row.file
        return { accession, filingDate: row.filed, spans: recordedSpans(row.file, accession) }
      }),
    )
    expect(totals.map(({ asOf, value, status }) => [asOf, value, status])).toEqual(
      whole.filter((row) => row.count !== null).map((row) => [row.as_of, row.count, 'served']),
    )
    const steps = totals.flatMap((total) => total.check.filter((check) => check.name === 'step'))
    expect(steps.filter((step) => !step.detail.includes('not comparable'))).toHaveLength(10)
    expect(steps.filter((step) => step.detail.includes('not comparable'))).toHaveLength(7)
  })

  test('without filing dates the same figures, without the check of their age', () => {
    for (const row of whole) {
      const [total] = readTotals(recordedSpans(row.file, 'x'), new Map())
      expect(total?.extraction.value ?? null).toBe(row.count)
      expect(total?.extraction.check.some((check) => check.name === 'as-of') ?? false).toBe(false)
    }
  })
})
