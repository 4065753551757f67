import type { LineId } from '../../../data/companies/lines.ts'
import type { StoredFigures } from '../../documents/company/figures.ts'
import type { Version } from './version.ts'

type Columns = Omit<
  StoredFigures,
  'issuer' | 'first_day' | 'shape' | 'mark' | 'as_of' | 'computed_at' | 'fingerprint' | 'sample' | 'notices'
>
const named = ['line', 'unit', 'concept', 'label', 'filing', 'form', 'basis'] as const
type Named = (typeof named)[number]

/** Values as an edition keeps them; a value without a label has an empty one. */
export function packVersions(versions: readonly Version[]): Columns {
  const column = <Name extends keyof Version>(name: Name) => versions.map((version) => version[name])
  const names: Partial<Record<Named, string[]>> = {}
  const places: Partial<Record<Named, number[]>> = {}
  for (const name of named) {
    const placeOf = new Map<string, number>()
    places[name] = versions.map((version) => {
      const text = version[name] ?? ''
      const place = placeOf.get(text) ?? placeOf.size
      if (place === placeOf.size) placeOf.set(text, place)
      return place
    })
    names[name] = [...placeOf.keys()]
  }
  return {
    names: names as Columns['names'],
    ...(places as Record<Named, number[]>),
    span: column('span'),
    from: column('from'),
    to: column('to'),
    value: column('value'),
    other: column('other'),
    known: column('known'),
    fiscalYear: column('fiscalYear'),
  }
}

/** The same values again. */
export function versionsIn(stored: Columns): Version[] {
  const { names, span, from, to, value, known, fiscalYear } = stored
  return value.map((each, at) => ({
    line: names.line[stored.line[at]!] as LineId,
    span: span[at]!,
    from: from[at]!,
    to: to[at]!,
    unit: names.unit[stored.unit[at]!]!,
    value: each,
    other: stored.other?.[at] ?? null,
    concept: names.concept[stored.concept[at]!]!,
    label: names.label[stored.label[at]!] || null,
    filing: names.filing[stored.filing[at]!]!,
    form: names.form[stored.form[at]!]!,
    known: known[at]!,
    basis: names.basis[stored.basis[at]!]!,
    fiscalYear: fiscalYear[at]!,
  }))
}
