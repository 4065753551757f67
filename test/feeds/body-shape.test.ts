import { describe, expect, test } from 'vitest'
import { fieldsOf, parentFieldPath, requestKind } from '../../pipeline/feeds/body-shape.ts'

describe('the shape of a body', () => {
  test('of JSON: every path with its types, items of arrays folded', () => {
    expect(
      fieldsOf({
        count: 2,
        items: [
          { at: 'a', value: 1 },
          { at: 'b', value: null, note: 'x' },
        ],
        none: [],
      }),
    ).toEqual({
      '': ['object'],
      count: ['number'],
      items: ['array'],
      'items[]': ['object'],
      'items[].at': ['text'],
      'items[].note': ['absent', 'text'],
      'items[].value': ['null', 'number'],
      none: ['array'],
    })
    expect(
      fieldsOf([
        [1, '2'],
        [3, '4'],
      ]),
    ).toEqual({ '': ['array'], '[]': ['array'], '[][]': ['number', 'text'] })
  })

  test('keys that are data fold, where a feed says so and where there are hundreds', () => {
    expect(fieldsOf({ by: { AAA: { n: 1 }, BBB: { n: 'x' } } }, ['by'])).toEqual({
      '': ['object'],
      by: ['object'],
      'by.*': ['object'],
      'by.*.n': ['number', 'text'],
    })
    const many = Object.fromEntries(Array.from({ length: 301 }, (_, i) => [`key ${i}`, i]))
    expect(Object.keys(fieldsOf(many)!)).toEqual(['', '*'])
  })

  test('of CSV: the columns below a preamble; the day of a vintage is no name', () => {
    const text =
      'Some Fund,\nAs of,"Nov 20, 2026"\n\nTicker,Weight (%),PAYEMS_20261106,Note\nBTC,99.5,"1,234",\nUSD,-,2,\n\n"Prose, with commas, of a lawyer, and more of it, at length beyond any name of a column, on and on."\n'
    expect(fieldsOf(text)).toEqual({
      '': ['table'],
      Ticker: ['text'],
      'Weight (%)': ['number', 'text'],
      'PAYEMS_*': ['number'],
      Note: ['empty'],
    })
  })

  test('of a long body few items and lines are looked at, the last among them', () => {
    const items = Array.from({ length: 100_000 }, (_, i) => (i === 99_999 ? { last: true } : { n: i }))
    expect(fieldsOf(items)).toMatchObject({ '[].last': ['absent', 'boolean'], '[].n': ['absent', 'number'] })
    const lines = Array.from({ length: 50_000 }, (_, i) => `2026-01-01,${i}`)
    expect(fieldsOf(`day,value\n${lines.join('\n')}`)).toEqual({ '': ['table'], day: ['text'], value: ['number'] })
  })

  test('pages, other text, packed files and depths without end have none or an end', () => {
    expect(fieldsOf(undefined)).toBeNull()
    expect(fieldsOf('BEGIN:VCALENDAR\nSUMMARY:Prices, monthly\nEND:VCALENDAR\n')).toBeNull()
    expect(fieldsOf('<feed><a>1,2</a>\n<b>1,2</b></feed>')).toBeNull()
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    expect(Object.keys(fieldsOf(deep)!)).toHaveLength(13)
  })

  test('what holds a field', () => {
    expect(['a', 'a.b', 'a[]', 'a[].b', '[].b', ''].map(parentFieldPath)).toEqual(['', 'a', 'a', 'a[]', '[]', null])
  })
})

describe('the kind of a request', () => {
  test('leaves out what changes from one to the next, and keeps what is asked for', () => {
    expect(
      requestKind('https://a.example/v2/CIK0000320193.json?start=2026-11-01&series_id=DGS10&limit=1000&page_token=abc'),
    ).toBe('a.example/v2/CIK*.json?limit=*&page_token=*&series_id=DGS10&start=*')
  })
})
