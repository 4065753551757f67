import type { Filing } from './known.ts'

/** A filing as documents name it. */
export interface FilingReference {
  form: string
  accession: string
  filed: string
  url: string
}

export function referenceTo({ form, accession, filed, url }: Filing): FilingReference {
  return { form, accession, filed, url }
}
