import { bhavcopyOf } from './bhavcopy.ts'
import { feedOf } from './sightings.ts'

const id = 'nse-closes'
const { read, ...source } = bhavcopyOf({
  feed: id,
  upstream: 'nse',
  address: ['https://nsearchives.nseindia.com/content/cm/BhavCopy_NSE_CM_0_0_0_', '_F_0000.csv.zip'],
  // shares, shares that are delivered trade by trade, and those of small companies
  series: ['EQ', 'BE', 'BZ', 'SM', 'ST'],
})

/** Closes of shares on the National Stock Exchange of India: the file of a session, in an archive. */
export const nseCloses = feedOf({ ...source, id, title: 'National Stock Exchange of India: closes' }, read)
