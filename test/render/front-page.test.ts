import { describe, expect, test } from 'vitest'
import { renderChosenParts } from '../../data/front-parts.ts'
import { offerMarker } from '../../data/page-frame.ts'
import type { ChartLine } from '../../pipeline/documents/charts.ts'
import type { Front } from '../../pipeline/documents/front.ts'
import { frontPage, topStories } from '../../pipeline/render/front-page.ts'

const hostile = '<img src=x onerror=alert(1)>"\'&'
const front: Front = {
  as_of: '2026-07-28',
  sample: true,
  across: null,
  leads: ['macro.snapshot', 'btc.pulse'],
  briefings: [
    {
      briefing: 'macro.snapshot',
      state: { label: 'mixed', since: '2026-07-17', since_at_least: false },
      headline: 'Real yields are at their highest since October 2023.',
      sentence: 'They rose 5 bp in the week.',
      lead: { title: '10-year real yield', value: 2.44, unit: 'percent', period: '2026-07-27' },
      changes: ['Real yield: 2.44%, highest since 2023.'],
      freshness: 'fresh',
      fresh_until: '2026-07-29T13:00:00Z',
    },
    {
      briefing: 'btc.pulse',
      state: null,
      headline: hostile,
      sentence: '',
      lead: null,
      changes: [],
      freshness: 'stale',
      fresh_until: null,
    },
  ],
  absent: [{ briefing: 'fx.liquidity', why: 'nothing has been read from FRED yet' }],
  metrics: [{ metric: 'vix', period: '2026-07-27' }],
}
const points = Array.from({ length: 20 }, (_, i) => [20_600 + i, 2 + i / 50] as const)
const line: ChartLine = { metric: 'real-yield-10y', title: '10-year real yield', unit: 'percent', points, beside: null }
const stored = (changed: Partial<Front> = {}) =>
  frontPage({ ...front, ...changed }, { lines: [], glances: { 'macro.snapshot': line } })
/** Every part in its longer form. */
const page = (changed: Partial<Front> = {}) => renderChosenParts(stored(changed), (_kind, _id, whole) => whole, true)
const text = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the front page', () => {
  test('has of each briefing its state, headline, picture, figure, change since yesterday, price and freshness', () => {
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
    expect(html.match(/class="tiny"/g)).toHaveLength(2)
    expect(html).toContain(offerMarker)
  })

  test('has a briefing also as anyone may see it: state, description, price, and neither headline nor figures', () => {
    const html = renderChosenParts(stored(), (kind, _id, _whole, short) => (kind === 'row' ? short : ''), false)
    for (const part of ['Mixed since 17 July', 'Macro Snapshot', 'Free Fresh to 29 Jul 13:00Z', '28 July 2026'])
      expect(text(html)).toContain(part)
    for (const part of ['Real yields', '2.44', 'highest', '10-year real yield', 'onerror', '$0'])
      expect(text(html)).not.toContain(part)
    expect(html).not.toContain('class="tiny"')
  })

  test('begins with its stories, or with the sentence across markets', () => {
    const { across, stories } = topStories(front, { lines: [] })
    expect([across, stories.map(({ row, sentence }) => [row.id, sentence])]).toEqual([
      null,
      [
        ['macro.snapshot', 'They rose 5 bp in the week.'],
        ['btc.pulse', ''],
      ],
    ])
    expect(page()).toMatch(
      /<h1><a href="\/api\/macro\?format=html">Real yields are at their highest since October 2023<\/a><\/h1>/,
    )
    const wild = page({ across: 'Stocks and bonds fell together.' })
    expect(wild.match(/<h1>.*?<\/h1>/g)).toEqual(['<h1>Stocks and bonds fell together.</h1>'])
  })

  test('a briefing without an edition is a link in the line of its market; a metric leads to its page', () => {
    expect(page()).toContain('<a href="/api/fx?format=html">FX and Liquidity</a>')
    expect(page()).toContain('<a href="/api/metrics/vix?format=html">VIX</a> <small>27 Jul</small>')
  })

  test('escapes what it shows, loads nothing, and styles no element', () => {
    expect(page()).toContain('&#60;img src=x onerror=alert(1)&#62;&#34;&#39;&#38;')
    expect(page()).not.toMatch(/<(script|link|img|iframe|form)|<[^>]* style=/)
    expect(Buffer.byteLength(page())).toBeLessThan(60_000)
  })
})
