import { expect, test } from 'vitest'
import { companiesPerBatch, composeCompanyBatches } from '../../activities/compute/companies.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { companyBodies, recordedStore } from './recorded.ts'

test('a run composes companies for so long, those the edition lacks first, and none that has not changed', async () => {
  const store = await recordedStore()
  const standing = new Map<string, { facts: { mark: string } }>()
  // a batch takes a second
  const run = async (seconds: number) => {
    let second = 0
    const budget = { ms: 1_000 * seconds, clock: () => 1_000 * Math.max(0, second++ - 1) }
    const options = { asOf: dayNumber('2026-07-02')!, sample: false, budget }
    const { kept, batches } = await composeCompanyBatches(store, standing, options, new AbortController().signal)
    const written: string[] = []
    for await (const { briefings, figures } of batches) {
      written.push(...briefings.map(({ issuer }) => issuer))
      for (const { issuer, mark } of briefings) standing.set(`company/${issuer}`, { facts: { mark } })
      for (const { issuer, mark } of figures) standing.set(`company-figures/${issuer}`, { facts: { mark } })
    }
    return { written, kept: kept().length / 2 }
  }
  const all = companyBodies.length
  const first = await run(1)
  expect([first.written.length, first.kept]).toEqual([companiesPerBatch, 0])
  const second = await run(100)
  expect(second).toMatchObject({ written: { length: all - companiesPerBatch }, kept: companiesPerBatch })
  expect(await run(100)).toEqual({ written: [], kept: all })
  // more whose rows changed since than there is time for, of which one waits and stays as it is
  for (const issuer of [...first.written, second.written[0]!])
    standing.set(`company/${issuer}`, { facts: { mark: 'of other rows' } })
  expect(await run(1)).toMatchObject({ written: { length: companiesPerBatch }, kept: all - companiesPerBatch })
  // a past day is refreshed without companies
  expect(await run(0)).toEqual({ written: [], kept: all })
  store.close()
})
