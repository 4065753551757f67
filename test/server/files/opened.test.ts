import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OpenedFiles } from '../../../server/files/opened.ts'

test('however a file is read, what is read is never more than the calls that opened it pay for', () => {
  const size = 1_000
  const reads = fc.array(fc.record({ name: fc.constantFrom('a', 'b'), bytes: fc.integer({ min: 1, max: size }) }))
  fc.assert(
    fc.property(reads, (all) => {
      const opened = new OpenedFiles()
      const [calls, read] = [
        { a: 0, b: 0 },
        { a: 0, b: 0 },
      ]
      for (const { name, bytes } of all) {
        if (!opened.take(name, bytes, 0)) {
          calls[name]++
          opened.open(name, size - bytes, 0)
        }
        read[name] += bytes
        expect(read[name]).toBeLessThanOrEqual(calls[name] * size)
      }
    }),
  )
})

test('what a call opened ends after an hour', () => {
  const opened = new OpenedFiles()
  opened.open('a', 10, 0)
  expect(opened.take('a', 5, 3_599_999)).toBe(true)
  expect(opened.take('a', 5, 3_600_000)).toBe(false)
})
