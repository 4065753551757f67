import { describe, expect, test } from 'vitest'
import type { Tagged } from '../../pipeline/filings/fact.ts'
import { readInlineXbrl } from '../../pipeline/filings/inline-xbrl.ts'
import { context, duration, inlineDocument, instant, measure, member, segment, tagged, unit } from './inline.ts'
import numbers from './inline-xbrl.json' with { type: 'json' }

const read = (body: string, header: { resources?: string; hidden?: string } = {}): Tagged =>
  readInlineXbrl(inlineDocument(body, header))
const values = (body: string, header = {}) => read(body, header).facts.map((fact) => fact.value)
const reasons = (body: string, header = {}) => read(body, header).unread.map((unread) => unread.why)
const words = (name: string, text: string, attributes = '') =>
  `<ix:nonNumeric name="${name}" contextRef="nine" ${attributes}>${text}</ix:nonNumeric>`

describe('a number', () => {
  test('with everything it says', () => {
    const html = inlineDocument(
      `<table><tr><td>Total assets</td><td>$</td><td>${tagged('692,421', 'scale="3" decimals="-3"')}</td></tr></table>`,
    )
    expect(readInlineXbrl(html)).toEqual({
      facts: [
        {
          concept: 'us-gaap:Assets',
          context: { entity: '0001946573', start: null, end: '2025-09-30', dimensions: [] },
          unit: 'iso4217:USD',
          value: '692421000',
          number: 692_421_000,
          decimals: -3,
          shown: '692,421',
          place: { id: 'f1', offset: html.indexOf('<ix:nonFraction'), table: 1, row: 1, label: 'Total assets', hidden: false },
        },
      ],
      texts: [],
      unread: [],
    })
  })

  test.each(numbers)('%s %s -> %s', (text, attributes, value) => {
    const [fact, ...more] = read(`<p>We hold ${tagged(text, attributes)} of them.</p>`).facts
    expect([fact?.value, fact?.number, more]).toEqual([value, Number(value), []])
  })

  test.each([
    ['(5,398)', '"(5,398)" does not read as ixt:num-dot-decimal'],
    ['5,39.8,1', '"5,39.8,1" does not read as ixt:num-dot-decimal'],
    ['', '"" does not read as ixt:num-dot-decimal'],
    ['5 to 6', '"5 to 6" does not read as ixt:num-dot-decimal'],
    ['5<sup>1</sup>', '"5 (1)" does not read as ixt:num-dot-decimal'],
    ['1<br/>to 2', '"1 to 2" does not read as ixt:num-dot-decimal'],
  ])('that is none: %s', (text, why) => {
    expect(read(`<p>${tagged(text)}</p>`)).toMatchObject({ facts: [], unread: [{ concept: 'us-gaap:Assets', why }] })
  })

  test('attributes that are none, and formats nobody knows', () => {
    expect(reasons(`<p>${tagged('5', 'scale="1e3"')}${tagged('5', 'scale="1.5"')}${tagged('5', 'sign="+"')}</p>`)).toHaveLength(3)
    expect(reasons(`<p>${tagged('5', 'scale="999"')}</p>`)).toHaveLength(1)
    expect(reasons(`<p>${tagged('5', 'format="ixt:num-roman"')}</p>`)).toEqual(['"5" does not read as ixt:num-roman'])
    const bare = '<ix:nonFraction name="a:B" contextRef="now" unitRef="usd">'
    expect(read(`${bare}5.50</ix:nonFraction>${bare}1,234</ix:nonFraction>`)).toMatchObject({
      facts: [{ value: '5.5' }],
      unread: [{ why: '"1,234" does not read as a number' }],
    })
  })

  test('decimals, also from precision', () => {
    const decimals = (attributes: string) => read(`<p>${tagged('123,456', attributes)}</p>`).facts[0]?.decimals
    expect(decimals('decimals="INF"')).toBe('INF')
    expect(decimals('decimals="-3"')).toBe(-3)
    expect(decimals('decimals="x"')).toBeNull()
    expect(decimals('')).toBeNull()
    expect(decimals('precision="3"')).toBe(-3)
    expect(decimals('precision="INF"')).toBe('INF')
    expect(decimals('precision="8" scale="-9"')).toBe(11)
    expect(decimals('precision="2" scale="-6"')).toBe(2)
  })

  test('nil is no zero, whatever prefix the document has for it', () => {
    for (const nil of ['xsi:nil="true"', 'xs:nil="1"'])
      expect(read(`<table><tr><td>Debt</td><td>${tagged('', nil)}</td></tr></table>`)).toMatchObject({
        facts: [{ value: null, number: null, decimals: null, place: { label: 'Debt' } }],
        unread: [],
      })
    expect(read(`<p>${tagged('', 'xsi:nil="true"').replace('></ix:nonFraction>', '/>')} after</p>`).facts).toHaveLength(1)
    expect(values(`<p>${tagged('7', 'xsi:nil="false"')}</p>`)).toEqual(['7'])
  })

  test('nested tags each have the text inside', () => {
    const inner = tagged('5,398')
    const outer = `<ix:nonFraction name="a:Count" contextRef="then" unitRef="btc" format="ixt:num-dot-decimal">${inner}</ix:nonFraction>`
    const { facts } = read(`<p>${words('a:Sentence', `We hold ${outer} coins.`)}</p>`)
    expect(facts.map(({ concept, value }) => [concept, value])).toEqual([
      ['a:Sentence', 'We hold 5,398 coins.'],
      ['a:Count', '5398'],
      ['us-gaap:Assets', '5398'],
    ])
  })

  test('a fraction, where its quotient ends', () => {
    const fraction = (over: string, under: string) =>
      `<ix:fraction name="a:Rate" contextRef="now" unitRef="shares"><ix:numerator format="ixt:num-dot-decimal">${over}</ix:numerator> to <ix:denominator format="ixt:num-dot-decimal">${under}</ix:denominator></ix:fraction>`
    expect(values(fraction('1', '1,000'))).toEqual(['0.001'])
    expect(values(fraction('22.5', '3'))).toEqual(['7.5'])
    expect(reasons(fraction('1', '3'))).toEqual(['"1 to 3" does not read as a number'])
    expect(reasons(fraction('1', '0'))).toHaveLength(1)
    expect(reasons(fraction('1', '</ix:denominator><ix:denominator>2'))).toHaveLength(1)
  })
})

