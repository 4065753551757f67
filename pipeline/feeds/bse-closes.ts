import { bhavcopyOf } from './bhavcopy.ts'
import { feedOf } from './sightings.ts'

const id = 'bse-closes'
const { read, ...source } = bhavcopyOf({
  feed: id,
  upstream: 'bse',
  address: ['https://www.bseindia.com/download/BhavCopy/Equity/BhavCopy_BSE_CM_0_0_0_', '_F_0000.CSV'],
})

/** Closes of shares on the Bombay Stock Exchange: the file of a session, of which the ISIN alone says what is a share: its groups change. */
export const bseCloses = feedOf({ ...source, id, title: 'BSE (Bombay Stock Exchange): closes' }, read)
