import { newsDaysKept } from '../../data/news-sources.ts'
import type { NewsRecordRow } from '../tables/news.ts'
import { dayNumber, dayOf } from '../time/day.ts'
import { dollarsOf, fiscaldataAnswer, fiscaldataLine } from './fiscaldata-answer.ts'
import { jsonFeed } from './json-feed.ts'
import { officialRecord } from './official-news.ts'

/** The files of an operation have no address that the dataset states: this is where its rows are shown. */
const page = 'https://fiscaldata.treasury.gov/datasets/treasury-securities-buybacks/'

/**
 * Buyback operations of the Treasury (fiscaldata.treasury.gov, `buybacks_operations`), one row for each day and maturity bucket. A row exists before its
 * operation, with the text `null` for results, which are filled in later: only an operation with a result is a record. The clocks of the dataset
 * are those of the announcement, so that a record shows the day alone.
 */
export const fiscaldataBuybacks = jsonFeed({
  id: 'fiscaldata-buybacks',
  title: 'Buyback operations of the Treasury',
  ...fiscaldataAnswer({
    dataset: 'v1/accounting/od/buybacks_operations',
    fields: ['operation_date', 'operation_type', 'security_type', 'maturity_bucket', 'total_par_amt_accepted'],
    from: ({ now }) => dayOf(now) - newsDaysKept,
    by: 'operation_date',
  }),
  read: (rows, sightings) => {
    const records: NewsRecordRow[] = []
    for (const line of rows.map(fiscaldataLine)) {
      const { operation_date: day, operation_type: type, security_type: securities, maturity_bucket: bucket } = line
      const accepted = line['total_par_amt_accepted']
      const isNamed = day != null && dayNumber(day) !== null && !!type && !!securities && !!bucket
      if (!isNamed || (accepted != null && dollarsOf(accepted) === null)) {
        const reason = 'no day, type, securities or maturities, or an amount in another spelling'
        sightings.reject(null, 'row', reason, line)
      } else if (accepted != null) {
        const document = {
          ...{ source: 'treasury', id: `${day} ${securities} ${bucket}`, form: type, link: page },
          title: `Treasury buyback operation: ${inSentence(securities)}, ${bucket} (${inSentence(type)})`,
          ...{ day, clock: null, zone: 'America/New_York', at: null },
        }
        records.push(officialRecord(document, sightings.recording.at))
      }
    }
    return { rows: { news_record: records } }
  },
})

/** `Nominal Coupons` as in the middle of a sentence; abbreviations such as `TIPS` stay. */
function inSentence(words: string): string {
  return words.replaceAll(/\b[A-Z](?=[a-z])/gu, (letter) => letter.toLowerCase())
}
