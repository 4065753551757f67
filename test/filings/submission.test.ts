import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { submittedDocuments } from '../../pipeline/filings/submission.ts'

const document = (type: string, text: string) =>
  `<DOCUMENT>\n<TYPE>${type}\n<SEQUENCE>1\n<FILENAME>a.htm\n<DESCRIPTION>\n<TEXT>\n${text}\n</TEXT>\n</DOCUMENT>\n`

describe('a submission', () => {
  test('its documents in order, without the tags around them', () => {
    const found = submittedDocuments(
      `<SEC-DOCUMENT>x\n${document('8-K', '<XBRL>\n<html>1</html>\n</XBRL>')}${document('EX-99.1', '<html>2 </TEXT> 3</html>')}</SEC-DOCUMENT>`,
    )
    expect(found).toEqual([
      { type: '8-K', sequence: 1, filename: 'a.htm', description: '', text: '<html>1</html>' },
      { type: 'EX-99.1', sequence: 1, filename: 'a.htm', description: '', text: '\n<html>2 </TEXT> 3</html>\n' },
    ])
  })

  test.each([
    ['<html></html>', 'NOT_A_SUBMISSION'],
    [document('8-K', 'x').slice(0, -14), 'SUBMISSION_CUT_SHORT'],
    [document('', 'x'), 'SUBMISSION_MALFORMED'],
    [document('8-K', 'x').replace('<SEQUENCE>1', '<SEQUENCE>one'), 'SUBMISSION_MALFORMED'],
    [document('8-K', 'x').replace('<TEXT>', ''), 'SUBMISSION_MALFORMED'],
  ])('that is none or not whole: %j', (text, code) => {
    expect(() => submittedDocuments(text)).toThrow(expect.objectContaining({ name: 'ParseError', code }))
    expect(() => submittedDocuments(text)).toThrow(ParseError)
  })
})
