import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { openSampleShop } from '../sample-shop.ts'
import { openStranger } from './stranger.ts'

const shop = closedAfter(await openSampleShop())
const stranger = await openStranger(`http://127.0.0.1:${shop.port}`, generatePrivateKey())

/** What a person would ask, and where it is answered. */
const questions = [
  ['How is bitcoin doing today?', /^\/api\/btc\/(?:pulse|momentum|context)$|^\/api\/btc$/],
  ['What is the shape of the Treasury yield curve?', /^\/api\/(?:macro\/rates|metrics\/yield-curve)$/],
  ['Who bought at the latest Treasury auction?', /^\/api\/macro\/auctions$/],
  ['Is money flowing into bitcoin funds?', /^\/api\/btc\/etf$/],
  ['How many bitcoins do listed companies hold?', /^\/api\/(?:treasuries|btc\/treasury)$/],
  ['How is the dollar against the euro, the yuan and the yen?', /^\/api\/fx$/],
  ['How tight are US stocks of oil, fuel and gas?', /^\/api\/(?:commodities\/energy-basket|metrics\/petroleum-stocks-gap)$/],
  ['Which releases are due in the next 14 days?', /^\/api\/macro\/calendar$/],
  ['What is the level of the VIX?', /^\/api\/metrics\/vix$/],
  ['What are the segments of Marzipan Sample Foods?', /^\/api\/companies\/MZPX\/segments$/],
] as const

describe.each(['llms.txt', 'OpenAPI'] as const)('a stranger that reads %s', (through) => {
  test.each(questions)('%s', async (question, where) => {
    const { path, status, text } = await stranger.answer(question, through)
    expect(path).toMatch(where)
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(200)
  })
})
