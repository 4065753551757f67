import { afterAll, expect, test } from 'vitest'
import { homeAt } from '../../activities/home.ts'
import { filedRows } from '../../pipeline/warehouse/companies/company-documents.ts'
import { openStore } from '../../pipeline/warehouse/store.ts'
import { listening } from '../small-transport.ts'
import { loadHome, temporaryHome } from './home.ts'

const home = await temporaryHome()
afterAll(() => home.remove())

/** Weakness in controls since a year was restated. */
const marzipan = 'us:0009900006'

test('documents of covered companies are asked for once, and tell of a situation', async () => {
  const run = { feeds: { kind: 'sample' }, asOf: '2026-11-20', now: Date.parse('2026-11-20T22:00:00Z') } as const
  const asked = async (...only: string[]) => {
    const urls: string[] = []
    const { failures, refused, rejected } = await loadHome(home.folder, { ...run, only, transport: listening(urls) })
    expect({ failures, refused, rejected }).toEqual({ failures: [], refused: 0, rejected: 0 })
    return urls
  }
  const documents = await asked('sec-tickers')
  expect(documents.filter((url) => /\/data\/9900006\/.*\.txt$/.test(url)).length).toBeGreaterThan(1)
  expect(await asked('sec-company-filings')).toEqual([])
  const store = await openStore(homeAt(home.folder).store)
  const { situation_mark: marks } = (await filedRows(store, [marzipan])).get(marzipan)!
  expect(marks).toContainEqual(expect.objectContaining({ situation: 'material_weakness', change: 'began' }))
  store.close()
})
