import { sampleType } from '../../pipeline/feeds/sample-rows.ts'
import { type Answer, text } from '../wire/answer.ts'
import { auctions } from './auctions.ts'
import { calendars } from './calendars.ts'
import { commodities } from './commodities.ts'
import { companies } from './companies.ts'
import { crypto } from './crypto.ts'
import { fred } from './fred.ts'
import { markets } from './markets.ts'
import { mempool } from './mempool.ts'
import { news } from './news.ts'
import { type Answers, type Asked, published } from './publication.ts'
import { rates } from './rates.ts'
import { treasury } from './treasury.ts'

/** One that is missing here shows the series of its upstream as they are. */
const answers: Answers = {
  ...auctions,
  ...calendars,
  ...commodities,
  ...companies,
  ...crypto,
  ...fred,
  ...markets,
  ...mempool,
  ...news,
  ...rates,
  ...treasury,
}
const asTheyAre = published({})

/** Whether something is said of the feed here. */
export const givesRows = (feed: string): boolean => Object.hasOwn(answers, feed)

/** One observation or row a line, so that the place of a value can be named. */
const lines = (items: readonly unknown[]): string => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`

export function rowsAnswer(asked: Asked): Answer {
  const { observations = [], rows = {}, next = [] } = (answers[asked.feed] ?? asTheyAre)(asked)
  const tables = Object.entries(rows).map(([name, items]) => `"${name}":${lines(items)}`)
  return text(
    sampleType,
    `{"notice":"SAMPLE DATA","observations":${lines(observations)},"rows":{${tables.join(',')}},"next":${JSON.stringify(next)}}`,
  )
}
