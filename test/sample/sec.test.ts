import { DomUtils, parseDocument } from 'htmlparser2'
import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { type Filing, filingsOf } from '../../sample/world/filings.ts'
import { issuers } from '../../sample/world/issuers.ts'
import { address, jsonOf, now, textOf } from './answers.ts'

const ciks = issuers.filter(({ currentReports }) => currentReports).map(({ cik }) => cik)
const yesterday = dayNumber('2026-11-19')!

type Columns = Record<string, unknown[]>

async function index(cik: string, at = now): Promise<Columns> {
  const first = await jsonOf(address.submissions(cik), at)
  const older = first.filings.files.length > 0 ? await jsonOf(address.submissions(cik, '-submissions-001'), at) : null
  return Object.fromEntries(
    Object.entries(first.filings.recent as Columns).map(([name, column]) => [name, [...column, ...(older?.[name] ?? [])]]),
  )
}

const documentOf = (filing: Filing): Promise<string> =>
  textOf(address.document(filing.accession.slice(0, 10), filing.accession, filing.document))

const plain = (html: string): string => DomUtils.textContent(parseDocument(html)).replace(/\s+/g, ' ')

/** Rows of cells with something in them, of every table. */
const rowsOf = (html: string): string[][] =>
  DomUtils.getElementsByTagName('tr', parseDocument(html)).map((row) =>
    DomUtils.getElementsByTagName('td', row)
      .map((cell) => DomUtils.textContent(cell).replace(/\s+/g, ' ').trim())
      .filter((cell) => cell !== ''),
  )

const whole = (hundredths: number): string => Math.round(hundredths / 100).toLocaleString('en-US')

describe('the roster', () => {
  test('is of the invented filers, each with a programme', () => {
    expect(issuers.map(({ cik }) => cik)).toEqual(rosterOf(true).flatMap(({ market, code }) => (market === 'us' ? code : [])))
  })
})

describe.each(ciks)('submissions of %s', (cik) => {
  test('a filing of the past is the same whatever the day of the run', async () => {
    const before = await index(cik, Date.UTC(2024, 4, 2))
    const after = await index(cik, Date.UTC(2029, 4, 2))
    const rows = (columns: Columns): string[] =>
      (columns['accessionNumber'] as string[]).map((_, i) => JSON.stringify(Object.values(columns).map((column) => column[i])))
    const later = new Set(rows(after))
    expect(rows(before).length).toBeGreaterThan(25)
    for (const row of rows(before)) expect(later.has(row), row).toBe(true)
    const url = address.document(cik, String(before['accessionNumber']![0]), String(before['primaryDocument']![0]))
    if (before['form']![0] === '8-K')
      expect(await textOf(url, Date.UTC(2024, 4, 2))).toBe(await textOf(url, Date.UTC(2029, 4, 2)))
  })
})

describe.each(ciks)('documents of %s', (cik) => {
  const reports = filingsOf(cik, yesterday)
    .filter((filing) => filing.form === '8-K')
    .reverse()
  const updates = reports.filter((filing) => filing.updates.length > 0)

  test('sums carry on from one filing to the next', () => {
    const all = updates.flatMap((filing) => filing.updates)
    let misses = 0
    for (const [i, update] of all.entries()) {
      if (i === 0) continue
      const before = all[i - 1]!
      expect(update.from).toBe(before.to + 1)
      expect(update.heldHundredths).toBe(before.heldHundredths + update.boughtHundredths)
      expect(update.heldCostUsd).toBe(before.heldCostUsd + update.costUsd)
      const [prior, bought, held] = [before.heldHundredths, update.boughtHundredths, update.heldHundredths].map((coins) =>
        Math.round(coins / 100),
      )
      expect(Math.abs(prior! + bought! - held!)).toBeLessThanOrEqual(1)
      if (prior! + bought! !== held) misses++
    }
    expect(misses / all.length).toBeLessThan(0.15)
    expect(all.some((update) => update.boughtHundredths === 0)).toBe(true)
  })

  test('all say SAMPLE DATA, what form they are and which day they report, in plain ASCII', async () => {
    for (const filing of reports) {
      const html = await documentOf(filing)
      expect(html).toMatch(/^[\n\x20-\x7e]+$/)
      const text = plain(html)
      expect(text.split('SAMPLE DATA').length).toBeGreaterThan(2)
      expect(text).toContain('FORM 8-K')
      expect(text).toContain('Date of Report (Date of earliest event reported): ')
      for (const number of filing.items.split(',')) expect(text).toContain(`Item ${number}.`)
    }
  })

  test('four layouts follow each other, and each states the purchase and the total', async () => {
    expect([...new Set(updates.map((filing) => filing.layout))]).toEqual([
      'sentences',
      'units in cells',
      'units in headers',
      'inline XBRL',
    ])
    for (const filing of updates) {
      const html = await documentOf(filing)
      if (filing.layout === 'sentences') {
        const text = plain(html)
        expect(text).toContain(`held an aggregate of approximately ${whole(filing.updates[0]!.heldHundredths)} bitcoins`)
        if (filing.updates[0]!.boughtHundredths > 0)
          expect(text).toContain(`acquired approximately ${whole(filing.updates[0]!.boughtHundredths)} bitcoins`)
        continue
      }
      const rows = rowsOf(html)
      const heads = rows.flatMap((row, i) => (row.some((cell) => /^Aggregate ?BTC ?Holdings/.test(cell)) ? [i] : []))
      expect(heads).toHaveLength(filing.updates.length)
      for (const [n, update] of filing.updates.entries()) {
        const cells = rows[heads[n]! + 1]!
        const none = filing.layout === 'units in cells' ? '0' : '—'
        expect(cells[0]).toBe(update.boughtHundredths === 0 ? none : whole(update.boughtHundredths))
        expect(cells).toContain(whole(update.heldHundredths))
        expect(rows[heads[n]!]).toHaveLength(6)
        expect(rows[heads[n]! - 1]).toHaveLength(2)
      }
    }
  })

  test('one filing tells two periods apart, and some state no count', async () => {
    const double = updates.filter((filing) => filing.updates.length === 2)
    expect(double).toHaveLength(1)
    expect(plain(await documentOf(double[0]!))).toContain('BTC Updates')
    const silent = reports.filter((filing) => filing.updates.length === 0)
    expect(silent.length).toBeGreaterThanOrEqual(4)
    for (const filing of silent) {
      const text = plain(await documentOf(filing))
      expect(text).toContain(filing.items.includes('2.03') ? 'short-term credit agreement' : 'acquisition of bitcoin')
      expect(text).not.toMatch(/\d[\d,]* bitcoin|BTC Update/)
    }
  })
})
