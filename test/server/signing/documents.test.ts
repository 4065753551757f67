import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { command } from '../../../cli/commands/verify.ts'
import { createClient } from '../../../client/index.ts'
import { type KeySet, verify } from '../../../client/verify.ts'
import { withFingerprint } from '../../../pipeline/render/fingerprint.ts'
import { fingerprintIn } from '../../../server/editions/prepared-answer.ts'
import { openSigner } from '../../../server/signing/signer.ts'
import { verifySignature } from '../../../server/signing/verify.ts'
import { openState } from '../../../server/state/open.ts'
import { documentSigningKeys, rotateSigningKey } from '../../../server/state/signing-keys.ts'
import { runOf, typed } from '../../cli/command.ts'
import { closedAfter, folderOfTests } from '../../closed-after.ts'
import { kinds } from '../../state/stores.ts'
import { openSampleShop } from '../sample-shop.ts'
import { keyOf, signAndVerify } from './documents.ts'

const folder = await folderOfTests()

describe('signatures', () => {
  test('200 signed documents verify, those of a key that was rotated too', () => signAndVerify(200))

  test('one changed character of document, signature or keys does not verify', async () => {
    const signer = openSigner(
      async () => [keyOf(1)],
      () => 0,
    )
    const document = withFingerprint({ id: 'rates', value: 5.15, rows: [{ day: '2026-07-23' }] }, '2026-07-23T12:00:00Z')
    const jws = await signer.sign(document.fingerprint)
    const keySet = (await signer.keySet()) as unknown as KeySet
    const text = JSON.stringify(document)
    const flip = (of: string, at: number, letter: string) => of.slice(0, at) + letter + of.slice(at + 1)
    const letters = fc.constantFrom(...'0123456789abcXYZ_-."')
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), letters, async (at, letter) => {
        const other = flip(text, at, letter)
        fc.pre(other !== text)
        let read: object
        try {
          read = JSON.parse(other) as object
        } catch {
          return
        }
        fc.pre(JSON.stringify(read) !== text)
        const { fingerprint, signature } = await verify(read, jws, keySet)
        expect(fingerprint && signature).toBe(false)
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.nat(jws.length - 1), letters, async (at, letter) => {
        const other = flip(jws, at, letter)
        // the last letter of a base64url text has bits that stand for nothing
        fc.pre(other !== jws && at !== jws.length - 1)
        expect((await verify(document, other, keySet)).signature).toBe(false)
        await expect(verifySignature(document.fingerprint, other, { keys: [...keySet.keys] })).rejects.toThrow()
      }),
    )
    const others = (await openSigner(
      async () => [keyOf(1)],
      () => 0,
    ).keySet()) as unknown as KeySet
    expect((await verify(document, jws, others)).signature).toBe(false)
  })

  test('no text of somebody else is taken for the fingerprint of a document', () => {
    const spelt = `sha256:${'a'.repeat(64)}`
    expect(
      fingerprintIn(JSON.stringify({ title: `"fingerprint":"${spelt}"`, rows: [{ fingerprint: spelt }] }), 'application/json'),
    ).toBe(null)
    expect(fingerprintIn(`# Title, ${spelt}\n\nText`, 'text/markdown; charset=utf-8')).toBe(null)
    expect(fingerprintIn(`<p>Fingerprint ${spelt}</p>`, 'text/html; charset=utf-8')).toBe(null)
  })
})

describe.each(kinds)('keys in %s', (_, kind) => {
  beforeAll(() => kind.begin())
  afterAll(() => kind.end())

  test('processes that open at the same time make one key, and a rotation keeps the ones before', async () => {
    const place = await kind.place()
    const states = await Promise.all([openState(place), openState(place)])
    const made = await Promise.all(states.map((state) => documentSigningKeys(state, 1)))
    expect(made[0]).toEqual(made[1])
    const next = await rotateSigningKey(states[0]!, 2)
    expect((await documentSigningKeys(states[1]!, 3)).map(({ number }) => number)).toEqual([1, 2])
    expect(next.created_at).toBe(2)
    await Promise.all(states.map((state) => state.close()))
  })
})

const shop = closedAfter(await openSampleShop())
const url = `http://127.0.0.1:${shop.port}`

describe('a server', () => {
  test('signs documents in every format and of every kind, and the client verifies them', async () => {
    const client = createClient({ url, key: shop.holders.keys.enterprise })
    const keySet = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as KeySet
    const read = [
      () => client.getContext({ briefing: 'macro.rates', format: 'json' }),
      () => client.getMetric({ metric: 'vix', format: 'json' }),
      () => client.getTreasury({ ticker: 'HRBX', format: 'json' }),
      () => client.getCompany({ company: 'MZPX', format: 'json' }),
      () => client.getCompanyBlock({ company: 'MZPX', block: 'segments', format: 'json' }),
    ]
    for (const one of read) {
      const answer = await one()
      if (!answer.ok || answer.document === null) throw new Error(`answered ${answer.status}`)
      expect(await verify(answer.document as object, answer.signature, keySet)).toEqual({ fingerprint: true, signature: true })
    }
    const headers = { 'x-api-key': shop.holders.keys.enterprise }
    const signatures = await Promise.all(
      ['json', 'markdown', 'html'].map(async (format) => {
        const answer = await shop.get(`/api/context?briefing=macro.rates&format=${format}`, { headers })
        return answer.headers['briefing-signature']
      }),
    )
    expect(new Set(signatures).size).toBe(1)
    expect((await shop.get('/api/metrics/vix/history', { headers })).headers['briefing-signature']).toBeUndefined()
  })

  test('is checked by briefing verify, from saved files', async () => {
    const answer = await fetch(`${url}/api/context?briefing=macro.rates&format=json`, {
      headers: { 'x-api-key': shop.holders.keys.pro },
    })
    const text = await answer.text()
    const [file, headers, altered] = [join(folder, 'rates.json'), join(folder, 'headers.txt'), join(folder, 'altered.json')]
    writeFileSync(file, text)
    writeFileSync(
      headers,
      `HTTP/1.1 200 OK\r\n${[...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\r\n')}\r\n`,
    )
    writeFileSync(altered, text.replace(/"as_of":"2026/, '"as_of":"2025'))
    const good = await typed(() => command.action(runOf(undefined, {}), { headers, server: url }, file))
    expect(good).toMatchObject({ code: 0, text: expect.stringMatching(/fingerprint {2}matches\nsignature {4}by \S{43}\n/) })
    const bad = await typed(() => command.action(runOf(undefined, {}), { headers, server: url }, altered))
    expect(bad).toMatchObject({ code: 2, text: expect.stringContaining('DOES NOT MATCH') })
  })
})
