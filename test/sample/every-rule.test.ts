import { expect, test } from 'vitest'
import { companyBlocks } from '../../data/companies/blocks.ts'
import { nextReleaseOf } from '../../pipeline/days/release-times.ts'
import { isoDay } from '../../pipeline/time/day.ts'
import { closedAfter } from '../closed-after.ts'
import { openSampleShop } from '../server/sample-shop.ts'
import { address, readOf } from './answers.ts'

const shop = closedAfter(await openSampleShop())
const read = async (path: string) => {
  const headers = { 'x-api-key': shop.holders.keys.pro, accept: 'application/json' }
  return JSON.parse((await shop.get(path, { headers })).text)
}
const { companies } = (await read('/api/companies')) as { companies: { address: string; blocks: string[] }[] }

/** Companies of the sample home by block. */
const shown: Readonly<Record<(typeof companyBlocks)[number]['block'], string>> = {
  header: '213800SAMPLEPLC00042 9902 999001 INE000SAMP17 MZPX PLFX',
  what_changed: '213800SAMPLEPLC00042 9902 999001 INE000SAMP17 MZPX PLFX',
  situations: 'MZPX PLFX',
  against_guidance: 'MZPX PLFX',
  numbers: '213800SAMPLEPLC00042 9902 999001 INE000SAMP17 MZPX PLFX',
  segments: 'MZPX PLFX',
  valuation: '9902 MZPX PLFX',
  capital_structure: '213800SAMPLEPLC00042 9902 999001 INE000SAMP17 MZPX PLFX',
  quality: '213800SAMPLEPLC00042 9902 INE000SAMP17 MZPX PLFX',
  profitability: '213800SAMPLEPLC00042 9902 999001 INE000SAMP17 MZPX PLFX',
  news: '999001 MZPX PLFX',
}

test.each(companyBlocks)('$block is shown of at least two companies', ({ block }) => {
  const having = companies.filter(({ blocks }) => blocks.includes(block)).map((each) => each.address)
  expect(having.sort().join(' ')).toBe(shown[block])
})

test('figures known as filed, as reported before the report, and by the deadline', async () => {
  const bases = async (company: string) => {
    const text = JSON.stringify(await read(`/api/companies/${company}/numbers`))
    return [...new Set([...text.matchAll(/"knownBasis":"(\w+)"/g)].map(([, basis]) => basis))].sort()
  }
  expect(await bases('9902')).toEqual(['filed', 'reported'])
  expect(await bases('213800SAMPLEPLC00042')).toEqual(['deadline'])
})

test('guidance with what came of it', async () => {
  for (const company of ['MZPX', 'PLFX']) {
    const { compared } = await read(`/api/companies/${company}/against_guidance`)
    expect(compared).toContainEqual(
      expect.objectContaining({
        metric: 'revenue',
        position: 'within',
        actual: expect.objectContaining({ knownBasis: 'filed' }),
      }),
    )
    for (const { low, high } of compared) expect(low).toBeLessThan(high)
  }
})

test('a situation that ended, and one that is on', async () => {
  const { on } = await read('/api/companies/MZPX/situations')
  expect(on).toMatchObject([{ situation: 'material_weakness' }])
  const { ended } = await read('/api/companies/PLFX/situations')
  expect(ended).toMatchObject([
    { situation: 'restructuring', since: '2026-10-20', ended_on: '2026-11-09', ended_by: 'form 10-Q' },
  ])
})

test('a release that was late, and its value is known from when it came', async () => {
  const { rows } = await read('/api/metrics/continued-claims/history?from=2026-07-18&to=2026-08-22')
  const known = rows.map(({ period, known_at, known_basis }: Record<string, string>) => [period, known_at, known_basis].join(' '))
  // the releases due on 6, 13, 20 and 27 August; each revises the period before its own
  expect(known).toEqual([
    '2026-07-18 2026-08-12T23:59:59Z filed',
    '2026-07-25 2026-08-19T23:59:59Z filed',
    '2026-08-01 2026-08-26T23:59:59Z filed',
    '2026-08-08 2026-09-02T23:59:59Z filed',
    '2026-08-15 2026-09-03T23:59:59Z filed',
    '2026-08-22 2026-09-10T23:59:59Z filed',
  ])
  const now = Date.parse('2026-08-18T12:00:00Z')
  const newest = (await readOf(address.observations('CCSA'), now)).sighting.at(-1)!
  expect(isoDay(newest.period)).toBe('2026-07-25')
  const { late_at, stale_at } = nextReleaseOf('CCSA', { period: newest.period, known: now })
  expect([late_at, stale_at]).toEqual(['2026-08-13T12:30:00Z', '2026-08-20T12:30:00Z'])
})

test('a holder of bitcoin that only Pro reads in full', async () => {
  const { pro_only_metrics: named } = await read('/api/metrics')
  expect(named).toEqual(['hrbx-bitcoin-holdings'])
  expect((await read(`/api/metrics/${named[0]}`)).access.served).toBe('full')
  const basic = await shop.get(`/api/metrics/${named[0]}`, {
    headers: { 'x-api-key': shop.holders.keys.basic, accept: 'application/json' },
  })
  expect(JSON.parse(basic.text).access).toMatchObject({ served: 'latest_reading', full_needs: 'pro' })
})
