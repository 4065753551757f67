import { describe, expect, test } from 'vitest'
import { readReport, recordedReport } from './recorded.ts'

describe('the cost in recorded reports, as a person read it', () => {
  test.each([
    ['bmnr_10q_10q-2026-01-13', 21_380_000],
    ['clsk_10q_10Q-2024-12-31', 717_578_000],
    ['clsk_10q_10Q-2025-06-30', 947_625_000],
    // tagged by treasury at fair value, and in a sentence for all: 113.8 million
    ['fld_10q_10Q-2025-06-30', null],
    ['mstr_10q_10-Q-2024-05-01', null],
    ['naka_10q_10Q-2025-06-30', 2_289_585],
    ['naka_10q_10Q-2025-09-30', 681_247_326],
  ])('%s: %s', (file, dollars) => {
    expect(readReport(recordedReport(`sec/filings/${file}.html`)).report?.btcCost).toBe(dollars)
  })
})
