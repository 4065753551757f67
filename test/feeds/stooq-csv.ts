import { readingAt } from './reading.ts'

export const address = (symbol: string) => `https://stooq.com/q/d/l/?s=${symbol}&i=d&o=1111111`
export const csv = (...rows: readonly (readonly [day: string, close: number | string])[]) =>
  ['Date,Open,High,Low,Close,Volume', ...rows.map(([day, close]) => `${day},1,9,1,${close},1000`), ''].join('\r\n')

const { parse: read, values, refusal: refused } = readingAt('2026-11-20T23:30:00Z')
export const parse = (symbol: string, body: string, made?: string) => ({
  rows: values(address(symbol), body, made),
  rejected: read(address(symbol), body, made).rejected,
})
export const refusal = (symbol: string, body: string) => refused(address(symbol), body)
