import { afterAll, expect, test } from 'vitest'
import { awaitingReview } from '../../pipeline/warehouse/load/quarantine.ts'
import { emptyStore } from '../empty-store.ts'

const store = await emptyStore()
afterAll(() => store.close())

test('a total that only waits for something to bear it out is no trouble; what a check speaks against is', async () => {
  const keep = (accession: string, what: string, checks: Readonly<Record<string, boolean>>) =>
    store.connection.run(
      "INSERT INTO extraction VALUES ($1, 'c', $2, 1, 'BTC', DATE '2026-01-01', 'table', 'p', 'q', $3, 'held', 'r', 'u', 'r')",
      [accession, what, JSON.stringify(Object.entries(checks).map(([name, passed]) => ({ name, passed, detail: '' })))],
    )
  await keep('waits', 'bitcoin-total', { number: true, corroboration: false })
  await keep('doubtful', 'bitcoin-total', { heading: false, corroboration: false })
  await keep('report', 'bitcoin-at-period-end', { corroboration: false })
  expect(await awaitingReview(store)).toEqual(['doubtful', 'report'])
})
