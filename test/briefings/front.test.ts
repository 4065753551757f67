import { expect, test } from 'vitest'
import type { Change } from '../../pipeline/documents/briefing.ts'
import { frontDocument, glanceAt } from '../../pipeline/editions/status/front.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { briefingOf } from '../documents/render/documents.ts'
import { emptyDay } from './empty-day.ts'

const change = (field: Change['field']): Change => ({ what: 'vix', field, from: null, to: 1, text: 'Changed.', rank: 1 })
const day = emptyDay(dayNumber('2026-07-28')!)
const changed = (...fields: (Change['field'] | null)[]) =>
  fields.map((field, at) => ({
    ...briefingOf(),
    headline: `Headline ${at}.`,
    changes: { '1d': field === null ? [] : [change(field)], '7d': [change('state')] },
  }))

test.each([
  [[null, 'release', 'record', 'record'], 'Headline 2.'],
  [['signal', 'release', 'state'], 'Headline 2.'],
  [['release', null, 'signal'], 'Headline 2.'],
  [[null, null], 'Headline 0.'],
  [[], null],
] as const)('where briefings changed by %j the front page has %s', (fields, headline) => {
  const glances = changed(...fields).map((briefing) => glanceAt(briefing, day))
  expect(frontDocument({ as_of: '2026-07-28', sample: true }, glances, [], []).headline).toBe(headline)
})
