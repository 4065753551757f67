import { describe, expect, test } from 'vitest'
import { command as show } from '../../cli/commands/show.ts'
import { companyCountsByMarket } from '../../cli/commands/status.ts'
import { readSettings } from '../../cli/settings.ts'
import { prices } from '../../data/prices.ts'
import { closedAfter } from '../closed-after.ts'
import { openCompanyShop } from '../server/companies/shop.ts'
import { units } from '../server/payments/terms.ts'
import { briefing, runOf, typed } from './command.ts'

const shop = closedAfter(await openCompanyShop('2026-07-01'))

describe('company briefings on the command line', () => {
  const shown = (id: string, options: object) => show.action(runOf(readSettings({})), { home: shop.folder, ...options }, id)

  test.each([
    ['AAPL', {}, '/api/companies/AAPL'],
    ['320193', { block: 'header', format: 'json' }, '/api/companies/AAPL/header?format=json'],
    ['khc', { block: 'numbers', date: '2019-06-06' }, '/api/companies/KHC/numbers?date=2019-06-06'],
    ['KHC', { block: 'quality', format: 'html' }, '/api/companies/KHC/quality?format=html'],
  ])('show equities.company/%s %j prints what the server gives', async (address, options, path) => {
    const headers = { authorization: `Bearer ${shop.holders.keys.pro}`, accept: 'text/markdown' }
    const { status, text } = await shop.get(path, { headers })
    expect([status, (await typed(() => shown(`equities.company/${address}`, options))).text]).toEqual([200, text])
  })

  test.each([
    ['equities.company/AAPLE', {}, 'NOT_FOUND', 'Did you mean AAPL?'],
    ['equities.company/AAPL', { block: 'number' }, 'BLOCK', 'did you mean numbers?'],
    ['equities.company/AAPL', { block: 'segments' }, 'BLOCK_NOT_COVERED_YET', 'Apple Inc. has no block segments'],
    ['equities.company/AAPL', { date: '2025-01-01' }, 'INVALID_DATE', 'Only the block numbers'],
    ['equities.company/AAPL', { block: 'numbers', date: 'soon' }, 'DATE', 'YYYY-MM-DD'],
    ['equities.company/AAPL', { format: 'pdf' }, 'FORMAT', 'markdown'],
    ['btc.pulse', { block: 'numbers' }, 'BLOCK', 'only a company briefing has blocks'],
  ])('show %s %j says what is wrong: %s', async (id, options, code, words) => {
    await expect(shown(id, options)).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
    await expect(shown(id, options)).rejects.toMatchObject({ message: expect.not.stringContaining('charged') })
  })

  test('status counts those covered and those not, by market', async () => {
    const [us, ...others] = companyCountsByMarket(shop.view)
    expect(others).toEqual([])
    const { count } = JSON.parse((await shop.get('/api/companies')).text)
    const { length } = [...shop.view.packedEntries.keys()].filter((place) => place.startsWith('company/'))
    expect(us).toEqual({ market: 'us', covered: count, not_covered: length - count })
  })

  test('buy pays for one block', async () => {
    const url = `http://127.0.0.1:${shop.port}/api/companies/AAPL/numbers`
    const { out } = await briefing('buy', url)
    expect(JSON.parse(out)).toMatchObject({ usd: prices.companyBlock, status: 200, body: expect.stringContaining('Apple Inc.') })
    expect(await shop.takings()).toEqual({ paid: units.companyBlock, ledger: units.companyBlock })
  })
})
