import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asKnown, asKnownAt, type Column, Fingerprint, firstDifference, type Versions } from '../../pipeline/values/column.ts'
import { arraysOf } from '../analysis/columns.ts'

/** Series whose values are revised now and then, become known late, or several at once. */
const anyVersions: fc.Arbitrary<Versions> = fc
  .array(fc.array(fc.tuple(fc.nat(20), fc.nat(9)), { minLength: 1, maxLength: 3 }), { maxLength: 40 })
  .map((periods) => {
    const rows = periods.flatMap((versions, i) =>
      [...new Map(versions)].sort(([a], [b]) => a - b).map(([late, value]) => ({ period: 100 + i, value, known: 10 * i + late })),
    )
    return {
      series: 'example',
      unit: 'USD',
      ...arraysOf(
        rows,
        ({ period }) => period,
        ({ value }) => value,
        ({ known }) => known,
        ({ known }) => known % 3,
      ),
    }
  })

const plain = ({ period, value, known, basis }: Column) => [[...period], [...value], [...known], [...basis]]

test('moment after moment, in any order, it is what was known then; what was given before stays as it was', () => {
  fc.assert(
    fc.property(anyVersions, fc.array(fc.integer({ min: -5, max: 450 }), { maxLength: 40 }), (versions, moments) => {
      const { at } = asKnown(versions)
      const given = moments.map((moment) => [moment, at(moment)] as const)
      for (const [moment, column] of given) expect(plain(column)).toEqual(plain(asKnownAt(versions, moment)))
    }),
    { seed: 5, numRuns: 300 },
  )
})

test('where nothing became known in between the answer is the same object', () => {
  fc.assert(
    fc.property(anyVersions, (versions) => {
      const { at } = asKnown(versions)
      for (const moment of versions.known.toSorted()) expect(at(moment + 0.5)).toBe(at(moment))
    }),
    { seed: 6, numRuns: 100 },
  )
})

test('the first period in which two columns differ', () => {
  fc.assert(
    fc.property(anyVersions, fc.integer({ max: 450 }), fc.integer({ max: 450 }), (versions, one, other) => {
      const [a, b] = [asKnownAt(versions, one), asKnownAt(versions, other)]
      const rows = (column: Column) =>
        new Map(Array.from(column.period, (period, i) => [period, [column.value[i], column.known[i], column.basis[i]].join()]))
      const [inA, inB] = [rows(a), rows(b)]
      const differing = [...inA.keys(), ...inB.keys()].filter((period) => inA.get(period) !== inB.get(period))
      expect(firstDifference(a, b)).toBe(Math.min(Number.POSITIVE_INFINITY, ...differing))
    }),
    { seed: 7, numRuns: 300 },
  )
})

test('two moments of two series have the same hash where the same versions were known, and else another', () => {
  const hashOf = (versions: Versions, moment: number) => {
    const mark = new Fingerprint()
    asKnown(versions).fingerprintTo(moment, mark)
    return mark.toString()
  }
  const rowsBy = ({ period, value, known, basis }: Versions, moment: number) =>
    Array.from(known.keys())
      .filter((i) => known[i]! <= moment)
      .sort((a, b) => known[a]! - known[b]! || a - b)
      .map((i) => [period[i], value[i], known[i], basis[i]])
  fc.assert(
    fc.property(anyVersions, fc.integer({ max: 450 }), fc.integer({ max: 450 }), fc.nat(), (versions, one, other, pick) => {
      const i = pick % Math.max(1, versions.period.length)
      const revised = { ...versions, value: versions.value.map((value, k) => (k === i ? value + 1 : value)) }
      for (const [a, b] of [[versions, versions] as const, [versions, revised] as const]) {
        const alike = JSON.stringify(rowsBy(a, one)) === JSON.stringify(rowsBy(b, other))
        expect(hashOf(a, one) === hashOf(b, other)).toBe(alike)
      }
    }),
    { seed: 8, numRuns: 300 },
  )
})
