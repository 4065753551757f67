import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hasUnusualFigure } from '../../pipeline/feeds/exact-figures.ts'
import { openMarket } from '../../pipeline/warehouse/analysts/market.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import type { Load } from '../../pipeline/warehouse/load/load.ts'
import { type Store, select } from '../../pipeline/warehouse/store.ts'
import { emptyStore } from '../empty-store.ts'
import { sampleHome } from '../end-to-end/home.ts'
import { mutated, seeded } from '../feeds/mutate.ts'
import figures from './company-facts.json' with { type: 'json' }
import { example, loadOf } from './company-facts.ts'

const fact = (val: string | number, more = '') =>
  `{"end":"2026-09-30","val":${val},"accn":"0000001234-26-000001","fy":2026,"fp":"Q3","form":"10-Q","filed":"2026-11-02"${more}}`
const bodyOf = (facts: readonly string[], cik: string | number = Number(example)) =>
  `{"cik":${cik},"entityName":"Example","facts":{"us-gaap":{"Assets":{"label":null,"description":null,"units":{"USD":[${facts.join(',')}]}}}}}`

let store: Store
beforeEach(async () => {
  store = await emptyStore()
})
afterEach(() => store.close())

const put = (loads: readonly Load[], options = {}) => load(store, loads, () => [], options)
const values = async () =>
  (await select<{ val: string }>(store, 'SELECT value::VARCHAR AS val FROM company_fact ORDER BY company_fact.value')).map(
    ({ val }) => val,
  )
const refusals = () =>
  select<{ rule: string; reason: string; excerpt: string }>(
    store,
    'SELECT rule, reason, excerpt FROM quarantine ORDER BY rule, reason',
  )

describe('figures', () => {
  /** A decimal as the column prints it. */
  const printed = (sign: string, whole: string, fraction: string) => {
    const digits = `${whole.replace(/^0+(?=\d)/, '')}.${fraction.padEnd(8, '0')}`
    return /[1-9]/.test(digits) ? sign + digits : digits
  }

  test('are kept digit for digit, however they are written', async () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^(0|[1-9][0-9]{0,${max - 1}})$`))
    const figure = fc.record({
      sign: fc.constantFrom('', '-'),
      whole: fc.oneof(digits(7), digits(12), digits(19), digits(30)),
      fraction: fc.stringMatching(/^[0-9]{0,8}$/),
      exponent: fc.constantFrom('', 'e0', 'E+0', 'e-00'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(figure, { minLength: 200, maxLength: 200 }), async (figures) => {
        await store.connection.run('DELETE FROM company_fact')
        await store.connection.run('DELETE FROM recording')
        const facts = figures.map(({ sign, whole, fraction, exponent }, at) =>
          fact(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}${exponent}`, `,"frame":"${at}"`),
        )
        expect(await put([loadOf(bodyOf(facts))])).toEqual({ loaded: 1, refused: 0, rejected: 0, changed: true })
        const rows = await select<{ val: string }>(
          store,
          'SELECT value::VARCHAR AS val FROM company_fact ORDER BY frame::INTEGER',
        )
        expect(rows.map(({ val }) => val)).toEqual(figures.map(({ sign, whole, fraction }) => printed(sign, whole, fraction)))
      }),
      { seed: 7, numRuns: 5 },
    )
  })
  test('are kept digit for digit where all are of the usual kind, and in any spacing', async () => {
    const figure = fc.tuple(
      fc.constantFrom('', '-'),
      fc.oneof(fc.stringMatching(/^(0|[1-9][0-9]{0,17})$/), fc.stringMatching(/^(0|[1-9][0-9]{0,6})\.[0-9]{1,8}$/)),
    )
    const spacings = [':', ': ', ' : ', ':\n  ', ' :\t']
    await fc.assert(
      fc.asyncProperty(
        fc.array(figure, { minLength: 200, maxLength: 200 }),
        fc.constantFrom(...spacings),
        async (figures, spacing) => {
          await store.connection.run('DELETE FROM company_fact')
          await store.connection.run('DELETE FROM recording')
          const facts = figures.map(([sign, text], at) => fact(sign + text, `,"frame":"${at}"`).replaceAll('":', `"${spacing}`))
          const body = bodyOf(facts)
          expect(hasUnusualFigure(Buffer.from(body))).toBe(spacing.length > 2 || spacing.startsWith(' '))
          expect(await put([loadOf(body)])).toEqual({ loaded: 1, refused: 0, rejected: 0, changed: true })
          const rows = await select<{ val: string }>(
            store,
            'SELECT value::VARCHAR AS val FROM company_fact ORDER BY frame::INTEGER',
          )
          expect(rows.map(({ val }) => val)).toEqual(
            figures.map(([sign, text]) => {
              const [whole = '', fraction = ''] = text.split('.')
              return printed(sign, whole, fraction)
            }),
          )
        },
      ),
      { seed: 11, numRuns: 10 },
    )
  })
  test.each(figures as [string, boolean][])('%s is looked at digit by digit: %s', (figure, unusual) => {
    for (const end of [',', '}'])
      for (const between of [':', ': ']) expect(hasUnusualFigure(Buffer.from(`{"val"${between}${figure}${end}`))).toBe(unusual)
  })
  test('that no row can hold are in quarantine, the others loaded', async () => {
    const facts = ['1e31', '0.123456789', 'null', '7', '-2.5E3'].map((val) => fact(val))
    expect(await put([loadOf(bodyOf(facts))])).toEqual({ loaded: 1, refused: 0, rejected: 3, changed: true })
    expect(await values()).toEqual(['-2500.00000000', '7.00000000'])
    expect(await refusals()).toEqual([
      { rule: 'figure', reason: '0.123456789 has more digits than allowed', excerpt: facts[1] },
      { rule: 'figure', reason: '1e31 has more digits than allowed', excerpt: facts[0] },
      { rule: 'figure', reason: 'the fact has no value', excerpt: facts[2] },
    ])
  })
})

