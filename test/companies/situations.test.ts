import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { situationWordings } from '../../data/companies/situation-wordings.ts'
import { situations } from '../../data/companies/situations.ts'
import { situationMarksIn } from '../../pipeline/companies/documents/situations.ts'
import { situationsOf } from '../../pipeline/companies/situations.ts'
import type { ListedFiling } from '../../pipeline/tables/company.ts'
import { dayNumber, isoDay } from '../../pipeline/time/day.ts'
import { listed, setOf } from './listed.ts'

const courseOf = (filings: readonly ListedFiling[], day: string, marks: Parameters<typeof situationsOf>[1] = []) =>
  situationsOf(filings, marks, dayNumber(day)!).map(({ situation, since, ended }) => [
    situation,
    isoDay(since),
    ended === null ? null : isoDay(ended.on),
  ])

describe('wordings', () => {
  test.each(situationWordings.map((wording) => [wording.example, wording] as const))(
    '%s',
    (example, { situation, change, in: where }) => {
      const { situation_mark: marks } = situationMarksIn(setOf(where === 'current' ? '8-K' : '10-K', [example]))
      expect(marks).toContainEqual(expect.objectContaining({ situation, change, quote: example }))
    },
  )

  test.each([
    ['10-K', 'If we fail to raise capital, there could be substantial doubt about our ability to continue as a going concern.'],
    ['10-K', 'Our inability to conclude that our internal control over financial reporting is effective would harm us.'],
    ['10-K', 'A material weakness is a deficiency in internal control over financial reporting.'],
    ['8-K', 'Our forward-looking statements in reports should not be relied upon as predictions of future events.'],
    ['8-K', 'If the bid price is below $1.00 for 30 days, Nasdaq may determine to delist the shares.'],
    ['8-K', 'Nasdaq will provide written confirmation of compliance, and the matter will be closed.'],
  ])('a %s says nothing by: %s', (form, sentence) => {
    expect(situationMarksIn(setOf(form, [sentence])).situation_mark!.filter(({ quote }) => quote !== '')).toEqual([])
  })

  test.each([
    ['Item 9A. Controls and Procedures', 1],
    ['Management’s Report on Internal Control over Financial Reporting', 1],
    ['Item 1A. Risk Factors', 0],
    ['We have identified material weaknesses in our internal control over financial reporting', 0],
  ])('under "%s" a weakness is ended by %i passages', (section, count) => {
    const set = setOf('10-K', ['Our internal control over financial reporting was effective.'])
    const texts = set.texts.map((text) => ({ ...text, spans: text.spans.map((span) => ({ ...span, section })) }))
    const marks = situationMarksIn({ ...set, texts }).situation_mark!
    expect(marks.filter(({ situation }) => situation === 'material_weakness')).toHaveLength(count)
  })

  test('an item that may begin a situation is an unread passage where no wording under it is known', () => {
    const set = setOf('8-K', ['The Exchange wrote to us about a listing rule.'], ['3.01', '9.01'])
    const sections = set.texts.map((text) => ({
      ...text,
      spans: text.spans.map((span) => ({ ...span, section: 'Item 3.01 Notice' })),
    }))
    expect(situationMarksIn({ ...set, texts: sections }).unread_passage).toMatchObject([
      { matter: 'delisting_notice', passages: 1, quote: 'The Exchange wrote to us about a listing rule.' },
    ])
    expect(situationMarksIn(setOf('8-K', [], ['3.01'])).unread_passage).toMatchObject([{ passages: 1, quote: 'Item 3.01' }])
    expect(situationMarksIn(setOf('8-K', [], ['5.02'])).unread_passage).toEqual([])
  })

  test('a report without a word of doubt ends it, one that speaks of it otherwise does not', () => {
    expect(situationMarksIn(setOf('10-Q', [])).situation_mark).toMatchObject([{ situation: 'going_concern', change: 'ended' }])
    expect(situationMarksIn(setOf('10-Q', ['We evaluate whether there is substantial doubt about it.'])).situation_mark).toEqual(
      [],
    )
    expect(situationMarksIn(setOf('10-K/A', []))).toEqual({})
  })
})

