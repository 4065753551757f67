import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { docPages } from '../../data/doc-pages.ts'
import { metricRows } from '../../data/metrics.ts'
import { executable, launch } from './chromium.ts'
import { openSite, type Site } from './site.ts'
import { violations } from './violations.ts'

const isNightly = process.env['NIGHTLY'] === '1'
const docPaths = ['/docs', ...docPages.map(({ slug }) => `/docs/${slug}`)]
const metricPaths = metricRows.map(({ metric }) => `/api/metrics/${metric}`)
/** Pages on sample data. */
const paths = [
  '/',
  ...briefingRows.map(({ path }) => path),
  '/api/btc?date=2026-11-19',
  ...['bitcoin-price', 'net-liquidity', 'treasury-10y', 'mstr-bitcoin-holdings'].map((metric) => `/api/metrics/${metric}`),
  '/companies',
  '/companies?search=nobody',
  ...['MZPX', 'PLFX/numbers', '9902'].map((company) => `/api/companies/${company}?format=html`),
  '/prices',
  '/sign-in',
  '/forgot',
  ...docPaths,
  '/api/btc?date=2020-01-01',
  '/nothing/here',
]
/** Before a change lands axe looks at one page of each kind, at night at all of them. */
const looked = isNightly ? paths : paths.filter((path) => !/^\/(api\/(?!btc($|\?)|macro$|metrics|companies)|docs\/)/.test(path))
const narrowDark = { viewport: { width: 390, height: 900 }, colorScheme: 'dark' } as const
const wideLight = { viewport: { width: 1_280, height: 900 }, colorScheme: 'light' } as const

