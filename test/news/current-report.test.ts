import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { secItems } from '../../data/sec-items.ts'
import { currentReportLine, isNewsForm, namedItems } from '../../pipeline/news/current-report.ts'
import lines from '../truth/news-lines.json' with { type: 'json' }

describe('the line of an 8-K', () => {
  const ofSec = lines.filter(({ source }) => source === 'sec')
  test.each(ofSec)('read by hand: $id ($form)', ({ form, items_in_filing, items_named, more, news_kinds }) => {
    const { named, more: others } = namedItems(items_in_filing!)
    expect([named.map(({ item }) => item), others]).toEqual([items_named, more])
    expect(currentReportLine(form!, items_in_filing!).kinds).toEqual(news_kinds)
  })
  test('there are 18 of them', () => expect(ofSec).toHaveLength(18))

  test.each<readonly [string, string, readonly string[] | null, string]>([
    ['names 7.01 and 9.01 never beside another item', '8-K', ['7.01', '8.01', '9.01'], 'Other event'],
    ['names 9.01 where there is nothing else', '8-K', ['9.01'], 'Financial statements and exhibits'],
    ['names 7.01 first', '8-K', ['9.01', '7.01'], 'Regulation FD disclosure; Financial statements and exhibits'],
    ['of an amendment says so, with its items', '8-K/A', ['9.01'], 'Financial statements and exhibits (amended)'],
    ['of before August 2004, when items had single numbers, is the form alone', '8-K', ['5', '7'], '8-K'],
    ['whose items the list does not tell says so', '8-K', null, '8-K (items not read)'],
    ['of a 6-K is the form', '6-K', [], '6-K'],
    ['of an amended 6-K says so', '6-K/A', null, '6-K (amended)'],
    ['names matters of several numbers once', '8-K', ['6.01', '6.02', '8.01'], 'Asset-backed securities matter; Other event'],
    ['names an item that was added since by its number', '8-K', ['1.06', '2.02'], 'Item 1.06; Results of operations'],
  ])('%s', (_, form, items, title) => expect(currentReportLine(form, items).title).toBe(title))

  const title = (...items: string[]) => currentReportLine('8-K', items).title
  test('names three items in the order of significance and counts the others', () => {
    expect(title('1.02', '2.01', '3.01', '3.03', '5.01', '5.02', '5.03', '8.01', '9.01')).toBe(
      'Change in control; Delisting notice or listing transfer; Completed an acquisition or disposal; 5 more',
    )
    expect(title('1.01', '1.02', '5.02', '7.01', '9.01')).not.toContain('more')
  })
})

test.each<readonly [string, string, readonly string[] | null, readonly string[]]>([
  ['a set', '8-K', ['2.02', '5.02', '8.01'], ['earnings-release', 'leadership-change', 'material-event']],
  ['not widened by what carries the exhibits', '8-K', ['2.02', '9.01'], ['earnings-release']],
  ['not widened by two carriers', '8-K', ['5.02', '7.01', '9.01'], ['leadership-change']],
  ['of carriers alone a material event', '8-K', ['7.01', '9.01'], ['material-event']],
  ['of items with single numbers a material event', '8-K', ['5', '7'], ['material-event']],
  ['open where the list does not tell the items', '8-K', null, []],
  ['of a 6-K a material event', '6-K', [], ['material-event']],
])('kinds are %s', (_, form, items, kinds) => expect(currentReportLine(form, items).kinds).toEqual(kinds))

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
