import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rosterOf } from '../../data/companies.ts'
import { recordedFolder } from '../recorded.ts'

const real = rosterOf(false)
const american = real.filter(({ market }) => market === 'us')
const japanese = real.filter(({ market }) => market === 'jp')

describe('codes, against the recorded lists', () => {
  test('every CIK is the one the SEC lists under the ticker', () => {
    const text = readFileSync(join(recordedFolder, 'sec', 'company_tickers_2026-04.json'), 'utf8')
    const rows = Object.values(JSON.parse(text) as Record<string, { cik_str: number; ticker: string }>)
    const ciks = new Map(rows.map((row) => [row.ticker, String(row.cik_str).padStart(10, '0')]))
    expect(american.map(({ ticker, code }) => [ticker, code])).toEqual(american.map(({ ticker }) => [ticker, ciks.get(ticker)]))
  })

  test('every EDINET code is the one the FSA lists under the securities code', () => {
    const bytes = readFileSync(join(recordedFolder, 'edinet', 'EdinetcodeDlInfo_20260512.csv'))
    const lines = new TextDecoder('shift_jis').decode(bytes).split('\r\n')
    const codes = new Map(lines.map((line) => line.split('","')).map((cells) => [cells[11], cells[0]?.slice(1)]))
    expect(japanese.map(({ ticker, code }) => [ticker, code])).toEqual(
      japanese.map(({ ticker }) => [ticker, codes.get(`${ticker}0`)]),
    )
  })
})
