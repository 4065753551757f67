import fc from 'fast-check'
import { Webhook as Verifier } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { newSigningKey, newSigningSecret, signedHeaders } from '../../../server/delivery/signature.ts'
import { acceptedTampered, verifiesAsymmetric } from './tampering.ts'

/** The message and the keys of the tests of the libraries for JavaScript and Go, and of the server of Svix. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  signingKey: 'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
  publicKey: 'whpk_1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' },
  now: 1_614_265_330_000,
  v1: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  v1a: 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
}

describe('A-32: a signature', () => {
  test('is that of the vectors of other libraries', () => {
    const { secret, signingKey, message, now, v1, v1a, publicKey } = vector
    const headers = signedHeaders(message, { secrets: [secret], signingKey }, now)
    expect(headers).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': `${v1} ${v1a}`,
    })
    expect(verifiesAsymmetric(publicKey, headers, message.body)).toBe(true)
  })

  test('of any message is verified by the official library and by the public key, with every secret of a rotation', () => {
    const { signingKey, publicKey } = newSigningKey()
    const { publicKey: stranger } = newSigningKey()
    const secrets = [newSigningSecret(), newSigningSecret()]
    const foreign = new Verifier(newSigningSecret())
    expect(Buffer.from(secrets[0]!.slice(6), 'base64')).toHaveLength(32)
    expect(Buffer.from(signingKey.slice(5), 'base64')).toHaveLength(64)
    const ids = fc.stringMatching(/^msg_[0-9a-f]{1,32}_[0-9]{1,9}$/)
    fc.assert(
      fc.property(ids, fc.string({ unit: 'binary', minLength: 1, maxLength: 500 }), (id, text) => {
        const body = JSON.stringify({ text })
        const headers = signedHeaders({ id, body }, { secrets, signingKey }, Date.now())
        for (const secret of secrets) expect(new Verifier(secret).verify(body, headers)).toEqual({ text })
        expect(() => foreign.verify(body, headers)).toThrow('No matching signature')
        expect(verifiesAsymmetric(publicKey, headers, body)).toBe(true)
        expect(verifiesAsymmetric(stranger, headers, body)).toBe(false)
      }),
      { numRuns: 25 },
    )
  })

  test('with one bit changed in the body, the id, the time or the signature is accepted 0 times', () => {
    expect(acceptedTampered(60)).toEqual({ tried: 60, accepted: 0, intact: 60 })
  })
})
