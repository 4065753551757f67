import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterEach, describe, expect, test } from 'vitest'
import { paymentsOf } from '../../../cli/payments/payments.ts'
import { readSettings } from '../../../cli/settings.ts'
import { openClock } from '../../../server/http/clock.ts'
import { httpFacilitator } from '../../../server/payments/facilitator.ts'
import { cdpSecret } from '../../../server/payments/facilitator-credential.ts'
import { openTelemetry } from '../../../server/telemetry/open.ts'
import { listen } from '../../payments/listen.ts'
import { edition, running } from '../fixture.ts'
import { keyHolders } from '../key-holders.ts'
import outages from './facilitator-standing.json' with { type: 'json' }
import { credentialOf, payer } from './signing.ts'

type Endpoint = 'supported' | 'verify' | 'settle'
type Reply = readonly [status: number, body: string]

const good: Readonly<Record<Endpoint, Reply>> = {
  supported: [200, JSON.stringify({ kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:84532' }] })],
  verify: [200, JSON.stringify({ isValid: true })],
  settle: [200, JSON.stringify({ success: true, transaction: `0x${'7'.repeat(64)}`, network: 'eip155:84532' })],
}
const token = 'a-token-of-the-operator-1234'
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A shop on a test network whose facilitator answers over HTTP what `replies` says at the moment. */
async function opened() {
  const replies: Record<Endpoint, Reply> = { ...good }
  const asked: { endpoint: Endpoint; authorization: string | undefined }[] = []
  const other = await listen(async (_, res, { url, headers }) => {
    const endpoint = url!.slice(1) as Endpoint
    asked.push({ endpoint, authorization: headers.authorization })
    const [status, body] = replies[endpoint]
    res.writeHead(status).end(body)
  })
  closing.push(() => other.stop())
  const lines: string[] = []
  const warn = (message: string, facts?: object) => void lines.push(JSON.stringify({ message, ...facts }))
  const log = { warn, info: () => {}, error: () => {}, request: null, flush: async () => {} }
  const telemetry = await openTelemetry({
    ...{
      port: 0,
      host: '127.0.0.1',
      reader: { current: () => null, reading: () => ({ unreadMs: null, refused: null }) },
      runs: () => Promise.reject(new Error('no home')),
    },
    now: Date.now,
  })
  closing.push(() => telemetry.close())
  const settings = readSettings({
    PAY_TO_EVM: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    PAY_NETWORKS: 'base-sepolia',
    FACILITATOR_URL: other.url,
    FACILITATOR_TOKEN: token,
  })
  const holders = await keyHolders({
    payments: await paymentsOf({
      settings,
      baseUrl: Promise.resolve('https://briefings.example'),
      log,
      telemetry,
      clock: openClock(),
    }),
  })
  closing.push(() => holders.close())
  const shop = await running(edition({ edition: 'e1', sample: true }), { gate: holders.gate })
  closing.push(() => shop.close())
  await shop.get('/api/btc')
  const health = async () => {
    const { checks } = JSON.parse((await shop.get('/api/health')).text) as {
      checks: { name: string; status: string; detail: string }[]
    }
    return checks.find(({ name }) => name === 'payments')!
  }
  let buyer = 0
  const buy = async () => {
    const quoted = await shop.get('/api/btc')
    return shop.get('/api/btc', { headers: await credentialOf('x402', payer(++buyer), quoted.headers) })
  }
  const metric = async (line: string) =>
    (await (await fetch(`http://127.0.0.1:${telemetry.port}/metrics`)).text()).split('\n').find((each) => each.startsWith(line))
  await expect.poll(async () => (await health()).detail).toContain('responds')
  return { replies, asked, lines, health, buy, metric }
}

describe('a facilitator that refuses the credential or answers nothing of use is reported immediately, and so is its recovery', () => {
  test.each<[Endpoint, number, string, string]>(outages as [Endpoint, number, string, string][])(
    '%s %i %s',
    async (endpoint, status, body, words) => {
      const shop = await opened()
      shop.replies[endpoint] = [status, body]
      const refused = await shop.buy()
      expect(refused.status).toBe(503)
      if (endpoint === 'verify') expect(JSON.parse(refused.text)).toMatchObject({ error: 'PAYMENT_UNAVAILABLE' })
      expect(await shop.health()).toMatchObject({ status: 'degraded', detail: expect.stringContaining(words) })
      expect(shop.lines.filter((line) => line.includes(`"call":"${endpoint}","status":${status}`)).length).toBeGreaterThan(0)
      expect(shop.lines.join()).not.toContain(token)
      expect(await shop.metric(`briefing_facilitator_failures_total{call="${endpoint}",status="${status}"}`)).toBeDefined()
      expect(await shop.metric('briefing_facilitator_reachable')).toMatch(/ 0$/)
      Object.assign(shop.replies, good)
      expect((await shop.buy()).status).toBe(200)
      expect(await shop.health()).toMatchObject({ status: 'ok' })
      expect(shop.asked.every(({ authorization }) => authorization === `Bearer ${token}`)).toBe(true)
    },
  )
})

describe('each request is signed by a key of CDP, for that method and address alone', () => {
  const made = {
    'Ed25519, base64': generateKeyPairSync('ed25519'),
    'P-256, PKCS #8': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    'P-256, SEC 1': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    'P-256, line breaks as \\n': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  }
  const written = (name: string, key: KeyObject): string => {
    const { d = '', x = '' } = key.export({ format: 'jwk' })
    if (name.startsWith('Ed')) return Buffer.concat([d, x].map((half) => Buffer.from(half, 'base64url'))).toString('base64')
    const pem = String(key.export({ format: 'pem', type: name.includes('SEC') ? 'sec1' : 'pkcs8' }))
    return name.includes('\\n') ? pem.replaceAll('\n', '\\n') : pem
  }

  test.each(Object.entries(made))('%s', async (name, { privateKey, publicKey }) => {
    const nonces = new Set<unknown>()
    const refusals: string[] = []
    const other = await listen(async (_, res, { method, url, headers }) => {
      try {
        const jwt = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
        const { payload, protectedHeader } = await jwtVerify(jwt, publicKey, {
          issuer: 'cdp',
          subject: 'key-1',
          maxTokenAge: 120,
        })
        expect(payload['uris']).toEqual([`${method} ${headers.host}${url}`])
        expect(payload.exp! - payload.nbf!).toBe(120)
        expect(protectedHeader).toMatchObject({ kid: 'key-1', typ: 'JWT', alg: name.startsWith('Ed') ? 'EdDSA' : 'ES256' })
        nonces.add(protectedHeader['nonce'])
        const endpoint = url!.split('/').at(-1) as Endpoint
        res.end(good[endpoint][1])
      } catch (error) {
        refusals.push(String(error))
        res.writeHead(401).end()
      }
    })
    closing.push(() => other.stop())
    const { payments } = readSettings({
      PAY_TO_EVM: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      FACILITATOR_URL: `${other.url}/platform/v2/x402`,
      CDP_API_KEY_ID: 'key-1',
      CDP_API_KEY_SECRET: written(name, privateKey),
    })
    const { facilitatorUrl, cdpKey } = payments!
    const facilitator = httpFacilitator({ url: facilitatorUrl, token: null, cdpKey })
    await facilitator.getSupported()
    for (let turn = 0; turn < 3; turn++) {
      expect(await facilitator.verify({} as never, {} as never)).toEqual({ isValid: true })
      expect(await facilitator.settle({} as never, {} as never)).toMatchObject({ success: true })
    }
    expect([refusals, nonces.size]).toEqual([[], 7])
  })

  test('a token of another key, address or time is refused by such a facilitator', async () => {
    const seen: string[] = []
    const other = await listen(async (_, res, { headers }) => {
      seen.push(headers.authorization!.slice('Bearer '.length))
      res.end(good.supported[1])
    })
    closing.push(() => other.stop())
    const secret = cdpSecret(written('Ed25519', made['Ed25519, base64'].privateKey))!
    await httpFacilitator({ url: other.url, token: null, cdpKey: { id: 'k', secret } }).getSupported()
    expect(decodeJwt(seen[0]!)['uris']).toEqual([`GET ${new URL(other.url).host}/supported`])
    expect(decodeProtectedHeader(seen[0]!)).toMatchObject({ alg: 'EdDSA', kid: 'k' })
    await expect(jwtVerify(seen[0]!, generateKeyPairSync('ed25519').publicKey)).rejects.toThrow()
  })

  const ed = written('Ed25519', made['Ed25519, base64'].privateKey)
  const swapped = Buffer.concat([Buffer.from(ed, 'base64').subarray(32), Buffer.from(ed, 'base64').subarray(0, 32)]).toString(
    'base64',
  )
  test.each([
    ['words', 'not a key at all'],
    ['half an Ed25519 key', Buffer.from(ed, 'base64').subarray(0, 32).toString('base64')],
    ['an Ed25519 key whose halves are swapped', swapped],
    ['an Ed25519 key cut at its end', ed.slice(0, -8)],
    ['a PEM cut in the middle', written('P-256', made['P-256, PKCS #8'].privateKey).slice(0, 100)],
    [
      'a key of another curve',
      String(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'pem', type: 'pkcs8' })),
    ],
    [
      'an RSA key',
      String(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'pem', type: 'pkcs8' })),
    ],
    ['a public key', String(made['P-256, PKCS #8'].publicKey.export({ format: 'pem', type: 'spki' }))],
  ])('%s is refused as a setting, and not repeated', (_, given) => {
    const env = { PAY_TO_EVM: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', CDP_API_KEY_ID: 'k', CDP_API_KEY_SECRET: given }
    expect(() => readSettings(env)).toThrow(
      expect.objectContaining({
        code: 'SETTING',
        message: expect.stringMatching(/^CDP_API_KEY_SECRET must be the secret of a CDP API key/),
      }),
    )
    try {
      readSettings(env)
    } catch (error) {
      expect(String(error)).not.toContain(given.slice(0, 20))
    }
  })
})
