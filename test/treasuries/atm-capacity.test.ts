import { describe, expect, test } from 'vitest'
import { capacityWordings } from '../../data/companies/capacity-wordings.ts'
import { readFiledDocument } from '../../pipeline/filings/document.ts'
import { namesUnsoldCapacity } from '../../pipeline/filings/text.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { atmCapacityOn, readCapacities } from '../../pipeline/treasuries/atm-capacity.ts'
import type { FiledPassage } from '../../pipeline/warehouse/companies/filings.ts'
import { report } from '../filings/passages.ts'
import unread from './atm-capacity.json' with { type: 'json' }

const passagesOf = (html: string): FiledPassage[] => [...readFiledDocument(html, null, namesUnsoldCapacity).spans]

const caption = '<p>On November 17, 2025, the Company announced an update of its at-the-market offering program:</p>'
const head = (day: string, unit = '(in millions)') =>
  `<tr><td></td><td>During Period November 10, 2025 to November 16, 2025</td><td>As of ${day}</td></tr><tr><td>Security</td><td>Net Proceeds (in millions) (2)</td><td>Available for Issuance and Sale ${unit}</td></tr>`
const line = (program: string, left: string) => `<tr><td>${program}</td><td>$ 4.4</td><td>${left}</td></tr>`
const tableOf = (rows: string, day = 'November 16, 2025', unit?: string) => `${caption}<table>${head(day, unit)}${rows}</table>`
const read = (body: string, filed = '2025-11-17') =>
  readCapacities(passagesOf(report(body)), filed).map(({ program, availableUsd, asOf }) => [program, availableUsd, asOf])

describe('what one current report says is left of its programs', () => {
  test('is read under its column, in the unit of its header, a dash being none of it', () => {
    const rows = [line('STRF Stock', '$ 1,637.3'), line('STRC Stock', '—'), line('MSTR Stock', '$0.1'), line('Total', '$ 9.9')]
    expect(read(tableOf(rows.join('')))).toEqual([
      ['STRF Stock', 1_637_300_000, '2025-11-16'],
      ['STRC Stock', 0, '2025-11-16'],
      ['MSTR Stock', 100_000, '2025-11-16'],
    ])
  })

  test('or in the unit of its cell; where neither or both state one it is left out', () => {
    const rows = [line('STRK ATM', '$20.68 billion of STRK Shares'), line('STRF ATM', '$2,050.0')].join('')
    expect(read(tableOf(rows, undefined, ''))).toEqual([['STRK ATM', 20_680_000_000, '2025-11-16']])
    expect(read(tableOf(rows))).toEqual([['STRF ATM', 2_050_000_000, '2025-11-16']])
  })

  test('of two tables the latest day wins', () => {
    const two = tableOf(line('MSTR Stock', '$ 11,502.8'), 'November 14, 2025') + tableOf(line('MSTR Stock', '$ 11,386.3'))
    expect(read(two)).toEqual([['MSTR Stock', 11_386_300_000, '2025-11-16']])
  })

  test('a program with two amounts for one day is left out', () => {
    expect(read(tableOf(line('A ATM', '$ 1.0') + line('A ATM', '$ 2.0') + line('B ATM', '$ 3.0')))).toEqual([
      ['B ATM', 3_000_000, '2025-11-16'],
    ])
  })

  test('a day after the filing, or long before it, is a misprint', () => {
    expect(read(tableOf(line('A ATM', '$ 1.0'), 'November 18, 2025'))).toEqual([])
    expect(read(tableOf(line('A ATM', '$ 1.0'), 'November 16, 2024'))).toEqual([])
  })

  test('digits that are not one number, and more than any program, are left out', () => {
    for (const left of ['$ 18,11.0', '$ 1 811.0', '$ 18,111,000.0', 'fully used'])
      expect(read(tableOf(line('A ATM', left)))).toEqual([])
  })

  test('a header row that leaves a cell for the one reaching in from above is read in its own columns', () => {
    const rows = [
      '<tr><td rowspan="2">ATM Program Summary</td><td></td><td>During Period</td><td></td><td>As of November 16, 2025</td></tr>',
      '<tr><td></td><td></td><td>Net Proceeds (in millions)</td><td></td><td>Available for Issuance and Sale (in millions)</td></tr>',
      '<tr><td>Common ATM</td><td></td><td>-</td><td></td><td>$18,631.2</td></tr>',
    ]
    expect(read(`${caption}<table>${rows.join('')}</table>`)).toEqual([['Common ATM', 18_631_200_000, '2025-11-16']])
  })

  test('in prose each program of the sentence is read; a table of the same day is more exact', () => {
    const prose =
      '<p>As of November 16, 2025, approximately $2.37 billion of shares of class A common stock remained available for issuance and sale pursuant to the Common ATM, and approximately $20.97 billion of STRK Shares remained available for issuance and sale pursuant to the STRK ATM.</p>'
    expect(read(prose)).toEqual([
      ['Common ATM', 2_370_000_000, '2025-11-16'],
      ['STRK ATM', 20_970_000_000, '2025-11-16'],
    ])
    expect(read(prose + tableOf(line('STRK ATM', '$ 20,968.8')))).toEqual([['STRK ATM', 20_968_800_000, '2025-11-16']])
  })

  test.each(capacityWordings)('$example', ({ example, leaves }) => {
    expect(read(`<p>${example}</p>`)).toEqual([[...leaves, '2025-10-31']])
  })

  test.each([
    ['$1.2 billion of common stock remained available for sale under the 2025 ATM Program.', '2025 ATM Program', 1_200_000_000],
    ['$318,402,557 of shares were available to be sold under the Distribution Agreement.', 'Distribution Agreement', 318_402_557],
    ['we had $25.1 million in unsold shares available under the At The Market Agreement.', 'At The Market Agreement', 25_100_000],
  ])('other wordings of the same: %s', (text, program, usd) => {
    expect(read(`<p>As of October 31, 2025, ${text}</p>`)).toEqual([[program, usd, '2025-10-31']])
  })

  test.each(unread)('is not read in: %s', (text) => expect(read(`<p>${text}</p>`)).toEqual([]))

  test('the size of a new program is not what is left of it', () => {
    expect(
      read(
        '<p>On November 16, 2025, the Company entered into a sales agreement under which shares having an aggregate offering price of up to $21.0 billion are available for issuance and sale from time to time.</p>',
      ),
    ).toEqual([])
  })
})

