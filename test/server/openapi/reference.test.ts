import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { errorCodes } from '../../../server/http/errors.ts'
import { operations, queryParameters } from '../../../server/openapi/operations.ts'
import { priceBounds } from '../../../server/openapi/priced-operations.ts'
import { schemaMembersOf, typeText } from '../../../server/openapi/schema-text.ts'
import { closedAfter } from '../../closed-after.ts'
import { running } from '../fixture.ts'
import { openSampleShop } from '../sample-shop.ts'
import { closedAfterTest } from '../served.ts'
import types from './reference.json' with { type: 'json' }

const shop = closedAfter(await openSampleShop())
const { text, headers } = await shop.get('/docs/api')

const articleOf = (page: string, id: string) =>
  page
    .slice(page.indexOf(`<article id="${id}">`))
    .split('</article>')[0]!
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))

describe('the reference page', () => {
  test.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s: method, path, parameters, refusals, price and an example',
    (id, operation) => {
      const article = articleOf(text, id)
      expect(article).toContain(`<code>${(operation.method ?? 'get').toUpperCase()} ${operation.path}</code>`)
      for (const name of [...queryParameters(operation), ...operation.parameters])
        expect(article).toContain(`<code>${name}</code>`)
      for (const code of operation.refusals) expect(article).toContain(`<a href="#${code.toLowerCase()}">${code}</a>`)
      const { price } = operation
      const usd = price === null ? [] : [...new Set(priceBounds({ ...operation, price }))]
      expect(article).toContain(price === null ? 'open, no key required' : `with a key, or for ${usd.join(' to ')} USD per call`)
      expect(article).toContain('curl ')
    },
  )

  test('its examples are answered as they stand', async () => {
    const key = shop.holders.keys.pro!
    const commands = [...text.matchAll(/<pre><code>(curl .*?)<\/code>/g)].map(([, command]) =>
      command!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
    )
    expect(commands).toHaveLength(operations.length)
    for (const command of commands) {
      const [, method = 'GET', token, target] =
        /^curl (?:-X (POST|DELETE) )?(?:-H "Authorization: Bearer \$(\w+)" )?"\$HOST(\S+)"$/.exec(command) ?? []
      const sent: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${key}` }
      const { status } = await shop.get(target!, { method, headers: sent })
      // nobody has the claim or the webhook of the example, and a webhook is not registered without a body
      const unknown = token === 'CLAIM_TOKEN' || target!.includes('/wh_')
      const posted = target === '/api/webhooks' ? 400 : 201
      expect([command, status]).toEqual([
        command,
        unknown ? 404 : target!.startsWith('/api/balance') ? 402 : method === 'POST' ? posted : 200,
      ])
    }
  })

  test('every link on it leads somewhere, and no place is named twice', () => {
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
    const links = new Set([...text.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id!))
    expect([...links].filter((id) => !ids.includes(id))).toEqual([])
    for (const code of Object.keys(errorCodes)) expect(ids).toContain(code.toLowerCase())
  })

  test('loads nothing and runs nothing: its policy lets in its own style alone', () => {
    expect(text).not.toMatch(/<script|<link|<img|<iframe| on\w+=| style=/)
    const style = /<style>([^<]*)<\/style>/.exec(text)![1]!
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
  })

  test('where nothing is sold it names no price and no way to pay', async () => {
    const empty = closedAfterTest(await running(null))
    const page = (await empty.get('/docs/api')).text
    expect(page).toContain('This server does not sell single calls')
    expect(articleOf(page, 'getBtcQuickCheck')).toContain('with a key</li>')
    expect(page).not.toMatch(/USD per call|Authorization: Payment|by x402 version 2 on/)
    expect(text).toContain('by x402 version 2 on')
  })
})

describe('a schema in words', () => {
  test.each(types as [object, string][])('%j', (schema, words) => expect(typeText(schema)).toBe(words))

  test('members of objects and lists inside it are named by their place', () => {
    const row = { type: 'object', properties: { at: { type: 'string' }, of: { type: 'string' } }, required: ['at'] }
    const schema = { type: 'object', properties: { rows: { type: 'array', items: row } }, required: ['rows'] }
    expect(schemaMembersOf(schema).map(({ place, optional }) => [place, optional])).toEqual([
      ['rows', false],
      ['rows[].at', false],
      ['rows[].of', true],
    ])
  })
})
