import type { Shop } from '../payments/shop.ts'
import { challengeIn, quoteIn } from '../payments/signing.ts'

/** What the list, the header and both quotes of every company of a shop say that its whole costs, and whether that is fair. */
export async function pricesOfCompanies(shop: Shop) {
  const key = { headers: { 'x-api-key': shop.holders.keys.pro } }
  const read = async (path: string) => JSON.parse((await shop.get(path, key)).text)
  const { companies } = await read('/api/companies?format=json&limit=200')
  return Promise.all(
    companies.map(async ({ address, blocks, price_usd }: { address: string; blocks: string[]; price_usd: string }) => {
      const header = await read(`/api/companies/${address}/header?format=json`)
      const { headers } = await shop.get(`/api/companies/${address}`)
      const { request } = challengeIn(headers)
      const amounts = [quoteIn(headers).accepts[0]!.amount, JSON.parse(Buffer.from(request!, 'base64url').toString()).amount]
      const singly = header.blocks.flatMap(({ price_usd: usd }: { price_usd: string | null }) =>
        usd === null ? [] : [Number(usd)],
      )
      const units = String(Math.round(Number(price_usd) * 1e6))
      const sum = singly.reduce((all: number, usd: number) => all + usd, 0)
      const covered = header.blocks.every(
        (each: { covered: boolean; price_usd: string | null }) => each.covered === (each.price_usd !== null),
      )
      return {
        address,
        agree:
          covered && singly.length === blocks.length && header.price_usd === price_usd && amounts.every((each) => each === units),
        isFair: Number(price_usd) <= sum + 1e-9 && Number(price_usd) <= 0.35,
      }
    }),
  )
}
