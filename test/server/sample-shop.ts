import { openReader } from '../../pipeline/editions/reader.ts'
import { folderBlobs } from '../../pipeline/store/folder.ts'
import { quiet, sampleHome, sampleNow } from '../end-to-end/home.ts'
import { openShop, type Shop, type ShopOptions } from './payments/shop.ts'

/** A server that sells what a refresh from the sample feeds published. */
export async function openSampleShop(limits?: ShopOptions['limits'], now = () => sampleNow): Promise<Shop> {
  const { folder } = await sampleHome()
  const reader = await openReader(folderBlobs(folder), { log: quiet })
  const shop = await openShop({ view: reader.current()!, now, ...(limits === undefined ? {} : { limits }) })
  return {
    ...shop,
    async close() {
      await shop.close()
      reader.close()
    },
  }
}
