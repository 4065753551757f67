import { type Store, select } from './store.ts'

/** The feed whose recording gave each series its newest value. */
export async function feedsOfSeries(store: Store): Promise<Map<string, string>> {
  const rows = await select<{ series: string; feed: string }>(
    store,
    'SELECT l.series, r.feed FROM v_latest l JOIN recording r ON r.id = l.recording',
  )
  return new Map(rows.map(({ series, feed }) => [series, feed]))
}
