import { expect, test } from 'vitest'
import { companiesOf } from '../../activities/companies.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { companyBodies, recordedStore } from './recorded.ts'

test('a run composes so many companies, those the edition lacks first, and none that has not changed', async () => {
  const store = await recordedStore()
  const standing = new Map<string, { facts: { mark: string } }>()
  const run = async (most: number) => {
    const options = { asOf: dayNumber('2026-07-02')!, sample: false, most }
    const { kept, batches } = await companiesOf(store, standing, options, new AbortController().signal)
    const written: string[] = []
    for await (const { briefings, figures } of batches) {
      written.push(...briefings.map(({ issuer }) => issuer))
      for (const { issuer, mark } of briefings) standing.set(`company/${issuer}`, { facts: { mark } })
      for (const { issuer, mark } of figures) standing.set(`company-figures/${issuer}`, { facts: { mark } })
    }
    return { written, kept: kept.length / 2 }
  }
  const all = companyBodies.length
  const first = await run(3)
  expect([first.written.length, first.kept]).toEqual([3, 0])
  expect(await run(100)).toMatchObject({ written: { length: all - 3 }, kept: 3 })
  expect(await run(100)).toEqual({ written: [], kept: all })
  // two whose rows changed since, of which one waits and stays as it is
  for (const issuer of first.written.slice(0, 2)) standing.set(`company/${issuer}`, { facts: { mark: 'of other rows' } })
  expect(await run(1)).toMatchObject({ written: { length: 1 }, kept: all - 1 })
  // a past day is refreshed without companies
  expect(await run(0)).toEqual({ written: [], kept: all })
  store.close()
}, 60_000)
