import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secItems } from '../../../data/sec-items.ts'
import { currentReportLine, isNewsForm, namedItems } from '../../../pipeline/source/news/current-report.ts'
import lines from '../../truth/news-lines.json' with { type: 'json' }

const title = (...items: string[]) => currentReportLine('8-K', items).title
const kinds = (...items: string[]) => currentReportLine('8-K', items).kinds

describe('the line of an 8-K', () => {
  const ofSec = lines.filter(({ source }) => source === 'sec')
  test.each(ofSec)('read by hand: $id ($form)', ({ form, items_in_filing, items_named, more, news_kinds }) => {
    const { named, more: others } = namedItems(items_in_filing!)
    expect([named.map(({ item }) => item), others]).toEqual([items_named, more])
    expect(currentReportLine(form!, items_in_filing!).kinds).toEqual(news_kinds)
  })
  test('there are 18 of them', () => expect(ofSec).toHaveLength(18))

  test('names three items in the order of significance and counts the others', () => {
    expect(title('1.02', '2.01', '3.01', '3.03', '5.01', '5.02', '5.03', '8.01', '9.01')).toBe(
      'Change in control; Delisting notice or listing transfer; Completed an acquisition or disposal; 5 more',
    )
  })
  test('never names or counts 7.01 and 9.01 beside another item', () => {
    expect(title('7.01', '8.01', '9.01')).toBe('Other event')
    expect(title('1.01', '1.02', '5.02', '7.01', '9.01')).not.toContain('more')
  })
  test('names them where there is nothing else, 7.01 first', () => {
    expect(title('9.01', '7.01')).toBe('Regulation FD disclosure; Financial statements and exhibits')
    expect(title('9.01')).toBe('Financial statements and exhibits')
  })
  test('of an amendment says so, with the items of the amendment', () => {
    expect(currentReportLine('8-K/A', ['9.01']).title).toBe('Financial statements and exhibits (amended)')
  })
  test('of before August 2004, when items had single numbers, is the form alone', () => {
    expect(currentReportLine('8-K', ['5', '7'])).toEqual({ title: '8-K', kinds: ['material-event'] })
  })
  test('whose items the list does not tell says so, and leaves its kinds open', () => {
    expect(currentReportLine('8-K', null)).toEqual({ title: '8-K (items not read)', kinds: [] })
  })
  test('of a 6-K is the form', () => {
    expect(currentReportLine('6-K', [])).toEqual({ title: '6-K', kinds: ['material-event'] })
    expect(currentReportLine('6-K/A', null).title).toBe('6-K (amended)')
  })
  test('names asset-backed matters of several numbers once', () => {
    expect(title('6.01', '6.02', '8.01')).toBe('Asset-backed securities matter; Other event')
  })
  test('names an item that was added since by its number', () => {
    expect(title('1.06', '2.02')).toBe('Item 1.06; Results of operations')
  })
})

describe('kinds of an 8-K', () => {
  test('are a set: results, persons, and anything else', () => {
    expect(kinds('2.02', '5.02', '8.01')).toEqual(['earnings-release', 'leadership-change', 'material-event'])
  })
  test('are not widened by what carries the exhibits', () => {
    expect(kinds('2.02', '9.01')).toEqual(['earnings-release'])
    expect(kinds('5.02', '7.01', '9.01')).toEqual(['leadership-change'])
  })
  test('of carriers alone are a material event', () => expect(kinds('7.01', '9.01')).toEqual(['material-event']))
})

test('any set of items in any order gives the same line: at most three names, and the count of the other substantive lines', () => {
  const numbers = secItems.map(({ item }) => item)
  fc.assert(
    fc.property(fc.shuffledSubarray(numbers), (items) => {
      const { named, more } = namedItems(items)
      expect(currentReportLine('8-K', items)).toEqual(currentReportLine('8-K', items.toSorted()))
      const substantive = new Set(
        secItems.filter(({ item, carrier }) => items.includes(item) && !carrier).map(({ line }) => line),
      )
      expect(named.length).toBeLessThanOrEqual(3)
      if (substantive.size > 0) expect(named.length + more).toBe(substantive.size)
      expect(named.some(({ carrier }) => carrier)).toBe(substantive.size === 0 && items.length > 0)
    }),
    { seed: 8, numRuns: 500 },
  )
})

test.each(['8-K', '8-K/A', '8-K12B', '8-K12G3/A', '8-K15D5', '6-K', '6-K/A'])('%s is news', (form) =>
  expect(isNewsForm(form)).toBe(true),
)
test.each(['10-K', '8-A12B', 'S-8', '485BPOS', '4', '', '8-K405', '6-K12'])('%s is not', (form) =>
  expect(isNewsForm(form)).toBe(false),
)