describe('recordings', () => {
  const old = loadOf(bodyOf([fact(1)]), '2026-11-19T00:00:00Z')
  const now = loadOf(bodyOf([fact(2), fact(3)]), '2026-11-20T00:00:00Z')
  const other = loadOf(bodyOf([fact(9)], 5678), '2026-11-18T00:00:00Z', '0000005678')

  test('a body spread over lines gives what it gives on one', async () => {
    const { body } = loadOf(bodyOf([fact(1), fact('-2.50', ',"start":"2026-07-01"')])).parsed as { body(): Promise<Uint8Array> }
    const spread = `${JSON.stringify(JSON.parse(Buffer.from(await body()).toString()), null, 2)}\n`
    await put([loadOf(spread), loadOf(bodyOf([fact(9)], 5678), undefined, '0000005678')])
    expect(await values()).toEqual(['-2.50000000', '1.00000000', '9.00000000'])
  })
  test('a second load changes nothing', async () => {
    expect(await put([old])).toMatchObject({ loaded: 1 })
    expect(await put([old, old])).toMatchObject({ loaded: 0 })
    expect(await values()).toEqual(['1.00000000'])
  })
  test('a company’s facts are those of its newest recording, in whatever order they come', async () => {
    for (const order of [[[old, other], [now]], [[now, other], [old]], [[now, old, other]]]) {
      await store.connection.run('DELETE FROM company_fact')
      await store.connection.run('DELETE FROM recording')
      for (const loads of order) await put(loads)
      expect(await values()).toEqual(['2.00000000', '3.00000000', '9.00000000'])
      expect(await select(store, 'SELECT count(*)::INTEGER AS n FROM recording')).toEqual([{ n: 3 }])
    }
  })
  test('loaded again it gives the same once', async () => {
    await put([now, other])
    expect(await put([now], { again: true })).toEqual({ loaded: 1, refused: 0, rejected: 0, changed: true })
    expect(await values()).toEqual(['2.00000000', '3.00000000', '9.00000000'])
  })
})