describe('contexts and units', () => {
  const at = (id: string) => tagged('1').replace('contextRef="now"', `contextRef="${id}"`)
  const contextOf = (resources: string) => read(`<p>${at('c')}</p>`, { resources }).facts[0]?.context

  test('instant, duration, forever, and an end at midnight', () => {
    expect(contextOf(context('c', instant('2025-06-30')))).toMatchObject({ start: null, end: '2025-06-30' })
    expect(contextOf(context('c', duration('2025-01-01', '2025-06-30')))).toMatchObject({
      start: '2025-01-01',
      end: '2025-06-30',
    })
    expect(contextOf(context('c', duration('2025-01-01T00:00:00', '2025-07-01T00:00:00')))).toMatchObject({
      start: '2025-01-01',
      end: '2025-06-30',
    })
    expect(contextOf(context('c', '<xbrli:forever/>'))).toMatchObject({ start: null, end: null })
  })

  test('explicit and typed members of segment and scenario, by axis', () => {
    const typed =
      '<xbrldi:typedMember dimension="a:YearAxis"><a:YearAxis.domain>2026-01-01</a:YearAxis.domain></xbrldi:typedMember>'
    const explicit = member('srt:CryptoAssetAxis', ' NAKA:BTCMember ')
    const scenario = context('c', instant('2025-06-30'), segment(explicit)).replace(
      '</xbrli:context>',
      `<xbrli:scenario>${typed}</xbrli:scenario></xbrli:context>`,
    )
    expect(contextOf(scenario)?.dimensions).toEqual([
      { axis: 'a:YearAxis', member: '2026-01-01', typed: true },
      { axis: 'srt:CryptoAssetAxis', member: 'NAKA:BTCMember', typed: false },
    ])
  })

  test.each([
    ['none', '', 'its context is not in the document'],
    ['no day', context('c', instant('2025-06-31')), '"2025-06-31" is not a date'],
    ['backwards', context('c', duration('2025-06-30', '2025-01-01')), '"2025-06-30" to "2025-01-01" is not a period'],
    ['no period', context('c', ''), 'its period is invalid'],
    ['no entity', context('c', instant('2025-06-30')).replace('0001946573', ' '), 'its context names no entity'],
    [
      'a part that is no dimension',
      context('c', instant('2025-06-30'), segment('<a:segment>x</a:segment>')),
      'its context has content that is not a dimension',
    ],
    [
      'one axis twice',
      context('c', instant('2025-06-30'), segment(member('a:A', 'a:x') + member('a:A', 'a:y'))),
      'its context names a:A twice',
    ],
    ['no member', context('c', instant('2025-06-30'), segment(member('a:A', ''))), 'its context names no member of a:A'],
    [
      'two under one id',
      context('c', instant('2025-06-30')) + context('c', instant('2025-03-31')),
      'its context appears there twice',
    ],
  ])('a context that cannot be read makes its facts unread: %s', (_, resources, why) => {
    expect(read(`<p>${at('c')}</p>`, { resources })).toMatchObject({ facts: [], unread: [{ concept: 'us-gaap:Assets', why }] })
  })

  test('one context repeated word for word is one', () => {
    expect(contextOf(context('c', instant('2025-06-30')).repeat(2))).toMatchObject({ end: '2025-06-30' })
  })

  test('units: measures, products, quotients, and those that are none', () => {
    const unitOf = (resources: string) =>
      read(`<p>${tagged('1').replace('unitRef="usd"', 'unitRef="u"')}</p>`, { resources }).facts[0]?.unit
    const per = `<xbrli:divide><xbrli:unitNumerator>${measure('iso4217:USD')}</xbrli:unitNumerator><xbrli:unitDenominator>${measure('xbrli:shares')}</xbrli:unitDenominator></xbrli:divide>`
    expect(unitOf(unit('u', measure(' BMNR:Bitcoin ')))).toBe('BMNR:Bitcoin')
    expect(unitOf(unit('u', measure('b:y') + measure('a:x')))).toBe('a:x*b:y')
    expect(unitOf(unit('u', per))).toBe('iso4217:USD/xbrli:shares')
    for (const none of [
      '',
      unit('u', ''),
      unit('u', per.replace(measure('xbrli:shares'), '')),
      unit('u', measure('a:x')) + unit('u', measure('a:y')),
      unit('u', measure('a:x')) + unit('u', measure('a:y')) + unit('u', measure('a:x')),
    ])
      expect(unitOf(none)).toBeUndefined()
    expect(reasons(`<p>${tagged('1').replace('unitRef="usd"', '')}</p>`)).toEqual(['its unit is not in the document'])
  })
})