describe.skipIf(executable === undefined)('the site in a browser', () => {
  let browser: Browser
  let site: Site
  beforeAll(async () => {
    site = await openSite()
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await site?.close()
  })

  async function withPage<T>(options: BrowserContextOptions, use: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext(options)
    try {
      return await use(await context.newPage())
    } finally {
      await context.close()
    }
  }

  describe.each([
    ['light', wideLight, null],
    // what else axe looks at does not change with the colours
    ['dark', narrowDark, ['color-contrast', 'scrollable-region-focusable']],
  ] as const)('%s', (_, options, rules) => {
    test.each(looked)('axe finds nothing wrong with %s, and nothing overflows', async (path) => {
      await withPage(options, async (page) => {
        await page.goto(`${site.sample}${path}`)
        expect(await violations(page, rules)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0)
      })
    })

    test.each(['/api/btc', '/api/cross/regime?date=2026-07-20', '/sign-in?next=/api/btc'])(
      'with real data axe finds nothing wrong with %s',
      async (path) => {
        await withPage(options, async (page) => {
          await page.goto(`${site.real}${path}`)
          expect(await violations(page, rules)).toEqual([])
        })
      },
    )
  })

  test('axe would see what is wrong', async () => {
    await withPage(wideLight, async (page) => {
      await page.setContent('<img src="a.png"><a href="#x"></a><p style="color:#ccc">faint</p>')
      const ids = (await violations(page)).map((text) => text.split(':')[0])
      expect(ids).toEqual(expect.arrayContaining(['image-alt', 'link-name', 'color-contrast']))
    })
  })

  test('every page weighs less than 60 KB as it is sent, runs no script and asks nobody else', async () => {
    const weights = await Promise.all(
      [...paths, ...metricPaths].map(async (path) => {
        const answer = await fetch(`${site.sample}${path}`, { headers: { accept: 'text/html' } })
        // data for search engines and addresses of feeds load nothing
        const html = (await answer.text()).replaceAll(
          /<script type="application\/ld\+json">.*?<\/script>|<link rel="alternate"[^>]*>/gs,
          '',
        )
        return {
          path,
          size: gzipSync(html).length,
          type: answer.headers.get('content-type'),
          scripts: /<script|<link|<img|<iframe/.test(html),
        }
      }),
    )
    expect(weights.filter(({ size, scripts }) => size >= 60_000 || scripts)).toEqual([])
    expect(weights.filter(({ type }) => !type?.startsWith('text/html')).map(({ path }) => path)).toEqual([])
    await withPage({ ...wideLight, javaScriptEnabled: false }, async (page) => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      for (const path of paths) await page.goto(`${site.sample}${path}`)
      expect(requests).toEqual(paths.map((path) => `${site.sample}${path}`))
    })
  })

  /** Tabs to a link, button or field whose text or address fits, sees that it shows where the focus is, and gives its text. */
  async function tabTo(page: Page, wanted: RegExp): Promise<string> {
    const focused = `(() => { const { activeElement: at } = document; const style = getComputedStyle(at);
      return { text: (at.getAttribute('aria-label') ?? at.textContent).trim(), href: at.getAttribute('href') ?? at.id, outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2 } })()`
    for (let presses = 0; presses < 600; presses++) {
      await page.keyboard.press('Tab')
      const { text, href, outline } = (await page.evaluate(focused)) as { text: string; href: string; outline: boolean }
      if (!wanted.test(text) && !wanted.test(href)) continue
      expect([text, outline]).toEqual([text, true])
      return text
    }
    throw new Error(`${page.url()} has nothing like ${wanted} that the keyboard reaches`)
  }
  async function enter(page: Page, wanted: RegExp): Promise<void> {
    await tabTo(page, wanted)
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
    await page.waitForLoadState()
  }
  const headline = async (page: Page) => (await page.locator('h1').textContent()) ?? ''
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

  describe('with the keyboard alone, from the front page', () => {
    test('every briefing is read', async () => {
      await withPage(wideLight, async (page) => {
        for (const { path } of isNightly ? briefingRows : briefingRows.filter((_, at) => at % 11 === 0)) {
          await page.goto(site.sample)
          await enter(page, new RegExp(`^${literal(path)}(\\?format=html)?$`))
          expect([path, new URL(page.url()).pathname]).toEqual([path, path])
          expect((await headline(page)).length).toBeGreaterThan(10)
        }
      })
    })

    test('a company is found by its name', async () => {
      await withPage(narrowDark, async (page) => {
        await page.goto(site.sample)
        await enter(page, /^\/companies$/)
        await tabTo(page, /^search$/)
        await page.keyboard.type('marzipan')
        await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
        await enter(page, /^\/api\/companies\/MZPX/)
        expect(await page.title()).toContain('Marzipan')
        await enter(page, /^\/companies$/)
      })
    })

    test('yesterday and back', async () => {
      await withPage(wideLight, async (page) => {
        await page.goto(site.sample)
        await enter(page, /^\/api\/macro(\?format=html)?$/)
        const today = await headline(page)
        await enter(page, /^← 19 November/)
        expect(page.url()).toContain('date=2026-11-19')
        expect(await page.locator('main').textContent()).toContain('19 November 2026')
        await enter(page, /^20 November.* →$/)
        expect([page.url().includes('date=2026-11-20'), await headline(page)]).toEqual([true, today])
      })
    })

    test('how a figure is made: the metric, its formula and the methodology', async () => {
      await withPage(wideLight, async (page) => {
        await page.goto(site.sample)
        await tabTo(page, /^Macro \d+$/)
        await page.keyboard.press('Enter')
        await enter(page, /^\/api\/metrics\/net-liquidity(\?format=html)?$/)
        expect(await page.locator('main').textContent()).toMatch(/fed-balance/)
        await enter(page, /^\/docs\/methodology(#|$)/)
        expect(await headline(page)).toBe('Methodology')
        await enter(page, /^#signal$/)
        expect(new URL(page.url()).hash).toBe('#signal')
      })
    })

    test('how to get a key, what it includes, and the glossary', async () => {
      await withPage(narrowDark, async (page) => {
        await page.goto(site.sample)
        await enter(page, /^\/sign-in$/)
        await enter(page, /^\/prices#key$/)
        expect(await page.locator('#key').textContent()).toMatch(/keys create.*Requests per hour/s)
        await enter(page, /^\/docs\/glossary$/)
        expect(await headline(page)).toBe('Concepts and glossary')
        await enter(page, /^Getting started$/)
        expect(page.url()).toMatch(/\/docs\/start$/)
      })
    })
  })

  test('with real data a person signs in with a key by the keyboard, reads, and signs out', async () => {
    await withPage(wideLight, async (page) => {
      const first = await page.goto(`${site.real}/api/btc`)
      expect([first!.status(), await page.locator('main').textContent()]).toEqual([401, expect.stringContaining('Sign in')])
      await enter(page, /^\/sign-in\?next=/)
      await tabTo(page, /^key$/)
      await page.keyboard.type('mb_live_wrong')
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
      expect(await page.locator('[role=alert]').textContent()).toContain('unknown, mistyped, revoked or expired')
      await tabTo(page, /^key$/)
      await page.keyboard.type(site.holders.keys.pro)
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
      await page.waitForURL(`${site.real}/api/btc`)
      expect(await page.locator('body').textContent()).toContain('briefing btc.quick-check of e1')
      const [cookie] = await page.context().cookies()
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      expect(cookie!.value).not.toContain(site.holders.keys.pro)
      expect(
        await page
          .evaluate(`fetch('/api/btc', { headers: { accept: 'text/html' } }).then(({ status }) => status)`)
          .catch(() => 'refused'),
      ).not.toBe(200)
      await page.goto(`${site.real}/sign-in`)
      await tabTo(page, /^Sign out$/)
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
      await page.waitForLoadState()
      expect((await page.goto(`${site.real}/api/btc`))!.status()).toBe(401)
    })
  })
})
