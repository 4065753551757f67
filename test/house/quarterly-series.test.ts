import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { releaseRules } from '../../data/release-rules.ts'
import { series } from '../../data/series.ts'
import { dayNumber, endOfDay, isoDay } from '../../pipeline/calendar/day.ts'

/**
 * A quarterly series costs a row like any other: one of each registry it stands in is added as an editor would, no product file is touched,
 * and it is followed from the feed's request to the reader.
 */
const rule = {
  ...releaseRules.find(({ id }) => id === 'cpi')!,
  id: 'planted-quarterly',
  title: '30 days after the quarter, 08:30 New York',
  kind: 'month-day',
  days: 30,
  exceptions: undefined,
}
const row = {
  ...series.find(({ id }) => id === 'UNRATE')!,
  id: 'PLANTED',
  key: 'PLANTED',
  title: 'Planted quarterly series',
  frequency: 'quarterly',
  rule: rule.id,
  range: [10, 100],
  vintages: undefined,
}
const metric = {
  ...metricRows.find(({ metric: name }) => name === 'vix')!,
  metric: 'planted-metric',
  title: 'Planted quarterly metric',
  category: 'macro',
  cadence: 'quarterly',
  window: '90d',
  of: ['PLANTED'],
  clock: 'PLANTED',
  witnesses: undefined,
}

const now = Date.parse('2026-11-20T22:00:00Z')
const today = dayNumber('2026-11-20')!

async function answered(feedId: string, credentials: readonly string[]) {
  const { feedState, feeds } = await import('../../pipeline/feeds/index.ts')
  const { sampleTransport } = await import('../../pipeline/http/sample.ts')
  const { recordingOf } = await import('../recorded.ts')
  const feed = feeds.find(({ id }) => id === feedId)!
  const state = feedState({ now, newestPeriod: new Map(), credentials: new Set(), sample: true })
  const requests = feed.plan({ ...state, credentials: new Set(credentials) })
  const request = requests.find(({ url }) => url.includes('PLANTED'))!
  const { body, url, at } = await sampleTransport({ now }).fetch(request, new AbortController().signal)
  return { body, feed, recording: recordingOf(url, body, at, true) }
}

beforeAll(() => {
  vi.resetModules()
  const planted = (name: string, rows: Record<string, readonly unknown[]>) =>
    vi.doMock(`../../data/${name}.ts`, async (original) => ({ ...(await original<object>()), ...rows }))
  planted('release-rules', { releaseRules: [...releaseRules, rule] })
  planted('series', { series: [...series, row] })
  planted('metrics', { metricRows: [...metricRows, metric] })
})
afterAll(() => {
  for (const name of ['release-rules', 'series', 'metrics']) vi.doUnmock(`../../data/${name}.ts`)
})

describe('a quarterly series is one row', () => {
  test.each([
    ['fred-graph', []],
    ['fred-api', ['FRED_API_KEY']],
  ] as const)(
    '%s asks for it, the sample answers, and each value is of a whole quarter that is released',
    async (id, credentials) => {
      const { body, feed, recording } = await answered(id, credentials)
      const text = new TextDecoder().decode(body)
      expect(text).toContain('2026-07-01')
      expect(text).not.toMatch(/"date":"\d{4}-(?!0[147]|10)\d\d-/)
      const parsed = feed.parse(body, recording)
      const periods = JSON.stringify(parsed)
        .match(/"period":(\d+)/g)!
        .map((found) => isoDay(Number(found.slice(9))))
      expect(periods.length).toBeGreaterThan(35)
      expect(periods.slice(-2)).toEqual(['2026-06-30', '2026-09-30'])
      expect(periods.filter((day) => !/(03-31|06-30|09-30|12-31)$/.test(day))).toEqual([])
    },
  )

  test('the passage of a value is found under the first day of its quarter', async () => {
    const { passagesOf } = await import('../../pipeline/feeds/passage.ts')
    const { body } = await answered('fred-graph', [])
    const text = new TextDecoder().decode(body)
    const value = Number(
      text
        .trimEnd()
        .split('\n')
        .at(-1)!
        .split(',')
        .find((cell, at) => at > 0 && cell !== ''),
    )
    const period = dayNumber('2026-09-30')!
    const passage = passagesOf(body)({ period, frequency: 'quarterly', key: 'PLANTED', value, factors: [1] })
    expect(JSON.stringify(passage)).toContain('2026-07-01')
  })

  test('is due with its release, late when one is missed, and its windows end at quarters', async () => {
    const { releaseRule, releaseTime } = await import('../../pipeline/calendar/release.ts')
    const { dayView, nothingFiled } = await import('../../pipeline/briefings/day-view.ts')
    const { metricDocuments } = await import('../../pipeline/briefings/compose.ts')
    const ends = Array.from({ length: 40 }, (_, at) => Date.UTC(2026, 9 - 3 * (39 - at), 0) / 86_400_000)
    const column = {
      series: 'PLANTED',
      unit: 'percent',
      period: Int32Array.from(ends),
      value: Float64Array.from(ends, (_, at) => 40 + Math.sin(at)),
      known: Float64Array.from(ends, (period) => releaseTime(releaseRule('planted-quarterly' as never), period)),
      basis: Uint8Array.from(ends, () => 1),
    }
    const known = { versions: new Map([['PLANTED', column]]), ...nothingFiled, sample: true }
    const on = (day: number) =>
      metricDocuments(dayView(known, day, endOfDay(day))).find((document) => document.metric === 'planted-metric')!
    const document = on(today)
    expect(document).toMatchObject({ period: '2026-09-30', freshness: { status: 'fresh', cadence: 'quarterly' } })
    expect(document.freshness.next_due_at?.slice(0, 7)).toBe('2027-02')
    expect(document.trend['90d']?.from.period).toBe('2026-06-30')
    expect(document.data_quality.gaps).toBe(0)
    expect(on(dayNumber('2026-10-20')!).period).toBe('2026-06-30')
    expect(on(dayNumber('2027-02-05')!).freshness.status).toBe('late')
  })

  test('catalogue and docs list it', async () => {
    const { regions } = await import('../../docs/generate.ts')
    expect(regions.series()).toMatch(/PLANTED.*quarterly/)
    expect(regions.metrics()).toMatch(/planted-metric.*quarterly/)
  })
})
