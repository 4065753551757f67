import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFields, membersOf, selectedText } from '../../server/editions/selected-members.ts'
import { Refusal } from '../../server/http/errors.ts'

test('the members of any object are read as JSON reads them, their texts unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1), (document, space) => {
      const read = [...membersOf(JSON.stringify(document, null, space))].map(([name, text]) => [name, JSON.parse(text)])
      expect(read).toEqual(Object.entries(JSON.parse(JSON.stringify(document))))
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('a number keeps the digits it is written with', () => {
  expect(membersOf('{"a":1e21,"b":[1.50,{"c":","}]}\n')).toEqual(
    new Map([
      ['a', '1e21'],
      ['b', '[1.50,{"c":","}]'],
    ]),
  )
})

const body = Buffer.from(
  '{"briefing":"x","title":"X","as_of":"2026-11-20","fingerprint":"f","sample":true,"readings":{"vix":{"value":1},"dxy":{"value":2}},"notices":[]}',
)
const apart = Buffer.from('{"confidence_factors":{"vix":[]}}')
const head = { briefing: 'x', as_of: '2026-11-20', fingerprint: 'f', sample: true, notices: [] }

test.each([
  [['title'], { title: 'X' }],
  [['readings.dxy'], { readings: { dxy: { value: 2 } } }],
  [['readings'], { readings: { vix: { value: 1 }, dxy: { value: 2 } } }],
  [['readings', 'readings.vix'], { readings: { vix: { value: 1 }, dxy: { value: 2 } } }],
  [['confidence_factors'], { confidence_factors: { vix: [] } }],
  [['as_of'], {}],
])('%j are selected beside what the document is', (fields, selected) => {
  checkFields(fields, body, apart)
  expect(JSON.parse(selectedText(fields, body, apart))).toEqual({ ...head, ...selected })
})

test.each(['', 'titel', 'readings.', 'readings.gold', 'readings.vix.value', '__proto__', 'confidence_factors'])(
  'the unknown member "%s" is refused with those there are',
  (field) => {
    const check = () => checkFields(['title', field], body, null)
    expect(check).toThrow(Refusal)
    expect(check).toThrow(/^The document has no such member\./)
  },
)
