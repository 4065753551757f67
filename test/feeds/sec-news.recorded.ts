import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createActivities } from '../../activities/index.ts'
import { ParseError } from '../../pipeline/errors.ts'
import { secCurrent } from '../../pipeline/feeds/sec-current.ts'
import { isNewsForm } from '../../pipeline/news/current-report.ts'
import { select } from '../../pipeline/warehouse/store.ts'
import { depsOf, temporaryHome } from '../end-to-end/home.ts'
import { context } from '../end-to-end/past-days.ts'
import { recordedFolder } from '../recorded.ts'
import { recordingOf } from '../recording-of.ts'
import lines from '../truth/news-lines.json' with { type: 'json' }

const address = 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent'
const at = '2026-01-12T16:28:55Z'
const folder = join(recordedFolder, 'sec', 'current')
const names = () =>
  readdirSync(folder)
    .filter((name) => /^getcurrent_all_2026-01-12_start\d{4}\.atom$/.test(name))
    .sort()
const bodyOf = (name: string) => readFileSync(join(folder, name))
const parse = (body: Uint8Array | string, url = `${address}&type=8-K&count=100&output=atom`) =>
  secCurrent.parse(typeof body === 'string' ? Buffer.from(body, 'latin1') : body, recordingOf(url, body, at))
const feed = (...entries: string[]) =>
  `<?xml version="1.0" encoding="ISO-8859-1" ?><feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`

describe('51 recorded pages of every form', () => {
  let pages: ReturnType<typeof parse>[]
  beforeAll(() => {
    pages = names().map((name) => parse(bodyOf(name), `${address}&count=100&type=&output=atom`))
  })

  test('hold 433 8-Ks, each one record; of 96 of them only carriers are named', () => {
    const rows = pages.flatMap(({ rows, rejected }) => {
      expect(rejected).toEqual([])
      return (rows.news_record ?? []).filter(({ form }) => form?.startsWith('8-K'))
    })
    const ids = new Map(rows.map((row) => [row.id, row]))
    expect(ids.size).toBe(433)
    const carriers = [...ids.values()].filter(({ items }) =>
      items?.split(',').every((each) => each === '7.01' || each === '9.01'),
    )
    expect(carriers).toHaveLength(96)
    for (const { title } of carriers) expect(title).toMatch(/^(Regulation FD disclosure|Financial statements and exhibits)/)
    // co-registrants may be on either side of the end of a page
    for (const { id, title, day } of rows) expect([ids.get(id)!.title, ids.get(id)!.day]).toEqual([title, day])
  })
  test('that past the end is HTML: no body of this feed', () => {
    const html = readFileSync(join(folder, 'getcurrent_all_2026-01-12_start5100_error503.html'))
    expect(() => parse(html)).toThrow(ParseError)
  })
  test.each(lines.filter(({ source }) => source === 'sec'))('read by hand: $id', (line) => {
    const rows = pages.map((page) => page.rows)
    const records = rows.flatMap(({ news_record = [] }) => news_record).filter(({ id }) => id === line.id)
    const companies = rows.flatMap(({ news_company = [] }) => news_company).filter(({ id }) => id === line.id)
    expect(records[0]).toMatchObject({
      ...{ form: line.form, day: line.date, clock: null, link: line.link, language: line.language },
      ...{ items: line.items_in_filing!.join(','), kinds: line.news_kinds!.join(',') },
    })
    expect(new Map(companies.map(({ company, name }) => [company, name]))).toEqual(
      new Map(line.companies!.map(({ name, cik }) => [`us:${cik}`, name])),
    )
  })
})

const home = await temporaryHome()
afterAll(() => home.remove())

describe('a reader that comes every hour, and once stays away for three', () => {
  test('misses none of the 433 8-Ks and doubles none, pages shifting between its requests', async () => {
    // one entry a party, newest first, as the feed of 8-Ks would have them
    const entries = [
      ...new Map(
        names()
          .flatMap((name) => [
            ...bodyOf(name)
              .toString('latin1')
              .matchAll(/<entry>.*?<\/entry>/gs),
          ])
          .map(([text]) => [`${/<title>.*<\/title>/.exec(text)} ${/<id>.*<\/id>/.exec(text)}`, text]),
      ).values(),
    ]
      .filter((text) => isNewsForm(/term="([^"]*)"/.exec(text)![1]!) && /term="8-K/.test(text))
      .map((text) => ({ text, accepted: Date.parse(/<updated>(.*)<\/updated>/.exec(text)![1]!) }))
      .sort((a, b) => b.accepted - a.accepted)
    expect(new Set(entries.map(({ text }) => /AccNo:&lt;\/b&gt; (\S+)/.exec(text)![1])).size).toBe(433)

    const asked: number[] = []
    const page = (url: URL, now: number) => {
      const start = Number(url.searchParams.get('start') ?? 0)
      if (url.searchParams.get('type') !== '8-K') return feed()
      asked.push(start)
      // while a reader goes from page to page filings arrive: each later page is cut a minute later
      const until = now + (start / 100) * 60_000
      const there = entries.filter(({ accepted }) => accepted <= until)
      return feed(...there.slice(start, start + 100).map(({ text }) => text))
    }
    const transport = (now: number) => ({
      name: 'sample' as const,
      fetch: async ({ url }: { url: string }) => ({
        ...{ url, at: new Date(now).toISOString(), status: 200, headers: { 'x-sample': 'SAMPLE DATA' } },
        body: Buffer.from(page(new URL(url), now), 'latin1'),
      }),
    })
    const deps = depsOf(home.folder, transport)
    const activities = createActivities(deps)
    const feeds = { kind: 'sample' } as const
    const poll = async (now: number) => {
      const run = `run-${now}`
      let pages = (await activities.plan({ run, feeds, only: ['sec-current'], now }, context())).pages
      while (pages.length > 0) {
        const fetched = await Promise.all(
          pages.map(({ key, upstream }) => activities.fetch({ run, page: key, at: 0, upstream, feeds, now }, context())),
        )
        const batches = fetched.flatMap(({ batch }) => batch ?? [])
        const { next } = await activities.load({ run, batches }, context())
        pages = next.filter((each) => each.feed === 'sec-current')
      }
    }
    const [first, last] = [Date.parse('2026-01-08T23:00:00Z'), Date.parse('2026-01-12T16:28:55Z')]
    // on that Monday 190 8-Ks arrive from 12:00 to 15:00 UTC: it comes at 12:00 and then at 15:00
    const away = [Date.parse('2026-01-12T12:30:00Z'), Date.parse('2026-01-12T14:30:00Z')] as const
    const busy = (now: number) => [1, 4, 5].includes(new Date(now - 5 * 3_600_000).getUTCDay())
    for (let now = first; now < last; now += 3_600_000) if (busy(now) && !(now > away[0] && now < away[1])) await poll(now)
    await poll(last)

    const store = await deps.store()
    const rows = await select<{ id: string }>(store, 'SELECT id FROM news_record')
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([433, 433])
    const [parties] = await select<{ n: number }>(store, 'SELECT count(*)::INTEGER AS n FROM news_company')
    expect(parties!.n).toBe(entries.length)
    // the reader went further back only where it had to
    expect(asked.filter((start) => start === 100).length).toBeGreaterThan(0)
    expect(Math.max(...asked)).toBeLessThanOrEqual(400)
    await deps.close()
  })
})
