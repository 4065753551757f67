import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { briefingRows, briefingTopics } from '../../data/briefings.ts'
import { metricRows } from '../../data/metrics.ts'
import { briefingKind } from '../../pipeline/documents/briefing-kind.ts'
import { documentTarget } from '../../pipeline/documents/kind.ts'
import { metricKind } from '../../pipeline/documents/metric-kind.ts'
import { Refusal } from '../../server/http/errors.ts'
import { markdownTable } from '../../server/http/markdown-table.ts'
import { suggestDocuments, suggestPaths } from '../../server/http/suggest.ts'
import { readTarget } from '../../server/http/target.ts'
import { operations } from '../../server/openapi/operations.ts'
import { readDay, readParameters } from '../../server/openapi/query.ts'
import names from './names.json' with { type: 'json' }
import typedNames from './typed-names.json' with { type: 'json' }

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

  test.each(names.documents)('%s means %s', (word, id) => {
    expect(suggestDocuments(word, rows)[0]).toBe(id)
  })

  test('one letter dropped from a word of more than three in any metric name still leads to it', () => {
    const words = metricRows.flatMap(({ metric }) =>
      [...metric.matchAll(/[a-z]{4,}/g)].map(({ 0: word, index }) => ({ metric, word, index })),
    )
    fc.assert(
      fc.property(fc.constantFrom(...words), fc.nat(30), ({ metric, word, index }, at) => {
        const place = index + (at % word.length)
        expect(suggestDocuments(metric.slice(0, place) + metric.slice(place + 1), metricKind.rows(true))).toContain(metric)
      }),
    )
  })

  test('never more than three, never for a word too long, never a fault', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (word) => {
        const found = suggestDocuments(word, rows)
        expect(found.length).toBeLessThanOrEqual(3)
        if (word.length > 64) expect(found).toEqual([])
      }),
    )
  })
})

/** What people and agents type, and the metric they mean; null where we have none of it. */
const typed = typedNames as [string, string | null][]

describe('metrics as they are typed', () => {
  test.each(typed)('%s means %s', (word, metric) => {
    const suggested = suggestDocuments(word, metricKind.rows(true))
    if (metric === null) expect(suggested).toEqual([])
    else expect(suggested[0]).toBe(metric)
  })

  test('an alias names one metric only, and no alias is the name of another', () => {
    const owners = new Map<string, string>()
    for (const { metric, aliases = [] } of metricRows) {
      for (const name of [metric, ...aliases]) {
        const letters = name.replaceAll('-', '')
        expect([name, owners.get(letters) ?? metric]).toEqual([name, metric])
        owners.set(letters, metric)
      }
    }
  })
})

/** Assets and subjects no briefing is about; some are one letter from a topic that has one. */
const elsewhere = (
  'etc ltc bch btg btt bttc wbtc tbtc btcb btcv bsv sol xrp doge ada dot avax trx ton link uni atom xlm near icp apt sui op arb inj ' +
  'fil ftm algo vet hbar egld mana sand axs chz crv mkr aave comp snx ldo fxs fet grt imx rndr tao pepe shib bonk wif solana ' +
  'litecoin ripple cardano polkadot xau xag oil crops gross micro crypto defi nft stocks rates spx ndx ' +
  'credit housing energy metals grains f x bt bc tc fb aapl tsla mstr crox'
).split(' ')

describe('paths', () => {
  const rows = [briefingKind, metricKind].flatMap((kind) =>
    kind.rows(true).map((row) => ({ ...row, target: documentTarget(kind.route!, row.id) })),
  )
  const others = operations.map(({ path }) => path).filter((path) => !path.includes('{'))
  const paths = (word: string) => suggestPaths(word, rows, others)

  test.each(names.paths)('%s means %s', (word, path) => expect(paths(word)[0]).toBe(path))

  test('an asset or subject no briefing covers is never answered with the path or id of another', () => {
    const kinds = ['', 'context', 'pulse', 'momentum', 'onchain', 'full', 'treasury', 'liquidity', 'regime', 'correlations']
    for (const about of elsewhere) {
      for (const kind of kinds) {
        const path = `/api/${about}${kind === '' ? '' : `/${kind}`}`
        const priced = paths(path).filter((each) => briefingRows.some((row) => row.path === each))
        expect([path, priced]).toEqual([path, []])
        const id = `${about}.${kind === '' ? 'context' : kind}`
        expect([id, suggestDocuments(id, briefingKind.rows(true))]).toEqual([id, []])
      }
      for (const kind of ['price', 'usd', 'market-cap', 'hash-rate', 'difficulty', 'dominance', 'fees']) {
        const name = `${about}-${kind}`
        if (about !== 'mstr' && about !== 'oil') expect([name, suggestDocuments(name, metricKind.rows(true))]).toEqual([name, []])
      }
    }
  })

  test('every briefing is on a topic that is named', () => {
    for (const { id } of briefingRows) expect(briefingTopics.map((topic) => topic.id)).toContain(id.split('.')[0])
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
  const day = (text: string) => codeOf(() => readDay(new Map([['date', text]]), 'date', '2026-07-23', 'the current document'))

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
      const lines = markdownTable(
        ['a'],
        cells.map((cell) => [cell]),
      ).split(/\r?\n|\r/)
      expect(lines.length).toBe(cells.length + 2)
      for (const line of lines) expect(line.replace(/\\[\\|]/g, '').split('|').length).toBe(3)
    }),
  )
})
