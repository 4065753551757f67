import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EditionView } from '../../../pipeline/editions/reader.ts'
import { publishedCompanies } from '../../companies/published.ts'
import { recordedStore } from '../../companies/recorded.ts'
import { openShop, type Shop } from '../payments/shop.ts'

/** A server that sells the recorded companies as known at the end of a day, for play money. */
export async function openCompanyShop(day: string): Promise<Shop & { readonly view: EditionView; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'companies-'))
  const store = await recordedStore()
  const view = await publishedCompanies(store, folder, day)
  await store.close()
  const shop = await openShop({ view, now: () => Date.parse(`${day}T22:00:00Z`) })
  return {
    ...shop,
    view,
    folder,
    async close() {
      await shop.close()
      await rm(folder, { recursive: true })
    },
  }
}
