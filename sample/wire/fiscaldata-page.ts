import { type Answer, json, notImitated } from './answer.ts'

/** Columns of a dataset of Fiscal Data, by name. */
export type Fields = Readonly<Record<string, readonly [label: string, type: string, format: string]>>

type Query = Readonly<Record<string, string>>

/** The day (`YYYY-MM-DD`) from which rows are asked for; all, where none is named. `by` is the field they are sorted by. */
export function firstDayAsked(url: URL, query: Query, fields: readonly string[], by = 'record_date'): string {
  const [, field, from] = /^(\w+):gte:(\d{4}-\d\d-\d\d)$/.exec(query['filter'] ?? `${by.replace('-', '')}:gte:0000-00-00`) ?? []
  if (query['fields'] !== fields.join(',') || query['sort'] !== by || field !== by.replace('-', '') || from === undefined)
    throw notImitated(url, 'other fields, orders or filters')
  return from
}

/** One page of rows in the envelope of Fiscal Data. */
export function pageOf(query: Query, fields: Fields, rows: readonly object[]): Answer {
  const size = Number(query['page[size]'] ?? 100)
  const number = Number(query['page[number]'] ?? 1)
  const pages = Math.ceil(rows.length / size)
  const data = rows.slice((number - 1) * size, number * size)
  const link = (page: number): string => `&page%5Bnumber%5D=${page}&page%5Bsize%5D=${size}`
  const column = (at: 0 | 1 | 2) => Object.fromEntries(Object.entries(fields).map(([name, texts]) => [name, texts[at]]))
  const described = { labels: column(0), dataTypes: column(1), dataFormats: column(2) }
  const [prev, next] = [number > 1 ? link(number - 1) : null, number < pages ? link(number + 1) : null]
  return json({
    data,
    meta: { count: data.length, ...described, 'total-count': rows.length, 'total-pages': pages },
    links: { self: link(number), first: link(1), prev, next, last: link(pages) },
  })
}
