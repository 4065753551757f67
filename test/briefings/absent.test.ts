import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { closeProviders } from '../../data/close-providers.ts'
import { metricRows } from '../../data/metrics.ts'
import { upstreams } from '../../data/upstreams.ts'
import { briefingDocuments } from '../../pipeline/briefings/compose.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import { dayView, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import type { AbsentDocument } from '../../pipeline/documents/absent.ts'
import { absentFrom, type FeedState, hasContent } from '../../pipeline/status/absent.ts'
import { dayNumber } from '../../pipeline/time/day.ts'

/** One feed an upstream; those named want a setting. */
const feedsWithout = (off: readonly string[], read: readonly string[] = []): FeedState[] =>
  upstreams.map(({ id }) => ({
    // of closes a feed counts by its name
    feed: closeProviders.find(({ upstream }) => upstream === id)?.feed ?? id,
    ...{ upstream: id, wants: off.includes(id) ? 'A_SETTING' : null, read: read.includes(id) },
  }))
const of = (all: readonly AbsentDocument[], place: string) => all.find((each) => each.place === place)!

describe('what is absent', () => {
  test('of a home with real feeds that are all on may come, each document of the registries but those of invented companies', () => {
    const all = absentFrom(new Set(), feedsWithout([]), false)
    expect(all.filter(({ never }) => never).map(({ place }) => place)).toEqual(['metric/hrbx-bitcoin-holdings'])
    const places = [...briefingRows.map(({ id }) => `briefing/${id}`), ...metricRows.map(({ metric }) => `metric/${metric}`)]
    expect(all.map(({ place }) => place)).toEqual(expect.arrayContaining([...places, 'treasuries/list', 'treasuries/MSTR']))
    expect(of(all, 'metric/vix').why).toMatch(/^nothing has been read from FRED/)
  })

  test('of a sample home never comes where it is of a real company, and may come else', () => {
    const all = absentFrom(new Set(), feedsWithout([]), true)
    expect(all.filter(({ never }) => never).map(({ place }) => place)).toEqual(['metric/mstr-bitcoin-holdings'])
    expect(of(all, 'treasuries/MSTR')).toBeUndefined()
  })

  test('never comes where an upstream it needs is off, and may where another can stand in', () => {
    const noFred = absentFrom(new Set(), feedsWithout(['fred']), false)
    expect(of(noFred, 'metric/vix')).toMatchObject({ never: true, why: expect.stringContaining('for A_SETTING is not set') })
    expect(of(noFred, 'metric/net-liquidity').never).toBe(true)
    const prices = ['coinmetrics', 'coinbase', 'kraken']
    expect(of(absentFrom(new Set(), feedsWithout(prices.slice(0, 2)), false), 'metric/bitcoin-price').never).toBe(false)
    expect(of(absentFrom(new Set(), feedsWithout(prices), false), 'metric/bitcoin-price').never).toBe(true)
  })

  test('of a briefing never comes where none of its metrics can', () => {
    const fx = briefingRows.find(({ id }) => id === 'macro.snapshot')!
    expect(of(absentFrom(new Set(), feedsWithout(['fred']), false), `briefing/${fx.id}`).why).not.toBe('')
    const all = absentFrom(new Set(), feedsWithout(upstreams.map(({ id }) => id)), false)
    const others = all.filter(({ never, why }) => !(never && why.includes('is not set')))
    expect(others.map(({ place }) => place)).toEqual(['metric/hrbx-bitcoin-holdings'])
  })

  test('is told by what is missing of it, not by what is there', () => {
    const all = absentFrom(new Set(['metric/bitcoin-price']), feedsWithout(['sec'], ['coinmetrics']), false)
    expect(of(all, 'briefing/btc.treasury')).toEqual({
      place: 'briefing/btc.treasury',
      never: false,
      why: expect.stringMatching(/^[^;]+ is not read here, for A_SETTING is not set$/),
    })
    expect(of(all, 'metric/bitcoin-price')).toBeUndefined()
    expect(of(all, 'metric/bitcoin-tx-count').why).toBe('Coin Metrics has given no value of it yet')
  })
})

test('a briefing tells something when its lead, a table or a state does', () => {
  const asOf = dayNumber('2026-07-23')!
  const day = dayView({ versions: new Map(), ...nothingFiled, sample: false }, asOf, (asOf + 1) * 86_400_000)
  for (const document of briefingDocuments(day)) {
    expect([document.briefing, hasContent(document)]).toEqual([document.briefing, false])
    expect(
      hasContent({ ...document, state: { label: 'calm', since: document.as_of, since_at_least: false, previous: null } }),
    ).toBe(true)
    const reading = {} as (typeof document.readings)[string]
    const { lead, metrics } = briefingRows.find(({ id }) => id === document.briefing)!
    // a calendar of releases is none where only the readings are there that releases change
    const ofRows = lead === null && (briefingDefinitions.find(({ id }) => id === document.briefing)!.tables ?? []).length > 0
    expect(hasContent({ ...document, readings: { [lead ?? metrics[0]!]: reading } })).toBe(!ofRows)
    if (lead !== null) expect(hasContent({ ...document, readings: { another: reading } })).toBe(false)
    const section = { id: 's', title: 's', note: null, columns: [], rows: [{}] }
    expect(hasContent({ ...document, sections: [section] })).toBe(true)
    expect(hasContent({ ...document, sections: [{ ...section, rows: [] }] })).toBe(false)
  }
})
