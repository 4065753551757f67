import { describe, expect, test } from 'vitest'
import { ParseError } from '../../pipeline/errors.ts'
import { readDocumentSet, readFiledDocument } from '../../pipeline/filings/document.ts'
import { ownTime } from '../own-time.ts'
import { context, inlineDocument, instant, tagged } from './inline.ts'
import { report } from './passages.ts'

const spans = (body: string) => readFiledDocument(report(body), ['8-K']).spans
const cells = (body: string) => spans(body).map(({ place, text, heading }) => ({ place, text, heading }))

describe('tables', () => {
  test('colspan, rowspan, split dollar signs, dashes and footnote marks', () => {
    const body = `<p>Update on bitcoin:</p><table>
      <tr><td colspan="3">During Period A</td><td></td><td colspan="3">As of June 1, 2025</td></tr>
      <tr><td rowspan="2">BTC<br/>Acquired (1)</td><td colspan="2">Price</td><td></td><td colspan="2">Aggregate<br>BTC<br>Holdings<sup>2</sup></td><td>Average</td></tr>
      <tr><td colspan="2">(in millions)</td><td></td><td colspan="2"></td><td>Price</td></tr>
      <tr><td>—</td><td>$</td><td>75.1</td><td>&#160;</td><td></td><td>580,955<sup>1</sup></td><td>$ 70,023</td></tr></table>`
    expect(cells(body)).toEqual([
      { place: 'table 1, row 4, column 1', text: '—', heading: 'During Period A | BTC Acquired (1)' },
      { place: 'table 1, row 4, column 3', text: '$ 75.1', heading: 'During Period A | Price | (in millions)' },
      { place: 'table 1, row 4, column 6', text: '580,955 (1)', heading: 'As of June 1, 2025 | Aggregate BTC Holdings (2)' },
      { place: 'table 1, row 4, column 7', text: '$ 70,023', heading: 'As of June 1, 2025 | Average | Price' },
    ])
  })

  test('a row with an empty cell of its own below the one from above, and so as wide as the table, stands in its own columns', () => {
    const body = `<p>Bitcoin:</p><table>
      <tr><td rowspan="2">Program</td><td></td><td>As of June 8, 2025</td></tr>
      <tr><td></td><td></td><td>BTC</td></tr>
      <tr><td>A</td><td></td><td>626</td></tr></table>`
    expect(cells(body).map(({ heading }) => heading)).toEqual(['Program', 'As of June 8, 2025 | BTC'])
    const filled = body.replace('<tr><td></td><td></td><td>BTC', '<tr><td>x</td><td></td><td>BTC')
    expect(cells(filled).map(({ heading }) => heading)).toEqual(['Program', 'As of June 8, 2025'])
  })

  test('two blocks in one table have each their own header', () => {
    const block = (day: string, held: string) =>
      `<tr><td>During</td><td>As of ${day}</td></tr><tr><td>BTC Acquired</td><td>Aggregate BTC Holdings</td></tr><tr><td>3</td><td>${held}</td></tr>`
    expect(
      cells(`<table>${block('December 31, 2025', '672,500')}${block('January 4, 2026', '673,783')}</table>`).map(
        (cell) => cell.heading,
      ),
    ).toEqual([
      'During | BTC Acquired',
      'As of December 31, 2025 | Aggregate BTC Holdings',
      'During | BTC Acquired',
      'As of January 4, 2026 | Aggregate BTC Holdings',
    ])
  })

  test('a section label after figures stands last in the headings, years are headers', () => {
    const body = `<table><tr><td></td><td>2024</td><td>2023</td></tr><tr><td>Bitcoin held</td><td>214,278</td><td>(189,150</td><td>)</td></tr>
      <tr><td>In thousands</td></tr><tr><td>Cost</td><td>$</td><td>5,074</td></tr></table>`
    expect(cells(body).map(({ text, heading }) => [text, heading])).toEqual([
      ['Bitcoin held', ''],
      ['214,278', '2024'],
      ['(189,150)', '2023'],
      ['Cost', 'In thousands'],
      ['$ 5,074', '2024 2023 | In thousands'],
    ])
  })

  test('a nested table is one of its own, and a page set in a table is prose', () => {
    const body = `<table><tr><td><p>On June 2 we hold bitcoin since 2020. No digit in bitcoin here.</p>
      <table><tr><td>Bitcoins</td><td>x</td></tr><tr><td>5</td><td>6</td></tr></table></td></tr></table>`
    expect(spans(body).map(({ place, text }) => `${place}: ${text}`)).toEqual([
      'paragraph 3, sentence 1: On June 2 we hold bitcoin since 2020.',
      'table 2, row 2, column 1: 5',
      'table 2, row 2, column 2: 6',
    ])
  })

  test('label, nearest heading, and what states the scale of the whole table', () => {
    const rows = '<tr><td></td><td>2025</td></tr><tr><td>Bitcoin</td><td>$</td><td>877</td></tr>'
    const told = (body: string) => {
      const span = spans(body).find(({ text }) => text === '$ 877')
      return [span?.label, span?.section, span?.terms]
    }
    expect(told(`<h2>Balance Sheets</h2><table>${rows}</table>`)).toEqual(['Bitcoin', 'Balance Sheets', ''])
    expect(told(`<p>Balance (in thousands)</p><p>(unaudited)</p><table>${rows}</table>`)[2]).toBe('Balance (in thousands)')
    expect(told(`<p>Note 5.</p><table>${rows.replace('<td></td>', '<td>(in millions)</td>')}</table>`)[2]).toBe('(in millions)')
    expect(told(`<table><tr><td colspan="3">In thousands</td></tr>${rows}</table>`)[2]).toBe('In thousands')
    expect(told(`<table>${rows.replace('2025', 'Value (in millions)')}</table>`)[2]).toBe('')
    expect(told(`<p>In thousands</p><table><tr><td>Cash</td><td>5</td></tr></table><table>${rows}</table>`)[2]).toBe('')
    expect(told(`<p>In thousands</p><p>${'long prose. '.repeat(30)}</p><table>${rows}</table>`)[2]).toBe('')
  })

  test('another subject than bitcoin', () => {
    const body = '<p>We sold 5 shares. We hold 6 BTC.</p><table><tr><td>STRF Stock</td><td>1,637.3</td></tr></table>'
    const texts = (concerns: (text: string) => boolean) =>
      readFiledDocument(report(body), null, concerns).spans.map((span) => span.text)
    expect(texts((text) => /shares|stock/iu.test(text))).toEqual(['We sold 5 shares.', 'STRF Stock', '1,637.3'])
    expect(texts(() => true)).toContain('We hold 6 BTC.')
  })

  test('another subject in another form', () => {
    const concerns = (text: string, form: string | null) => form === '8-K' && /\bATM\b/u.test(text)
    const body = '<p>The ATM has 5 left.</p>'
    expect(readFiledDocument(report(body), null, concerns).spans).toHaveLength(1)
    expect(readFiledDocument(report(body, 'FORM 10-Q'), null, concerns).spans).toHaveLength(0)
  })

  test('facts come with the passages, of the forms asked for', () => {
    const html = inlineDocument(`<p>FORM 8-K</p><p>As of May 3, we hold ${tagged('6')} BTC.</p>`)
    const read = readFiledDocument(html, ['8-K'])
    expect(read.facts.map(({ value, place }) => [value, place.label])).toEqual([['6', 'As of May 3, we hold 6 BTC.']])
    expect(read.spans.map(({ text }) => text)).toEqual(['As of May 3, we hold 6 BTC.'])
    expect(readFiledDocument(html, ['10-Q'])).toEqual({
      form: '8-K',
      spans: [],
      facts: [],
      texts: [],
      unread: [],
    })
  })

  test('tables that do not name bitcoin, nor their caption, give nothing', () => {
    expect(spans('<p>Shares sold:</p><table><tr><td>Class A</td><td>149,041</td></tr></table>')).toEqual([])
  })

  test('bounds: width, depth and number of passages', () => {
    const wide = `<table>${'<tr><td colspan="600">bitcoin</td><td colspan="600">7</td></tr>'}</table>`
    const deep = `${'<div>'.repeat(600)}1 bitcoin${'</div>'.repeat(600)}`
    const many = `<table><tr><td>bitcoin</td></tr>${'<tr><td>1</td></tr>'.repeat(20_001)}</table>`
    for (const [body, code] of [
      [wide, 'TABLE_TOO_WIDE'],
      [deep, 'FILING_TOO_COMPLEX'],
      [many, 'TOO_MANY_SPANS'],
    ] as const)
      expect(() => spans(body)).toThrow(expect.objectContaining({ name: 'ParseError', code }))
  })

  test('tens of thousands of cells, spans and unclosed tags are read or refused with two seconds of work', () => {
    const row = `<tr>${'<td rowspan="900">7</td>'.repeat(100)}</tr>`
    const pages = [
      `<p>bitcoin</p><table><tr>${'<td>header text</td>'.repeat(900)}</tr>${row.repeat(300)}</table>`,
      '<p>bitcoin 5 text of some length.'.repeat(4_000),
      `<table><tr><td>${'bitcoin (a)(b)(c) '.repeat(20_000)}</td><td>4</td></tr></table>`,
      '<table><tr><td>bitcoin 5'.repeat(150),
      `<p>${'As of May 3, 2025, the Company held, '.repeat(20_000)}</p>`,
    ]
    for (const page of pages) {
      const start = ownTime()
      try {
        readFiledDocument(report(page), null)
      } catch (error) {
        expect(error).toBeInstanceOf(ParseError)
      }
      expect(ownTime() - start).toBeLessThan(2_000)
    }
  })
})

