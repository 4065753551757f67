import { describe, expect, test } from 'vitest'
import { htmlOf } from '../../pipeline/filings/body.ts'
import { recordedFilesIn } from '../recorded.ts'
import { bytesOf } from './recorded.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const refused = (body: Uint8Array, code: string) =>
  expect(() => htmlOf(body)).toThrow(expect.objectContaining({ name: 'ParseError', code }))

describe('recorded documents', () => {
  const files = ['sec/filings/mstr_8k', 'sec/filings', 'sec/filings/companies'].flatMap(recordedFilesIn)
  const whole = files.filter((file) => /\.html?$/u.test(file) && !file.includes('first60k'))

  test('every whole one is read, its first 60% and all but its last 8 bytes are refused', () => {
    expect(whole.length).toBeGreaterThan(60)
    for (const file of whole) {
      const body = bytesOf(file)
      expect(htmlOf(body).length, file).toBeGreaterThan(1_000)
      refused(body.slice(0, Math.floor(body.length * 0.6)), 'FILING_CUT_SHORT')
      const text = new TextDecoder().decode(body)
      refused(bytes(text.slice(0, text.toLowerCase().lastIndexOf('</html>') + 3)), 'FILING_CUT_SHORT')
    }
  })

  test('one recorded in part is refused', () =>
    refused(bytesOf('sec/filings/mstr_8k/mstr-20260629_first60k.html'), 'FILING_CUT_SHORT'))
})
