import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { Refusal } from '../../server/errors.ts'
import { markdownTable } from '../../server/markdown-table.ts'
import { operations } from '../../server/openapi/operations.ts'
import { readDate, readParameters } from '../../server/query.ts'
import { suggest, suggestBriefings } from '../../server/suggest.ts'
import { readTarget } from '../../server/target.ts'

const codeOf = (run: () => unknown): string => {
  try {
    run()
    return 'taken'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const operationOf = (id: string) => operations.find((each) => each.id === id)!

describe('suggestions', () => {
  const rows = [...briefingRows, { id: 'fx.liquidity', path: '/api/fx' }, { id: 'btc.miner-survival', path: '/api/btc/miners' }]

  test.each([
    ['btc.onchain', 'btc.on-chain'],
    ['btc/onchain', 'btc.on-chain'],
    ['onchain', 'btc.on-chain'],
    ['on-chain', 'btc.on-chain'],
    ['fx', 'fx.liquidity'],
    ['btc.miners', 'btc.miner-survival'],
    ['BTC.Miner_Survival', 'btc.miner-survival'],
    ['btc.quick-chekc', 'btc.quick-check'],
    ['btc', 'btc.quick-check'],
  ])('%s means %s', (word, id) => {
    expect(suggestBriefings(word, rows)[0]).toBe(id)
  })

  test('one slip in any metric name still finds it', () => {
    const names = metricRows.map(({ metric }) => metric)
    fc.assert(
      fc.property(fc.constantFrom(...names.filter((name) => name.length > 3)), fc.nat(30), (name, at) => {
        const place = at % name.length
        expect(suggest(name.slice(0, place) + name.slice(place + 1), names)).toContain(name)
      }),
    )
  })

  test('never more than three, never for a word too long, never a fault', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (word) => {
        const found = suggestBriefings(word, rows)
        expect(found.length).toBeLessThanOrEqual(3)
        if (word.length > 64) expect(found).toEqual([])
      }),
    )
  })
})

describe('targets', () => {
  test('the query comes back as it was written', () => {
    const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    fc.assert(
      fc.property(fc.array(fc.record({ name: text, value: text })), (query) => {
        const written = query.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
        expect(readTarget(`/a?${written}`)).toEqual({ path: '/a', query })
      }),
    )
  })

  test('anything else is refused with a code, never a fault', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 100, unit: 'binary' }), (raw) => {
        const code = codeOf(() => readTarget(raw))
        if (!raw.startsWith('/')) expect(code).toBe('INVALID_REQUEST')
        expect(['taken', 'INVALID_REQUEST', 'URI_TOO_LONG']).toContain(code)
      }),
    )
  })

  test('+ is a blank, a name alone has an empty value, empty pieces are nothing', () => {
    expect(readTarget('/a?x=b+c&&y&=z').query).toEqual([
      { name: 'x', value: 'b c' },
      { name: 'y', value: '' },
      { name: '', value: 'z' },
    ])
  })

  test('names of Object are parameters like any other', () => {
    const { query } = readTarget('/a?__proto__=x&constructor=y')
    expect(readParameters(query, operationOf('listMetrics')).size).toBe(0)
    expect(codeOf(() => readParameters(query, operationOf('getMetric')))).toBe('UNKNOWN_PARAMETER')
  })
})

describe('days', () => {
  const day = (text: string) => codeOf(() => readDate(new Map([['date', text]]), '2026-07-23'))

  test('every day that exists is taken, up to today', () => {
    const days = fc.date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (date) => {
        const text = date.toISOString().slice(0, 10)
        expect(day(text)).toBe(text <= '2026-07-23' ? 'taken' : 'INVALID_DATE')
      }),
    )
  })

  test.each([
    '',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-01-00',
    '26-01-01',
    '2026-1-01',
    ' 2026-01-01',
    '2026-01-01\n',
    '２０２６-01-01',
    '+002026-01-01',
  ])('%j is no day', (text) => expect(day(text)).toBe('INVALID_DATE'))
})

test('no text adds a row or a column to a table', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (cells) => {
      const lines = markdownTable([{ label: 'a', cell: (row: string) => row }], cells).split(/\r?\n|\r/)
      expect(lines.length).toBe(cells.length + 2)
      for (const line of lines) expect(line.replace(/\\[\\|]/g, '').split('|').length).toBe(3)
    }),
  )
})
