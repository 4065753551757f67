import fc from 'fast-check'
import { type Zippable, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { unzip } from '../../pipeline/filings/zip.ts'

const limits = { entries: 5, bytes: 1_000_000, ratio: 100 }
const words = (text: string) => new TextEncoder().encode(text)
const zip = (files: Zippable) => zipSync(files, { mtime: new Date(2000, 0, 1) })
const codeOf = (bytes: Uint8Array, within = limits): string => {
  try {
    unzip(bytes, within, () => true)
    return 'read'
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    expect(error.message).toMatch(/^The archive is rejected: .*; inspect the recording$/)
    return error.code
  }
}
/** The archive with other bytes at a field of the first entry of its directory. */
function changed(bytes: Uint8Array, field: number, put: readonly number[]): Uint8Array {
  const copy = Buffer.from(bytes)
  copy.set(put, copy.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + field)
  return copy
}

describe('an archive', () => {
  test('gives its files as they were put in, packed or not, those that are wanted', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.uint8Array({ maxLength: 500 }), fc.nat(9), (one, two, level) => {
        const files = unzip(zip({ 'a/one.csv': [one, { level: level as 6 }], 'two.txt': [two, { level: 0 }] }), limits, (name) =>
          name.endsWith('csv'),
        )
        expect([...files]).toEqual([['a/one.csv', one]])
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  test('cut short anywhere, or with a bit changed in a file, it is refused or gives the same', () => {
    const whole = zip({ 'a.csv': words('1,234 and 5,678'.repeat(20)), 'b.csv': [words('9'), { level: 0 }] })
    const asPut = [...unzip(whole, limits, () => true)]
    for (let length = 0; length < whole.length; length += 1) expect(codeOf(whole.subarray(0, length))).not.toBe('read')
    for (let at = 0; at < whole.length; at += 1)
      for (const bit of [1, 16, 128]) {
        const other = whole.slice()
        other[at] = other[at]! ^ bit
        try {
          const files = unzip(other, limits, () => true)
          expect([...files.values()]).toEqual(asPut.map(([, bytes]) => bytes))
        } catch (error) {
          expect(error).toBeInstanceOf(ParseError)
        }
      }
  })

  test.each([['../up.csv'], ['a/../../up.csv'], ['/etc/root.csv'], ['C:/root.csv'], ['a\\..\\up.csv'], ['..']])(
    'a name that leads out of its folder: %s',
    (name) => {
      expect(codeOf(zip({ [name]: words('1') }))).toBe('ZIP_NAMES')
    },
  )

  test('a name that stands twice, or is not UTF-8', () => {
    const twice = Buffer.from(zip({ 'aa.csv': words('1'), 'ab.csv': words('2') }))
    twice[twice.lastIndexOf('ab.csv') + 1] = 'a'.charCodeAt(0)
    expect(codeOf(twice)).toBe('ZIP_NAMES')
    expect(codeOf(changed(zip({ 'a.csv': words('1') }), 46, [0xff]))).toBe('ZIP_NAMES')
  })

  test('too many files, too much in them, or too much packed into too little', () => {
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`${i}.csv`, words('1')]))
    expect(codeOf(zip(many))).toBe('ZIP_TOO_LARGE')
    const random = Uint8Array.from({ length: 60_000 }, (_, i) => (i * 2_654_435_761) >>> 24)
    expect(codeOf(zip({ 'a.csv': [random, { level: 0 }] }), { ...limits, bytes: 50_000 })).toBe('ZIP_TOO_LARGE')
    expect(codeOf(zip({ 'a.csv': new Uint8Array(900_000) }))).toBe('ZIP_TOO_LARGE')
  })

  test('a file longer than its directory says is left as soon as that shows', () => {
    const bomb = changed(zip({ 'a.csv': new Uint8Array(20_000_000) }), 24, [16, 0, 0, 0])
    expect(codeOf(bomb)).toBe('ZIP_TOO_LARGE')
  })

  test('an encrypted file, another packing, one without its place, one of another length', () => {
    const whole = zip({ 'a.csv': words('1234567890'.repeat(9)) })
    expect(codeOf(changed(whole, 8, [1, 0]))).toBe('ZIP_ENCRYPTED')
    expect(codeOf(changed(whole, 10, [12, 0]))).toBe('ZIP_METHOD')
    expect(codeOf(changed(whole, 42, [7, 0, 0, 0]))).toBe('ZIP_DAMAGED')
    expect(codeOf(changed(whole, 24, [91, 0, 0, 0]))).toBe('ZIP_DAMAGED')
    expect(codeOf(changed(whole, 16, [0, 0, 0, 0]))).toBe('ZIP_DAMAGED')
  })

  test.each([
    ['nothing', ''],
    ['JSON', '{"StatusCode":401}'],
    ['a web page', '<html></html>'],
  ])('%s is none', (_, text) => {
    expect(codeOf(words(text))).toBe('NOT_A_ZIP')
  })

  test('of no files it is one', () => {
    expect(unzip(zip({}), limits, () => true).size).toBe(0)
  })
})
