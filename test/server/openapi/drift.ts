import fc from 'fast-check'
import { expect } from 'vitest'
import { openSampleShop } from '../sample-shop.ts'
import { closedAfterTest } from '../served.ts'
import { Judge, requests } from './requests.ts'

/** Sends so many random requests to a shop and expects each answer to be as described; gives the answers by status. */
export async function expectNoDrift(count: number): Promise<ReadonlyMap<number, number>> {
  const shop = closedAfterTest(await openSampleShop({ perHour: Math.ceil(count / 100), perDay: count }))
  const described = JSON.parse((await shop.get('/api/openapi/spec.json')).text)
  const judge = new Judge(shop, described)
  const run = fc.asyncProperty(requests(described), async (asked) => {
    expect(await judge.finding(asked)).toBeNull()
  })
  await fc.assert(run, { numRuns: count })
  const { paid, ledger } = await shop.takings()
  expect(ledger).toBe(paid)
  return judge.statuses
}
