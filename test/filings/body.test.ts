import { describe, expect, test } from 'vitest'
import { htmlOf } from '../../pipeline/filings/body.ts'
import { report } from './passages.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const refused = (body: Uint8Array, code: string) =>
  expect(() => htmlOf(body)).toThrow(expect.objectContaining({ name: 'ParseError', code }))

describe('what is no filed document', () => {
  test('nothing, too much, no HTML, a refusal, a cut', () => {
    refused(bytes(''), 'FILING_EMPTY')
    refused(new Uint8Array(16 * 1024 * 1024 + 1), 'FILING_TOO_LARGE')
    refused(bytes('{"error":"x"}'), 'FILING_NOT_HTML')
    refused(
      bytes('<!DOCTYPE html><html><body>Your Request Originates from an Undeclared Automated Tool</body></html>'),
      'FILING_REFUSED',
    )
    refused(bytes('<html><body>FORM 8-K'), 'FILING_CUT_SHORT')
    refused(bytes('<html><body></body></html><p>more'), 'FILING_CUT_SHORT')
    refused(bytes('<html><body></body></html><!-- open'), 'FILING_CUT_SHORT')
  })

  test('comments, white space and the end tags of a submission may follow', () => {
    for (const tail of ['', '\r\n', '\n<!-- x </html> -->\n', '\n</TEXT>\n</DOCUMENT>\n', ' '.repeat(200_000)])
      expect(htmlOf(bytes(report('') + tail))).toContain('FORM 8-K')
    expect(htmlOf(bytes(report('').toUpperCase()))).toContain('FORM 8-K')
  })
})
