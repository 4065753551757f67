import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { readTotals } from '../../pipeline/treasuries/bitcoin-total.ts'
import { recordedSpans } from '../filings/recorded.ts'
import { recordedFilesIn } from '../recorded.ts'

/** Totals these filings do state, read by a person; every other document must give none. */
const stated: Readonly<Record<string, readonly [string, string]>> = {
  'sec/filings/ddc_2025-10-14_6K_1058btc-124m-raise.txt': ['1058', '2025-10-08'],
  'sec/filings/ddc_2025-10-20_6K_1083btc-holdings.txt': ['1083', '2025-10-15'],
  'sec/filings/clsk_10q_10Q-2024-12-31.html': ['9952', '2024-12-31'],
  'sec/filings/clsk_10q_10Q-2025-06-30.html': ['10075', '2025-06-30'],
  'sec/filings/fld_10q_10Q-2025-06-30.html': ['1579', '2025-06-30'],
  'sec/filings/naka_10q_10Q-2025-06-30.html': ['21', '2025-06-30'],
  'sec/filings/naka_10q_10Q-2025-09-30.html': ['5398', '2025-09-30'],
  'sec/filings/mstr_10q_10-Q-2021-04-29.html': ['91579', '2021-04-28'],
  'sec/filings/mstr_10q_10-Q-2022-05-03.html': ['129218', '2022-05-02'],
  'sec/filings/mstr_10q_10-Q-2024-05-01.html': ['214400', '2024-04-26'],
}

describe('recorded filings other than updates of Strategy, read with every form let in', () => {
  const files = ['sec/filings', 'sec/filings/companies'].flatMap(recordedFilesIn).filter((file) => !file.includes('/mstr_8k'))

  test.each(files)('%s gives the right total or none', (file) => {
    let spans: ReturnType<typeof recordedSpans>
    try {
      spans = recordedSpans(file, 'x')
    } catch (error) {
      expect(error).toBeInstanceOf(ParseError)
      return
    }
    const totals = readTotals(spans, new Map())
    const expected = stated[file]
    expect(totals.map(({ extraction }) => [extraction.value, extraction.asOf])).toEqual(expected === undefined ? [] : [expected])
  })

  test('there are some, and most are read', () => {
    expect(files.length).toBeGreaterThan(30)
    expect(Object.keys(stated).every((file) => files.includes(file))).toBe(true)
  })
})