describe('what is no number', () => {
  test('text, dates, truth values and durations', () => {
    const body = [
      words('dei:EntityRegistrantName', 'KINDLY&#160;MD,\n INC.'),
      words('dei:DocumentPeriodEndDate', '<b>September</b> 30,<br/>2025', 'format="ixt:date-monthname-day-year-en"'),
      words('dei:AmendmentFlag', '☐', 'format="ixt-sec:boolballotbox"'),
      words('a:Term', '2.5', 'format="ixt-sec:duryear"'),
      words('a:Empty', 'x', 'format="ixt:fixed-empty"'),
      words('a:Nil', '', 'xsi:nil="true"'),
    ].join('')
    const { facts, unread } = read(body)
    expect(facts.map((fact) => fact.value)).toEqual(['KINDLY MD, INC.', '2025-09-30', 'false', 'P2Y6M0D', '', null])
    expect(facts.every((fact) => fact.unit === null && fact.number === null)).toBe(true)
    expect(unread).toEqual([])
    expect(reasons(words('a:Day', 'September 31, 2025', 'format="ixt:date-monthname-day-year-en"'))).toEqual([
      '"September 31, 2025" does not read as ixt:date-monthname-day-year-en',
    ])
  })

  test('hidden facts, without a place in the page', () => {
    const { facts } = read('<p>9</p>', {
      hidden: `${words('dei:EntityCentralIndexKey', '0001946573')}${tagged('3')}`,
    })
    expect(facts.map(({ value, place }) => [value, place.hidden, place.table, place.label])).toEqual([
      ['0001946573', true, null, ''],
      ['3', true, null, ''],
    ])
  })

  test('a text block: paragraphs and rows in lines, footnote marks apart, excluded page ends left out', () => {
    const body = `<div>Before ${words(
      'us-gaap:DebtDisclosureTextBlock',
      `<p>Note 5. <b>Debt</b></p><p>We owe ${tagged('10')} million<sup>1</sup>.</p><ix:exclude><p>Page 7</p></ix:exclude>
       <table><tr><td>Notes</td><td><p>2027</p><p>due</p></td><td>$</td><td>650</td></tr><tr><td>Total</td></tr></table>`,
      'escape="true" id="t1"',
    )} after</div>`
    const { texts, facts } = read(body)
    expect(texts).toMatchObject([
      { concept: 'us-gaap:DebtDisclosureTextBlock', place: { id: 't1' }, context: { end: '2025-09-30' } },
    ])
    expect(texts[0]?.text.split('\n')).toEqual(['Note 5. Debt', 'We owe 10 million (1) .', 'Notes | 2027 due | $ | 650', 'Total'])
    expect(facts.map((fact) => fact.place.label)).toEqual(['We owe 10 million (1) .'])
  })

  test('a text block that begins and ends within a paragraph', () => {
    const body = `<p>The policy: ${words('us-gaap:CryptoPolicyTextBlock', 'held at <b>fair</b> value')}, always.</p><p>More</p>`
    expect(read(body).texts.map((block) => block.text)).toEqual(['held at fair value'])
  })

  test('continuations are followed in their chain, wherever they stand', () => {
    const body = `<ix:continuation id="c2">third</ix:continuation>${words('a:NoteTextBlock', '<p>first</p>', 'escape="true" continuedAt="c1"')}
      <p>between</p><ix:continuation id="c1" continuedAt="c2"><p>second</p></ix:continuation>${words('a:Name', 'Kindly', 'continuedAt="c3"')}<p><ix:continuation id="c3"> MD</ix:continuation></p>`
    const { texts, facts } = read(body)
    expect(texts.map((block) => block.text)).toEqual(['first\nsecond\nthird'])
    expect(facts.map((fact) => fact.value)).toEqual(['Kindly MD'])
  })

  test('a continuation that is missing or leads back leaves the tag unread', () => {
    const block = words('a:NoteTextBlock', 'x', 'continuedAt="c1"')
    const why = ['its continuation is not in the document']
    expect(reasons(block)).toEqual(why)
    expect(reasons(`${block}<ix:continuation id="c1" continuedAt="c1">y</ix:continuation>`)).toEqual(why)
  })

  test('footnotes and relationships are no facts, tuples are transparent', () => {
    const body = `<ix:footnote id="n1" footnoteRole="x">7 <b>coins</b></ix:footnote><ix:relationship fromRefs="f1" toRefs="n1"/>
      <ix:tuple name="a:T" tupleID="t">${tagged('5')}</ix:tuple>`
    expect(read(body)).toMatchObject({ facts: [{ value: '5' }], texts: [], unread: [] })
  })
})