describe('capacity on a day', () => {
  const filed = (day: string, asOf: string, programs: Readonly<Record<string, string>>) => ({
    filing: { form: '8-K', accession: `a-${day}`, filed: day, url: 'https://www.sec.gov/', knownAt: `${day}T13:00:00Z` },
    passages: passagesOf(
      report(
        tableOf(
          Object.entries(programs)
            .map(([program, left]) => line(program, left))
            .join(''),
          asOf,
        ),
      ),
    ),
  })
  const older = filed('2025-11-10', 'November 9, 2025', { 'Old ATM': '$ 5.0', 'STRF ATM': '$ 20.0' })
  const newer = filed('2025-11-17', 'November 16, 2025', { 'STRF ATM': '$ 12.0' })
  const on = (day: string, filings = [older, newer]) =>
    atmCapacityOn(filings, dayNumber(day)!).map(({ program, available_usd, as_of, filing }) => [
      program,
      available_usd,
      as_of,
      filing.filed,
    ])

  test('is that of the newest 8-K alone; a program it does not name again is left out', () => {
    expect(on('2025-11-17')).toEqual([['STRF ATM', 12_000_000, '2025-11-16', '2025-11-17']])
    expect(on('2025-11-16', [older])).toHaveLength(2)
  })

  test('stands until another 8-K states it, for 120 days, with its own day', () => {
    const silent = { ...newer, filing: { ...newer.filing, filed: '2025-12-01', knownAt: '2025-12-01T13:00:00Z' }, passages: [] }
    expect(on('2025-12-02', [older, newer, silent])).toEqual([['STRF ATM', 12_000_000, '2025-11-16', '2025-11-17']])
    expect(on('2026-03-16')).toHaveLength(1)
    expect(on('2026-03-17')).toEqual([])
  })

  test('none where nothing was stated', () => {
    expect(on('2025-11-17', [])).toEqual([])
  })
})
