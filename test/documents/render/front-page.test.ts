import { describe, expect, test } from 'vitest'
import { offerPlace } from '../../../data/page-frame.ts'
import type { ChartLine } from '../../../pipeline/documents/charts.ts'
import type { Front } from '../../../pipeline/documents/front.ts'
import { frontPage } from '../../../pipeline/documents/render/front-page.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&'
const front: Front = {
  as_of: '2026-07-28',
  sample: true,
  headline: 'Real yields are at their highest since October 2023.',
  briefings: [
    {
      briefing: 'macro.snapshot',
      state: { label: 'mixed', since: '2026-07-17', since_at_least: false },
      headline: 'Real yields are at their highest since October 2023.',
      lead: { title: '10-year real yield', value: 2.44, unit: 'percent', period: '2026-07-27' },
      changes: ['Real yield: 2.44%, highest since 2023.'],
      freshness: 'fresh',
      fresh_until: '2026-07-29T13:00:00Z',
    },
    { briefing: 'btc.pulse', state: null, headline: hostile, lead: null, changes: [], freshness: 'stale', fresh_until: null },
  ],
  absent: [{ briefing: 'fx.liquidity', why: 'nothing has been read from FRED yet' }],
  metrics: [{ metric: 'vix', period: '2026-07-27' }],
}
const points = Array.from({ length: 20 }, (_, i) => [20_600 + i, 2 + i / 50] as const)
const line: ChartLine = { metric: 'real-yield-10y', title: '10-year real yield', unit: 'percent', points, beside: null }
const page = (changed: Partial<Front> = {}) =>
  frontPage({ ...front, ...changed }, { lines: [], glances: { 'macro.snapshot': line } })
const text = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the front page', () => {
  test('on sample data has of each briefing its state, headline, picture, figure, change since yesterday, price and freshness', () => {
    const html = page()
    for (const part of [
      'Edition of Tuesday 28 July 2026',
      'Mixed since 17 July',
      'Macro Snapshot Real yields are at their highest since October 2023.',
      '2.44% 10-year real yield, 27 Jul',
      'Since yesterday: Real yield: 2.44%, highest since 2023.',
      'Free $0.02 Fresh to 29 Jul 13:00Z',
      'No state',
      'Stale data',
      'No change',
    ])
      expect(text(html)).toContain(part)
    expect(html).toContain('<h3><a href="/api/macro?format=html">Macro Snapshot</a></h3>')
    expect(html.match(/class="tiny"/g)).toHaveLength(1)
    expect(html).toContain(offerPlace)
  })

  test('on real data shows what anyone may know and nothing that is sold', () => {
    const html = page({ sample: false })
    for (const part of ['Mixed since 17 July', 'Macro Snapshot', 'Free $0.02 Fresh to 29 Jul 13:00Z', '28 July 2026'])
      expect(text(html)).toContain(part)
    for (const part of ['Real yields', '2.44', 'highest', '10-year real yield', 'onerror', 'class="tiny"', 'SAMPLE'])
      expect(text(html.replace(/class="tiny"/g, ' class=tiny '))).not.toContain(part)
    expect(html).not.toContain('class="tiny"')
  })

  test('a briefing without an edition is one line with the reason; a metric leads to its page', () => {
    expect(text(page())).toContain('No edition on 28 July 2026. FX and Liquidity (nothing has been read from FRED yet).')
    expect(page()).toContain('<a href="/api/metrics/vix?format=html">VIX</a> <small>27 Jul</small>')
  })

  test('escapes what it shows, loads nothing, and styles no element', () => {
    expect(page()).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;')
    expect(page()).not.toMatch(/<(script|link|img|iframe|form)|<[^>]* style=/)
    expect(Buffer.byteLength(page())).toBeLessThan(60_000)
  })
})
