import { expect, test } from 'vitest'
import type { Day } from '../../pipeline/analysis/days/day.ts'
import type { Change } from '../../pipeline/documents/briefing.ts'
import { frontDocument } from '../../pipeline/editions/status/front.ts'
import { dayNumber } from '../../pipeline/time/day.ts'
import { briefingOf } from '../documents/render/documents.ts'

const change = (field: Change['field']): Change => ({ what: 'vix', field, from: null, to: 1, text: 'Changed.', rank: 1 })
const day = { asOf: dayNumber('2026-07-28')!, sample: true } as Day
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
  expect(frontDocument(day, changed(...fields), [], []).headline).toBe(headline)
})
