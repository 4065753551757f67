import { beforeAll, describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricByName, metricRows } from '../../data/metrics.ts'
import { briefingDefinitions } from '../../pipeline/briefings/index.ts'
import { nameOf } from '../../pipeline/briefings/story/names.ts'
import { PointInTimeDays } from '../../pipeline/days/point-in-time-days.ts'
import type { Reading, TrendWindow } from '../../pipeline/documents/reading.ts'
import { hasContent } from '../../pipeline/status/absent.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { recordedKnown } from './recorded-known.ts'
import { type Document, judgedDays, lastDay, shareOf, sixtyDays } from './sixty-days.ts'

/** Every briefing of each of the days judged, oldest first. */
let days: readonly (readonly Document[])[] = []
/** Those that are published: whose briefing has anything to tell of in the recordings. */
const all = (): readonly Document[] => days.flat().filter(hasContent)
/** Of each briefing the readings that may lead, where it names them: what it is only read against is none. */
const leading = new Map<string, readonly string[]>()
const on = (day: string, briefing: string): Document =>
  days[judgedDays.indexOf(dayNumber(day)!)]!.find((document) => document.briefing === briefing)!

/** Led by what no reading has: a filing, or the fit of a week. */
const ownSubject = new Set<string>(['btc.treasury', 'btc.factors'])

/** Readings whose own change is no news: their level is told. */
const levelsOnly = new Set<string>([
  ...metricRows.filter((row) => row.mechanical).map(({ metric }) => metric),
  'bitcoin-next-difficulty-change',
  'bitcoin-epoch-pace',
  'mstr-bitcoin-holdings',
])

/** How strong the moves of a reading are, from its document alone. */
function strengthOf(reading: Reading): number {
  const windows = [reading.trend['7d'], reading.trend['30d'], reading.signal && reading.trend[reading.signal.window]]
  const strengths = windows.map((window: TrendWindow | null) => {
    if (!window || window.strength === null || window.change === null) return 0
    // measured from before a hole in the record, it is no change of the window
    const days = /^(\d+) days/.exec(window.span)?.[1]
    if (days !== undefined && dayNumber(window.to.period)! - dayNumber(window.from.period)! > Number(days) + 31) return 0
    const isMove =
      window.direction === (window.strength > 0 ? 'up' : 'down') &&
      Math.abs(window.change) >= metricByName.get(reading.metric)!.floor
    return isMove ? Math.abs(window.strength) : 0
  })
  // from the low or high of the week, by the mean size of a week's change: four fifths of a standard deviation
  const { change = 0, weeks = 0 } = reading.week_move ?? {}
  const ofWeek = Math.abs(change) >= metricByName.get(reading.metric)!.floor ? 0.8 * weeks : 0
  return Math.max(ofWeek, ...strengths)
}

const currencies: Readonly<Record<string, string>> = { 'eur-usd': 'euro', 'cny-usd': 'yuan', 'jpy-usd': 'yen' }

/** How a text names a metric. */
function isNamed(reading: Reading, text: string): boolean {
  const name = currencies[reading.metric] ?? nameOf(reading).name
  return text.toLowerCase().includes(name.toLowerCase())
}

/** Every number a document holds outside its prose, and the parts of its dates. */
function numbersOf({ headline: _, summary: __, points: ___, ...document }: Document): Set<number> {
  const numbers = new Set<number>()
  const walk = (value: unknown): void => {
    if (typeof value === 'number') numbers.add(Math.abs(value))
    else if (typeof value === 'string') {
      for (const [, year, month, day] of value.matchAll(/(\d{4})-(\d{2})-(\d{2})/g))
        for (const part of [year, month, day]) numbers.add(Number(part))
      for (const [figure] of value.matchAll(/\d+/g)) numbers.add(Number(figure))
    } else if (Array.isArray(value)) value.forEach(walk)
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(walk)
  }
  walk(document)
  // what is read by its change in units, from both ends of the window
  for (const { metric, trend } of Object.values(document.readings))
    if (metricByName.get(metric)?.leads === 'change')
      for (const window of Object.values(trend)) if (window !== null) numbers.add(Math.abs(window.to.value - window.from.value))
  // chances are told in percent
  for (const share of Object.values(document.regime?.probabilities ?? {})) numbers.add(100 * share)
  return numbers
}

