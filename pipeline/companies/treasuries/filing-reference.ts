import type { FilingReference } from '../../documents/holding.ts'
import type { Filing } from './known.ts'

export function referenceTo({ form, accession, filed, url }: Filing): FilingReference {
  return { form, accession, filed, url }
}