describe('the course of situations', () => {
  test('a state that the first report read describes has lasted at least since then, a later one since its report', () => {
    const mark = (day: string, situation: 'going_concern' | 'material_weakness', change: 'began' | 'ended') => ({
      ...{ filing: `10-K ${day} null`, situation, change, quote: '', url: '', form: '10-K', known: dayNumber(day)! },
    })
    const state = mark('2024-03-01', 'going_concern', 'began')
    const course = (...marks: ReturnType<typeof mark>[]) =>
      situationsOf([], marks, dayNumber('2025-06-01')!).map(({ situation, atLeast }) => [situation, atLeast])
    expect(course(state, mark('2025-03-01', 'material_weakness', 'began'))).toEqual([
      ['going_concern', true],
      ['material_weakness', false],
    ])
    expect(course(mark('2023-03-01', 'going_concern', 'ended'), state)).toEqual([['going_concern', false]])
  })

  const signs = 'NT 10-K,NT 10-Q,10-K,10-Q,10-K/A,25,25-NSE,8-A12B,15-12G,SC TO-T,S-4,425,SC 13D'.split(',')
  const items = situations.flatMap((row) => ('items' in row.begins ? row.begins.items.flat() : []))
  const day = fc.integer({ min: 17_000, max: 18_500 })
  const filing = fc
    .record({
      form: fc.oneof(fc.constantFrom(...signs), fc.constant('8-K')),
      filed: day,
      items: fc.subarray(items, { minLength: 1 }),
      about: fc.boolean(),
      filing: fc.uuid(),
    })
    .map(
      ({ form, items: named, ...rest }): ListedFiling => ({
        ...{ form, items: form === '8-K' ? named : null, period: null, figures: null, url: '' },
        ...rest,
      }),
    )
  const filings = fc.uniqueArray(filing, { selector: (each) => each.filing, maxLength: 40 })

  test('does not depend on the order of the list', () => {
    fc.assert(
      fc.property(filings, fc.nat(), day, (all, turn, on) => {
        const turned = [...all.slice(turn % (all.length + 1)), ...all.slice(0, turn % (all.length + 1))]
        expect(situationsOf(turned, [], on)).toEqual(situationsOf(all, [], on))
      }),
    )
  })

  test('of a day is the same whatever is filed later, and what has ended stays so', () => {
    fc.assert(
      fc.property(filings, day, day, (all, one, other) => {
        const [early, late] = [Math.min(one, other), Math.max(one, other)]
        const then = situationsOf(all, [], early)
        expect(then).toEqual(
          situationsOf(
            all.filter(({ filed }) => filed <= early),
            [],
            early,
          ),
        )
        const now = situationsOf(all, [], late)
        for (const episode of then.filter(({ ended }) => ended !== null)) expect(now).toContainEqual(episode)
      }),
    )
  })

  test('has no end before its beginning, none later than its day, and no sign of another company', () => {
    fc.assert(
      fc.property(filings, day, (all, on) => {
        for (const { since, ended, trigger } of situationsOf(all, [], on)) {
          expect(since).toBeLessThanOrEqual(on)
          if (ended !== null) expect([since <= ended.on, ended.on <= on]).toEqual([true, true])
          expect(all.find((each) => each.filing === trigger.filing)).toMatchObject(
            /^SC/.test(trigger.form) ? { about: true } : {},
          )
        }
      }),
    )
  })

  test('a text denies what an item suggests, ends the matter it names, and begins what no item tells', () => {
    const mark = (filing: ListedFiling, change: 'began' | 'ended' | 'denied', quote: string) => ({
      ...{ filing: filing.filing, form: filing.form, known: filing.filed, situation: 'delisting_notice', change, quote, url: '' },
    })
    const bid = listed('8-K', '2024-01-10', ['3.01'])
    const value = listed('8-K', '2024-02-10', ['3.01'])
    const cured = listed('8-K', '2024-03-10', ['8.01'])
    const move = listed('8-K', '2024-04-10', ['3.01'])
    const release = listed('8-K', '2024-05-10', ['7.01'])
    const marks = [
      mark(bid, 'began', 'The bid price closed below the minimum.'),
      mark(value, 'began', 'The market value of its shares is too low.'),
      mark(cured, 'ended', 'It regained compliance with the bid price rule.'),
      mark(move, 'denied', 'It moves to another exchange.'),
      mark(release, 'began', 'It received a notice.'),
    ]
    expect(courseOf([bid, value, cured, move, release], '2024-06-01', marks)).toEqual([
      ['delisting_notice', '2024-01-10', '2024-03-10'],
      ['delisting_notice', '2024-02-10', null],
      ['delisting_notice', '2024-05-10', null],
    ])
  })

  test('an amendment without figures does not end a warning; two late quarters are two reports', () => {
    const warned = listed('8-K', '2024-01-10', ['4.02'])
    const empty = listed('10-K/A', '2024-01-20', null, { figures: false })
    expect(courseOf([warned, empty], '2024-02-01')).toEqual([['non_reliance', '2024-01-10', null]])
    const quarter = (end: string) => ({ period: dayNumber(end)! })
    const late = [
      listed('NT 10-Q', '2024-05-15', null, quarter('2024-03-31')),
      listed('NT 10-Q', '2024-08-14', null, quarter('2024-06-30')),
    ]
    const reports = [
      listed('10-Q', '2024-09-01', null, quarter('2024-03-31')),
      listed('10-Q', '2024-10-01', null, quarter('2024-06-30')),
    ]
    expect(courseOf([...late, reports[0]!], '2024-12-01')).toEqual([['late_quarterly_report', '2024-05-15', null]])
    expect(courseOf([...late, ...reports], '2024-12-01')).toEqual([['late_quarterly_report', '2024-05-15', '2024-10-01']])
  })
})
