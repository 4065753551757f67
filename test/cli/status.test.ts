import { describe, expect, test } from 'vitest'
import { type StatusReport, command as status, statusLines } from '../../cli/commands/status.ts'
import { readSettings } from '../../cli/settings.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { type HomeContents, metricLines, optionalSeries, standings } from '../../pipeline/status/standings.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { copyHome, sampleHome, temporaryHome } from '../end-to-end/home.ts'
import { run, runOf } from './command.ts'

/** A home whose only values are these: series by newest period, each known then. */
function holding(periods: Readonly<Record<string, string>>, rest: Partial<HomeContents> = {}): HomeContents {
  const newest = new Map(
    Object.entries(periods).map(([series, period]) => [
      series,
      { period: dayNumber(period)!, known: Date.parse(`${period}T00:00:00Z`) },
    ]),
  )
  const nothing = {
    records: new Map(),
    feedOf: new Map(),
    held: new Set<string>(),
    refused: new Map(),
    credentials: new Set<string>(),
  }
  return { ...nothing, sample: false, ...rest, newest }
}

const seriesLine = (newest: Readonly<Record<string, string>>, now: string, rest: Partial<HomeContents> = {}) => {
  const [id] = Object.keys(newest)
  return standings(holding(newest, rest), feeds, Date.parse(now)).series.find((line) => line.id === id)!
}

describe('holidays and weekends alarm nobody', () => {
  // worked out by hand from data/release-rules.ts and the calendars of the exchanges, the Federal Reserve and the New York Fed
  test.each([
    // Thanksgiving is Thursday 2026-11-26. VIX of Wednesday: Friday 13:00 UTC; no value of Thursday, that of Friday on Monday
    ['VIXCLS', '2026-11-24', '2026-11-27T13:00:00Z', '2026-11-28T01:00:00Z'],
    ['VIXCLS', '2026-11-25', '2026-11-30T13:00:00Z', '2026-12-01T01:00:00Z'],
    // H.4.1 of Wednesday: Thursday is a holiday, so Friday 16:30 New York, and late at once, for it is awaited
    ['WALCL', '2026-11-18', '2026-11-27T21:30:00Z', '2026-11-27T21:30:00Z'],
    // Good Friday is 2026-04-03: exchanges and the money market are closed, federal offices are not
    ['VIXCLS', '2026-04-01', '2026-04-03T13:00:00Z', '2026-04-04T01:00:00Z'],
    ['VIXCLS', '2026-04-02', '2026-04-07T13:00:00Z', '2026-04-08T01:00:00Z'],
    ['RRPONTSYD', '2026-04-02', '2026-04-07T13:00:00Z', '2026-04-08T01:00:00Z'],
    // Christmas is Friday 2026-12-25. H.15 of Thursday: Monday 17:00 New York
    ['VIXCLS', '2026-12-24', '2026-12-29T13:00:00Z', '2026-12-30T01:00:00Z'],
    ['DGS10', '2026-12-23', '2026-12-28T22:00:00Z', '2026-12-29T10:00:00Z'],
    // bitcoin knows none of them
    ['btc.PriceUSD', '2026-12-24', '2026-12-26T00:00:00Z', '2026-12-26T12:00:00Z'],
  ])('%s of %s: the next is due %s, late from %s', (series, newest, due, late) => {
    const before = new Date(Date.parse(late) - 1_000).toISOString()
    expect(seriesLine({ [series]: newest }, before)).toMatchObject({ status: 'fresh', newest, next_due_at: due })
    expect(seriesLine({ [series]: newest }, late)).toMatchObject({ status: 'late', next_due_at: due })
  })
})

