import { describe, expect, test } from 'vitest'
import { readInstance } from '../../pipeline/filings/instance.ts'

const instance = (items: string) => `<?xml version="1.0"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<link:schemaRef xlink:href="a.xsd"/>
<context id="c"><entity><identifier scheme="http://www.sec.gov/CIK">0001138724</identifier><segment><xbrldi:explicitMember dimension="us-gaap:DebtInstrumentAxis">a:NotesMember</xbrldi:explicitMember></segment></entity><period><instant>2024-09-30</instant></period></context>
<unit id="u"><measure>iso4217:USD</measure></unit>
${items}
<link:footnoteLink><link:footnote>7</link:footnote></link:footnoteLink></xbrl>`

describe('an instance', () => {
  test('numbers, words, nil and text blocks', () => {
    const read = readInstance(
      instance(`<us-gaap:DebtInstrumentFaceAmount id="f" contextRef="c" unitRef="u" decimals="-3"> 650000000 </us-gaap:DebtInstrumentFaceAmount>
<a:Rate contextRef="c" unitRef="u" precision="2">-2.5E-3</a:Rate>
<dei:EntityRegistrantName contextRef="c">A &amp; B</dei:EntityRegistrantName>
<us-gaap:Cash contextRef="c" unitRef="u" xsi:nil="true"/>
<a:DebtTextBlock contextRef="c">&lt;p&gt;We owe &lt;b&gt;5&lt;/b&gt;&lt;/p&gt;&lt;table&gt;&lt;tr&gt;&lt;td&gt;Notes&lt;/td&gt;&lt;td&gt;650&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;</a:DebtTextBlock>`),
    )
    expect(read.facts.map(({ concept, value, unit, decimals }) => [concept, value, unit, decimals])).toEqual([
      ['us-gaap:DebtInstrumentFaceAmount', '650000000', 'iso4217:USD', -3],
      ['a:Rate', '-0.0025', 'iso4217:USD', 4],
      ['dei:EntityRegistrantName', 'A & B', null, null],
      ['us-gaap:Cash', null, 'iso4217:USD', null],
    ])
    expect(read.facts[0]?.context).toEqual({
      entity: '0001138724',
      start: null,
      end: '2024-09-30',
      dimensions: [{ axis: 'us-gaap:DebtInstrumentAxis', member: 'a:NotesMember', typed: false }],
    })
    expect(read.texts.map(({ concept, text }) => [concept, text])).toEqual([['a:DebtTextBlock', 'We owe 5\nNotes | 650']])
    expect(read.unread).toEqual([])
  })

  test('what cannot be read', () => {
    const read = readInstance(
      instance(`<a:A contextRef="x" unitRef="u">1</a:A><a:B contextRef="c" unitRef="x">1</a:B>
<a:C contextRef="c" unitRef="u">1,000</a:C><a:D contextRef="c" unitRef="u">INF</a:D>`),
    )
    expect(read.facts).toEqual([])
    expect(read.unread.map(({ concept, why }) => `${concept}: ${why}`)).toEqual([
      'a:A: its context is not in the document',
      'a:B: its unit is not in the document',
      'a:C: "1,000" does not read as a number',
      'a:D: "INF" does not read as a number',
    ])
  })

  test('what is none is refused', () => {
    for (const text of ['<html><body/></html>', `${instance('')}<b/>`])
      expect(() => readInstance(text)).toThrow(expect.objectContaining({ name: 'ParseError', code: 'NOT_AN_INSTANCE' }))
    expect(() => readInstance(`<xbrl>${'<a>'.repeat(100)}`)).toThrow(
      expect.objectContaining({ name: 'ParseError', code: 'FILING_TOO_COMPLEX' }),
    )
  })
})