describe('sentences', () => {
  test('place, heading, and the rule: bitcoin named and a digit', () => {
    const body = `<p>Bitcoin Holdings Update</p><p>On May 1, Strategy Inc. bought 5 bitcoins. It rained on May 2. Then U.S. bitcoin rules came. As of May 3, we hold 6 BTC.</p>`
    expect(spans(body).map(({ kind, place, text, heading }) => [kind, place, text, heading])).toEqual([
      ['sentence', 'paragraph 4, sentence 1', 'On May 1, Strategy Inc. bought 5 bitcoins.', 'Bitcoin Holdings Update'],
      ['sentence', 'paragraph 4, sentence 4', 'As of May 3, we hold 6 BTC.', 'Bitcoin Holdings Update'],
    ])
  })

  test('inline XBRL elements are transparent, their header is not read', () => {
    const body = `<div style="display:none"><ix:header><ix:hidden><ix:nonNumeric name="a">9 bitcoin</ix:nonNumeric></ix:hidden></ix:header></div>
      <p><ix:nonNumeric name="b">We hold <ix:nonFraction name="c">1</ix:nonFraction>,000 bit<span>coins</span></ix:nonNumeric></p><hr/><p/>`
    expect(spans(body).map((span) => span.text)).toEqual(['We hold 1,000 bitcoins'])
  })

  test('an over-long sentence is left out whole', () => {
    expect(spans(`<p>${'bitcoin 1 and '.repeat(400)}</p>`)).toEqual([])
  })
})

