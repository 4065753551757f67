import { describe, expect, test } from 'vitest'
import { extractTotals } from '../../pipeline/treasuries/extract-totals.ts'
import { report, spansOf } from '../filings/passages.ts'
import { filer, paragraphs } from './holdings.ts'

const p = paragraphs

describe('a filer whose current reports nobody compared', () => {
  const spans = spansOf(report(p('As of October 31, 2025, we held a total of 5,200 bitcoins.'), 'FORM 6-K'), 'x', filer)
  const document = { accession: 'x', filingDate: '2025-11-04', spans }
  const twice = spansOf(
    report(
      p('As of October 31, 2025, we held a total of 5,200 bitcoins.') +
        p('Our CFO: “As of October 31, 2025, we owned an aggregate of 5,200 BTC.”'),
      'FORM 6-K',
    ),
    'x',
    filer,
  )

  test('its count is held, with what to compare', () => {
    const [total] = extractTotals([document])
    expect(total).toMatchObject({ value: '5200', status: 'held', reason: expect.stringContaining('Read the filing and accept') })
    expect(total?.check.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['corroboration'])
  })

  test('accepted by an operator it is served', () => {
    const said = new Map([
      ['x/bitcoin-total/2025-10-31/5200', { verdict: 'accept', who: 'A', when: '2025-11-05T00:00:00Z', why: '' } as const],
    ])
    expect(extractTotals([document], said)).toMatchObject([{ value: '5200', status: 'served' }])
  })

  const reviewed = twice.map((span) => ({ ...span, company: 'us:0001808110' }))
  const inExhibit = (text: string) =>
    reviewed.slice(0, 1).map((span) => ({ ...span, text, url: 'https://www.sec.gov/x.htm', place: `EX-99.1, ${span.place}` }))

  test('a reviewed one is served by its own checks, not what only an exhibit says', () => {
    expect(extractTotals([{ ...document, spans: reviewed }])).toMatchObject([{ status: 'served', reason: null }])
    const exhibit = inExhibit('As of October 31, 2025, we held a total of 5,200 bitcoins.')
    expect(extractTotals([{ ...document, spans: exhibit }])).toMatchObject([{ value: '5200', status: 'held' }])
  })

  test('what the report itself says stands over its exhibits, in whichever order they come', () => {
    const exhibit = inExhibit('As of November 2, 2025, we held a total of 4,000 bitcoins.')
    for (const spans of [
      [...reviewed, ...exhibit],
      [...exhibit, ...reviewed],
    ])
      expect(extractTotals([{ ...document, spans }])).toMatchObject([{ value: '5200', asOf: '2025-10-31', status: 'served' }])
  })
})
