import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../../data/briefings.ts'
import { prices } from '../../../data/prices.ts'
import { priceOf } from '../../../server/access/price.ts'
import { sessionCookie } from '../../../server/access/session-cookie.ts'
import { EditionWatch } from '../../../server/answers/edition-watch.ts'
import { siteDocuments } from '../../../server/discovery/documents.ts'
import { openLog } from '../../../server/http/log.ts'
import { operations } from '../../../server/openapi/operations.ts'
import { routes } from '../../../server/routes.ts'
import { closedAfter } from '../../closed-after.ts'
import { running } from '../fixture.ts'
import { openGate } from '../open-gate.ts'
import { openSampleShop } from '../sample-shop.ts'
import { closedAfterTest } from '../served.ts'
import { Conformance, type Described, type DescribedOperation } from './conformance.ts'

const shop = closedAfter(await openSampleShop())
const described: Described = JSON.parse((await shop.get('/api/openapi/spec.json')).text)

const all = (): [string, DescribedOperation][] =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((each) => [path, each] as [string, DescribedOperation]),
  )

test('the description has no error by the rules of redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const source = JSON.stringify(described, null, 1)
  const problems = await lintFromString({ source, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  const broken = await lintFromString({
    source: source.replace('"openapi": "3.0.3"', '"openapi": "3.0.3", "strange": 1'),
    config,
  })
  expect(broken.map(({ ruleId }) => ruleId)).toContain('struct')
})

test('the router and the description are equal sets', () => {
  const router = routes({
    gate: openGate,
    origin: 'http://127.0.0.1',
    cookie: sessionCookie(false),
    doc: () => '',
    following: new EditionWatch(),
    log: openLog({ level: 'silent', now: () => 0 }),
    version: { name: 'n', version: '0', commit: null },
    now: () => 0,
  })
  const routed = router.stack.map(({ path, methods }) => `${methods.join(' ')} ${String(path).replace(/:(\w+)/g, '{$1}')}`)
  const named = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method === 'get' ? 'HEAD GET' : method.toUpperCase()} ${path}`),
  )
  expect(named.filter((route) => !routed.includes(route))).toEqual([])
  const site = siteDocuments.map(({ path }) => `HEAD GET ${path}`)
  const others = routed.filter((route) => !named.includes(route) && !site.includes(route))
  // what is not described: forms of pages, which no program sends, pages of one person or one link, and MCP, which describes itself
  const own = /^(POST|HEAD GET) \/(sign-in(\/passkey)?|sign-out|sign-up|forgot|reset|unsubscribe|claim|settings(\/[a-z/]+)?)$/
  expect(others.filter((route) => !own.test(route))).toEqual([expect.stringMatching(/ \/api\/mcp$/)])
  for (const page of ['/', '/sign-in', '/sign-up', '/prices']) expect(named).toContain(`HEAD GET ${page}`)
  const ids = all().map(([, { operationId }]) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('every path of the interface that is served is described, with its price', () => {
  for (const { path, tier } of briefingRows) {
    expect([path, described.paths[path]!.get!['x-payment-info']!.price.amount]).toEqual([path, prices.briefing[tier]])
  }
  for (const [path, operation] of all()) {
    const row = operations.find((each) => each.path === path)!
    const info = operation['x-payment-info']
    // the whole of a company costs that at most
    const stated = row.id === 'getCompany' ? info?.price.max : (info?.price.amount ?? info?.price.min)
    expect([path, stated ?? null]).toEqual([path, row.price])
    expect([path, operation.security.length === 0]).toEqual([path, row.price === null && row.credential === undefined])
    const { mode, amount } = info?.price ?? {}
    if (mode === 'fixed') expect(info!.offers!.map((offer) => offer.amount)).toEqual([priceOf(amount!).base_units])
  }
})

test('where nothing is sold the description offers nothing', async () => {
  const empty = closedAfterTest(await running(null))
  const { paths } = JSON.parse((await empty.get('/openapi.json')).text) as Described
  expect(paths['/api/btc']!.get!['x-payment-info']).toEqual({
    price: { mode: 'fixed', currency: 'USD', amount: prices.briefing.free },
    protocols: [],
  })
})

test('every refusal is described by the codes it can have, and every code by an operation', () => {
  const conformance = new Conformance(described)
  const seen = new Set<string>()
  for (const [, operation] of all()) {
    for (const status of Object.keys(operation.responses).map(Number)) {
      if (status < 400 || (status === 503 && operation.operationId === 'getHealth')) continue
      const [content] = Object.values(conformance.response(operation, status)!.content!)
      const schema = content!.schema as { properties: { error: { enum: string[] } } }
      for (const code of schema.properties.error.enum) seen.add(code)
    }
  }
  const { enum: codes } = described.components['schemas']!['ErrorCode'] as { enum: string[] }
  // a method that is not GET, HEAD or OPTIONS is no operation, and a form is not sent by programs
  const ofOthers = ['METHOD_NOT_ALLOWED', 'FOREIGN_FORM', 'FORM_TOO_LARGE', 'SIGN_IN_FAILED', 'SIGN_UP_CLOSED']
  expect([...seen].sort()).toEqual(codes.filter((code) => !ofOthers.includes(code)).sort())
})

describe('examples', () => {
  const place = join(import.meta.dirname, '../../../server/openapi/examples.json')
  /** Lists are cut to their first entries, and counts with them: an example is to be read. */
  const short: Readonly<Record<string, (document: Record<string, unknown[]>) => object>> = {
    BriefingCatalogue: ({ briefings, ...rest }) => ({ ...rest, count: 1, briefings: briefings!.slice(0, 1) }),
    MetricCatalogue: ({ metrics, categories, ...rest }) => ({
      ...rest,
      count: 1,
      categories: [{ ...(categories![0] as object), count: 1 }],
      metrics: metrics!.slice(0, 1),
    }),
    Calibration: ({ metrics, ...rest }) => ({ ...rest, metrics: metrics!.slice(0, 1) }),
    Status: ({ feeds, briefings, ...rest }) => ({ ...rest, feeds: feeds!.slice(0, 1), briefings: briefings!.slice(0, 1) }),
    MetricHistory: ({ rows, ...rest }) => ({ ...rest, to: (rows![1] as { period: string }).period, rows: rows!.slice(0, 2) }),
    CompanyBriefing: ({ blocks, ...rest }) => ({ ...rest, blocks: { header: (blocks as unknown as { header: object }).header } }),
    CompanyList: ({ companies, ...rest }) => ({ ...rest, count: 1, companies: companies!.slice(0, 1) }),
    ErrorList: ({ errors }) => ({ count: 1, errors: errors!.slice(0, 1) }),
    Description: () => ({ openapi: '3.0.3' }),
    // made at random for each store
    KeySet: ({ keys }) => ({
      keys: [
        {
          ...(keys![0] as object),
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        },
      ],
    }),
    DidDocument: (whole) => ({ ...whole, id: 'did:web:briefings.example', verificationMethod: [], assertionMethod: [] }),
    // with a key of the tests it is not sold
    Balance: () => ({
      ...{ key: 'bal_test_KEY', scope: 'read', bought_usd: '1.00', left_usd: '1.00' },
      ends_at: '2026-11-21T22:00:00.000Z',
      ended: false,
    }),
  }

  test('are what was served from the sample feeds', async () => {
    const made: Record<string, unknown> = {}
    for (const { document, path, formats, otherwise, credential, method } of operations) {
      // the answers of claims and webhooks hold secrets, and differ each time
      if (
        document === null ||
        document === 'PaymentStatus' ||
        (credential !== undefined && credential !== 'payment') ||
        method !== undefined
      )
        continue
      for (const format of formats.length === 0 ? [otherwise] : formats) {
        if (format === 'html' || format === 'arrow' || `${document} ${format}` in made) continue
        const target = path
          .replace('{metric}', 'vix')
          .replace('{ticker}', 'HRBX')
          .replace('{company}', 'MZPX')
          .replace('{block}', 'header')
          .replace('/api/context', '/api/btc')
        const key = { authorization: `Bearer ${shop.holders.keys.pro}` }
        const { text } = await shop.get(`${target}${formats.length === 0 ? '' : `?format=${format}`}`, { headers: key })
        const example = format === 'json' ? (short[document] ?? ((whole: object) => whole))(JSON.parse(text)) : text
        made[`${document} ${format}`] =
          format === 'json' ? example : format === 'csv' ? text.split('\r\n').slice(0, 3).join('\r\n') : cut(text)
      }
    }
    // the hash of an edition changes with every document of the sample, and says nothing here
    const { edition } = made['Health json'] as { edition: string }
    const text = `${JSON.stringify(made, null, 2).replaceAll(edition, '24201bf3e1d2342d')}\n`
    const standing = await readFile(place, 'utf8')
    if (standing !== text && !process.env['CI']) await writeFile(place, text)
    else expect(standing === text, 'the examples are not what is served: run this test without CI set').toBe(true)
  })

  /** A text without the rows of its tables after the second. */
  function cut(text: string): string {
    let rows = 0
    return text
      .split('\n')
      .filter((line) => {
        rows = line.startsWith('|') ? rows + 1 : 0
        return rows <= 4
      })
      .slice(0, 40)
      .join('\n')
  }

  test('stand at every operation and keep to its schemas', () => {
    const conformance = new Conformance(described)
    for (const [path, operation] of all()) {
      let examples = 0
      for (const status of Object.keys(operation.responses)) {
        for (const { schema, ...content } of Object.values(conformance.response(operation, Number(status))!.content ?? {})) {
          const example = content.example ?? conformance.served(content)
          if (example === undefined) continue
          examples++
          expect([path, status, conformance.invalid(schema, example)]).toEqual([path, status, null])
        }
      }
      expect([path, examples > 0]).toEqual([path, true])
    }
  })
})
