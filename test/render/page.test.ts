import { describe, expect, test } from 'vitest'
import { palette } from '../../data/page-style.ts'
import type { BriefingDocument } from '../../pipeline/documents/briefing.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import type { ChartLine } from '../../pipeline/documents/charts.ts'
import { renderPage } from '../../pipeline/render/artifact.ts'
import { withNextDay } from '../../pipeline/render/page-head.ts'
import { briefingOf, priceReading, sayingOnly, today } from './documents.ts'
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
  renderPage(briefingKind, shown, { lines })
/** What stands on the page outside its style, its drawings and what is the same on every page, as text. */
const told = (html: string) =>
  html
    .replace(
      /<style>.*?<\/style>|<svg.*?<\/svg>|<div class="plot".*?<\/figure>|<a class="skip".*?<\/header>|<div class="crumbs".*?<\/div>|<footer.*<\/footer>/gs,
      '',
    )
    .replace(/<\/(?:th|td|li|p|h1|h2|small|span|dt|dd|strong|title)>|<br>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replaceAll('−', '-')
    .replaceAll('$', '')

describe('a page', () => {
  test('puts the sentence first, then the state, what would change it, what stands out, and the tables', () => {
    const html = page(briefingOf({ headline: 'Bitcoin is below its average', summary: 'It fell in a month. It rose in a year.' }))
    const order = [
      '<h1>Bitcoin is below its average</h1>',
      '<p class="stand">It fell in a month. It rose in a year.</p>',
      '<span>Supported</span></span> since 20 July (was quiet) · data good</div>',
      '<div class="plot"',
      '<h2>What would change it</h2>',
      '<h2>What stands out</h2>',
      '<h2>Correlations</h2>',
      '<h2>Against the 200-day average</h2>',
      '<h2>Readings</h2>',
      '<h2>Since last week</h2>',
      '<h2>How sure</h2>',
      '<h2>Next releases</h2>',
      '<h2>Sources and dates</h2>',
    ].map((part) => html.indexOf(part))
    expect(order).not.toContain(-1)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  test('has notices, fingerprint, notes, what is missing, and the same document in its other formats', () => {
    const html = page()
    for (const text of [document.title, document.fingerprint, ...document.notices, ...document.notes])
      expect(told(html)).toContain(text)
    expect(told(html)).toContain('Missing: Bitcoin 200-day average price (fewer than 200 daily prices are on record)')
    for (const format of ['json', 'markdown']) expect(html).toContain(`href="/api/btc?date=2026-07-23&#38;format=${format}"`)
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
  })

  test('every figure of it is in the JSON, but for the first day of a chart', () => {
    const seen = told(page()).replaceAll('three years', '')
    // the ends of the bar and of the interval stand in heads
    const heads = ['3', '-3', '-1', '95', '100']
    expect(figuresNotIn(seen, document).filter((figure) => !heads.includes(figure))).toEqual(['2026-03-25'])
    expect(figuresNotIn(seen.replace('67,561.67', '67,561.68'), document)).toContain('67561.68')
  })

  test('leads to the day before; once the day is over, to the day after too', () => {
    const html = page()
    const before = '<a rel="prev" href="/api/btc?date=2026-07-22&amp;format=html">← 22 July</a>'
    expect(html).toContain(
      `${before} <strong><time datetime="2026-07-23">23 July 2026</time></strong> <span class="next">24 July not published yet</span>`,
    )
    const past = withNextDay(html, '2026-07-27')
    expect(past).toContain(
      `${before} <strong><time datetime="2026-07-23">23 July 2026</time></strong> <a rel="next" href="/api/btc?date=2026-07-27&amp;format=html">27 July →</a>`,
    )
    expect(past).not.toContain('not published yet')
    expect(withNextDay(past, '2026-07-28')).toBe(past)
    expect(withNextDay('<p>a page from before there were days</p>', '2026-07-27')).toBe(
      '<p>a page from before there were days</p>',
    )
  })

  test('the states of the days before stand below the state of the day, each lane where its colour says', () => {
    const states = [
      { from: today - 300, to: today - 200, label: 'supported' },
      { from: today - 199, to: today - 199, label: 'unknown' },
      { from: today - 198, to: today - 100, label: 'quiet' },
      { from: today - 99, to: today, label: 'pressured' },
    ]
    const html = renderPage(briefingKind, document, { lines: [], states })
    expect(html).toContain(
      'aria-label="States from 25 September 2025 to 22 July 2026: supported 101 days, pressured 100, quiet 99, unknown 1"',
    )
    const lanes = /<div class="lanes">(.*?)<\/div>/.exec(html)![1]!
    expect([...lanes.matchAll(/class="(\w+)" d="M[\d.]+ (\d+)h/g)].map(([, kind, top]) => [kind, top])).toEqual([
      ['fu', '3'],
      ['fn', '21'],
      ['fd', '39'],
    ])
    expect(
      renderPage(briefingKind, document, { lines: [], states: states.slice(3, 4).map((run) => ({ ...run, from: today - 5 })) }),
    ).not.toContain('class="strip"')
  })

  test('a state, a signal and a turn have a shape that says what their colour does', () => {
    const shape = (html: string, word: string) =>
      new RegExp(`<span class="st (\\w+)"><svg[^>]*>(<[^>]+>)</svg><span>${word}</span>`).exec(html)?.slice(1)
    expect(shape(page(), 'Supported')).toEqual(['up', '<path d="M6 1 11.8 11H.2z"/>'])
    expect(shape(page(), 'Quiet')).toEqual(['flat', '<circle cx="6" cy="6" r="4.2"/>'])
    expect(shape(page(), 'Bearish for bitcoin')).toEqual(['down', '<path d="M6 11 .2 1h11.6z"/>'])
    expect(shape(page(), 'Rising')).toEqual(['flat', '<circle cx="6" cy="6" r="4.2"/>'])
    const silent = briefingOf({ state: { label: 'unknown', since: '2026-07-01', previous: null, since_at_least: false } })
    expect(shape(page(silent), 'Unknown')?.[0]).toBe('unknown')
  })

  test('no style stands on an element: the policy would drop it', () => {
    expect(page()).not.toMatch(/<[^>]* style=/)
  })

  test('without a history it has no chart, and says the rest', () => {
    expect(page(document, [])).not.toMatch(/class="(plot|tiny)"/)
    expect(page(document, [])).toContain('<h2>Readings</h2>')
  })

  test('what does not stand out, change or turn is not there', () => {
    const html = page(briefingOf({ points: [], turns: [], next_releases: [], confidence: null, changes: { '1d': [], '7d': [] } }))
    for (const head of ['What stands out', 'What would change it', 'Next releases', 'How sure']) expect(html).not.toContain(head)
    expect(html).toContain(
      'The state, the signals and the readings released weekly or less often did not change, and no record was set.',
    )
  })

  test('sample data says so under the title, once', () => {
    expect(page()).toContain('<p class="sample">SAMPLE DATA: invented values and issuers, not market data.</p>')
    expect(page().match(/SAMPLE DATA/g)).toHaveLength(1)
    expect(page(briefingOf({ sample: false, notices: [] }))).not.toContain('SAMPLE')
  })

  test('a table scrolls in a box that a keyboard reaches; those with drawings, of pairs and of readings, fit any screen', () => {
    const boxes = page().match(/<div class="scroll" tabindex="0" role="region" aria-label="Table: [^"]+"><table>/g)
    expect(boxes).toHaveLength(page().match(/<table>/g)!.length)
    expect(page().match(/<table role="table" class="drawn">/g)).toHaveLength(2)
  })

  test.each([
    '<img src=x onerror=alert(1)><script>alert(1)</script><style>*{}</style><iframe src=//a></iframe>',
    '</title></p></div></main><h1>own</h1><form action=//a><input autofocus onfocus=alert(1)>',
    '[a](javascript:alert(1)) ![b](https://a.example/b.png) <https://a.example> <a href="data:text/html,x" style="x">c</a>',
    "\"><svg onload=alert(1)> | `a` | 'onmouseover=alert(1) x=' &lt;script&gt; <!-- --> <![CDATA[ x ]]>",
  ])('lets nothing run, load, post or style, whatever a text of the document is: %s', (text) => {
    const hostile = sayingOnly(text)
    const shape = (html: string) =>
      html
        .replace(/<svg.*?<\/svg>/gs, '<svg>')
        .replace(/<span class="wrapped">(.*?)<\/span>/gs, '$1')
        .replace(/(aria-label|href)="[^"]*"/g, '$1')
        .match(/<[^>]*>/g)!
        .filter((tag) => !/^<\/?a\b/.test(tag))
    const plain = JSON.parse(
      JSON.stringify(hostile).replaceAll(JSON.stringify(text).slice(1, -1), 'p'.repeat(text.length)),
    ) as BriefingDocument
    const html = page(hostile, [{ ...line, title: text }])
    expect(shape(html)).toEqual(shape(page(plain, [{ ...line, title: 'plain' }])))
    const links = html.replace(/<a class="skip".*?<\/header>/s, '').match(/<a [^>]*>/g)!
    const link =
      /^<a href="(https?:\/\/|\/)[^"]*"( rel="noopener nofollow")?>$|^<a rel="prev" href="\/api\/btc\?date=2026-07-22&amp;format=html">$/
    expect(links.filter((tag) => !link.test(tag))).toEqual([])
    const drawing = /^<svg (class="(g|bar|track)" )?viewBox="[-\d. ]+"[^<>"]*(preserveAspectRatio="none" )?aria-hidden="true">$/
    expect(html.match(/<svg[^>]*>/g)!.filter((tag) => !drawing.test(tag))).toEqual([])
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
      (['ink', 'soft', 'faint', 'up', 'down', 'flat'] as const).flatMap((text) =>
        (['ground', 'panel'] as const).map((behind) => [scheme, text, behind, contrast(colours[text], colours[behind])] as const),
      ),
    ),
  )('%s: %s on %s has a contrast of at least 4.5', (_, __, ___, ratio) => expect(ratio).toBeGreaterThanOrEqual(4.5))

  test('the measure is that of WCAG: black on white is 21, #777777 on white 4.48', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 10)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })
})
