import { type Item, itemOf } from './json-feed.ts'

export const eiaHost = 'api.eia.gov'
/** Most rows of an answer. */
export const maxEiaRows = 5_000

/** The rows of all pages: a text on most routes. */
export const eiaTotalRows = ({ response }: Item): number => Number(itemOf(response)['total'])

/** Answers of the EIA's API, version 2 (eia.gov/opendata/documentation.php): a value is a text on most routes and a number on others. */
export const eiaAnswer = {
  upstream: 'eia',
  needs: 'EIA_API_KEY',
  error: ({ error }: Item) => (typeof error === 'object' && error !== null ? JSON.stringify(error) : null),
  rows: (answer: Item) => (Number.isInteger(eiaTotalRows(answer)) ? itemOf(answer['response'])['data'] : null),
  written: 'either',
  missing: [null, '', 'NA'],
} as const

/** Why an answer that has to be the whole history is not. */
export function whyHistoryIncomplete(answer: Item, { length }: readonly unknown[]): string | null {
  const total = eiaTotalRows(answer)
  return length === 0 || (length === total && total < maxEiaRows) ? null : `${length} of ${total} values`
}

/** Why an answer of the newest values is not whole. */
export function whyNewestIncomplete(answer: Item, { length }: readonly unknown[]): string | null {
  const total = eiaTotalRows(answer)
  return length === 0 || (length <= total && length >= Math.min(total, maxEiaRows)) ? null : `${length} of ${total} values`
}
