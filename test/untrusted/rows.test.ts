import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleText } from '../../pipeline/documents/visible.ts'
import { officialRecord } from '../../pipeline/feeds/official-news.ts'
import { tables } from '../../pipeline/tables/index.ts'
import type { Table } from '../../pipeline/tables/table.ts'
import { maxTextLengths, withSanitizedText } from '../../pipeline/tables/words.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { newsOfDays } from '../../pipeline/warehouse/news.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'
import { injections } from './injections.ts'

const all = Object.values(injections).flat()
const never = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/u
const worded = (tables as readonly Table[]).flatMap((table) =>
  table.columns.flatMap(([column, , , words]) => (words === undefined ? [] : [{ table, column, most: maxTextLengths[words] }])),
)

test('what is seen stays as it is, what is not seen goes', () => {
  expect(visibleText('Société Générale’s “10-K” – 任天堂株式会社, 삼성전자, Ελλάς, 😀 (50 %)')).toBe(
    'Société Générale’s “10-K” – 任天堂株式会社, 삼성전자, Ελλάς, 😀 (50 %)',
  )
  expect(visibleText('one\r\ntwo\tthree')).toBe('one two three')
  expect(visibleText('a\u200b\u202eb\u{e0041}\ufe0fc\ud83d')).toBe('abc')
  expect(visibleText('👩\u200d👧 नि\u200dम')).toBe('👩👧 निम')
})

test('any text is visible once it is made so, and the same when that is done again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(visibleText(text)).not.toMatch(never)
      expect(visibleText(visibleText(text))).toBe(visibleText(text))
    }),
  )
})

test('every column with words of sources has them clean and no longer than they may be, and no other column changes', () => {
  expect(worded.length).toBeGreaterThan(25)
  for (const { table, column, most } of worded)
    for (const text of all) {
      const given = { [column]: text, another: text }
      const row = withSanitizedText(table, [given])[0] as Record<string, string>
      expect(row['another']).toBe(text)
      expect(row[column]).not.toMatch(never)
      expect(row[column]!.length).toBeLessThanOrEqual(most)
      expect(withSanitizedText(table, [row])).toEqual([row])
    }
})

test('names inside a list are cleaned too, a pair at the end is not parted, and what is absent stays absent', () => {
  const issuer = (tables as readonly Table[]).find(({ name }) => name === 'issuer')!
  const former_names = [{ name: 'Old\u200b Inc\n', from: null, to: '2020-01-01' }]
  expect(withSanitizedText(issuer, [{ name: '😀'.repeat(400), former_names, industry: null }])).toEqual([
    { name: `${'😀'.repeat(249)}…`, former_names: [{ ...former_names[0], name: 'Old Inc ' }], industry: null },
  ])
})

test('a list with 200 injected titles is loaded without what cannot be seen', async () => {
  const store = await emptyStore()
  const shown = {
    source: 'ecb',
    form: 'statement',
    link: 'https://a.example/',
    day: '2026-09-20',
    clock: null,
    zone: 'UTC',
    at: null,
  }
  const rows = all.map((title, at) => officialRecord({ ...shown, id: `${at}`.padStart(3, '0'), title }, '2026-09-20T00:00:00Z'))
  const recording = recordingOf('https://a.example/list', 'list', '2026-09-20T00:00:00Z')
  const parsed = { rows: { news_record: rows }, rejected: [], next: [] }
  await load(store, [{ recording, feed: 'ecb-press', parsed }], () => [])
  const read = await newsOfDays(store, ['2026-09-20'], Date.parse('2026-09-21'))
  store.close()
  const titles = read.toSorted((a, b) => Number(a.id) - Number(b.id)).map(({ title }) => title)
  expect(titles).toEqual(
    withSanitizedText({ name: '', comment: '', columns: [['title', '', '', 'line']] }, rows).map(({ title }) => title),
  )
  expect(titles.filter((title) => never.test(title))).toEqual([])
})