describe('places', () => {
  test('the row of a table, else the sentence', () => {
    const body = `<table><tr><td>x</td></tr></table>
      <table><tr><td></td><td>2025</td></tr><tr><td><p>Bitcoin held</p></td><td>$</td><td>${tagged('1')}</td><td>${tagged('2')}</td></tr>
      <tr><td>Common stock, ${tagged('3')} shares. Issued ${tagged('4')}.</td></tr></table>
      <p>It rained. As of May 3, we held ${tagged('5')} coins. Then ${tagged('6')} more.</p>`
    expect(read(body).facts.map(({ place: { table, row, label } }) => [table, row, label])).toEqual([
      [2, 2, 'Bitcoin held'],
      [2, 2, 'Bitcoin held'],
      [2, 3, 'Common stock, 3 shares.'],
      [2, 3, 'Issued 4.'],
      [null, null, 'As of May 3, we held 5 coins.'],
      [null, null, 'Then 6 more.'],
    ])
  })

  test('a document without tags says nothing, one that binds them to another prefix is refused', () => {
    expect(readInlineXbrl('<html><body><p>8-K</p></body></html>')).toEqual({ facts: [], texts: [], unread: [] })
    expect(() => readInlineXbrl('<html xmlns:i="http://www.xbrl.org/2013/inlineXBRL"><body>x</body></html>')).toThrow(
      expect.objectContaining({ name: 'ParseError', code: 'INLINE_XBRL_PREFIX' }),
    )
  })
})
