import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Explanation, command as explain, explanationOf } from '../../cli/commands/explain.ts'
import { lineageLines, sourceValuesOf } from '../../cli/lineage/lineage.ts'
import { readSettings } from '../../cli/settings.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { sampleHome, temporaryHome } from '../end-to-end/home.ts'
import { run, runOf } from './command.ts'
import { expectExplained } from './explained.ts'

const settings = readSettings({})

test('readings from the sample feeds end at bytes with the recorded sha-256, in which each value stands', async () => {
  await expectExplained((await sampleHome()).folder, ['2026-11-20', '2026-06-15'])
})

/** One metric of each feed whose numbers stand in a table of another form, in another unit, or are made of several. */
const once = [
  'bitcoin-fee-fast',
  'usdt-dominance',
  'bitcoin-last-difficulty-change',
  'bitcoin-funding',
  'grid-demand-28d',
  'btc-etf-flow-5d',
  'ibit-share-flow',
  'gas-europe-month',
  'japan-treasury-holdings',
  'japan-holdings-with-bills',
  'auction-30y-dealer-share',
]

describe('what cannot be followed is said', () => {
  let home: Awaited<ReturnType<typeof temporaryHome>>
  beforeAll(async () => {
    home = await temporaryHome((await sampleHome()).folder)
  })
  afterAll(() => home.remove())
  const explaining = (metric: string, date?: string, global = {}) =>
    explain.action(runOf(settings, global), { home: home.folder, ...(date && { date }) }, metric, undefined, undefined)
  const of = (metric: string, date?: string) => run<Explanation>((global) => explaining(metric, date, global))

  test('a calculated metric is followed through its metrics to their series, with formula and version', async () => {
    const { printed, code } = await of('net-liquidity')
    expect(code).toBe(0)
    expect(printed.published).toMatchObject({ same: true })
    expect(printed).toMatchObject({
      method_version: expect.stringMatching(/^\d+\.\d+$/),
      lineage: {
        kind: 'metric',
        formula: 'fed-balance - tga - rrp, all on Wednesdays; on a holiday rrp is that of the business day before',
      },
    })
    expect(sourceValuesOf(printed.lineage).map(({ name }) => name)).toEqual(['WALCL', 'WDTGAL', 'RRPONTSYD'])
    const [assets, account, repo] = sourceValuesOf(printed.lineage).map(({ value }) => value) as [number, number, number]
    expect(printed.lineage.value).toBeCloseTo(assets / 1_000 - account / 1_000 - repo, 6)
  })

  test('a metric of every feed whose numbers were not found before leads to their rows and columns', async () => {
    const missing: string[] = []
    const unnamed: string[] = []
    for (const metric of once) {
      const explained = await explanationOf(home.folder, metric, undefined, 0)
      for (const { name, recording } of sourceValuesOf(explained.lineage)) {
        if (recording.passages.length === 0) missing.push(`${metric}: ${name}`)
        if (recording.place === null && recording.passages.some(({ column, row }) => column === null && row === null))
          unnamed.push(`${metric}: ${name}`)
      }
      if (metric === 'gas-europe-month')
        expect(lineageLines(explained.lineage).join('\n')).toMatch(
          /number: +[\d.]+ \(row 2026-10-31, column Natural gas, Europe\)\n +line \d+: /,
        )
    }
    expect([missing, unnamed]).toEqual([[], []])
  })

  test('a mean names all of its values, and the tree shows the ends of them', async () => {
    const { printed } = await of('btc-price-200d-ma')
    const values = sourceValuesOf(printed.lineage).map(({ value }) => value)
    expect(values).toHaveLength(200)
    expect(printed.lineage.value).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 200, 6)
    const lines = lineageLines(printed.lineage)
    expect(lines.join('\n')).toContain('198 more in between')
    expect(lines.length).toBeLessThan(25)
  })

  test('every version of a revised value is told with its recording', async () => {
    // money of August was told at the end of September and revised at the end of October
    const { printed } = await of('m2-supply', '2026-10-05')
    const [end] = sourceValuesOf(printed.lineage)
    const [first, second] = end!.versions
    expect([end!.period, end!.value, first!.version, second!.version]).toEqual(['2026-08-31', first!.value, 1, 2])
    expect(second!.value).not.toBe(first!.value)
    expect([first!.known_at < '2026-10-05', second!.known_at > '2026-10-05']).toEqual([true, true])
    expect(lineageLines(printed.lineage).join('\n')).toContain(
      `version 2: ${second!.value}, known at ${second!.known_at} (filed)`,
    )
  })

  test('a figure the edition does not say any more, and bytes that are not those recorded, end with 2', async () => {
    const { printed } = await of('vix')
    const [end] = sourceValuesOf(printed.lineage)
    const store = await openStore(join(home.folder, 'market.duckdb'))
    await store.connection.run("UPDATE observation SET value = value + 1 WHERE series = 'VIXCLS' AND period = $1::DATE", [
      end!.period,
    ])
    await store.close()
    const moved = await of('vix')
    expect([moved.code, moved.printed.published!.same, moved.printed.unproven]).toEqual([2, false, 1])
    await writeFile(join(home.folder, end!.recording.key), 'not what was recorded')
    const altered = await of('vix')
    expect(sourceValuesOf(altered.printed.lineage)[0]!.recording.verified).toBe(false)
    await rm(join(home.folder, end!.recording.key))
    expect((await of('vix')).code).toBe(2)
  })

  test.each([
    ['no-such-metric', undefined, 'METRIC'],
    ['vix', 'yesterday', 'DATE'],
    ['vix', '1999-01-01', 'NOT_KNOWN'],
  ])('%s on %s: %s', async (metric, date, code) => {
    await expect(explaining(metric, date)).rejects.toMatchObject({ code })
  })
})
