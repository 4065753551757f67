import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filers, followedFilers } from '../../data/filers.ts'
import { splits } from '../../data/splits.ts'
import { issuers } from '../../sample/world/issuers.ts'
import { recordedFolder, withoutRecorded } from '../recorded.ts'
import truth from '../truth/treasuries.json' with { type: 'json' }

const real = filers.filter((filer) => !filer.sample)
const invented = filers.filter((filer) => filer.sample)

describe('the roster', () => {
  test('has at least 40 real companies, of all three kinds', () => {
    expect(real.length).toBeGreaterThanOrEqual(40)
    for (const kind of ['domestic', 'foreign', 'edinet'])
      expect(real.filter(({ files }) => files === kind).length).toBeGreaterThanOrEqual(10)
  })

  test.each(filers)('$ticker is spelt as an address takes it and tells what to review', (filer) => {
    expect(filer.ticker).toMatch(/^[A-Za-z0-9.-]{1,10}$/)
    expect(filer.country).toMatch(/^[A-Z]{2}$/)
    expect(filer.review.length).toBeGreaterThan(10)
    expect(filer.series).toBe(`${filer.ticker}.bitcoin`)
    if (filer.files === 'edinet') expect(filer.edinet).toMatch(/^E\d{5}$/)
    else expect(filer.cik).toMatch(/^\d{10}$/)
  })

  test('is reviewed where somebody read a count in recorded filings of that kind by hand', () => {
    const kindOf = (form: string) => (/^(?:8|6)-K/.test(form) ? 'current' : 'periodic')
    const read = truth.filings.flatMap(({ cik, form, values }) =>
      'cik' in values || cik === undefined || values.btc_count?.value == null ? [] : `${cik} ${kindOf(form)}`,
    )
    const said = followedFilers
      .filter(({ sample }) => !sample)
      .flatMap(({ cik, reviewed }) => reviewed.map((kind) => `${cik} ${kind}`))
    expect(said.toSorted()).toEqual([...new Set(read)].toSorted())
  })

  test('every company of the SEC is followed, in sample data where a programme of filings stands behind it', () => {
    expect(followedFilers.filter(({ sample }) => !sample)).toEqual(real.filter(({ files }) => files !== 'edinet'))
    const programmes = issuers.map(({ cik }) => cik)
    expect(programmes.toSorted()).toEqual(followedFilers.flatMap(({ sample, cik }) => (sample ? cik : [])).toSorted())
  })

  test('calls invented companies by codes nobody has', () => {
    for (const { cik, edinet } of invented) expect(cik ?? edinet).toMatch(/^(00099|E999)/)
  })

  test('splits are of its companies', () => {
    const tickers = new Set(filers.map(({ ticker }) => ticker))
    expect(splits.filter(({ ticker }) => !tickers.has(ticker))).toEqual([])
    for (const { day, session } of splits) expect(session <= day).toBe(true)
  })
})

describe.skipIf(withoutRecorded)('codes, against the recorded lists', () => {
  test('every CIK is the one the SEC lists under the ticker', () => {
    const text = readFileSync(join(recordedFolder, 'sec', 'company_tickers_2026-04.json'), 'utf8')
    const rows = Object.values(JSON.parse(text) as Record<string, { cik_str: number; ticker: string }>)
    const ciks = new Map(rows.map((row) => [row.ticker, String(row.cik_str).padStart(10, '0')]))
    const own = real.filter(({ files }) => files !== 'edinet')
    expect(own.map(({ ticker, cik }) => [ticker, cik])).toEqual(own.map(({ ticker }) => [ticker, ciks.get(ticker)]))
  })

  test('every EDINET code is the one the FSA lists under the securities code', () => {
    const bytes = readFileSync(join(recordedFolder, 'edinet', 'EdinetcodeDlInfo_20260512.csv'))
    const lines = new TextDecoder('shift_jis').decode(bytes).split('\r\n')
    const codes = new Map(lines.map((line) => line.split('","')).map((cells) => [cells[11], cells[0]?.slice(1)]))
    const own = real.filter(({ files }) => files === 'edinet')
    expect(own.map(({ ticker, edinet }) => [ticker, edinet])).toEqual(own.map(({ ticker }) => [ticker, codes.get(`${ticker}0`)]))
  })
})
