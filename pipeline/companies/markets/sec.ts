import type { Market } from '../market.ts'

/** The United States: filings with the SEC. */
export const sec: Market = {
  id: 'us',
  upstream: 'sec',
  currency: 'USD',
  rate: null,
  namesFinancing: true,
  whyNoShareCount: null,
  citation: () => null,
}
