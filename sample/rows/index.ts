import { sampleType } from '../../pipeline/feeds/sample-rows.ts'
import { textAnswer, type WireAnswer } from '../wire/answer.ts'
import { foreignCompanyAnswers } from './abroad.ts'
import { auctions } from './auctions.ts'
import { calendars } from './calendars.ts'
import { closes } from './closes.ts'
import { commodities } from './commodities.ts'
import { companies } from './companies.ts'
import { crypto } from './crypto.ts'
import { fred } from './fred.ts'
import { koreanBank } from './korean-bank.ts'
import { markets } from './markets.ts'
import { mempool } from './mempool.ts'
import { news } from './news.ts'
import { type Asked, type SampleAnswer, type SampleAnswers, seriesAnswer } from './publication.ts'
import { rates } from './rates.ts'
import { treasury } from './treasury.ts'

/** A feed that is missing here shows the series of its upstream unchanged. */
const answers: SampleAnswers = {
  ...foreignCompanyAnswers,
  ...auctions,
  ...calendars,
  ...closes,
  ...commodities,
  ...companies,
  ...crypto,
  ...fred,
  ...koreanBank,
  ...markets,
  ...mempool,
  ...news,
  ...rates,
  ...treasury,
}
const unchanged = seriesAnswer({})

/** Whether the feed has an entry here. */
export const givesRows = (feed: string): boolean => Object.hasOwn(answers, feed)

/** One observation or row per line, so that a value has a line number. */
const lines = (items: readonly unknown[]): string => `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`

export const rowsAnswer = (asked: Asked): WireAnswer => bodyOf((answers[asked.feed] ?? unchanged)(asked))

export function bodyOf({ observations = [], rows = {}, next = [] }: SampleAnswer): WireAnswer {
  const tables = Object.entries(rows).map(([name, items]) => `"${name}":${lines(items)}`)
  return textAnswer(
    sampleType,
    `{"notice":"SAMPLE DATA","observations":${lines(observations)},"rows":{${tables.join(',')}},"next":${JSON.stringify(next)}}`,
  )
}
