import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { frontPage } from '../../server/pages/page.ts'
import type { PaymentStatus } from '../../server/schemas/payment.ts'
import { sampleHome, viewOf } from './home.ts'

/** Bytes a page may send, compressed as it is sent, and have to lay out. */
const heaviest = { sent: 30_000, plain: 130_000 }

/** Every page of the sample edition, by place and format. */
const pages = new Map<string, string>()

beforeAll(async () => {
  const view = await viewOf((await sampleHome()).folder)
  for (const { place } of view.entries.values())
    for (const format of ['html', 'latest.html'] as const) {
      const stored = view.resident(place, format)
      if (stored === null) continue
      // the front page is stored in parts, of which the server chooses
      const html = place === 'system/front' ? frontPage(view, { enabled: true } as PaymentStatus) : stored.plain.toString('utf8')
      pages.set(`${place} ${format}`, html)
    }
})

/** What is wrong with a page, by the rules that hold for all of them. */
function faultsOf(html: string): string[] {
  const body = html.slice(html.indexOf('<body>'))
  const heads = [...body.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level))
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
  const hrefs = [...body.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href!)
  return [
    ...(Buffer.byteLength(html) > heaviest.plain ? [`${Buffer.byteLength(html)} bytes`] : []),
    ...(gzipSync(html).length > heaviest.sent ? [`${gzipSync(html).length} bytes when sent`] : []),
    ...(heads.filter((level) => level === 1).length === 1 ? [] : ['not one h1']),
    ...(heads.every((level, i) => level <= (heads[i - 1] ?? 0) + 1) ? [] : [`heads ${heads.join('')}`]),
    ...(body.match(/<main id="main">/g)?.length === 1 ? [] : ['not one main']),
    ...(new Set(ids).size === ids.length ? [] : ['an id twice']),
    ...(/<(script|link|img|iframe|form|object)\b|<[^>]* (style|on\w+)=/.exec(body) ?? []).slice(0, 1),
    ...(body.match(/<th\b(?![^>]* scope=)[^>]*>/g) ?? []),
    ...(body.match(/undefined|NaN|\[object/) ?? []),
    ...hrefs.filter((href) => !/^(https?:\/\/|\/|#main$|#[a-z]+$)/.test(href)),
    ...hrefs.filter((href) => /^#/.test(href) && !ids.includes(href.slice(1))),
    ...[...body.matchAll(/<svg[^>]*>/g)].flatMap(([tag]) => (tag.includes('aria-hidden="true"') ? [] : [tag])),
  ]
}

describe('the pages of an edition', () => {
  test('are those of its front, briefings, metrics, treasuries and calibration', () => {
    const places = [...pages.keys()]
    expect(places).toEqual(expect.arrayContaining(['system/front html', 'system/calibration html', 'treasuries/list html']))
    for (const { id } of briefingRows) expect(places).toContain(`briefing/${id} html`)
    const metrics = places.filter((place) => place.startsWith('metric/'))
    expect(metrics.length).toBeGreaterThan(metricRows.length)
  })

  test('weigh less than 30 KB as they are sent, load and run nothing, and have heads in order, one main, scoped headers and known addresses', () => {
    expect([...pages].flatMap(([name, html]) => faultsOf(html).map((fault) => `${name}: ${fault}`))).toEqual([])
    const [html] = pages.values() as unknown as [string]
    expect(
      faultsOf(
        html
          .replace('<h2', '<h4')
          .replace('<main', '<script></script><section')
          .padEnd(heaviest.plain + 1),
      ),
    ).toHaveLength(4)
  })

  test('show the picture their subject needs', () => {
    const of = (id: string) => pages.get(`briefing/${id} html`)!
    expect(of('macro.snapshot')).toContain('<b>Treasury yield curve</b>')
    expect(of('cross.regime')).toContain('<b>Probability of each regime</b>')
    expect(of('cross.correlations')).toContain('<h2>Every pair</h2>')
    expect(of('btc.treasury')).toContain('<h2>Holders, largest first</h2>')
    expect(pages.get('metric/treasury-10y html')).toMatch(
      /<div class="plot under" role="img" aria-label="The signal on each day: /,
    )
    expect(pages.get('metric/net-liquidity html')).toContain('<h2>How it is computed</h2>')
    expect([...pages.values()].filter((html) => /SAMPLE DATA/.test(html))).toHaveLength(pages.size)
  })

  test('name filings, not addresses', () => {
    const texts = [...pages.values()].flatMap((html) => [...html.matchAll(/>([^<]*)<\/a>/g)].map(([, text]) => text!))
    expect(texts.filter((text) => /^https?:|sec\.gov|edinet-fsa/.test(text))).toEqual([])
    expect(texts.filter((text) => /^8-K of \d+ \w+ \d{4}$/.test(text)).length).toBeGreaterThan(5)
  })
})
