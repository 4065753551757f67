import { describe, expect, test } from 'vitest'
import { changedNewsDays } from '../../activities/compute/news-days.ts'
import { newsDaysKept } from '../../data/news-sources.ts'
import { dartList } from '../../pipeline/feeds/dart-list.ts'
import { dartLine } from '../../pipeline/news/dart-line.ts'
import { dayOf } from '../../pipeline/time/day.ts'
import { load } from '../../pipeline/warehouse/companies/load.ts'
import { listedCompanies, newsOfDays } from '../../pipeline/warehouse/news.ts'
import { emptyStore } from '../empty-store.ts'
import { recordingOf } from '../recording-of.ts'
import titles from './dart.json' with { type: 'json' }
import { answer, at, parsed, row, url } from './dart-rows.ts'
import { refusalOf } from './reading.ts'

const of = (...others: object[]) => parsed(answer(others.map((other) => ({ ...row, ...other }))))

describe('a report', () => {
  test('is shown on the day of receipt, without a clock, with its title as filed', () => {
    const { records, companies, codes } = of({})
    expect(records).toEqual([
      {
        ...{ source: 'dart', id: '20261007800029', told_by: 'list', origin: 'filed', form: null, items: null },
        ...{ day: '2026-10-07', clock: null, zone: 'Asia/Seoul', happened_at: null, known_at: at, language: 'ko' },
        ...{ title: 'Production halted', title_as_filed: '생산중단', kinds: 'material-event' },
        link: 'https://dart.fss.or.kr/dsaf001/main.do?rcpNo=20261007800029',
      },
    ])
    expect(companies).toEqual([{ source: 'dart', id: '20261007800029', company: 'kr:00126380', name: '삼성전자' }])
    expect(codes).toMatchObject([
      { company: 'kr:00126380', scheme: 'code', code: '005930', name: '삼성전자', from_day: at.slice(0, 10), to_day: null },
    ])
  })
  test('is dated by its receipt where its number begins with another day', () => {
    expect(of({ rcept_no: '20260922100004' }).records[0]).toMatchObject({ id: '20260922100004', day: '2026-10-07' })
  })
  test('is about the company, not about the person who filed it', () => {
    const { companies } = of({ report_nm: '임원ㆍ주요주주특정증권등소유상황보고서', flr_nm: '서병휘' })
    expect(companies).toMatchObject([{ company: 'kr:00126380', name: '삼성전자' }])
  })
  test('of a company that no exchange lists is none', () => {
    expect(of({ stock_code: '' }, { corp_cls: 'E' }, { stock_code: ' ' }).records).toEqual([])
  })
  test('of a company whose code has letters is one', () => {
    expect(of({ stock_code: '0126Z0' }).codes).toMatchObject([{ code: '0126Z0' }])
  })
  test('that a later one corrects and one that was withdrawn are marked', () => {
    expect(of({ rm: '유정' }, { rcept_no: '20261007800030', rm: '코철' }).marks).toEqual([
      { source: 'dart', id: '20261007800029', mark: 'corrected' },
      { source: 'dart', id: '20261007800030', mark: 'withdrawn' },
    ])
  })
  test.each([
    ['a day that no month has', { rcept_dt: '20260931' }],
    ['a short number', { rcept_no: '2026100780002' }],
    ['no name', { report_nm: '   ' }],
    ['no company', { corp_code: '' }],
  ])('with %s goes to quarantine', (_, other) => {
    const { records, rejected } = of(other)
    expect([records, rejected.length]).toEqual([[], 1])
  })
})

test.each(titles)('%s is called %s', (name, title) => expect(dartLine(name, '20261007800029').title).toBe(title))

test.each([
  ['영업(잠정)실적(공정공시)', 'earnings-release'],
  ['대표이사변경', 'leadership-change'],
  ['주식등의대량보유상황보고서(약식)', 'ownership-report'],
  ['최대주주변경', 'material-event'],
])('%s is of the kind %s', (name, kind) => expect(dartLine(name, '20261007800029').kinds).toEqual([kind]))

