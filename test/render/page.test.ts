import { describe, expect, test } from 'vitest'
import { palette } from '../../data/page-style.ts'
import type { ChartLine } from '../../pipeline/briefings/chart-lines.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingMarkdown } from '../../pipeline/render/briefing-markdown.ts'
import { renderPage } from '../../pipeline/render/page.ts'
import { briefingOf, priceReading, today } from './documents.ts'
import { figuresNotIn } from './figures.ts'

const days = 120
/** Ends in the value and period of the document's own reading, as every chart does. */
const line: ChartLine = {
  metric: 'bitcoin-price',
  title: 'Bitcoin price',
  unit: 'USD',
  points: Array.from({ length: days }, (_, i) => [today - days + 1 + i, priceReading.value - days + 1 + i] as const),
  beside: null,
}
const document = briefingOf()
const page = (shown: BriefingDocument = document, lines: readonly ChartLine[] = [line]) =>
  renderPage(shown, briefingMarkdown(shown), lines, '/api/btc')
/** What stands on the page outside its style and drawings, as text. */
const told = (html: string) =>
  html
    .replace(/<style>.*?<\/style>|<svg.*?<\/svg>|<footer>.*<\/footer>/gs, '')
    .replace(/<\/(?:th|td|li|p|h1|h2|small|span|title)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&amp;/g, '&')

describe('a page', () => {
  test('has what the Markdown has: headings, tables, notices, fingerprint, and the same document in its other formats', () => {
    const html = page()
    const markdown = briefingMarkdown(document)
    for (const heading of markdown.matchAll(/^## (.+)$/gm)) expect(html).toContain(`<h2>${heading[1]}</h2>`)
    expect(html.match(/<table>/g)).toHaveLength(markdown.match(/^\|-/gm)!.length)
    for (const text of [document.title, document.summary, document.fingerprint, ...document.notices, ...document.notes])
      expect(told(html)).toContain(text)
    for (const format of ['json', 'markdown']) expect(html).toContain(`href="/api/btc?date=2026-07-23&amp;format=${format}"`)
    expect(Buffer.byteLength(html)).toBeLessThan(40_000)
  })

  test('every figure of it is in the JSON, but for the first day of a chart', () => {
    const first = '2026-03-25'
    expect(figuresNotIn(told(page()), document)).toEqual([first])
    expect(figuresNotIn(told(page(document, [])), document)).toEqual([])
    expect(figuresNotIn(told(page()).replace('67,561.67', '67,561.68'), document)).toContain('67561.68')
  })

  test('a chart says its newest figure, its days, its source, and what stands beside it', () => {
    const beside = { metric: 'btc-price-200d-ma', title: 'Bitcoin 200-day average price', points: line.points.slice(20) }
    const caption = /<figcaption>(.*?)<\/figcaption>/.exec(page(document, [{ ...line, beside }]))![1]!
    expect(told(caption).split('\n')).toEqual([
      'Bitcoin price',
      ' 67,561.67 USDBitcoin 200-day average price 67,561.67 USD',
      '2026-03-25 to 2026-07-22, Coin Metrics',
      '',
    ])
  })

  test('without a history it has no chart, and says the rest', () => {
    expect(page(document, [])).not.toContain('<svg')
    expect(page(document, [])).toContain('<h2>Readings</h2>')
  })

  test('sample data says so under the title, once', () => {
    expect(page()).toContain('<p class="sample">SAMPLE DATA: invented values and issuers, not market data.</p>')
    expect(page().match(/SAMPLE DATA/g)).toHaveLength(1)
    expect(page(briefingOf({ sample: false, notices: [] }))).not.toContain('SAMPLE')
  })

  test('a table scrolls in a box that a keyboard reaches', () => {
    const boxes = page().match(/<div class="scroll" tabindex="0" role="region" aria-label="Table: [^"]+"><table>/g)
    expect(boxes).toHaveLength(page().match(/<table>/g)!.length)
  })

  test.each([
    '<img src=x onerror=alert(1)><script>alert(1)</script><style>*{}</style><iframe src=//a></iframe>',
    '</title></p></div></main><h1>own</h1><form action=//a><input autofocus onfocus=alert(1)>',
    '[a](javascript:alert(1)) ![b](https://a.example/b.png) <https://a.example> <a href="data:text/html,x" style="x">c</a>',
    "\"><svg onload=alert(1)> | `a` | 'onmouseover=alert(1) x=' &lt;script&gt; <!-- --> <![CDATA[ x ]]>",
  ])('lets nothing run, load, post or style, whatever a text of the document is: %s', (text) => {
    const hostile = briefingOf({
      title: text,
      summary: text,
      state: { label: text, since: '2026-07-20', previous: text, since_at_least: false },
      readings: { 'bitcoin-price': { ...priceReading, title: text, source: { ...priceReading.source, name: text } } },
      sections: [
        {
          id: 'x',
          title: text,
          note: text,
          columns: [{ key: 'a', label: text, unit: text }],
          rows: [{ a: text }, { a: `https://a.example/${text}` }],
        },
      ],
      sources: [{ id: 'x', name: text, url: text, as_of: '2026-07-22' }],
      notices: [`SAMPLE DATA ${text}`, text],
      notes: [text],
    })
    const shape = (html: string) =>
      html
        .replace(/<svg.*?<\/svg>/gs, '<svg>')
        .replace(/(aria-label|href)="[^"]*"/g, '$1')
        .match(/<[^>]*>/g)!
        .filter((tag) => !/^<\/?(a|time|code|em|strong)\b/.test(tag))
    const plain = JSON.parse(JSON.stringify(hostile).replaceAll(JSON.stringify(text).slice(1, -1), 'plain')) as BriefingDocument
    const html = page(hostile, [{ ...line, title: text }])
    // A long cell is marked as such: the one difference a text may make.
    const withoutLong = (tags: string[]) => tags.map((tag) => tag.replace(' class="long"', ''))
    expect(withoutLong(shape(html))).toEqual(withoutLong(shape(page(plain, [{ ...line, title: 'plain' }]))))
    expect(
      html.match(/<a [^>]*>/g)!.filter((tag) => !/^<a href="(https?:\/\/|\/)[^"]*"( rel="noopener nofollow")?>$/.test(tag)),
    ).toEqual([])
    expect(html.match(/<svg[^>]*>/g)).toEqual(['<svg class="chart" viewBox="0 0 360 200" role="img">'])
  })
})

describe('colours', () => {
  const luminance = (hex: string) => {
    const [r, g, b] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const contrast = (a: string, b: string) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
    return (high + 0.05) / (low + 0.05)
  }

  test.each(
    Object.entries(palette).flatMap(([scheme, colours]) =>
      (['ink', 'quiet', 'accent', 'warn'] as const).flatMap((text) =>
        (['ground', 'panel'] as const).map((behind) => [scheme, text, behind, contrast(colours[text], colours[behind])] as const),
      ),
    ),
  )('%s: %s on %s has a contrast of at least 4.5', (_, __, ___, ratio) => expect(ratio).toBeGreaterThanOrEqual(4.5))

  test('the measure is that of WCAG: black on white is 21, #777777 on white 4.48', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})
