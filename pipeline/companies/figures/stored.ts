import type { LineId } from '../../../data/companies/lines.ts'
import type { StoredFigures } from '../../documents/company/figures.ts'
import type { Version } from './version.ts'

type Columns = Omit<StoredFigures, 'issuer' | 'shape' | 'mark' | 'as_of' | 'computed_at' | 'fingerprint' | 'sample' | 'notices'>
const named = ['line', 'unit', 'concept', 'filing', 'form'] as const

/** Values as an edition keeps them. */
export function packVersions(versions: readonly Version[]): Columns {
  const column = <Name extends keyof Version>(name: Name) => versions.map((version) => version[name])
  const packed = named.map((name) => {
    const all = [...new Set<string>(column(name))]
    const places = new Map(all.map((text, at) => [text, at]))
    return { name, all, places: column(name).map((text) => places.get(text)!) }
  })
  const [line, unit, concept, filing, form] = packed.map(({ places }) => places) as [
    number[],
    number[],
    number[],
    number[],
    number[],
  ]
  return {
    names: Object.fromEntries(packed.map(({ name, all }) => [name, all])) as Columns['names'],
    line,
    span: column('span'),
    from: column('from'),
    to: column('to'),
    unit,
    value: column('value'),
    concept,
    filing,
    form,
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
    concept: names.concept[stored.concept[at]!]!,
    filing: names.filing[stored.filing[at]!]!,
    form: names.form[stored.form[at]!]!,
    known: known[at]!,
    fiscalYear: fiscalYear[at]!,
  }))
}