test('a name without a translation says what it is, and of which office', () => {
  const titles = ['20261007800029', '20261007000029'].map((number) => dartLine('새로운보고서', number).title)
  expect(titles).toEqual([
    'Disclosure to the exchange, titled in Korean',
    'Filing with the Financial Supervisory Service, titled in Korean',
  ])
})

describe('the list of a day', () => {
  test('is asked for on the weekdays of five days of Seoul, where it is nine hours later', () => {
    const asked = dartList.plan({ now: Date.parse('2026-10-06T22:45:00Z') } as never).map((each) => each.url)
    expect(asked.map((each) => new URL(each).searchParams.get('bgn_de'))).toEqual(['20261005', '20261006', '20261007'])
  })
  test('leads to the weekdays of a month before it once it is the oldest, so that no day is missing after a long sleep', () => {
    const asleep = parsed(answer([row]), url(1), '2026-10-11T03:00:00Z').next.map((each) =>
      new URL(each.url).searchParams.get('bgn_de'),
    )
    expect([asleep[0], asleep.at(-1), asleep.length]).toEqual(['20261006', '20260911', 18])
    expect(parsed(answer([row]), url(1), '2026-10-10T14:59:59Z').next).toEqual([])
    expect(parsed(answer([row]), url(1), '2026-10-13T03:00:00Z').next).toEqual([])
  })
  test('leads from page to page, which all change', () => {
    const rows = Array.from({ length: 100 }, (_, nth) => ({ ...row, rcept_no: String(20261007800000 + nth) }))
    const first = parsed(answer(rows, { total_count: 133, total_page: 2 }))
    expect(first.next).toEqual([{ feed: 'dart-list', upstream: 'dart', url: url(2), changes: true }])
    const last = answer(rows.slice(0, 33), { page_no: 2, total_count: 133, total_page: 2 })
    expect(parsed(last, url(2)).next).toEqual([])
  })
  test('of a holiday is empty', () => {
    const { records, rejected, next } = parsed({ status: '013', message: '조회된 데이타가 없습니다.' })
    expect([records, rejected, next]).toEqual([[], [], []])
  })
  test.each([
    ['that was cut', answer([row], { total_count: 2 }), 'LIST_CUT'],
    ['without a list', { status: '000', message: '정상' }, 'LIST_MISSING'],
    ['refused for its key', { status: '010', message: '등록되지 않은 키입니다.' }, 'DART_STATUS'],
    ['refused for the limit', { status: '020', message: '요청 제한을 초과하였습니다.' }, 'DART_STATUS'],
    ['of nothing', {}, 'DART_STATUS'],
  ])('%s is refused', (_, content, code) => {
    expect(refusalOf(() => parsed(content))).toBe(code)
  })
})

test('what a later list says of a report counts from the moment it was read', async () => {
  const store = await emptyStore()
  const listAt = (moment: string, rm: string) => {
    const body = Buffer.from(JSON.stringify(answer([{ ...row, rm }])))
    const recording = recordingOf(url(), body, moment)
    return { recording, feed: dartList.id, parsed: dartList.parse(body, recording) as never }
  }
  await load(store, [listAt(at, '유'), listAt('2026-10-12T02:00:00Z', '유철')], () => [])
  const withdrawnBy = async (moment: string) =>
    (await newsOfDays(store, ['2026-10-07'], Date.parse(moment))).map(({ withdrawn }) => withdrawn)
  expect([await withdrawnBy('2026-10-11T23:59:59Z'), await withdrawnBy('2026-10-12T02:00:00Z')]).toEqual([[false], [true]])
  expect(await listedCompanies(store)).toEqual([{ company: 'kr:00126380', codes: ['005930'], name: '삼성전자' }])
  const known = async (moment: number) => (await newsOfDays(store, ['2026-10-07'], moment)).length
  expect([await known(Date.parse(at) - 1), await known(Date.parse(at))]).toEqual([0, 1])
  const shown = async (asOf: number) => (await changedNewsDays(store, new Map(), { asOf, sample: false })).days.length
  const read = dayOf(Date.parse(at))
  const days = [read - 1, read, read + newsDaysKept, read + newsDaysKept + 1]
  expect(await Promise.all(days.map(shown))).toEqual([0, 1, 1, 0])
  await store.close()
})