/** What the words after a figure make of it: an amount of the JSON is in units, a difference of yields in percentage points. */
const scales: Readonly<Record<string, readonly number[]>> = {
  trillion: [1e12],
  // of dollars, or of millions
  bn: [1e9, 1e3],
  // of dollars, or of billions
  mn: [1e6, 1e-3],
  // of thousands
  million: [1e3],
  bp: [0.01],
  'percentage points': [100],
}

/** Figures of a text that no number of the document rounds to, up or down, as it is or with its scale. */
function strangers(text: string, numbers: ReadonlySet<number>): string[] {
  return [...text.matchAll(/(?<![\w.])(\d[\d,]*(?:\.\d+)?)(?: ?(trillion|bn|mn|million|bp|percentage points)\b)?/g)].flatMap(
    ([, figure, scale]) => {
      const plain = figure!.replaceAll(',', '')
      const digit = 10 ** -(plain.split('.')[1]?.length ?? 0)
      const as = (one: number) => [...numbers].some((number) => Math.abs(number / one - Number(plain)) < digit)
      return [1, ...(scales[scale ?? ''] ?? [])].some(as) || (plain.endsWith('000') && as(1e-3)) ? [] : [figure!]
    },
  )
}

/** What repeats another metric, as the neighbour on a curve does, is not told beside it. */
const twins = new Map<string, string>(metricRows.map(({ metric, repeats = '' }) => [metric, repeats]))

