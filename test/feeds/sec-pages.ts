import { readingAt } from './reading.ts'

export const root = 'https://www.sec.gov/Archives/edgar/daily-index/'
export const currentUrl = 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=8-K&count=100&output=atom'

const { parse } = readingAt('2026-11-20T12:00:00Z')
const latin1 = (body: string | Uint8Array) => (typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
export const parseIndex = (body: string | Uint8Array, url = `${root}2026/QTR4/form.20261119.idx`) => parse(url, latin1(body))
export const parseCurrent = (body: string | Uint8Array) => parse(currentUrl, latin1(body))
