import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { dayView, type Known, nothingFiled } from '../../pipeline/days/point-in-time-days.ts'
import { dayNumber, endOfDay } from '../../pipeline/time/day.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { laterVintages, readVersions } from '../../pipeline/warehouse/observations.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { recordedLoads } from '../recorded.ts'
import cases from './later-vintages.json' with { type: 'json' }

/** Charts of 2026 with their whole past, and what ALFRED says of some vintages. */
const files = cases.files

describe('later vintages in real recordings', () => {
  let store: Store
  let known: Known
  beforeAll(async () => {
    store = await emptyStore()
    const loads = recordedLoads(({ file }) => files.includes(file))
    expect(await load(store, loads, () => [])).toEqual({ loaded: files.length, refused: 0, rejected: 0, changed: true })
    known = {
      versions: await readVersions(store, [...series.map(({ id }) => id)]),
      vintages: await laterVintages(store),
      ...nothingFiled,
      sample: false,
    }
  })
  afterAll(() => store?.close())

  const shown = async (macro: 'as_known' | 'as_known_strict', name: string, period: string, asOf: string) => {
    const [row] = await select<{ value: number; basis: string; vintage: string | null }>(
      store,
      `SELECT value, known_basis AS basis, CAST(vintage::DATE AS VARCHAR) AS vintage FROM ${macro}(DATE '${asOf}') WHERE series = $1 AND period = $2::DATE`,
      [name, period],
    )
    return row ?? null
  }

  // read by hand from the files: line 2008-10-01 or 2020-04-01, or the day itself, and the row of the vintage
  test.each([
    ['UNRATE', '2008-10-31', '2008-12-31', 6.5, '2026-05-27'],
    ['M2SL', '2008-10-31', '2008-12-31', 7_974.9, '2026-01-18'],
    ['M2SL', '2020-04-30', '2020-12-31', 17_005.4, '2026-01-18'],
    ['NFCI', '2008-10-10', '2008-12-31', 2.322, '2026-05-27'],
    ['DTWEXBGS', '2008-10-10', '2008-12-31', 97.999, '2026-05-27'],
  ])(
    '%s of %s was not known on %s as the %d that a file of later shows, and says so',
    async (name, period, asOf, value, vintage) => {
      expect(await shown('as_known', name, period, asOf)).toEqual({ value, basis: 'deadline', vintage })
      expect(await shown('as_known_strict', name, period, asOf)).toBeNull()
      expect(await shown('as_known_strict', name, period, vintage)).toEqual({ value, basis: 'deadline', vintage })
    },
  )

  test.each(cases.vintages as [string, string, string, number | null][])(
    'by the vintages ALFRED gives, %s of %s on %s is %d',
    async (name, period, asOf, value) => {
      expect((await shown('as_known_strict', name, period, asOf))?.value ?? null).toBe(value)
    },
  )

  test('a first print of ALFRED is filed and of no later vintage; a level that is not revised is never one', async () => {
    expect(await shown('as_known', 'UNRATE', '2026-02-28', '2026-03-07')).toEqual({ value: 4.4, basis: 'filed', vintage: null })
    expect(await shown('as_known_strict', 'WALCL', '2008-10-08', '2008-12-31')).toMatchObject({
      basis: 'deadline',
      vintage: null,
    })
  })

  const notesOf = (metric: string, day: string): readonly string[] => {
    const asOf = dayNumber(day)!
    return dayView(known, asOf, endOfDay(asOf))
      .reading(metric)!
      .data_quality.notes.filter((note) => note.includes('later vintage'))
  }

  test('a reading of a past day says that its value is of a later vintage', () => {
    expect(notesOf('unemployment', '2008-12-31')).toEqual([
      'Of a later vintage: the value of UNRATE (revised annually) for 2008-11-30 was first seen on 2026-05-27; what was published by 2008-12-10 may have been different.',
    ])
    expect(notesOf('financial-conditions', '2020-12-31')).toHaveLength(1)
    expect(notesOf('m2-supply', '2020-12-31')).toHaveLength(1)
    expect(notesOf('dollar-index', '2020-12-31')).toHaveLength(1)
  })

  test('a reading of a day by which all it rests on had been seen says nothing of it, nor one of what is not revised', () => {
    for (const metric of ['unemployment', 'financial-conditions', 'm2-supply'])
      expect([metric, notesOf(metric, '2026-08-22')]).toEqual([metric, []])
    expect(notesOf('fed-balance', '2008-12-31')).toEqual([])
  })
})
