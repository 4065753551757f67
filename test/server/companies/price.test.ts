import { describe, expect, test } from 'vitest'
import { companyBlocks } from '../../../data/companies/blocks.ts'
import { prices } from '../../../data/prices.ts'
import { newestReportText } from '../../../server/companies/contents.ts'
import { wholeBriefingPrice, wholeBriefingUnits } from '../../../server/companies/price.ts'
import type { Offer } from '../../../server/payments/payments.ts'
import { closedAfter } from '../../closed-after.ts'
import { paymentsOver } from '../payments/shop.ts'
import { challengeIn, credentialOf, payer, quoteIn } from '../payments/signing.ts'
import { openSampleShop } from '../sample-shop.ts'
import { pricesOfCompanies } from './prices.ts'

const shop = closedAfter(await openSampleShop())

test('the whole costs what its blocks cost singly, at most the price of the contract', () => {
  const whole = companyBlocks.map((_, at) => wholeBriefingPrice(at + 1))
  expect(whole).toEqual(['0.05', '0.10', '0.15', '0.20', '0.25', '0.30', '0.35', '0.35', '0.35', '0.35', '0.35'])
  expect(whole.at(-1)).toBe(prices.company)
})

test('list, header and both quotes of every company of the sample agree, and no whole costs more than its blocks', async () => {
  const companies = await pricesOfCompanies(shop)
  expect(companies.length).toBeGreaterThan(3)
  expect(companies.filter(({ agree, isFair }) => !agree || !isFair)).toEqual([])
})

describe('a quote', () => {
  test('says which blocks the whole holds and which report is its newest, and no name that others wrote', async () => {
    const { headers, text } = await shop.get('/api/companies/9902')
    const { description } = quoteIn(headers).resource
    expect(description).toMatch(
      /^The briefing on 9902 holds 7 blocks: header, what changed, numbers, valuation, capital structure, quality, profitability; newest report FY\d{4}( [QH]\d)?, (filed|published) \d+ \w+ \d{4}\./,
    )
    expect(JSON.parse(text).resource.description).toBe(description)
    expect(text).not.toContain('Hoshi')
  })
  test('is a page for people, with the same contents', async () => {
    const view = { headers: { accept: 'text/html', 'x-api-key': shop.holders.keys.basic } }
    const { status, text } = await shop.get('/api/companies/9902?format=html', view)
    // a page of invented data is open
    expect([status, text.includes('Hoshi Mihon')]).toEqual([200, true])
  })
  test.each([
    ['filed', 'newest report FY2026 Q2, filed 1 May 2026'],
    ['reported', 'newest report FY2026 Q2, published 1 May 2026'],
    ['deadline', 'newest report FY2026 Q2, known by its deadline of 1 May 2026'],
  ] as const)('names how the day of the newest report is known: %s', (basis, words) => {
    const row = { latest_period: { label: 'FY2026 Q2', end: '2026-03-28' } } as Parameters<typeof newestReportText>[0]
    expect(newestReportText({ ...row, latest_report: { known: '2026-05-01', basis } })).toBe(words)
    expect(newestReportText(row)).toBe('newest report FY2026 Q2')
    expect(newestReportText({ ...row, latest_period: null })).toBeNull()
  })
})

describe.each(['x402', 'mpp'] as const)('where an edition changes the price of a company, a payment by %s', (protocol) => {
  const { state } = shop.holders
  const payments = paymentsOver(state)
  const listing = { route: '/api/companies/:company', input: {}, inputSchema: {}, output: { example: {} } }
  const offerAt = (units: string): Offer => ({
    ...{ target: `/api/companies/SIXX-${protocol}`, name: 'The briefing on SIXX', description: 'The briefing on SIXX.', listing },
    ...{ mimeType: 'text/markdown', units, otherUnits: wholeBriefingUnits },
  })
  const quoted = (units: string) => {
    const { headers } = payments.quote(offerAt(units))!
    return Object.fromEntries(
      headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]!]] : [])),
    ) as Record<string, string>
  }
  const brought = async (units: string, buyer: number) => {
    const headers = await credentialOf(protocol, payer(buyer), quoted(units))
    return { headers, address: '127.0.0.1', hasLeft: () => false }
  }
  const charged = async () => (await state.db.selectFrom('play_transfer').selectAll().execute()).length

  test('is quoted at the new price', () => {
    for (const units of ['200000', '250000']) {
      expect(quoteIn(quoted(units)).accepts.map(({ amount }) => amount)).toEqual([units])
      const { request } = challengeIn(quoted(units))
      expect(JSON.parse(Buffer.from(request!, 'base64url').toString()).amount).toBe(units)
    }
  })
  test('that was signed for the earlier price is refused and not charged', async () => {
    const before = await charged()
    for (const [signed, due] of [
      ['200000', '250000'],
      ['350000', '300000'],
    ] as const)
      await expect(payments.redeem(await brought(signed, 71), offerAt(due))).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    expect(await charged()).toBe(before)
  })
  test('that was taken before gets its answer, and pays once', async () => {
    const before = await charged()
    const buyer = await brought('200000', 72)
    const taken = await payments.redeem(buyer, offerAt('200000'))
    await taken.end(false)
    const again = await payments.redeem(buyer, offerAt('250000'))
    expect(again.id).toBe(taken.id)
    await again.end(true)
    await expect(payments.redeem(buyer, offerAt('250000'))).rejects.toMatchObject({ code: 'PAYMENT_REQUIRED' })
    expect(await charged()).toBe(before + 1)
  })
})

test('HEAD with the key of a balance answers as GET does, and takes nothing', async () => {
  const bought = JSON.parse((await shop.buy('/api/balance', 73)).text)
  const headers = { 'x-api-key': bought.key }
  const asked = await shop.get('/api/companies/MZPX', { method: 'HEAD', headers })
  expect([asked.status, asked.bytes.length, asked.headers['content-type']]).toEqual([200, 0, 'text/markdown; charset=utf-8'])
  expect(JSON.parse((await shop.get('/api/balance', { headers })).text).left_usd).toBe(bought.left_usd)
  const unknown = { 'x-api-key': `${bought.key.slice(0, -2)}xx` }
  for (const method of ['HEAD', 'GET'])
    expect((await shop.get('/api/companies/MZPX', { method, headers: unknown })).status).toBe(402)
  expect((await shop.get('/api/companies/MZPX', { headers })).status).toBe(200)
})
