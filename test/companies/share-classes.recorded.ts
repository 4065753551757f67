import { describe, expect, test } from 'vitest'
import { documentRows } from '../../pipeline/companies/documents/index.ts'
import { documentsIn, handReadOf } from './documents.ts'

interface Counted {
  readonly classes: Readonly<Record<string, number>>
  readonly as_of: string
}

/** `class A` -> `Class A common stock` */
const named = (name: string) =>
  name === 'common' ? 'Common stock' : name.replace(/^class (.)$/, 'Class $1 common stock').replace(/^preferred/, 'Amc preferred')

describe('shares by class on covers of recorded reports', () => {
  test.each(handReadOf<Counted>('shares').map((fact) => [fact.id, fact] as const))(
    '%s as read by hand',
    (_, fact) => {
      // the one class of GameStop is tagged without its name
      const classes = fact.id === 'GME-05' ? { common: fact.classes['class A']! } : fact.classes
      const rows = documentRows(documentsIn(fact.file)).share_class!
      expect(Object.fromEntries(rows.map(({ class: name, shares }) => [name, Number(shares)]))).toEqual(
        Object.fromEntries(Object.entries(classes).map(([name, shares]) => [named(name), shares])),
      )
      expect(new Set(rows.map(({ as_of: day }) => day))).toEqual(new Set([fact.as_of]))
    },
    30_000,
  )
})
