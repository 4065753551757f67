import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ParseError } from '../../../pipeline/errors.ts'
import { feedFor } from '../../../pipeline/feeds/index.ts'
import { secOwnership } from '../../../pipeline/feeds/sec-ownership.ts'
import { recordingOf } from '../../recording-of.ts'
import { flattened } from '../../rows.ts'
import { type Form4, form4 } from './bodies.ts'

const folder = 'https://www.sec.gov/Archives/edgar/data/1/000000000126000007'
const bytes = (text: string) => new TextEncoder().encode(text)
const parse = (text: string) => {
  const body = bytes(text)
  return flattened(secOwnership.parse(body, recordingOf(`${folder}/form4.xml`, body, '2026-03-06T00:00:00Z')))
}
const titleOf = (form: Form4) => parse(form4(form)).ownership_report[0]!.title

test.each([
  [{}, 'Form 4: Doe Jane (Chief Financial Officer) sold 12,000 shares at USD 187.20, 3 March 2026'],
  [
    { plan: 'true' },
    'Form 4: Doe Jane (Chief Financial Officer) sold 12,000 shares at USD 187.20, 3 March 2026; states a 10b5-1 plan',
  ],
  [
    { lines: [{ code: 'P', direction: 'A', price: '<value>0</value>' }] },
    'Form 4: Doe Jane (Chief Financial Officer) bought 12,000 shares, 3 March 2026',
  ],
  [
    { lines: [{ code: 'S', direction: 'A' }] },
    'Form 4: Doe Jane (Chief Financial Officer) acquired 12,000 shares by sale at USD 187.20, 3 March 2026',
  ],
  [
    { lines: [{ swap: '1' }] },
    'Form 4: Doe Jane (Chief Financial Officer) disposed of 12,000 shares by equity swap at USD 187.20, 3 March 2026',
  ],
  [
    { form: '4/A', lines: [{ code: 'G', price: '' }, {}, { day: '2026-03-05', price: '<value>190</value>' }] },
    'Form 4: Doe Jane (Chief Financial Officer) sold 24,000 shares at USD 187.20 to 190.00, 3 March 2026 to 5 March 2026; disposed of 12,000 shares by gift, 3 March 2026 (amended)',
  ],
  [
    {
      lines: [{ price: '<value>9</value><footnoteId id="F1"/>' }],
      notes: '<footnote id="F1">Weighted average price.</footnote>',
    },
    'Form 4: Doe Jane (Chief Financial Officer) sold 12,000 shares at USD 9.00 (average), 3 March 2026',
  ],
  [
    { lines: [{ price: '<value>9</value><footnoteId id="F1"/>' }], notes: '<footnote id="F1">In Canadian dollars.</footnote>' },
    'Form 4: Doe Jane (Chief Financial Officer) sold 12,000 shares, 3 March 2026',
  ],
  [{ lines: [] }, 'Form 4: Doe Jane (Chief Financial Officer) states no securities owned'],
] as const)('a form in words %#', (form, title) => expect(titleOf(form)).toBe(title))

test('a form that a company files on another is about the other', () => {
  const { ownership_report: reports } = parse(form4({ issuer: '0000000002' }))
  expect(reports.map(({ company, role }) => `${company} ${role}`)).toEqual(['us:0000000002 issuer', 'us:0000000001 filer'])
})

test.each([
  ['a document type', '<!DOCTYPE x [<!ENTITY a "b">]><ownershipDocument>&a;</ownershipDocument>', 'XML_WITH_DOCTYPE'],
  ['an unknown entity', form4({ notes: '&evil;' }), 'BODY_NOT_XML'],
  ['a document cut off', form4().slice(0, 900), 'BODY_NOT_XML'],
  ['nesting', `<ownershipDocument>${'<a>'.repeat(30)}`, 'FILING_TOO_COMPLEX'],
  ['too many elements', `<ownershipDocument>${'<a/>'.repeat(50_000)}`, 'FILING_TOO_COMPLEX'],
  ['too many lines', form4({ lines: Array.from({ length: 501 }, () => ({})) }), 'FILING_TOO_COMPLEX'],
  ['another document', '<filing/>', 'NOT_AN_OWNERSHIP_REPORT'],
  ['a form without an owner', form4({ owners: [] }), 'OWNERSHIP_REPORT'],
])('%s is refused', (_, text, code) => expect(() => parse(text)).toThrow(expect.objectContaining({ code })))

describe('addresses', () => {
  test.each(['form4.xml', 'primary_doc.xml', 'wk-form3_1772839848.xml'])('%s', (name) =>
    expect(feedFor(`${folder}/${name}`)?.id).toBe('sec-ownership'),
  )
  test.each(['xslF345X06/form4.xml', 'gahc-20240930_htm.xml', 'R2.xml', 'form4.xml?a=1', 'a.htm'])('not %s', (name) =>
    expect(secOwnership.match(new URL(`${folder}/${name}`))).toBe(false),
  )
})

test('whatever the cells say, figures are exact digits or nothing, and words are short', () => {
  const cell = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.constantFrom('1e9', '-5', '0', '00012.50', '9'.repeat(40), '1,000', 'x'.repeat(5_000)),
  )
  fc.assert(
    fc.property(cell, cell, cell, cell, (shares, price, day, security) => {
      const escaped = [shares, price, day, security].map((text) => text.replace(/[^\w.,+ -]/gu, '_')) as [
        string,
        string,
        string,
        string,
      ]
      const body = form4({
        lines: [{ shares: escaped[0], price: `<value>${escaped[1]}</value>`, day: escaped[2], security: escaped[3] }],
      })
      const { ownership_line: lines, ownership_report: reports } = parse(body)
      for (const line of lines) {
        for (const figure of [line.shares, line.price, line.following]) expect(figure ?? '1').toMatch(/^\d{1,18}(?:\.\d{1,8})?$/)
        expect(line.day ?? '2026-03-03').toMatch(/^\d{4}-\d\d-\d\d$/)
        expect(line.security.length).toBeLessThanOrEqual(150)
      }
      expect(reports[0]!.title.length).toBeLessThan(900)
    }),
  )
})

test('whatever is cut out of a form, it is read or refused', () => {
  const whole = form4({ plan: '1' })
  fc.assert(
    fc.property(fc.nat(whole.length), fc.nat(400), (from, length) => {
      try {
        parse(whole.slice(0, from) + whole.slice(from + length))
      } catch (error) {
        expect(error).toBeInstanceOf(ParseError)
      }
    }),
  )
})