describe('sixty days of recorded feeds', () => {
  beforeAll(async () => {
    const known = new PointInTimeDays(await recordedKnown())
    days = (await sixtyDays()).map((each) => each.map(({ document }) => document))
    for (const briefer of briefingDefinitions) {
      const { ranked } = briefer.tell(known.day(lastDay))
      if (ranked) leading.set(briefer.id, ranked)
    }
  })

  const wrong = (check: (document: Document) => unknown) =>
    all().flatMap((document) => {
      const fault = check(document)
      return fault ? [`${document.briefing} ${document.as_of}: ${fault}`] : []
    })

  test('every briefing has a headline of at most 90 characters, one sentence', () => {
    expect(days.flat()).toHaveLength(judgedDays.length * briefingRows.length)
    expect(wrong(({ headline }) => (headline.length > 90 || !/^\p{Lu}.*[.]$/u.test(headline)) && headline)).toEqual([])
  })

  test('no summary has more than 90 words', () => {
    expect(wrong(({ summary }) => summary.split(/\s+/).length > 90 && summary)).toEqual([])
  })

  test('the largest unusual move of the day is named, by a ranking made of the readings alone', () => {
    let judged = 0
    const missed = wrong(({ readings, headline, summary, briefing }) => {
      if (briefing === 'btc.treasury') return null
      const ranked = Object.values(readings)
        .filter(
          ({ metric, freshness }) =>
            freshness.status !== 'stale' &&
            !levelsOnly.has(metric) &&
            (leading.get(briefing)?.includes(metric) ?? !(twins.get(metric)! in readings)),
        )
        .sort((a, b) => strengthOf(b) - strengthOf(a))
      const [first, second] = ranked
      // a move of one standard deviation is usual: records go before it
      if (!first || strengthOf(first) < 1.1 || (second && strengthOf(second) === strengthOf(first))) return null
      judged++
      return !isNamed(first, `${headline} ${summary}`) && `${first.metric} (${strengthOf(first).toFixed(1)}) in: ${summary}`
    })
    expect(missed).toEqual([])
    expect(judged).toBeGreaterThan(shareOf(400))
  })

  test('no headline stands two days running unless nothing changed', () => {
    const repeated = days.flatMap((documents, i) =>
      // without the publishers' calendars, which are not replayed, only the rule of weekly releases is left
      documents
        .filter(({ briefing }) => briefing !== 'macro.calendar')
        .filter((document) => judgedDays[i - 1] === judgedDays[i]! - 1 && hasContent(document))
        .flatMap((document) => {
          const before = days[i - 1]!.find(({ briefing }) => briefing === document.briefing)!
          const values = (each: Document) =>
            JSON.stringify([each.state?.label, Object.values(each.readings).map(({ period, value }) => [period, value])])
          return document.headline === before.headline && values(document) !== values(before)
            ? [`${document.briefing} ${document.as_of}: ${document.headline}`]
            : []
        }),
    )
    expect(repeated).toEqual([])
  })

  test('no figure of headline, summary or points is missing from the rest of the JSON', () => {
    const missing = wrong((document) => {
      const numbers = numbersOf(document)
      const texts = [document.headline, document.summary, ...document.points.map(({ text }) => text)]
      const strange = texts.flatMap((text) => strangers(text, numbers))
      return strange.length > 0 && `${strange.join(' ')} in: ${document.summary}`
    })
    expect(missing).toEqual([])
  })

  test('nothing stale stands in a headline or a summary but as missing', () => {
    const stale = wrong(({ readings, headline, summary, points }) => {
      const old = Object.values(readings).filter(({ freshness }) => freshness.status === 'stale')
      const fresh = Object.values(readings).filter(({ freshness }) => freshness.status !== 'stale')
      const text = `${headline} ${summary}`.replace(/The state (cannot be judged without|is judged on) [^.]*\./, '')
      const told = old.filter((reading) => points.some(({ metric }) => metric === reading.metric) || isNamed(reading, text))
      const hidden = told.filter((reading) => !fresh.some((other) => nameOf(other).name.includes(nameOf(reading).name)))
      return hidden.map(({ metric }) => metric).join(' ')
    })
    expect(stale).toEqual([])
  })

  test('points and changes are ranked from one without a gap, and momentum is no change', () => {
    const unranked = wrong(({ points, changes }) => {
      const ranks = [points, changes['1d'], changes['7d']].map((each) => each.map(({ rank }) => rank))
      return ranks.some((each) => each.some((rank, i) => rank !== i + 1)) && JSON.stringify(ranks)
    })
    expect(unranked).toEqual([])
    expect(wrong(({ changes }) => changes['7d'].some(({ text }) => text.includes('momentum')) && 'momentum')).toEqual([])
  })

  test('the headlines vary: there are at least a third as many as ways the readings that may lead have stood', () => {
    const uniform = briefingRows.flatMap(({ id, metrics }) => {
      const published = all().filter(({ briefing, points }) => briefing === id && points.length > 0)
      const different = new Set(published.map(({ headline }) => headline)).size
      const ways = new Set(
        published.map(({ readings, state }) =>
          JSON.stringify([
            state?.label,
            (leading.get(id) ?? metrics).map(
              (metric) => readings[metric]?.freshness.status !== 'stale' && readings[metric]?.value,
            ),
          ]),
        ),
      ).size
      return !ownSubject.has(id) && different < ways / 3 ? [`${id}: ${different} of ${ways}`] : []
    })
    expect(uniform).toEqual([])
  })

  test('what would change a state names another state, and readings of the document', () => {
    let turns = 0
    const faults = wrong(({ turns: all, state, readings }) => {
      turns += all.length
      const odd = all.filter(
        ({ to, needs }) => to === state?.label || needs.length === 0 || needs.some(({ metric }) => !readings[metric]),
      )
      return odd.length > 0 && JSON.stringify([state?.label, odd])
    })
    expect(faults).toEqual([])
    expect(turns).toBeGreaterThan(shareOf(300))
  })

  describe('the defects of the first form do not come back', () => {
    const texts = ({ headline, summary, points, changes }: Document) =>
      [headline, summary, ...points.map(({ text }) => text), ...changes['7d'].map(({ text }) => text)].join(' ')

    test('quick-check does not call one price quiet, neutral and accelerating', () => {
      expect(
        wrong((each) => each.briefing === 'btc.quick-check' && /accelerat|neutral/.test(each.headline + each.summary)),
      ).toEqual([])
    })
    test('context quotes no difficulty of 2019, and no change from it', () => {
      expect(
        wrong(
          (each) =>
            each.briefing === 'btc.context' &&
            (/2019/.test(texts(each)) || [...texts(each).matchAll(/(\d+)%/g)].some(([, percent]) => Number(percent) > 100)) &&
            texts(each),
        ),
      ).toEqual([])
    })
    test('pulse does not lead with the change of a daily change', () => {
      expect(wrong((each) => each.briefing === 'btc.pulse' && /change of bitcoin in 24 hours/i.test(texts(each)))).toEqual([])
    })
    test('grid-stress and on-chain say that all is stale and call nothing bullish', () => {
      for (const id of ['btc.grid-stress', 'btc.on-chain']) {
        const document = on('2026-07-23', id)
        expect(document.summary).toMatch(/^All .* stale/)
        expect(document.points).toEqual([])
        expect(texts(document)).not.toContain('bullish')
      }
    })
    test('momentum says above or below an average, and not support or resistance', () => {
      expect(wrong((each) => /resistance|support/.test(each.briefing === 'btc.momentum' ? texts(each) : ''))).toEqual([])
      expect(on('2026-07-23', 'btc.momentum').summary).toContain('below its 200-day average')
    })
    test('macro.snapshot has jobs and the policy rate, and names a two-year yield at its high', () => {
      const document = on('2026-07-23', 'macro.snapshot')
      const rows = document.sections.find(({ id }) => id === 'backdrop')!.rows.map(({ metric }) => metric)
      expect(rows).toEqual(expect.arrayContaining(['fed-funds-upper', 'unemployment', 'consumer-prices']))
      expect(texts(document)).toMatch(/2-year yield stood at 4.37% on 23 July, its highest since/)
    })
    test('liquidity says that net liquidity fell in the week, with the billions', () => {
      const document = on('2026-07-23', 'macro.liquidity')
      expect(texts(document)).toMatch(
        /[Nn]et liquidity rose \$105bn in the four weeks to 22 July, to \$5,917bn, but fell \$69.3bn in the last week/,
      )
      const flows = document.sections.find(({ id }) => id === 'flows')!.rows
      expect(flows.find(({ metric }) => metric === 'net-liquidity')!['week']).toBeCloseTo(-69.28, 1)
      expect(flows.find(({ metric }) => metric === 'tga')!['week']).toBeCloseTo(73.4, 1)
      expect(texts(document)).toMatch(/Bank reserves: bullish to neutral/)
    })
    test('fx names the yen and quotes every currency to one dollar', () => {
      const document = on('2026-07-23', 'fx.liquidity')
      expect(texts(document)).toMatch(/against the yen/)
      expect(
        document.sections.find(({ id }) => id === 'dollar')!.rows.map(({ currency, rate }) => [currency, Number(rate) > 0.5]),
      ).toEqual([
        ['Euro', true],
        ['Yuan', true],
        ['Yen', true],
      ])
      expect(wrong((each) => each.briefing === 'fx.liquidity' && /the euro (rose|fell)/.test(texts(each)))).toEqual([])
    })
    test('correlations name the 15% rise of WTI', () => {
      expect(on('2026-07-23', 'cross.correlations').summary).toContain('WTI rose 15% in the week to 17 July')
    })
    test('treasury says how old its newest filing is', () => {
      expect(on('2026-07-23', 'btc.treasury').summary).toMatch(
        /The only filing read is Strategy’s of \d+ January: [\d,]+ BTC, now 185 days old/,
      )
    })
  })
})
