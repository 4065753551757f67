import { describe, expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { fiscaldataOwnership } from '../../pipeline/feeds/fiscaldata-ownership.ts'
import { feedFor } from '../../pipeline/feeds/index.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { releaseRule, releaseTime } from '../../pipeline/time/release.ts'
import { newestOf, readingOf, stateAt } from './reading.ts'

const dataset = 'v1/accounting/tb/ofs2_estimated_ownership_treasury_securities'
const url = `https://api.fiscaldata.treasury.gov/services/api/fiscal_service/${dataset}?sort=record_date`
const { parse, values, rules, refusal } = readingOf(url, '2026-11-20T21:00:00Z')

const parts = {
  'Foreign And International': '9049.5',
  'Other Investors': '5891.0',
  'Mutual Funds': '4421.3',
  'Depository Institutions': '1878.1',
  'State And Local Governments': '1700.0',
  'Insurance Companies': '622.9',
  'Pension Funds - State And Local Governments': '502.0',
  'Pension Funds - Private': '470.8',
  'U.S. Savings Bonds': '155.0',
}
const march = {
  ...parts,
  'Total Privately Held': '24690.7',
  'Federal Reserve And Government Accounts': '11523.6',
  'Total Public Debt': '36214.3',
}
const noParts = Object.fromEntries(Object.keys(parts).map((owner) => [owner, 'null']))
const june = {
  ...noParts,
  'U.S. Savings Bonds': '152.7',
  'Total Privately Held': '24745.3',
  'Federal Reserve And Government Accounts': '11466.2',
  'Total Public Debt': '36211.5',
}
const statement = (record_date: string, end_of_month: string, amounts: Readonly<Record<string, string>>) =>
  Object.entries(amounts).map(([securities_owner, securities_bil_amt]) => ({
    ...{ record_date, end_of_month, securities_owner, securities_bil_amt },
  }))
const answer = (...statements: object[][]) => {
  const data = statements.flat()
  return JSON.stringify({ data, meta: { count: data.length, 'total-pages': 1 } })
}
const ofOwner = (body: string, owner: string) =>
  values(body).flatMap(([series, day, value]) => (series === `fiscaldata.ofs2.${owner}` ? [[day, value]] : []))
/** A whole statement of another quarter, so that a body with a refused one is not empty. */
const beside = statement('2025-06-30', '2024-12-31', march)

describe('owners of Treasury securities', () => {
  test('one issue, two quarters: each amount is of its end of month, an owner left open is missing and never 0', () => {
    const body = answer(statement('2025-09-30', '2025-03-31', march), statement('2025-09-30', '2025-06-30', june))
    expect(parse(body).rejected).toEqual([])
    expect(ofOwner(body, 'total')).toEqual([
      ['2025-03-31', 36_214.3],
      ['2025-06-30', 36_211.5],
    ])
    expect(ofOwner(body, 'foreign')).toEqual([['2025-03-31', 9_049.5]])
    expect(ofOwner(body, 'savings-bonds')).toEqual([
      ['2025-03-31', 155],
      ['2025-06-30', 152.7],
    ])
    // older issues write 0.0 for what they leave open
    const zeros = Object.fromEntries(Object.entries(june).map(([owner, text]) => [owner, text === 'null' ? '0.0' : text]))
    expect(ofOwner(answer(statement('2025-09-30', '2025-06-30', zeros)), 'foreign')).toEqual([])
  })

  test('of a quarter in several issues the newest counts, in whatever order they come; what it leaves open stands from the older', () => {
    const revised = { ...march, 'Depository Institutions': '1868.1', 'Other Investors': '5901.0' }
    const [older, newer] = [statement('2025-06-30', '2024-12-31', march), statement('2025-09-30', '2024-12-31', revised)]
    for (const body of [answer(older, newer), answer(newer, older)])
      expect(ofOwner(body, 'banks')).toEqual([['2024-12-31', 1_868.1]])
    const totalsAlone = statement('2025-12-31', '2024-12-31', { ...march, ...noParts })
    expect(ofOwner(answer(older, totalsAlone), 'banks')).toEqual([['2024-12-31', 1_878.1]])
  })

  test('a statement counts as a whole: parts that are not the totals refuse all of it, the older issue stands', () => {
    const wrong = (over: object) => statement('2025-09-30', '2025-03-31', { ...march, ...over })
    expect(rules(answer(beside, wrong({ 'Total Public Debt': '36414.3' })))).toEqual(['sum'])
    expect(rules(answer(beside, wrong({ 'Mutual Funds': '4431.3' })))).toEqual(['sum'])
    expect(rules(answer(beside, wrong({ 'Total Privately Held': 'null' })))).toEqual(['sum'])
    // two owners are left open, and yet the others are more than the total
    const over = { 'Insurance Companies': 'null', 'Foreign And International': 'null', 'Mutual Funds': '24421.3' }
    expect(rules(answer(beside, wrong(over)))).toEqual(['sum'])
    // tenths lost to rounding are no fault
    expect(rules(answer(beside, wrong({ 'Mutual Funds': '4421.6' })))).toEqual([])
    const older = statement('2025-06-30', '2025-03-31', march)
    expect(ofOwner(answer(older, wrong({ 'Total Public Debt': '36414.3' })), 'foreign')).toEqual([['2025-03-31', 9_049.5]])
  })

  test('two amounts of one owner in one issue, an owner of another name and thousands with commas refuse their statement', () => {
    const body = (line: object) =>
      answer(beside, [...statement('2025-09-30', '2025-03-31', march), { ...beside[0]!, ...line } as object])
    const place = { record_date: '2025-09-30', end_of_month: '2025-03-31' }
    for (const [line, rule] of [
      [{ ...place, securities_bil_amt: '9049.6' }, 'duplicate'],
      [{ ...place, securities_owner: 'Hedge Funds' }, 'row'],
      [{ ...place, securities_bil_amt: '9,049.5' }, 'row'],
    ] as const) {
      expect(rules(body(line))).toEqual([rule])
      expect(ofOwner(body(line), 'foreign')).toEqual([['2024-12-31', 9_049.5]])
    }
    expect(rules(body({ ...place, securities_bil_amt: '9049.5' }))).toEqual([])
  })

  test.each([
    { end_of_month: '2025-05-31' },
    { end_of_month: '2025-09-30' },
    { end_of_month: 'null' },
    { record_date: '30.9.2025' },
  ])('a line with %j is refused', (over) => {
    expect(rules(answer(beside, [{ ...statement('2025-09-30', '2025-03-31', march)[0]!, ...over }]))).toEqual(['row'])
  })

  test.each([
    ['{"error":"Invalid Query Param","message":"no"}', 'UPSTREAM_SAYS'],
    ['{"data":[],"meta":{"count":0,"total-pages":1}}', 'PAGE_EMPTY'],
    ['{"data":[],"meta":{"count":1,"total-pages":1}}', 'BODY_CUT'],
    ['{"data":[]}', 'DATA_MISSING'],
    ['<!DOCTYPE html><title>Down</title>', 'BODY_IS_HTML'],
    [answer(beside.map(({ end_of_month: _, ...line }) => line)), 'HEADER'],
  ])('refuses %.60s', (body, code) => expect(refusal(body)).toBe(code))

  test('asks for the end of the month, and a year of issues again', () => {
    const [first] = fiscaldataOwnership.plan(stateAt('2026-11-20T22:00:00Z'))
    expect(first!.url).toContain('fields=record_date,end_of_month,securities_owner,securities_bil_amt&sort=record_date')
    const known = newestOf({ 'fiscaldata.ofs2.total': '2026-06-30' })
    const [again] = fiscaldataOwnership.plan(stateAt('2026-11-20T22:00:00Z', known))
    expect(again!.url).toContain('filter=record_date:gte:2025-06-25')
    expect(feedFor(again!.url)?.id).toBe('fiscaldata-ownership')
  })

  test('totals are known with the issue of the quarter after, owners with the next: never before the issue is named for', () => {
    const due = (owner: string, quarter: string) => {
      const { rule } = series.find(({ id }) => id === `fiscaldata.ofs2.${owner}`)!
      return isoDay(Math.floor(releaseTime(releaseRule(rule), dayNumber(quarter)!) / 86_400_000))
    }
    expect([due('total', '2025-06-30'), due('foreign', '2025-03-31')]).toEqual(['2025-09-30', '2025-10-01'])
    expect([due('total', '2025-12-31'), due('foreign', '2025-12-31')]).toEqual(['2026-04-02', '2026-07-06'])
  })
})