describe('what is no matter of time', () => {
  const now = '2026-07-22T00:00:00Z'
  test('a feed without its credential is off and says so, and so is what rests on it alone', () => {
    const here = holding({ 'btc.PriceUSD': '2026-07-20' })
    const lines = standings(here, feeds, Date.parse(now))
    const metrics = metricLines(here, feeds, { ...lines, versions: new Map() }, Date.parse(now))
    const sec = lines.feeds.filter(({ id }) => id.startsWith('sec-'))
    expect(sec.map(({ status, note }) => [status, note])).toEqual(sec.map(() => ['off', 'off: set SEC_CONTACT']))
    expect(lines.series.find(({ id }) => id === 'MSTR.bitcoin')!.status).toBe('off')
    expect(metrics.find(({ id }) => id === 'mstr-bitcoin-holdings')!.status).toBe('off')
    expect(metrics.find(({ id }) => id === 'vix')!.status).toBe('missing')
    const credentials = new Set(['SEC_CONTACT'])
    const set = standings(holding({}, { credentials }), feeds, Date.parse(now))
    expect(set.feeds.filter(({ id }) => id.startsWith('sec-')).map(({ status }) => status)).toEqual(sec.map(() => 'unread'))
    expect(set.series.find(({ id }) => id === 'MSTR.bitcoin')!.status).toBe('missing')
  })

  test('a series that waits for a decision is held, and so is a feed whose bodies were refused', () => {
    expect(seriesLine({ WTREGEN: '2026-07-15' }, now, { held: new Set(['WTREGEN']) })).toMatchObject({ status: 'held' })
    const records = new Map([['fred-graph', { feed: 'fred-graph', lastReadAt: now, held: 2 }]])
    const { feeds: lines } = standings(holding({}, { records }), feeds, Date.parse(now))
    expect(lines.find(({ id }) => id === 'fred-graph')).toMatchObject({ status: 'held', last_read_at: now })
  })

  test('a feed stands as the series it gave last do, and names those that are behind', () => {
    const feedOf = new Map([
      ['VIXCLS', 'fred-graph'],
      ['DGS10', 'fred-graph'],
    ])
    const records = new Map([['fred-graph', { feed: 'fred-graph', lastReadAt: now, held: 0 }]])
    const given = holding({ VIXCLS: '2026-07-20', DGS10: '2026-07-10' }, { feedOf, records })
    const line = standings(given, feeds, Date.parse(now)).feeds.find(({ id }) => id === 'fred-graph')
    expect(line).toMatchObject({
      status: 'stale',
      newest: '2026-07-20',
      next_due_at: '2026-07-22T13:00:00Z',
      note: 'stale since 2026-07-18T21:00:00Z, nothing newer than 2026-07-10: DGS10',
    })
  })
})