describe('cover', () => {
  test.each([
    ['FORM 8-K', '8-K'],
    ['Form&#160;8&#8209;K/A', '8-K/A'],
    ['FORM<br/>10-Q', '10-Q'],
    ['FORM 8-K12B', '8-K12B'],
    ['FORM 6-K', '6-K'],
    ['FORMS 8-K', null],
  ])('%s', (cover, form) => {
    const html = report('<p>As of May 3, we hold 6 BTC.</p>', cover)
    expect(readFiledDocument(html, null).form).toBe(form)
    expect(readFiledDocument(html, ['8-K', '8-K/A']).spans).toHaveLength(form?.startsWith('8-K') && form !== '8-K12B' ? 1 : 0)
  })

  test('split over two paragraphs, and not looked for beyond the cover', () => {
    expect(readFiledDocument(report('', 'FORM</p><p>8-K'), null).form).toBe('8-K')
    expect(readFiledDocument(report(`<p>${'x '.repeat(4_000)}</p><p>FORM 8-K</p>`, 'EXHIBIT'), null).form).toBeNull()
  })
})

describe('documents of one filing', () => {
  const at = (id: string, text: string) => tagged(text).replace('contextRef="now"', `contextRef="${id}"`)
  const read = (...documents: readonly string[]) =>
    readDocumentSet(
      documents,
      () => false,
      () => false,
    )
  const days = (...documents: readonly string[]) => read(...documents).map(({ facts }) => facts.map((fact) => fact.context.end))
  const other = inlineDocument(at('other', '1'), { resources: context('other', instant('2024-06-30')) })

  test('a tag refers to a context of another document, whichever comes first', () => {
    const document = inlineDocument(at('other', '2'))
    expect(days(other, document)).toEqual([['2024-06-30'], ['2024-06-30']])
    expect(days(document, other)).toEqual([['2024-06-30'], ['2024-06-30']])
  })

  test('the document’s own context of an id goes before one beside it', () => {
    const own = inlineDocument(at('other', '2'), { resources: context('other', instant('2023-06-30')) })
    expect(days(other, own)).toEqual([['2024-06-30'], ['2023-06-30']])
  })

  test('one in no document is a reason', () => {
    const [, second] = read(other, inlineDocument(at('nowhere', '2')))
    expect(second).toMatchObject({ facts: [], unread: [{ why: 'its context is not in the document' }] })
  })
})
