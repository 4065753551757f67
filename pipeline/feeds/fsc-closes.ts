import { isoDay, weekday } from '../time/day.ts'
import { localToUtc } from '../time/zone.ts'
import { bodyError } from './body.ts'
import type { RowFeed } from './feed.ts'
import { itemOf, jsonFeed, jsonItemTexts } from './json-feed.ts'
import { closesIn, sessionsDue } from './session-closes.ts'

const id = 'fsc-closes'
const address = 'https://apis.data.go.kr/1160100/GetStockSecuritiesInfoService_V2/getStockPriceInfo_V2'
/** More than the lines of a session, about 2,800. */
const page = 10_000
const markets: readonly string[] = ['KOSPI', 'KOSDAQ', 'KONEX']

const sessionOf = ({ origin, pathname, searchParams }: URL): string | null => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(searchParams.get('basDt') ?? '') ?? []
  return `${origin}${pathname}` === address && day !== undefined ? `${year}-${month}-${day}` : null
}
/** A session is published after 13:00 Seoul of the next business day. */
const publishedAt = (session: number): number =>
  localToUtc(session + (weekday(session) >= 5 ? 8 - weekday(session) : 1), '18:00', 'Asia/Seoul')
const bodyOf = (answer: unknown) => itemOf(itemOf(itemOf(answer)['response'])['body'])

const sessions = jsonFeed({
  id,
  upstream: 'fsc',
  title: 'Financial Services Commission of Korea: closes and listed shares',
  needs: 'DATA_GO_KR_KEY',
  match: (url) => sessionOf(url) !== null,
  plan: (state) =>
    sessionsDue(state, { feed: id, holidays: 'none', publishedAt, backDays: 725 }).map(
      (day) => `${address}?resultType=json&numOfRows=${page}&pageNo=1&basDt=${isoDay(day).replaceAll('-', '')}`,
    ),
  error: (answer) => {
    const { resultCode, resultMsg } = itemOf(itemOf(answer['response'])['header'])
    return resultCode === '00' ? null : String(resultMsg ?? resultCode)
  },
  rows: (answer) => itemOf(bodyOf(answer)['items'])['item'],
  cut: (answer, { length }) => {
    const { totalCount } = bodyOf(answer)
    return totalCount === length ? null : `${length} of ${String(totalCount).slice(0, 20)} rows; fetch it again`
  },
  read: (rows, sightings) => {
    const source = { feed: id, market: 'kr', asked: sessionOf(sightings.url)!, dueAt: publishedAt } as const
    return { rows: { close: closesIn(source, rows, sightings, quoteIn) } }
  },
})

/**
 * Closes and listed shares of all lines of KOSPI, KOSDAQ and KONEX, one session a request, published on the next business day
 * (data.go.kr/data/15094808): `basDt` day, `srtnCd` code, `clpr` close in won, `lstgStCnt` listed shares, `trqu` shares traded, all of them
 * texts. Common and preferred shares are separate lines. A line without trades has the close of an earlier session and is left out. A day
 * without a session has an empty list; an error is XML, whatever was asked for. An answer with fewer rows than its `totalCount` is refused.
 */
export const fscCloses: RowFeed = {
  ...sessions,
  parse: (body, recording) => {
    const beginning = Buffer.from(body.subarray(0, 2_000)).toString('utf8')
    const [, reason] = /<returnAuthMsg>([^<]*)</.exec(beginning) ?? /<errMsg>([^<]*)</.exec(beginning) ?? []
    if (reason !== undefined) throw bodyError(id, 'UPSTREAM_SAYS', `the upstream answered: ${reason.slice(0, 200)}`)
    return sessions.parse(body, recording)
  },
}

function quoteIn(raw: unknown) {
  const text = jsonItemTexts(raw)
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text('basDt')) ?? []
  const line = text('srtnCd')
  if (day === undefined || !/^[0-9A-Z]{6}$/.test(line)) return 'no code or day'
  if (!markets.includes(text('mrktCtg'))) return 'not of a market that is known'
  if (text('trqu') === '0') return null
  return { line, session: `${year}-${month}-${day}`, value: text('clpr'), shares: text('lstgStCnt') }
}
