import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonMembersOf } from '../../server/editions/selected-members.ts'

test('the members of any object are read as JSON reads them, their texts unchanged', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom(undefined, 1), (document, space) => {
      const read = [...jsonMembersOf(JSON.stringify(document, null, space))].map(([name, text]) => [name, JSON.parse(text)])
      expect(read).toEqual(Object.entries(JSON.parse(JSON.stringify(document))))
    }),
    { seed: 7, numRuns: 500 },
  )
})

test('a number keeps the digits it is written with', () => {
  expect(jsonMembersOf('{"a":1e21,"b":[1.50,{"c":","}]}\n')).toEqual(
    new Map([
      ['a', '1e21'],
      ['b', '[1.50,{"c":","}]'],
    ]),
  )
})
