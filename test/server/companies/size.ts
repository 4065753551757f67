import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect } from 'vitest'
import type { Shop } from '../payments/shop.ts'

/** JSON costs at most as many times the Markdown. */
const mostTimes = 5

/** Expects the whole JSON of companies that a shop sells to be at most five times the Markdown, in characters and in tokens. */
export async function expectShortJson(shop: Shop, addresses: readonly string[]): Promise<void> {
  const read = async (address: string, format: string) =>
    (await shop.get(`/api/companies/${address}?format=${format}`, { headers: { 'x-api-key': shop.holders.keys.pro } })).text
  for (const address of addresses) {
    const [json, markdown] = [await read(address, 'json'), await read(address, 'markdown')]
    const times = [json.length / markdown.length, countTokens(json) / countTokens(markdown)]
    expect(times.map((each) => [address, each, each <= mostTimes])).toEqual(times.map((each) => [address, each, true]))
  }
}
