import { describe, expect, test } from 'vitest'
import { closedAfter } from '../../closed-after.ts'
import { raw } from '../fixture.ts'
import { attackShop, credentialCases, figuresLine, openPurse, openRawShop, sellingFault } from '../raw-credentials.ts'

const shop = closedAfter(await openRawShop())

describe('bytes on a socket that carry credentials', () => {
  test.each(credentialCases.map((one, at) => [one[0], one, at] as const))('%s', async (_name, [, make, allowed], at) => {
    const answer = await raw(shop.port, await make(await openPurse(shop, 900_000 + at)), 20_000, 15_000)
    expect(sellingFault(answer)).toBeNull()
    expect(allowed).toContain(answer.status)
  })

  test('variants are never met with a failure or silence, and no credential settles twice', async () => {
    const figures = await attackShop(shop, 8, 1)
    console.log(figuresLine(figures))
    expect(figures.faults).toEqual([])
    expect(figures.credentials).toBeGreaterThan(5)
    expect(figures).toMatchObject({ mostSettles: 1, difference: 0n })
  })

  test('a fault would be seen', () => {
    const answer = (status: string, body: object | string, headers = '') => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return { text: `HTTP/1.1 ${status}\r\nContent-Length: ${text.length}\r\n${headers}\r\n${text}`, closed: true }
    }
    const body = (error: string, status: number) => ({ error, message: 'm', hint: 'h', status, request_id: 'r', docs: 'd' })
    expect(sellingFault(answer('400 Bad Request', body('INVALID_REQUEST', 400)))).toBeNull()
    expect(sellingFault(answer('503 Service Unavailable', body('PAYMENT_PENDING', 503)))).toBeNull()
    const bad = [
      { text: '', closed: false },
      answer('500 Internal Server Error', body('INTERNAL_ERROR', 500)),
      answer('503 Service Unavailable', body('PAYMENT_UNAVAILABLE', 503)),
      answer('418 Teapot', body('INVALID_REQUEST', 418)),
      answer('400 Bad Request', body('NOT_FOUND', 400)),
      answer('400 Bad Request', { ...body('INVALID_REQUEST', 400), stack: 's' }),
      answer('402 Payment Required', body('PAYMENT_REQUIRED', 402)),
      answer('200 OK', 'x', 'X-Bad: \u0001\r\n'),
      { text: 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort', closed: true },
      { text: `${answer('200 OK', 'fine').text}noise`, closed: true },
    ]
    expect(bad.map(sellingFault).filter((fault) => fault === null)).toEqual([])
  })
})
