import { describe, expect, test } from 'vitest'
import { readInstance } from '../../pipeline/filings/instance.ts'
import { textOf } from './recorded.ts'

describe('the recorded instance', () => {
  test('as an XML parser of another language reads it: 899 items, 31 of them text blocks, numbers that sum to 54,337,774,839.9894', () => {
    const { facts, texts, unread } = readInstance(textOf('sec/filings/companies/gahc_10q_2024-09-30_htm.xml'))
    const numbers = facts.flatMap(({ unit, value }) => (unit === null || value === null ? [] : [value]))
    expect([facts.length + texts.length, texts.length, unread.length, numbers.length]).toEqual([899, 31, 0, 783])
    const tenThousandths = numbers.map((value) => {
      const [whole = '', part = ''] = value.split('.')
      return BigInt(whole + part.padEnd(4, '0'))
    })
    expect(String(tenThousandths.reduce((sum, value) => sum + value, 0n))).toBe('543377748399894')
  })
})
