import type { EditionView } from '../../../pipeline/editions/reader.ts'
import { folderOfTests } from '../../closed-after.ts'
import { publishedCompanies } from '../../companies/published.ts'
import { recordedStore } from '../../companies/recorded.ts'
import { openShop, type Shop } from '../payments/shop.ts'

/** A server that sells the recorded companies as known at the end of a day, for play money. */
export async function openCompanyShop(day: string): Promise<Shop & { readonly view: EditionView; readonly folder: string }> {
  const folder = await folderOfTests()
  const store = await recordedStore()
  const view = await publishedCompanies(store, folder, day)
  await store.close()
  return { ...(await openShop({ view, now: () => Date.parse(`${day}T22:00:00Z`) })), view, folder }
}
