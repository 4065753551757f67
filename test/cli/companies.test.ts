import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command as show } from '../../cli/commands/show.ts'
import { companiesIn } from '../../cli/commands/status.ts'
import { readSettings } from '../../cli/settings.ts'
import { companyStore } from '../companies/loaded.ts'
import { publishedCompanies } from '../companies/published.ts'
import { compiled } from '../compiled.ts'
import { root } from '../house/tree.ts'
import { withoutCompanies } from '../recorded-companies.ts'
import { openShop, type Shop } from '../server/payments/shop.ts'
import { runOf, typed } from './command.ts'

let home: string
let edition: Awaited<ReturnType<typeof publishedCompanies>>
let shop: Shop
beforeAll(async () => {
  if (withoutCompanies) return
  home = await mkdtemp(join(tmpdir(), 'companies-'))
  const store = await companyStore()
  edition = await publishedCompanies(store, home, '2026-07-01')
  store.close()
  shop = await openShop({ view: edition.view, now: () => Date.parse('2026-07-01T22:00:00Z') })
}, 120_000)
afterAll(async () => {
  if (withoutCompanies) return
  await shop.close()
  edition.close()
  await rm(home, { recursive: true })
})

describe.skipIf(withoutCompanies)('company briefings on the command line', () => {
  const shown = (id: string, options: object) => show.action(runOf(readSettings({})), { home, ...options }, id)

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
    const [us, ...others] = companiesIn(edition.view)
    expect(others).toEqual([])
    const { count } = JSON.parse((await shop.get('/api/companies')).text)
    const { length } = [...edition.view.packedEntries.keys()].filter((place) => place.startsWith('company/'))
    expect(us).toEqual({ market: 'us', covered: count, not_covered: length - count })
  })

  test('buy pays for one block', async () => {
    const url = `http://127.0.0.1:${shop.port}/api/companies/AAPL/numbers`
    const words = [compiled('cli/briefing.ts'), '--json', 'buy', url]
    const env = { ...process.env, BRIEFING_BUYER_KEY: '' }
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, env })
    expect(JSON.parse(stdout)).toMatchObject({ usd: '0.05', status: 200, body: expect.stringContaining('Apple Inc.') })
    expect(await shop.takings()).toEqual({ paid: 50_000n, ledger: 50_000n })
  })
})
