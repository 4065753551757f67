import { expect, test } from 'vitest'
import { briefingRows } from '../../data/briefings.ts'
import type { BriefingChange } from '../../pipeline/documents/briefing.ts'
import { briefingGlance, frontDocument } from '../../pipeline/status/front.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { amountOf } from '../../pipeline/values/amounts.ts'
import { briefingOf } from '../render/documents.ts'
import { emptyDay } from './empty-day.ts'

const change = (field: BriefingChange['field']): BriefingChange => ({
  what: 'vix',
  field,
  from: null,
  to: 1,
  text: 'Changed.',
  rank: 1,
})
const day = emptyDay(dayNumber('2026-07-28')!)
const changed = (...fields: (BriefingChange['field'] | null)[]) =>
  fields.map((field, at) => ({
    ...briefingOf(),
    headline: `Headline ${at}.`,
    changes: { '1d': field === null ? [] : [change(field)], '7d': [change('state')] },
  }))

const fresh = { freshness: 'fresh', late_after: null, stale_after: null } as const
/** Without anything that a row could show as its figure. */
const bare = { lead: null, points: [], readings: {}, correlations: [], sections: [] }

const frontOf = (glances: Parameters<typeof frontDocument>[1]) =>
  frontDocument({ as_of: '2026-07-28', sample: true }, glances, [], [])

test.each([
  [[null, 'release', 'record', 'record'], 'Headline 2.'],
  [['signal', 'release', 'state'], 'Headline 2.'],
  [['release', null, 'signal'], 'Headline 2.'],
  [[null, null], 'Headline 0.'],
  [[], undefined],
] as const)('where briefings changed by %j the front page begins with %s', (fields, headline) => {
  const briefings = changed(...fields).map((briefing, at) => ({ ...briefing, briefing: briefingRows[at]!.id }))
  const front = frontOf(briefings.map((briefing) => briefingGlance({ ...briefing, ...bare }, day, fresh)))
  expect(front.briefings.find(({ briefing }) => briefing === front.leads[0])?.headline).toBe(headline)
})

test('of two briefings with one headline the one that more readers may read leads, macro first among equals', () => {
  const [one] = changed('state')
  const of = (briefing: string, headline = one!.headline) => briefingGlance({ ...one!, briefing, headline, ...bare }, day, fresh)
  const glances = [of('btc.full'), of('fx.liquidity', 'Another.'), of('btc.context'), of('macro.rates', 'A third.')]
  expect(frontOf(glances).leads).toEqual(['macro.rates', 'fx.liquidity', 'btc.context'])
})

/** A briefing whose headline names the figure of a reading. */
const whole = briefingOf()
const [metric, reading] = Object.entries(whole.readings)[0]!
const headline = `It is at ${amountOf(metric, reading.value, reading.unit)}.`

test('a briefing whose headline is not about its figure leads after those whose headline is', () => {
  const [one] = changed('state')
  const plain = briefingGlance({ ...one!, ...bare, briefing: 'macro.calendar', headline: 'Something is due.' }, day, fresh)
  const named = briefingGlance({ ...whole, briefing: 'btc.full', headline }, day, fresh)
  expect(frontOf([plain, named]).leads).toEqual(['btc.full', 'macro.calendar'])
})

test('a row has the sentence after its headline, and the figure that the headline names', () => {
  const { row } = briefingGlance({ ...whole, headline, summary: `${headline} More of it. And more.` }, day, fresh)
  expect([row.sentence, row.lead?.title]).toEqual(['More of it.', reading.title])
})
