import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxPayloadBytes } from '../../workflows/host.ts'
import { roundTrip } from '../../workflows/hosts/payload-codec.ts'

describe('what crosses', () => {
  test('is what JSON makes of it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(roundTrip(value, 'it')).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
    expect(roundTrip({ at: new Date(0), gone: undefined }, 'it')).toEqual({ at: '1970-01-01T00:00:00.000Z' })
    expect(Object.keys(roundTrip({ gone: undefined }, 'it'))).toEqual([])
    expect(roundTrip(undefined, 'it')).toBeUndefined()
  })

  const circle: Record<string, unknown> = {}
  circle['self'] = circle
  test.each([
    ['a bigint', { n: 1n }, '"n" is a bigint'],
    ['NaN', { figure: Number.NaN }, '"figure" is NaN'],
    ['an infinity', [Number.POSITIVE_INFINITY], '"0" is Infinity'],
    ['a map', { m: new Map() }, '"m" is a Map'],
    ['a set', new Set(), 'the value is a Set'],
    ['bytes', { b: new Uint8Array(1) }, '"b" is a Uint8Array'],
    ['a buffer, which knows toJSON', { b: Buffer.from('x') }, '"b" is a Uint8Array'],
    ['a function', { f: () => 1 }, '"f" is a function'],
    ['a promise', { p: Promise.resolve() }, '"p" is a Promise'],
    ['no date', { d: new Date(Number.NaN) }, '"d" is an invalid date'],
    ['a circle', circle, 'circular'],
  ])('is never %s', (_, value, why) => {
    expect(() => roundTrip(value, 'input of fetch')).toThrow(
      expect.objectContaining({
        name: 'InputError',
        code: 'PAYLOAD_NOT_JSON',
        message: expect.stringMatching(/^input of fetch does not survive as JSON/),
      }),
    )
    expect(() => roundTrip(value, 'input of fetch')).toThrow(why)
  })

  test('is measured in bytes of UTF-8, to the byte', () => {
    const fits = '€'.repeat((maxPayloadBytes - 2) / 3)
    expect(roundTrip(fits, 'it')).toBe(fits)
    expect(() => roundTrip(`${fits}a`, 'result of load')).toThrow(
      expect.objectContaining({
        code: 'PAYLOAD_TOO_LARGE',
        message: `result of load is ${maxPayloadBytes + 1} bytes, the limit is ${maxPayloadBytes}; put it in the blob store and send its key`,
      }),
    )
  })
})
