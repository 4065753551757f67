import { readingAt } from './reading.ts'

export const fedList = 'https://www.federalreserve.gov/feeds/press_all.xml'
export const ecbList = 'https://www.ecb.europa.eu/rss/press.html'
export const bojList = 'https://www.boj.or.jp/en/rss/whatsnew.xml'

export const { parse, refusal } = readingAt('2026-09-20T00:00:00Z')
/** The records of a list. */
export const recordsOf = (url: string, body: Uint8Array | string) => parse(url, body).rows.news_record ?? []
export const list = (items: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>t</title>${items}</channel></rss>`
export const item = (title: string, link: string, date: string, category = '') =>
  `<item><title>${title}</title><link>${link}</link>${category && `<category>${category}</category>`}<pubDate>${date}</pubDate></item>`
