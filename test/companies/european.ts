import { esefReport } from '../../pipeline/feeds/esef-report.ts'
import { recordingOf } from '../recording-of.ts'

export const kainos = 'eu:213800H2PQMIF3OVZY47'
export const address = 'https://filings.xbrl.org/213800H2PQMIF3OVZY47/2022-03-31/ESEF/GB/0/x.json'

/** A report with these facts: concept, period, unit, value and more of each. */
export function read(facts: readonly (readonly [concept: string, period: string, unit: string, value: string, more?: object])[]) {
  const namespaces = {
    i: 'http://xbrl.ifrs.org/taxonomy/2022-03-24/ifrs-full',
    c: 'http://www.xbrl.org/2003/iso4217',
    x: 'http://www.xbrl.org/2003/instance',
    s: 'http://standards.iso.org/iso/17442',
    own: 'http://example.com/own',
  }
  const all = facts.map(([concept, period, unit, value, more = {}], at) => {
    const { decimals, ...dimensions } = more as { readonly decimals?: number }
    return [`f${at}`, { value, decimals, dimensions: { concept, entity: 's:213800H2PQMIF3OVZY47', period, unit, ...dimensions } }]
  })
  const body = Buffer.from(JSON.stringify({ documentInfo: { namespaces }, facts: Object.fromEntries(all) }))
  const { rows, rejected } = esefReport.parse(body, recordingOf(address, body, '2022-08-03T00:00:00Z'))
  const amounts = (rows.statement_fact ?? []).map((row) => [row.concept, row.from_day, row.to_day, row.unit, row.value])
  return { amounts, rejected, issuer: rows.issuer![0]! }
}