test.each([
  ['BODY_IS_HTML', '<!DOCTYPE html><html><title>Undeclared Automated Tool</title></html>'],
  ['BODY_NOT_JSON', bodyOf([fact(1), fact(2)]).slice(0, -40)],
  ['BODY_NOT_OBJECT', '[]'],
  ['OTHER_FILER', bodyOf([fact(1)], 320193)],
  ['FACTS_EMPTY', '{"cik":1234,"entityName":"","facts":{}}'],
  ['FACTS_EMPTY', bodyOf([])],
  ['FACTS_MISSING', '{"cik":1234,"message":"error"}'],
  ['FACTS_MISSING', '{"cik":1234,"facts":{"us-gaap":{"Assets":{"units":[]}}}}'],
  ['FACTS_NOT_A_LIST', '{"cik":1234,"facts":{"us-gaap":{"Assets":{"units":{"USD":{}}}}}}'],
  ['FACT_DAY', bodyOf([fact(1), fact(2).replace('2026-09-30', '2026-09-31')])],
  ['FACT_DAY', bodyOf([fact(1), fact(2).replace('"end":"2026-09-30",', '')])],
  ['FACT_VALUE', bodyOf([fact(1), fact(2).replace('"val":2,', '')])],
  ['FACT_VALUE', bodyOf([fact(1), fact(2).replace('"form":"10-Q",', '')])],
])('a body that is none is refused whole, those beside it are loaded: %s', async (code, bad) => {
  const good = loadOf(bodyOf([fact(9)], 5678), '2026-11-18T00:00:00Z', '0000005678')
  const before = loadOf(bodyOf([fact(8)]), '2026-11-17T00:00:00Z')
  expect(await put([good, loadOf(bad), before])).toEqual({ loaded: 3, refused: 1, rejected: 0, changed: true })
  expect(await values()).toEqual(['8.00000000', '9.00000000'])
  const [refusal, ...more] = await refusals()
  expect([refusal!.rule, more]).toEqual([code, []])
  expect(refusal!.reason).not.toMatch(/tmp|\/var\//)
})

test('mutated bodies are refused whole, or give what they spell', async () => {
  const random = seeded(3)
  const whole = bodyOf(Array.from({ length: 40 }, (_, at) => fact(1_000_003 * at, `,"frame":"CY2026Q3I"`)))
  const bodies = Array.from({ length: 35 }, () => mutated(whole, random))
  const loads = bodies.map((body, at) => loadOf(body, new Date(Date.UTC(2026, 0, 1, 0, at)).toISOString()))
  let refused = 0
  for (const [at, each] of loads.entries()) {
    refused += (await put([each])).refused
    const strange = (await values()).filter((val) => !bodies[at]!.includes(String(Number(val))))
    const [held] = await select<{ status: string }>(store, 'SELECT status FROM recording ORDER BY no DESC LIMIT 1')
    if (held!.status === 'loaded') expect(strange, bodies[at]).toEqual([])
  }
  expect(refused).toBeGreaterThan(10)
  expect(refused).toBeLessThan(35)
})

test('the sample companies: what their company facts say is what their reports say', async () => {
  const market = await openMarket(`${(await sampleHome()).folder}/market.duckdb`)
  const rows = await select<{ filing: string; concept: string; unit: string; value: number; filed: number | null }>(
    market,
    `SELECT c.filing, c.concept, c.unit, c.value::DOUBLE AS value, f.value::DOUBLE AS filed FROM company_fact c
     JOIN report r ON r.accession = c.filing
     LEFT JOIN fact f ON f.filing = c.filing AND f.concept = c.concept AND f.to_day = c.to_day AND f.dimensions IS NULL
     ORDER BY ALL`,
  )
  await market.close()
  expect(new Set(rows.map(({ filing }) => filing)).size).toBeGreaterThan(10)
  expect(new Set(rows.map(({ concept }) => concept))).toContain('us-gaap:DebtInstrumentFaceAmount')
  expect(rows.filter(({ value, filed }) => value !== filed)).toEqual([])
})

test('v_facts tells each fact of a report once: by its document where that was read, else by company facts', async () => {
  const market = await openMarket(`${(await sampleHome()).folder}/market.duckdb`)
  const told = await select<{ read: boolean; placed: boolean; facts: number; units: string }>(
    market,
    `SELECT filing IN (SELECT accession FROM report) AS read, place IS NOT NULL AS placed, count(*)::INTEGER AS facts,
            string_agg(DISTINCT unit, ' ' ORDER BY unit) FILTER (WHERE unit ILIKE '%usd%') AS units
     FROM v_facts WHERE company = 'us:0009900001' GROUP BY ALL ORDER BY ALL`,
  )
  const [alone] = await select<{ facts: number }>(
    market,
    `SELECT count(*)::INTEGER AS facts FROM company_fact WHERE company = 'us:0009900001' AND filing NOT IN (SELECT accession FROM report)`,
  )
  const [tagged] = await select<{ facts: number }>(
    market,
    "SELECT count(*)::INTEGER AS facts FROM fact WHERE company = 'us:0009900001'",
  )
  const types = await select<{ type: string; numbers: boolean }>(
    market,
    `SELECT typeof(value) AS type, bool_and((value IS NULL) = (text IS NULL OR unit IS NULL)) AS numbers FROM v_facts
     WHERE company = 'us:0009900001' GROUP BY ALL`,
  )
  await market.close()
  expect(types).toEqual([{ type: 'DECIMAL(38,8)', numbers: true }])
  expect(told).toEqual([
    { read: false, placed: false, facts: alone!.facts, units: 'USD' },
    { read: true, placed: true, facts: tagged!.facts, units: 'USD' },
  ])
  expect(alone!.facts).toBeGreaterThan(0)
})
