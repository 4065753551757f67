import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { schedules } from '../../data/schedules.ts'
import { feeds } from '../../pipeline/feeds/index.ts'
import { parseRecordedBody } from '../../pipeline/feeds/sample-rows.ts'
import { sampleTransport } from '../../pipeline/http/sample.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { recordingOf, sampleRecording } from '../recording-of.ts'
import { flattened } from '../rows.ts'
import { planted } from './planted-feeds.ts'

const now = endOfDay(dayNumber('2026-11-20')!)
const bodies: Readonly<Record<string, readonly [whole: string, cut: string, code: string]>> = {
  'planted-table': ['DAY,CLOSE\n2026-11-18,17.25\n2026-11-19,n/a\n', 'DAY,CLOSE\n2026-11-18,17.', 'BODY_CUT'],
  'planted-json': ['{"days":[{"day":"2026-11-18","close":17.25},{"day":"2026-11-19","close":null}]}', '{}', 'DATA_MISSING'],
}

beforeEach(() => {
  vi.resetModules()
  vi.doMock('../../pipeline/feeds/index.ts', async (original) => ({
    ...(await original<object>()),
    feeds: [...feeds, ...planted],
    feedFor: (url: string) => [...feeds, ...planted].find((feed) => feed.match(new URL(url))) ?? null,
  }))
  vi.doMock('../../data/schedules.ts', async (original) => ({
    ...(await original<object>()),
    schedules: schedules.map((each) =>
      'feeds' in each.runs && each.runs.feeds.some((id) => id === 'cboe-vix')
        ? { ...each, runs: { ...each.runs, feeds: [...each.runs.feeds, ...planted.map(({ id }) => id)] } }
        : each,
    ),
  }))
})
afterEach(() => {
  vi.doUnmock('../../pipeline/feeds/index.ts')
  vi.doUnmock('../../data/schedules.ts')
})

test.each(planted.map((feed) => [feed.id, feed] as const))(
  '%s is a declaration, a line and a row: planned, read from upstream bytes and from the sample, refused where cut',
  async (id, feed) => {
    const { feedFor, feedState } = await import('../../pipeline/feeds/index.ts')
    const state = feedState({ now, newestPeriod: new Map(), credentials: new Set(), sample: true })
    const [request] = feed.plan(state)
    expect(feedFor(request!.url)).toBe(feed)

    const [whole, cut, code] = bodies[id]!
    const read = (text: string) =>
      feed.parse(Buffer.from(text), recordingOf(request!.url, Buffer.from(text), '2026-11-20T00:00:00Z', false))
    expect(flattened(read(whole)).sighting).toMatchObject([{ series: 'cboe.VIX', value: 17.25 }])
    expect(read(whole).rejected).toHaveLength(1)
    expect(() => read(cut)).toThrow(expect.objectContaining({ code }))

    const response = await sampleTransport({ now }).fetch(request!, new AbortController().signal)
    expect(flattened(parseRecordedBody(feed, response.body, sampleRecording(response))).sighting.length).toBeGreaterThan(100)

    const { regions } = await import('../../docs/generate.ts')
    const readAsOftenAs = (name: string) =>
      regions
        .feeds()
        .split('\n')
        .find((line) => line.includes(`\`${name}\``))!
        .split('|')[3]
    expect(readAsOftenAs(id)).toBe(readAsOftenAs('cboe-vix'))
  },
)
