import { expect, test } from 'vitest'
import { series } from '../../data/series.ts'
import { splitsOf } from '../../data/splits.ts'

/** As their issuers announced them: session, new shares, old shares. */
const announced = {
  'USO.close': ['2020-04-29 1 for 8'],
  'UNG.close': ['2018-01-05 1 for 4', '2024-01-24 1 for 4'],
  'VXX.close': ['2021-04-23 1 for 4', '2023-03-07 1 for 4', '2024-07-24 1 for 4'],
  'XLE.close': ['2025-12-05 2 for 1'],
  'EOG.close': ['2020-03-09 1 for 1'],
  'OXY.close': ['2020-03-09 1 for 1'],
}

test('each split of a listed share has the ratio that was announced', () => {
  const rows = series.flatMap((row) => (row.id in announced ? [[row.id, splitsOf(row)] as const] : []))
  const words = rows.map(([id, splits]) => [
    id,
    splits.map(({ session, ratio }) => `${session} ${ratio < 1 ? `1 for ${1 / ratio}` : `${ratio} for 1`}`),
  ])
  expect(Object.fromEntries(words)).toEqual(announced)
})
