import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../../pipeline/feeds/sample-rows.ts'
import { recordedFolder } from '../../recorded.ts'
import { recordedAs } from './recorded-as.ts'

interface Recorded {
  readonly url: string
  readonly file: string
  readonly fetched_on: string
}
const { recordings } = JSON.parse(readFileSync(join(recordedFolder, 'recordings.closes.json'), 'utf8')) as {
  readonly recordings: readonly Recorded[]
}

/** What the feed of its address reads of a recorded body: `line session close unit`, and listed shares where they are given. */
function readOf(name: string) {
  const { url, file, fetched_on } = recordings.find((row) => row.file === name)!
  const feed = feedFor(url)!
  const body = readFileSync(join(recordedFolder, file))
  const { rows, rejected } = parseRecordedBody(feed, ...recordedAs(url, body, `${fetched_on}T23:59:59Z`))
  const closes = rows.close!.map(({ line, session, value, unit, shares }) =>
    [line, session, value, unit, ...(shares === null ? [] : [shares])].join(' '),
  )
  return { feed: feed.id, due: [...new Set(rows.close!.map(({ due_at }) => due_at))], closes, rejected }
}

describe('recorded closes', () => {
  test('of the SEC', () => {
    expect(readOf('sec/cnsfails202605a_3rows.zip')).toEqual({
      feed: 'sec-fails',
      due: ['2026-06-05T04:00:00Z'],
      closes: ['TTAM 2026-04-30 16.49 USD', 'BRKB 2026-04-30 473.6 USD', 'BRKB 2026-05-01 470.1 USD'],
      rejected: [],
    })
  })

  test('of Massive', () => {
    const { feed, closes, rejected } = readOf('massive/grouped_us_2026-07-08_47of12440.json')
    expect([feed, rejected]).toEqual(['massive-closes', []])
    expect(closes).toContain('DOW 2026-07-08 29.03 USD')
  })

  test('of Korea', () => {
    expect(readOf('data_go_kr/stock_prices_2026-09-10_3rows.json')).toEqual({
      feed: 'fsc-closes',
      due: ['2026-09-11T09:00:00Z'],
      closes: [
        '005930 2026-09-10 269000 KRW 5846278608',
        '000810 2026-09-10 647000 KRW 44647473',
        '000815 2026-09-10 418500 KRW 3007020',
      ],
      rejected: [],
    })
    expect(readOf('data_go_kr/stock_prices_empty_2026-09-12.json').closes).toEqual([])
    // sessions of one line, not lines of one session
    const { url } = recordings.find(({ file }) => file === 'data_go_kr/stock_prices_005930_2rows_of_1643.json')!
    expect(feedFor(url)).toBeNull()
  })

  test('of NSE', () => {
    expect(readOf('nse/BhavCopy_NSE_CM_0_0_0_20260828_20rows.csv.zip')).toEqual({
      feed: 'nse-closes',
      due: ['2026-08-28T14:00:00Z'],
      closes: [
        'INE144J01027 2026-08-28 222 INR',
        'INE253B01015 2026-08-28 41.16 INR',
        'INE466L01038 2026-08-28 1200 INR',
        'INE748C01038 2026-08-28 23.85 INR',
        'INE470A01017 2026-08-28 34415 INR',
        'INE618L01018 2026-08-28 368.35 INR',
        'INE111B01023 2026-08-28 776.4 INR',
        'INE08PH01015 2026-08-28 203.7 INR',
        'INE00YB01025 2026-08-28 11.82 INR',
        'INE0O6N01012 2026-08-28 46.05 INR',
        'INE883F01010 2026-08-28 471.1 INR',
        'INE1GYP01013 2026-08-28 64.6 INR',
        'INE767A01016 2026-08-28 418.55 INR',
        'INE769A01020 2026-08-28 540.35 INR',
        'INE0LRU01027 2026-08-28 840.7 INR',
        'INE09EO01013 2026-08-28 541.5 INR',
      ],
      rejected: [],
    })
  })

  test('of Euronext', () => {
    expect(readOf('euronext/stocks_2026-04-02_2rows.csv')).toEqual({
      feed: 'euronext-closes',
      due: ['2026-04-02T16:30:00Z'],
      closes: ['IT0001233417 2026-04-02 2.457 EUR'],
      rejected: [],
    })
    expect(readOf('euronext/stocks_2026-09-24_1row.csv').closes).toEqual(['NL0000852564 2026-09-24 41.96 EUR'])
  })
})
