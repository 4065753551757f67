import { describe, expect, test } from 'vitest'
import { operations } from '../../server/openapi/operations.ts'
import { closedAfter } from '../closed-after.ts'
import { running } from './fixture.ts'
import { newsEdition } from './news/edition.ts'

const server = closedAfter(await running(newsEdition({}, { sample: true, archive: { '2026-07-20': 'the twentieth' } })))

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const axios = 'application/json, text/plain, */*'
const typeOf = async (path: string, accept?: string) => {
  const answer = await server.get(path, accept === undefined ? {} : { headers: { accept } })
  expect([path, accept, answer.status]).toEqual([path, accept, 200])
  return String(answer.headers['content-type']).split(';')[0]
}
const pathOf = ({ path, id }: (typeof operations)[number]) =>
  path.replace('{metric}', 'vix').replace('{ticker}', 'HRBX') + (id === 'getContext' ? '?briefing=btc.quick-check' : '')
// the edition of this test has no companies: companies/routes.test.ts asks for one; a balance is JSON alone, and only sold
const withJson = operations.filter(
  ({ formats, accepts, route }) =>
    [...formats, ...(accepts ?? [])].includes('json') && route !== 'company' && route !== 'balance',
)

describe('the header Accept', () => {
  test('gives JSON on every route that has JSON, and the default to who takes anything', async () => {
    expect(withJson.length).toBeGreaterThan(20)
    for (const operation of withJson) {
      const path = pathOf(operation)
      for (const accept of [
        'application/json',
        'Application/JSON',
        'application/*',
        axios,
        'text/markdown;q=0.5, application/json',
      ])
        expect([path, accept, await typeOf(path, accept)]).toEqual([path, accept, 'application/json'])
      const usual = operation.otherwise === 'json' ? 'application/json' : 'text/markdown'
      for (const accept of [undefined, '*/*', '', 'image/png', 'text/plain', 'application/vnd.api+json'])
        expect([path, accept, await typeOf(path, accept)]).toEqual([path, accept, usual])
      const named = [...operation.formats, ...(operation.accepts ?? [])]
      expect([path, await typeOf(path, 'text/markdown')]).toEqual([path, named.includes('markdown') ? 'text/markdown' : usual])
      const page = named.includes('html')
      expect([path, await typeOf(path, browser)]).toEqual([path, page ? 'text/html' : usual])
    }
  })

  test('is set aside by a format that is named', async () => {
    for (const operation of withJson.filter(({ formats }) => formats.includes('markdown'))) {
      const path = pathOf(operation)
      const named = `${path}${path.includes('?') ? '&' : '?'}format=markdown`
      expect([named, await typeOf(named, 'application/json')]).toEqual([named, 'text/markdown'])
    }
  })

  test('is named to caches wherever it decides', async () => {
    for (const operation of withJson) {
      const path = pathOf(operation)
      for (const accept of ['*/*', 'application/json', axios])
        expect([path, (await server.get(path, { headers: { accept } })).headers.vary]).toEqual([
          path,
          expect.stringMatching(/^Accept\b(?!-)/),
        ])
    }
  })

  test('chooses for a past day too', async () => {
    expect((await server.get('/api/btc?date=2026-07-20', { headers: { accept: 'application/json' } })).text).toBe(
      'the twentieth btc.quick-check json',
    )
  })
})
