import { describe, expect, test } from 'vitest'
import { docPages } from '../../../data/doc-pages.ts'
import { resolveDocLink } from '../../../server/docs/doc-page.ts'
import { renderMarkdown } from '../../../server/docs/render-markdown.ts'
import { closedAfter } from '../../closed-after.ts'
import { files, read } from '../../house/tree.ts'
import { edition, running } from '../fixture.ts'
import texts from './docs.json' with { type: 'json' }

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const server = closedAfter(await running(edition({ edition: 'e1' }), { doc: read }))

const page = (path: string) => server.get(path, { headers: { accept: browser } })
const paths = ['/docs', ...docPages.map(({ slug }) => `/docs/${slug}`)]

describe('the documentation', () => {
  test.each(paths)('%s is a page for a browser and a text for programs, both open', async (path) => {
    const html = await page(path)
    expect([html.status, html.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html.headers['content-security-policy']).toContain("style-src 'sha256-")
    expect(html.text.match(/<h1/g)).toHaveLength(1)
    expect(html.text).not.toMatch(/<script|<img|<iframe| style=|<!-- /)
    const text = await server.get(path)
    if (path === '/docs/api') expect(text.headers['content-type']).toContain('text/html')
    else {
      expect([text.status, text.headers['content-type'], text.headers.vary]).toEqual([
        200,
        'text/markdown; charset=utf-8',
        'Accept, Accept-Encoding',
      ])
      expect(text.text).toMatch(/^# /)
    }
  })

  test('the Markdown is the file itself; errors are JSON too', async () => {
    expect((await server.get('/docs/methodology', { headers: { accept: 'text/markdown' } })).text).toBe(
      read('docs/methodology.md'),
    )
    expect(
      JSON.parse((await server.get('/docs/errors?format=json', { headers: { accept: browser } })).text).count,
    ).toBeGreaterThan(20)
  })

  test('every link of a page leads to a page and a heading that exist, and no id is given twice', async () => {
    const pages = new Map(await Promise.all(paths.map(async (path) => [path, (await page(path)).text] as const)))
    const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    const broken: string[] = []
    for (const [path, html] of pages) {
      const ids = idsOf(html)
      broken.push(...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${path}: twice #${id}`))
      for (const [, href] of html.matchAll(/href="((?:\/docs|#)[^"]*)"/g)) {
        const [to = '', place] = href!.split('#')
        const target = pages.get(to === '' ? path : to)
        if (target === undefined || (place !== undefined && !idsOf(target).includes(place))) broken.push(`${path}: ${href}`)
      }
    }
    expect(broken).toEqual([])
  })

  test('pages are listed at the side of each, and follow one another', async () => {
    const { text } = await page('/docs/running')
    for (const { slug } of docPages) expect(text).toContain(`href="/docs/${slug}"`)
    const at = docPages.findIndex(({ slug }) => slug === 'running')
    expect(text).toContain(`<a rel="prev" href="/docs/${docPages[at - 1]!.slug}">`)
    expect(text).toContain(`<a rel="next" href="/docs/${docPages[at + 1]!.slug}">`)
  })

  test('a page that does not exist is 404 with what was meant', async () => {
    const answer = await server.get('/docs/methodolgy')
    expect([answer.status, JSON.parse(answer.text).suggestions]).toEqual([404, ['/docs/methodology']])
    expect((await page('/docs/methodolgy')).text).toContain('<a href="/docs/methodology">')
  })

  test('each compressed page weighs less than 60 KB', async () => {
    for (const path of paths) {
      const { bytes } = await server.get(path, { headers: { accept: browser, 'accept-encoding': 'br, gzip' } })
      expect([path, bytes.length < 60_000]).toEqual([path, true])
    }
  })

  test('every guide of docs/ has a page; how to write them, and decisions, are for those who change the code', () => {
    const guides = files.filter((path) => /^docs\/.*\.md$/.test(path) && !/^docs\/(decisions\/|style\.md)/.test(path))
    expect(guides.filter((path) => !docPages.some(({ file }) => file === path))).toEqual([])
    expect(docPages.filter(({ file }) => file !== null && !files.includes(file))).toEqual([])
  })
})

describe('Markdown as HTML', () => {
  const html = (text: string) => renderMarkdown(text, (href) => resolveDocLink('docs/running.md', href)).html.trim()

  test.each(texts)('%s', (markdown, expected) => {
    // whether a letter is written as itself or as its number is the same to a browser
    const plain = (text: string) => text.replaceAll('&amp;', '&#38;').replaceAll('&quot;', '&#34;')
    expect(plain(html(markdown))).toBe(expected)
  })

  test('an apostrophe is curly in text, and straight in code', () => {
    expect(html("Fisher's z of the banks' `it's`")).toBe('<p>Fisher’s z of the banks’ <code>it&#39;s</code></p>')
  })

  test('a table scrolls in its own box, and can be reached by the keyboard', () => {
    expect(html('| a | b |\n| - | - |\n| 1 | 2 |')).toBe(
      '<div class="scroll" role="group" tabindex="0" aria-label="Table: a, b"><table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
    )
  })

  test('a column without a name has no empty heading', () => {
    expect(html('| | b |\n| - | - |\n| 1 | 2 |')).toContain('<tr><td></td><th scope="col">b</th></tr>')
  })

  test('equal headings have different ids', () => {
    expect(html('## A\n\n## A').match(/id="[^"]+"/g)).toEqual(['id="a"', 'id="a-1"'])
  })
})
