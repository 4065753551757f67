import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { composeCompanyBatches } from '../../activities/compute/companies.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { recordedStore } from '../companies/recorded.ts'

describe('the views of listed companies', () => {
  let store: Store
  beforeAll(async () => {
    store = await recordedStore()
  })
  afterAll(() => store.close())

  const fiscal2017 = "company = 'us:0001637459' AND line = 'net_income' AND span = 'year' AND to_day = DATE '2017-12-30'"
  const told = 'value::DOUBLE AS value, first_value::DOUBLE AS first_value, restated, known_on::VARCHAR AS known_on'

  test('Kraft Heinz 2017: first told, and as restated in 0001637459-19-000049', async () => {
    const on = (day: string) => select(store, `SELECT ${told} FROM company_as_known(DATE '${day}') WHERE ${fiscal2017}`)
    const first = { value: 10_999e6, first_value: 10_999e6, restated: false, known_on: '2018-02-16' }
    const restated = { value: 10_941e6, first_value: 10_999e6, restated: true, known_on: '2019-06-07' }
    expect(await on('2018-02-15')).toEqual([])
    expect(await on('2019-06-06')).toEqual([first])
    expect(await on('2019-06-07')).toEqual([restated])
    expect(await select(store, `SELECT ${told} FROM v_company_line WHERE ${fiscal2017}`)).toEqual([restated])
  })

  test('one row per line and period, none of it lost', async () => {
    const period = 'company, line, unit, span, from_day, to_day'
    const [counted] = await select(
      store,
      `SELECT (SELECT count(*) FROM v_company_line)::INTEGER AS rows,
              (SELECT count(*) FROM (SELECT DISTINCT ${period} FROM v_company_line))::INTEGER AS different,
              (SELECT count(*) FROM (SELECT DISTINCT ${period} FROM company_line))::INTEGER AS periods`,
    )
    expect(counted!['rows']).toBeGreaterThan(20_000)
    expect([counted!['different'], counted!['periods']]).toEqual([counted!['rows'], counted!['rows']])
  })

  test('v_ratio has what the briefings say, once for each company however often it is composed', async () => {
    const composed = new Map<string, object>()
    for (const day of ['2026-06-30', '2026-07-01']) {
      const { batches } = await composeCompanyBatches(
        store,
        new Map(),
        { asOf: dayNumber(day)!, sample: false },
        new AbortController().signal,
      )
      for await (const { briefings } of batches)
        for (const { issuer, blocks } of briefings)
          for (const block of [blocks.quality, blocks.profitability])
            for (const { ratio, value, inputs } of block?.ratios ?? [])
              composed.set(`${issuer} ${ratio}`, { value, inputs: inputs.map((place) => block!.inputs[place]) })
    }
    const rows = await select<{ key: string; value: number | null; inputs: string; formula: string }>(
      store,
      "SELECT company || ' ' || ratio AS key, value, inputs, formula FROM v_ratio",
    )
    expect(new Map(rows.map(({ key, value, inputs }) => [key, { value, inputs: JSON.parse(inputs) }]))).toEqual(composed)
    expect(rows.length).toBe(composed.size)
    expect(rows.every(({ formula }) => formula !== '')).toBe(true)
    const apple = await select(store, "SELECT name, tickers[1] AS ticker FROM v_company WHERE company = 'us:0000320193'")
    expect(apple).toEqual([{ name: 'Apple Inc.', ticker: 'AAPL' }])
  })
})
