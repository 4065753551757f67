import { expect, test } from 'vitest'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { recordedBody, recordedRows } from '../recorded.ts'
import { saidLater } from './standing.ts'

/** Bodies larger than this are histories and filings, which smaller ones of the same feeds stand for. */
const mostBytes = 300_000

test('the same recorded bytes say nothing else before their reading ends', () => {
  const later = recordedRows().flatMap((row) => {
    const feed = feedFor(row.url)
    if (!feed || feed.kind === 'bulk' || row.bytes > mostBytes) return []
    return saidLater(feed, row.url, recordedBody(row), Date.parse(`${row.fetched_on}T12:00:00Z`)).map(
      (said) => `${row.url}: ${said.slice(0, 300)}`,
    )
  })
  expect(later).toEqual([])
})
