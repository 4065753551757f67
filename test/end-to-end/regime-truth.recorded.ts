import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { metricRows } from '../../data/metrics.ts'
import { regimeInputs } from '../../data/regime.ts'
import { series } from '../../data/series.ts'
import { crossRegime as regimeBriefing } from '../../pipeline/briefings/cross/cross.regime.ts'
import { dayView, type Known, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { rhythmOfSeries } from '../../pipeline/days/release-times.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { releaseTime } from '../../pipeline/time/release.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { laterVintages, readVersions } from '../../pipeline/warehouse/observations.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { seeded } from '../analysis/columns.ts'
import { recordedLoads } from '../recorded.ts'
import { temporaryHome } from './home.ts'
import { answersTo, expectSame, type Input, roundedDay, spread, withoutPython } from './regime-program.ts'

if (withoutPython) console.warn('skipping the comparison of regimes with another program: python3 is absent')

let recorded: ReturnType<typeof readRecorded> | null = null

function recordedKnown(): ReturnType<typeof readRecorded> {
  recorded ??= readRecorded()
  return recorded
}

const upstreams = new Set(['fred', 'fiscaldata', 'coinmetrics', 'coinbase', 'kraken'])

async function readRecorded(): Promise<Pick<Known, 'versions' | 'vintages'>> {
  const home = await temporaryHome()
  const store = await openStore(join(home.folder, 'store.duckdb'))
  try {
    const loads = recordedLoads(({ url }) => upstreams.has(feedFor(url)?.upstream ?? ''))
    await load(store, loads, () => [])
    const versions = await readVersions(
      store,
      series.map(({ id }) => id),
    )
    return { versions, vintages: await laterVintages(store) }
  } finally {
    await store.close()
    await home.remove()
  }
}

describe.skipIf(withoutPython)('regimes of the recorded histories', () => {
  test('are those of another program, which finds their probabilities calibrated and better than persistence', async () => {
    const asOf = dayNumber('2026-07-23')!
    const day = dayView(
      {
        ...(await recordedKnown()),
        ...nothingFiled,
        sample: false,
      },
      asOf,
      endOfDay(asOf),
    )
    const inputs = new Map(
      regimeInputs.flatMap(({ metric }): [string, Input][] => {
        const facts = metricRows.find((row) => row.metric === metric)!
        const column = day.column(metric)
        return column
          ? [[metric, { facts, column, due: (period: number) => releaseTime(rhythmOfSeries(facts.clock).rule, period) }]]
          : []
      }),
    )
    // no recording holds the dominance of Tether
    expect([...inputs.keys()]).toEqual(regimeInputs.map(({ metric }) => metric).filter((metric) => metric !== 'usdt-dominance'))
    const days = spread(seeded(40), 40, dayNumber('2006-06-01')!, asOf)
    const recorded = { asOf, days, inputs, price: day.column('bitcoin-price')! }
    const [answer] = answersTo([recorded])
    expectSame(recorded, answer!)
    const history = day.regimes()
    expect(history.today()).toMatchObject(roundedDay(answer!.days.at(-1)!)!)
    // the figures of docs/methodology.md
    expect(history.judged()!.changes).toBe(74)
    expect(answer!.followed.map(({ regime, n, median }) => [regime, n, median!.value.toFixed(1)])).toEqual([
      ['expansion', 60, '4.7'],
      ['contraction', 28, '1.4'],
      ['transition', 124, '3.1'],
      ['any', 194, '2.9'],
    ])
    const scored = answer!.scored!
    expect(scored.days).toBeGreaterThan(7_000)
    expect(scored.calibration_error).toBeLessThanOrEqual(0.03)
    expect(scored.brier).toBeLessThanOrEqual(0.8 * Math.min(scored.persistence, scored.frequencies))
    expect(scored.changes_a_year).toBeLessThanOrEqual(3)
    const { summary, sections } = regimeBriefing.tell(day)
    expect(summary).toBe(
      'The regime is transition: conditions, growth and inflation together point neither way. It is also the most likely regime 30 days from now (56%). Initial jobless claims support expansion most (+0.39); consumer prices oppose expansion most (-0.1). If today’s score of 0.56 lasts, expansion begins in 16 days.',
    )
    expect(sections[0]!.rows[1]).toMatchObject({
      regime: 'contraction',
      n: 28,
      median: 1.4,
      median_95: '-12.3 to 5.5',
      rose: 61,
      rose_low: 42,
    })
    expect(sections[0]!.note).toContain('so far the regime says nothing about what bitcoin does next')
    // what was published in 2008 of figures that are revised is not on record
    const crisis = dayNumber('2008-10-15')!
    const inCrisis = dayView({ ...(await recordedKnown()), ...nothingFiled, sample: false }, crisis, endOfDay(crisis))
    const today = inCrisis.regimes().today()!
    const later = today.inputs.filter(({ later_vintage }) => later_vintage).map(({ metric }) => metric)
    expect([today.regime, later]).toEqual([
      'contraction',
      ['financial-conditions', 'dollar-index', 'initial-claims', 'payrolls', 'consumer-prices'],
    ])
    expect(regimeBriefing.tell(inCrisis).notes.join(' ')).toContain(
      'Of a later vintage than was published by this day: Financial conditions (2008-10-03)',
    )
  })
})
