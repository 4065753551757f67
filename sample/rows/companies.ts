import { dayOf, isoDay } from '../../pipeline/time/day.ts'
import { holders, holdersBy } from '../world/holders.ts'
import { japaneseIssuer, koreanFiler } from '../world/issuers.ts'
import { japaneseReporter, japaneseReports } from '../world/japanese-reporter.ts'
import { digestAddress, japaneseDigest } from './japanese-reports.ts'
import {
  type Asked,
  dayOfRun,
  leads,
  requestedSeries,
  type SampleAnswer,
  type SampleAnswers,
  seriesAnswer,
} from './publication.ts'

const root = 'https://api.coingecko.com/api/v3/public_treasury'

const counts = (provider: 'coingecko' | 'strategytracker', keys: RegExp, keyOf: (symbol: string) => string) =>
  seriesAnswer({
    keys,
    days: dayOfRun,
    value: ({ key }, day) => holdersBy(provider, day).find(({ row }) => keyOf(row.symbol) === key)?.coins ?? null,
  })

const coingeckoCounts = counts('coingecko', /^total_holdings /, (symbol) => `total_holdings ${symbol}`)

/** Bitcoins of listed companies; the list of entities leads to the page of each. */
function coingeckoTreasuries(asked: Asked): SampleAnswer {
  if (!asked.url.pathname.endsWith('/entities/list')) return coingeckoCounts(asked)
  const symbols = new Set(requestedSeries(asked, /^m_nav /).map(({ key }) => key.slice('m_nav '.length)))
  const listed = holdersBy('coingecko', asked.last + 1).filter(({ row }) => symbols.has(row.symbol))
  const urls = listed.map(({ row }) => `${root}/${row.entity}`)
  return { next: leads('coingecko-treasury-entity', 'coingecko', urls) }
}

const listed =
  (company: string, code: string, name: string) =>
  ({ now }: Asked): SampleAnswer => ({
    rows: { listing: [{ company, scheme: 'code', code, name, position: null, from_day: isoDay(dayOf(now)), to_day: null }] },
  })

/** The list of filers; unlike the real one it leads to the reports of the company that no list of a day has, and to the digests before them. */
function japaneseCodes(asked: Asked): SampleAnswer {
  const [holder, reporter] = [japaneseIssuer, japaneseReporter].map(
    ({ edinet, ticker, ...names }) =>
      listed(`jp:${edinet}`, ticker, 'englishName' in names ? names.englishName : names.name)(asked).rows!['listing']!,
  )
  const documents = 'https://api.edinet-fsa.go.jp/api/v2/documents'
  const reports = japaneseReports(asked.last).map(({ id }) => `${documents}/${id}?type=5`)
  const digests = japaneseReports(asked.last, 'announced').map(digestAddress)
  const next = [...leads('edinet-documents', 'edinet', reports), ...leads('tse-digest', 'jpx', digests)]
  return { rows: { listing: [...holder!, ...reporter!] }, next }
}

export const companies: SampleAnswers = {
  'coingecko-treasuries': coingeckoTreasuries,
  /** Market value over the value of the coins, where nearly all of them are bitcoins. */
  'coingecko-treasury-entity': seriesAnswer({
    keys: ({ pathname }) => new RegExp(`^m_nav ${holders.find(({ entity }) => pathname.endsWith(`/${entity}`))?.symbol}$`),
    days: dayOfRun,
    value: ({ key }) => holders.find(({ symbol, share }) => key === `m_nav ${symbol}` && share >= 0.99)?.mnav ?? null,
  }),
  'edinet-codes': japaneseCodes,
  'dart-codes': (asked) => ({
    ...listed(`kr:${koreanFiler.corp_code}`, koreanFiler.stock_code, koreanFiler.corp_name)(asked),
    next: leads('dart-company', 'dart', [`https://opendart.fss.or.kr/api/company.json?corp_code=${koreanFiler.corp_code}`]),
  }),
  'tse-digest': japaneseDigest,
  strategytracker: counts('strategytracker', /./, (symbol) => symbol.replace(/\.US$/u, '')),
}
