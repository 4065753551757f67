import { describe, expect, test } from 'vitest'
import { edinetNews } from '../../pipeline/feeds/edinet-news.ts'

const at = '2026-08-21T09:00:00Z'
const row = {
  ...{ docID: 'S100AAAA', edinetCode: 'E00001', secCode: '13010', filerName: '甲株式会社', fundCode: null, ordinanceCode: '010' },
  ...{ docTypeCode: '180', submitDateTime: '2026-08-14 15:36', docDescription: '臨時報告書', parentDocID: null },
  ...{ issuerEdinetCode: null, subjectEdinetCode: null, currentReportReason: '第19条第2項第9号' },
  ...{ withdrawalStatus: '0', docInfoEditStatus: '0', disclosureStatus: '0' },
}
const news = (...others: object[]) =>
  edinetNews(
    others.map((other) => ({ ...row, ...other })),
    at,
  )
const recordOf = (other: object) => news(other).news_record[0]
const companyOf = (other: object) => news(other).news_company[0]?.company

describe('a row of a list', () => {
  test('shows its submission in Tokyo, and the same in UTC', () => {
    expect(recordOf({})).toEqual({
      ...{ source: 'edinet', id: 'S100AAAA', told_by: 'list', origin: 'filed', form: '180', items: '9' },
      ...{ day: '2026-08-14', clock: '15:36', zone: 'Asia/Tokyo', happened_at: '2026-08-14T06:36:00Z' },
      ...{ title: 'Extraordinary report: change of representative director', title_as_filed: '臨時報告書' },
      ...{ kinds: 'leadership-change', language: 'ja', known_at: at },
      link: 'https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S100AAAA',
    })
  })
  test('of an ownership report is about the issuer, not about the filer, who may be listed too', () => {
    expect(companyOf({ docTypeCode: '350', issuerEdinetCode: 'E00002' })).toBe('jp:E00002')
    expect(companyOf({ docTypeCode: '360', issuerEdinetCode: null })).toBeUndefined()
  })
  test('of a tender offer is about the target, who also files the opinion on it', () => {
    const offer = { docTypeCode: '240', secCode: null, subjectEdinetCode: 'E00002' }
    expect([companyOf(offer), companyOf({ ...offer, docTypeCode: '290' })]).toEqual(['jp:E00002', 'jp:E00001'])
  })
  test('of a fund is none', () => {
    expect([recordOf({ fundCode: 'G00001' }), recordOf({ ordinanceCode: '030' })]).toEqual([undefined, undefined])
  })
  test.each(['135', '235', '090', '999', ''])('of the type "%s" is none', (docTypeCode) =>
    expect(recordOf({ docTypeCode })).toBeUndefined(),
  )
  test('that is not disclosed is none', () => expect(recordOf({ disclosureStatus: '2' })).toBeUndefined())
  test('whose entry was corrected is dated by its submission, and marked', () => {
    const corrected = news({ docInfoEditStatus: '1', opeDateTime: '2026-08-20 14:05' })
    expect(corrected.news_record[0]?.day).toBe('2026-08-14')
    expect(corrected.news_mark).toEqual([{ source: 'edinet', id: 'S100AAAA', mark: 'corrected' }])
  })
  test('of a withdrawal, and that of what was withdrawn, mark the earlier record and are none', () => {
    const nothing = Object.fromEntries(Object.keys(row).map((name) => [name, null]))
    const { news_record, news_mark } = edinetNews(
      [
        { ...nothing, docID: 'S100BBBB', parentDocID: 'S100AAAA', withdrawalStatus: '1' },
        { ...nothing, docID: 'S100CCCC', withdrawalStatus: '2' },
      ],
      at,
    )
    expect(news_record).toEqual([])
    expect(news_mark.map(({ id, mark }) => [id, mark])).toEqual([
      ['S100AAAA', 'withdrawn'],
      ['S100CCCC', 'withdrawn'],
    ])
  })
  test('tells the code of a listed filer', () => {
    expect(news({}, { secCode: null }, { secCode: '130A0', edinetCode: 'E00009' }).listing).toMatchObject([
      { company: 'jp:E00001', code: '1301', name: '甲株式会社' },
      { company: 'jp:E00009', code: '130A', name: '甲株式会社' },
    ])
  })
  test('that is no document is passed over', () => expect(edinetNews([null, 7, [], 'x', {}], at).news_record).toEqual([]))
})

describe('the line of an extraordinary report', () => {
  test('names its reasons in filing order', () => {
    const currentReportReason = '第19条第2項第12号,第19条第2項第19号'
    expect(recordOf({ currentReportReason })?.title).toBe(
      'Extraordinary report: event with a significant effect on financial position; event with a significant effect on the financial position of the group',
    )
  })
  test('with a director and another reason is of both kinds', () => {
    expect(recordOf({ currentReportReason: '第19条第2項第9号,第19条第2項第9号の2' })?.kinds).toBe(
      'leadership-change,material-event',
    )
  })
  test('without a reason, or with one of another article, is the form alone', () => {
    for (const currentReportReason of [null, '第29条第2項第4号'])
      expect(recordOf({ currentReportReason })).toMatchObject({ title: 'Extraordinary report', kinds: 'material-event' })
  })
})

test.each([
  ['大量保有報告書', 'Large-shareholding report'],
  ['大量保有報告書（特例対象株券等）', 'Large-shareholding report (institutional form)'],
  ['変更報告書', 'Change to a large-shareholding report'],
  ['変更報告書（短期大量譲渡）', 'Change to a large-shareholding report (large sale in a short time)'],
])('%s is called %s', (docDescription, title) => {
  expect(recordOf({ docTypeCode: '350', issuerEdinetCode: 'E00002', docDescription })).toMatchObject({
    title,
    kinds: 'ownership-report',
  })
})