describe('what is printed', () => {
  const line = (id: string, status: string) => ({ id, status, last_read_at: null, newest: null, next_due_at: null, note: null })
  const feed = (id: string, status: string, code: string | null = null) => ({
    ...line(id, status),
    last_error: code === null ? null : { at: '2026-07-22T00:00:00Z', code, text: 'gone' },
    drift: [],
  })
  const many = (name: string, count: number, status: string) =>
    Array.from({ length: count }, (_, i) => line(`${name}-${i}`, status))
  const report = (more: object) =>
    ({
      ...{ time: '2026-07-22T00:00:00Z', edition: 'e1', sample: false, trouble: 0 },
      ...{
        feeds: [feed('f', 'fresh')],
        briefings: many('b', 16, 'fresh'),
        metrics: many('m', 250, 'fresh'),
        series: many('s', 700, 'fresh'),
      },
      companies: [],
      ...more,
    }) as unknown as StatusReport

  test('leads with what is wrong, worst first, in 40 lines; --all has every line', () => {
    const wrong = report({
      feeds: [feed('late-feed', 'late'), feed('held-feed', 'held'), feed('noted-feed', 'fresh', 'GONE')],
      metrics: many('stale', 60, 'stale'),
    })
    const lines = statusLines(wrong)
    expect(lines).toHaveLength(39)
    expect(lines[0]).toBe('edition e1, judged at 2026-07-22T00:00:00Z: 62 lines need attention')
    expect(lines.slice(1, 5)).toEqual([
      ...['feeds: 1 fresh, 1 held, 1 late', 'briefings: 16 fresh', 'metrics: 60 stale', 'series: 700 fresh'],
    ])
    expect(lines[6]).toMatch(/^feed +held-feed +held/)
    expect(lines[7]).toMatch(/^metric +stale-0 +stale/)
    expect(lines.at(-1)).toBe('31 more; every line: briefing status --all')
    const all = statusLines(wrong, true)
    expect(all).toHaveLength(5 + 1 + 3 + 16 + 60 + 700)
    const names = (some: readonly string[]) => some.map((each) => each.split(/ +/, 3))
    expect(names(all.slice(0, 38))).toEqual(names(lines.slice(0, 38)))
    // the late feed follows what is worse, and the one with an error what is late
    expect(all.findIndex((each) => each.includes('noted-feed')) - all.findIndex((each) => each.includes('late-feed'))).toBe(1)
  })

  test.each([
    ['1 line needs attention', { metrics: many('m', 1, 'missing') }, 'metrics: 1 missing'],
    ['nothing needs attention', { series: many('s', 2, 'missing') }, 'series: 2 missing (none needs attention)'],
    [
      '1 line needs attention',
      { series: [line('VIXCLS', 'stale'), line([...optionalSeries][0]!, 'stale')] },
      'series: 2 stale (1 needs attention)',
    ],
  ])('%s: %o', (head, more, counted) => {
    const lines = statusLines(report(more))
    expect(lines[0]).toBe(`edition e1, judged at 2026-07-22T00:00:00Z: ${head}`)
    expect(lines).toContain(counted)
  })

  test('is six lines where nothing is wrong', () => {
    expect(statusLines(report({}))).toHaveLength(6)
    const companies = [
      { market: 'us', covered: 12, not_covered: 3 },
      { market: 'jp', covered: 0, not_covered: 1 },
    ]
    expect(statusLines({ ...report({}), companies })[5]).toBe(
      'companies: us 12 covered, 3 not covered; jp 0 covered, 1 not covered',
    )
    const reading = { listed: 900, read: 14, waiting: 880, again: 2, failed: 1, per_night: 500, nights: 2, last_on: '2026-07-23' }
    expect(statusLines({ ...report({}), companies: [{ ...companies[0]!, ...reading }] })[5]).toBe(
      'companies: us 12 covered, 3 not covered, 900 listed, 14 read, 882 to be read by 2026-07-23 (500 per night, nights left: 2), 1 failed',
    )
  })
})

test('a home is in order when it was just refreshed, and not two days later, whatever its edition says', async () => {
  const { folder, remove } = await temporaryHome()
  const settings = readSettings({})
  const at = (now: string) => run<StatusReport>((global) => status.action(runOf(settings, global), { home: folder, now }))
  await expect(status.action(runOf(settings, {}), { home: folder })).rejects.toMatchObject({ code: 'NOTHING_LOADED' })
  await copyHome((await sampleHome()).folder, folder)
  const fresh = await at('2026-11-20T22:00:00Z')
  expect([fresh.code, fresh.printed.trouble]).toEqual([0, 0])
  expect(fresh.printed.feeds.find(({ id }) => id === 'coinmetrics-api')).toMatchObject({
    status: 'fresh',
    last_read_at: '2026-11-20T22:00:00Z',
    newest: '2026-11-19',
    next_due_at: '2026-11-21T00:00:00Z',
  })
  expect(fresh.printed.briefings.map(({ status }) => status)).toEqual(fresh.printed.briefings.map(() => 'fresh'))
  const old = await at('2026-11-23T12:00:00Z')
  expect(old.code).toBe(2)
  expect(old.printed.metrics.find(({ id }) => id === 'bitcoin-price')!.status).toBe('stale')
  expect(old.printed.metrics.find(({ id }) => id === 'vix')!.status).toBe('fresh')
  expect(old.printed.briefings.find(({ id }) => id === 'btc.quick-check')).toMatchObject({
    status: 'late',
    note: expect.stringContaining('bitcoin-price stale'),
  })
  await remove()
})
